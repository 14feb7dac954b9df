"""A response read once: places, words, units that oppose each other, marks near two ends."""

import pytest

from prism.judges.model.reading import End, novelty, read

TEXT = "The road flooded because it rained. So it did. The red pump failed in May. It did not."


def test_places_of_words_and_sentences() -> None:
    reading = read(TEXT)
    road = (0, len("The road flooded"))
    assert reading.words_in(road) == {"road", "flood"}
    assert TEXT[slice(*reading.rest_of_sentence((4, 8)))] == "road flooded because it rained."
    assert reading.rest_of_sentence((8, 8)) == (8, 8)
    assert {"road", "flood", "rain", "pump", "fail", "red"} <= reading.words
    first, last = reading.token_span(road)
    assert (first, last) == (0, 3)


def test_the_sentence_before_is_the_nearest_that_says_something() -> None:
    reading = read(TEXT)
    pump = TEXT.index("The red pump")
    before = reading.said_before((pump, pump + 12))
    assert before is not None
    assert TEXT[slice(*before)] == "The road flooded because it rained."  # *so it did* is skipped
    assert reading.said_before((0, 8)) is None


@pytest.mark.parametrize(
    ("words", "start", "stop", "place"),
    [
        ("The road flooded", None, None, "The road flooded"),
        ("anything", 4, 8, "road"),
        ("the pump failed", 8, 4, "pump failed"),  # offsets that are none
        ("red pump failing", 0, 10_000, "pump failed"),
        ("The sun exploded", None, None, None),
        ("pump", None, None, "pump"),
    ],
)
def test_an_end_is_found_by_offsets_or_by_words(
    words: str, start: int | None, stop: int | None, place: str | None
) -> None:
    found = read(TEXT).end(words, start, stop)
    assert found.text == words
    if place is None:
        assert found.chars is None
    else:
        assert found.chars is not None
        assert place in TEXT[slice(*found.chars)]
        assert found.chars[1] - found.chars[0] < 2 * len(words) + 8


def test_an_argument_fits_an_end_by_place_or_by_words() -> None:
    reading = read(TEXT)
    road = End("", (0, 16), frozenset({"road", "flood"}))
    assert reading.fit((0, 16), road) == 1.0
    assert reading.fit((0, 8), road) == 1.0  # the whole of the shorter
    assert reading.fit((8, 24), road) == 0.5
    assert reading.fit((20, 34), road) == 0.0
    assert reading.fit((0, 16), End("", None, frozenset({"road", "flood"}))) == 1.0
    assert reading.fit((0, 16), End("", None, frozenset({"moon", "milk", "road"}))) == 0.0


def test_units_that_oppose_each_other_are_found_from_both_sides() -> None:
    reading = read("The red pump failed. The red pump did not fail. The old mill burned.")
    [(told, denied)] = reading.opposed
    assert (told.text.rstrip("."), denied.text.rstrip(".")) == (
        "The red pump failed", "The red pump did not fail",
    )  # fmt: skip
    assert [u.id for u in reading.opposites[told.id]] == [denied.id]
    assert [u.id for u in reading.opposites[denied.id]] == [told.id]
    assert {reading.tokens.low[i] for i in reading.denied} >= {"did", "not", "fail"}
    assert "burned" not in {reading.tokens.low[i] for i in reading.denied}
    for calm in (
        "The red pump failed. The red pump would not fail.",
        "The red pump failed. The old mill did not burn.",
        "It failed. It did not fail.",
    ):
        assert read(calm).opposed == ()


def test_units_at_a_place() -> None:
    text = "The red pump failed. The old mill burned."
    reading = read(text)
    assert [u.text.rstrip(".") for u in reading.units_at((22, 30))] == ["The old mill burned"]
    assert len(reading.units_at((0, len(text)))) == 2


def test_marks_near_both_ends() -> None:
    text = "The road flooded because it rained. The mill burned because Ada slept."
    reading = read(text)
    road, rain, mill = (
        reading.end(t, None, None) for t in ("The road flooded", "it rained", "The mill burned")
    )
    assert [m.start for m in reading.marks_near(road, rain)] == [text.index("because")]
    assert reading.marks_near(road, mill) == []
    assert reading.marks_near(End("", None, frozenset()), road) == []


def test_a_pronoun_is_what_the_sentence_before_tells() -> None:
    text = "It rained hard in May. Despite this, the road flooded."
    [mark] = read(text).marks
    assert text[slice(*mark.arg2)] == "It rained hard in May."


def test_novelty_is_of_all_words() -> None:
    assert novelty("Red boats carry salt.", frozenset({"moon"})) == 1.0
    assert novelty("Red boats carry salt.", frozenset({"boat", "salt"})) == 0.5
    assert novelty("Red boats carry salt.", frozenset({"red", "boat", "carry", "salt"})) == 0.0
    assert novelty("So it did.", frozenset({"moon"})) == 0.0
