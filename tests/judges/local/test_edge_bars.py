"""What rules a link out, each with a text that lacks it."""

import pytest

from prism.judges.local.content import text_content
from prism.judges.local.edge_bars import bars, says_something
from prism.judges.local.edge_evidence import Piece, pieces
from prism.judges.model.reading import read


def codes(text: str, source: str, target: str, question: str = "") -> set[str]:
    reading = read(text)
    one, other = (reading.end(words, None, None) for words in (source, target))
    found = pieces(reading, one, other, "CAUSE")
    return {bar.code for bar in bars(reading, text_content(question), one, other, found)}


RAIN = "The road flooded because it rained."
ENDS = ("it rained", "The road flooded")


@pytest.mark.parametrize(
    ("text", "source", "target", "code"),
    [
        (RAIN, *ENDS, None),
        ("Not because of rain, the road flooded.", "rain", "the road flooded", "denied"),
        ("Because of rain, the road flooded.", "rain", "the road flooded", None),
        (f"It is a myth that {RAIN}", *ENDS, "denied"),
        (f"It is a fact that {RAIN}", *ENDS, None),
        ("Did the road flood because it rained?", "it rained", "the road flood", "denied"),
        (f"{RAIN} That is wrong.", *ENDS, "denied"),
        (f"{RAIN} That is not true.", *ENDS, "denied"),
        (f"{RAIN} That is true.", *ENDS, None),
        (f"{RAIN} That is not wrong.", *ENDS, None),
        (f"{RAIN} Ada was wrong.", *ENDS, None),
        (f"{RAIN} Ada slept. That is wrong.", *ENDS, None),
        (f"{RAIN} Is it?", *ENDS, None),
        ("Sales correlate with drowning. Drowning rose.", "Sales correlate with drowning",
         "Drowning rose", "association_only"),
        ("Sales of ice cream correlate with heat. Later the road flooded because it rained.",
         "it rained", "the road flooded", None),
        ("Sales rose. Drowning rose.", "Sales rose", "Drowning rose", None),
        ("The dam broke, so everything would be different.", "The dam broke",
         "everything would be different", "vague_end"),
        ("The dam broke, so the climate would change.", "The dam broke",
         "the climate would change", "vague_end"),
        ("The dam broke, so the road would flood.", "The dam broke", "the road would flood", None),
        ("It rained, so then.", "It rained", "then", "empty_end"),
        ("The pump failed. The pump did not fail, so the cellar flooded.",
         "The pump did not fail", "the cellar flooded", "contradicted"),
        ("The pump failed. The pump did not leak, so the cellar flooded.",
         "The pump did not leak", "the cellar flooded", None),
        ("The road flooded because the road flooded.", "the road flooded", "The road flooded",
         "same_content"),
    ],
)  # fmt: skip
def test_codes(text: str, source: str, target: str, code: str | None) -> None:
    found = codes(text, source, target)
    assert found == set() if code is None else code in found


def test_an_answer_that_says_the_question_again_is_barred() -> None:
    question = "What if the road flooded?"
    assert "restates_question" in codes(RAIN, *ENDS, question)
    text = "Heavy clouds dropped rain, so drains choked on leaves. So the road flooded."
    assert "restates_question" in codes(
        text, "drains choked on leaves", "the road flooded", question
    )
    assert codes(text, "Heavy clouds dropped rain", "drains choked on leaves", question) == set()
    assert codes(text, "Heavy clouds dropped rain", "drains choked on leaves") == set()


def test_an_end_says_something_by_itself_or_with_its_sentence() -> None:
    reading = read("It rained, so then they did. They sold boats there.")
    assert says_something(reading, reading.end("It rained", None, None))
    assert not says_something(reading, reading.end("then they did", None, None))
    assert says_something(reading, reading.end("They", 31, 35))  # sold boats
    assert not says_something(reading, reading.end("and so on", None, None))


def test_a_bar_shows_its_place() -> None:
    text = f"{RAIN} That is wrong."
    reading = read(text)
    one, other = (reading.end(words, None, None) for words in ENDS)
    found = pieces(reading, one, other, "CAUSE")
    [bar] = bars(reading, frozenset(), one, other, found)
    assert bar.chars is not None
    assert text[slice(*bar.chars)] == "because"
    assert "wrong" in bar.words


@pytest.mark.parametrize(
    ("sign", "words"),
    [(None, "the effect end"), (1, "the effect end"), (-1, "the cause end")],
)
def test_without_evidence_the_link_runs_as_it_was_claimed(sign: int | None, words: str) -> None:
    reading = read("It rained, so then.")
    one, other = (reading.end(text, None, None) for text in ("It rained", "then"))
    found = [] if sign is None else [Piece("order", sign, 1.0, "", None)]
    empty = [b for b in bars(reading, frozenset(), one, other, found) if b.code == "empty_end"]
    assert [bar.words.startswith(words) for bar in empty] == [True]
    assert empty[0].chars == other.chars
    zero = [Piece("order", 1, 1.0, "", None), Piece("order", -1, 1.0, "", None)]
    assert list(bars(reading, frozenset(), one, other, zero)) == list(
        bars(reading, frozenset(), one, other, [])
    )


@pytest.mark.parametrize(
    ("question", "barred"),
    [
        ("What if old boats sank?", False),  # half of the four words is new: boat, salt
        ("What if old red boats sank?", True),
        ("What if it rained?", False),
        ("", False),
    ],
)
def test_an_effect_brings_half_of_its_words(question: str, barred: bool) -> None:
    text = (
        "Heavy rain fell on quiet northern valleys, so old red boats carried salt. "
        "Copper wire corroded while merchants traded linen for amber near frozen harbours."
    )
    found = codes(text, "Heavy rain fell on quiet northern valleys",
                  "old red boats carried salt", question)  # fmt: skip
    assert ("restates_question" in found) is barred


def test_bars_show_the_words_they_rest_on() -> None:
    text = "Sales correlate with drowning. Drowning rose."
    reading = read(text)
    one, other = (
        reading.end(words, None, None) for words in ("Sales correlate with drowning",
                                                     "Drowning rose")
    )  # fmt: skip
    found = [b for b in bars(reading, frozenset(), one, other, []) if b.code == "association_only"]
    assert [text[slice(*bar.chars)] for bar in found if bar.chars] == ["correlate"]
    text = "The pump failed. The pump did not fail, so the cellar flooded."
    reading = read(text)
    one, other = (
        reading.end(words, None, None) for words in ("The pump did not fail",
                                                     "the cellar flooded")
    )  # fmt: skip
    [bar] = [b for b in bars(reading, frozenset(), one, other, []) if b.code == "contradicted"]
    assert bar.chars is not None
    assert text[slice(*bar.chars)].rstrip(".") == "The pump failed"
