"""From evidence to a verdict."""

import math

import pytest

from prism.judges.local.edge_evidence import WEIGHTS
from prism.judges.local.edge_ruling import Ruling, rule
from prism.judges.model.reading import read


def ruled(text: str, source: str, target: str, relation: str = "CAUSE") -> Ruling:
    reading = read(text)
    one, other = (reading.end(words, None, None) for words in (source, target))
    return rule(reading, frozenset(), one, other, relation)


RAIN = "The road flooded because it rained."


@pytest.mark.parametrize(
    ("text", "source", "target", "way", "code"),
    [
        (RAIN, "it rained", "The road flooded", "forward", None),
        (RAIN, "The road flooded", "it rained", "backward", "reversed_claim"),
        ("It rained. The road flooded.", "It rained", "The road flooded", "none", "sequence_only"),
        ("It rained.", "The sun exploded", "It rained", "none", "not_found"),
        ("It rained.", "It rained", "The sun exploded", "none", "not_found"),
        (f"{RAIN} That is wrong.", "it rained", "The road flooded", "none", "denied"),
        ("The storm broke the dam. This flooded the road.", "The storm broke the dam",
         "This flooded the road", "forward", None),
    ],
)  # fmt: skip
def test_ways(text: str, source: str, target: str, way: str, code: str | None) -> None:
    found = ruled(text, source, target)
    assert (found.way, found.code) == (way, code)
    assert 0.5 < found.confidence < 1


def test_what_is_lost_is_named() -> None:
    assert "the source is not" in ruled("It rained.", "The sun exploded", "It rained").words
    assert "the target is not" in ruled("It rained.", "It rained", "The sun exploded").words


def test_confidence_is_a_logistic_of_the_distance_from_the_threshold() -> None:
    def logistic(total: float) -> float:
        return 1 / (1 + math.exp(-0.2 - abs(abs(total) - 1)))

    found = ruled(RAIN, "it rained", "The road flooded")
    assert found.confidence == pytest.approx(logistic(WEIGHTS["cue"] - WEIGHTS["order"]))
    found = ruled("It rained. The road flooded.", "It rained", "The road flooded")
    assert found.confidence == pytest.approx(logistic(WEIGHTS["order"]))


def test_the_strongest_piece_is_the_reason_and_shown() -> None:
    found = ruled(RAIN, "it rained", "The road flooded")
    assert found.words == "source causes target: “because” says so"
    assert found.chars is not None
    assert RAIN[slice(*found.chars)] == "because"
    found = ruled(RAIN, "The road flooded", "it rained")
    assert found.words == "target causes source: “because” says so"


def test_other_relations_stand_unless_an_end_says_nothing() -> None:
    found = ruled("It rained and the road flooded.", "It rained", "the road flooded", "SEQUENCE")
    assert (found.way, found.code) == ("forward", None)
    assert "sequence" in found.words
    assert 0.5 < found.confidence < 0.6
    found = ruled("It rained, so then.", "It rained", "then", "SEQUENCE")
    assert (found.way, found.code, found.confidence) == ("none", "empty_end", 0.8)
