"""Units found again in the text they were cut from."""

from prism.graph import Unit
from prism.parsers.ground import ground

TEXT = "The dam broke. The valley flooded. The dam broke. Everyone left."


def spans(*texts: str) -> list[tuple[int | None, int | None]]:
    return [(u.start, u.end) for u in ground([Unit(str(i), t) for i, t in enumerate(texts)], TEXT)]


def test_units_are_found_verbatim_and_in_order() -> None:
    found = spans("The dam broke.", "The valley flooded.", "The dam broke.")
    assert [TEXT[s:e] for s, e in found] == [
        "The dam broke.",
        "The valley flooded.",
        "The dam broke.",
    ]
    assert found[0] != found[2]


def test_a_unit_out_of_order_is_still_found() -> None:
    assert spans("Everyone left.", "The valley flooded.")[1] == (15, 34)


def test_small_changes_are_bridged_and_say_so() -> None:
    (unit,) = ground([Unit("a", "the valley floded")], TEXT)
    assert unit.grounded
    assert 0.8 <= unit.grounding < 1


def test_what_is_not_there_is_not_found() -> None:
    (unit,) = ground([Unit("a", "Quarterly profits doubled in Oslo")], TEXT)
    assert not unit.grounded
    assert unit.grounding == 0


def test_blank_units_are_not_found() -> None:
    assert spans("", "  ") == [(None, None), (None, None)]
