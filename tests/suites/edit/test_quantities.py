"""Numbers of a story through an edit, and two rates against a level."""

import pytest

from prism.suites.edit.quantities import net_flow, quantities


@pytest.mark.parametrize(
    ("text", "rates", "direction", "fits"),
    [
        ("Five litres a minute flow in and eight drain away, so the level rose.",
         (5, 8), "down", False),
        ("Eight litres a minute flow in and five drain away, so the level rose.",
         (8, 5), "up", True),
        ("Five litres a minute flow in and eight drain away, so the level fell.",
         (5, 8), "down", True),
        ("Eight litres a minute flow in and five drain away, so the level fell.",
         (8, 5), "up", False),
        ("Five litres flow in and five drain away, so the level fell.", (5, 5), "same", False),
        ("Five litres flow in and five drain away, so the level rose.", (5, 5), "same", False),
        ("Five litres flow in and eight drain away.", (5, 8), "down", None),
        ("Eight litres flow in and five drain away; the level rose and fell.",
         (8, 5), "up", None),
        ("Eight litres flow in and five drain away; the level did not rise.",
         (8, 5), "up", None),
    ],
)  # fmt: skip
def test_net_flow(text: str, rates: tuple[float, float], direction: str, fits: bool | None) -> None:
    found = net_flow(text)
    assert found is not None
    assert (found.before, found.after) == rates
    assert (found.direction, found.fits, found.text) == (direction, fits, "net flow")
    assert f"in {rates[0]}, out {rates[1]}" in found.evidence


@pytest.mark.parametrize(
    "text",
    [
        "Five litres flow in.",
        "Eight litres drain away.",
        "Ada left at nine and arrived at ten.",
        "Ada has five dogs and two cats.",
        "",
    ],
)
def test_without_two_rates_there_is_no_flow(text: str) -> None:
    assert net_flow(text) is None


@pytest.mark.parametrize(
    ("story", "version", "rows"),
    [
        ("The tank holds 600 litres.", "The tank holds 800 litres.", [(600, 800, "up")]),
        ("The tank holds 600 litres.", "The tank holds 400 litres.", [(600, 400, "down")]),
        ("The tank holds 600 litres.", "The tank holds 600 litres.", [(600, 600, "same")]),
        ("The tank holds 600 litres.", "Ada slept.", [(600, None, "gone")]),
        ("The tank holds 600 litres.", "The tank holds 600 fish.", [(600, None, "gone")]),
        ("Ada has five dogs and two cats.", "Ada has six dogs and one cat.",
         [(5, 6, "up"), (2, 1, "down")]),
        ("Ada has five dogs.", "Ben ate nine plums. Ada has six dogs.", [(5, 6, "up")]),
        ("Ada slept.", "Ada has six dogs.", []),
    ],
)  # fmt: skip
def test_numbers_are_followed_by_what_they_count(
    story: str, version: str, rows: list[tuple[float, float | None, str]]
) -> None:
    found = quantities(story, [version])
    assert [(q.before, q.after, q.direction) for q in found] == rows


def test_the_flow_is_that_of_the_first_version_and_stands_last() -> None:
    rising = "Eight litres a minute flow in and five drain away, so the level rose."
    assert [q.text for q in quantities("Ada slept.", [rising, "Ada slept."])] == ["net flow"]
    assert quantities("Ada slept.", ["Ada slept.", rising]) == ()
    assert quantities("The tank holds 600 litres.", []) == ()


def test_a_number_is_shown_with_its_neighbours() -> None:
    [found] = quantities("Yesterday the old tank held 600 litres of clean water.", ["Ada slept."])
    assert found.text == "held 600 litres of"
    [first] = quantities("600 litres were held.", ["Ada slept."])
    assert first.text == "600 litres were"


def test_a_time_before_the_rates_hides_none_of_them() -> None:
    told = net_flow("Ada left at nine. Eight litres flow in and five drain away.")
    assert told is not None
    assert (told.before, told.after) == (8, 5)
