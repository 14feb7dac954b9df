"""The learned decision: what its evidence says, and that its weights keep common sense."""

import math

import pytest

from prism.entailment.check import check, reading
from prism.entailment.decide import Model, model
from prism.entailment.entail import compare_readings
from prism.entailment.features import features
from prism.entailment.sentence import told

CLAIMS = [
    "The tank overflowed.",
    "Mrs. Novak dropped a jar of plums.",
    "The mayor named the bridge after Matilda.",
    "Five singers had to take taxis.",
    "Leo found the meals dull.",
]
STORY = " ".join(CLAIMS)


def _evidence(claim: str, text: str, story: str = STORY) -> dict[str, float]:
    asked, said = reading(claim), reading(text)
    return features(asked, said, reading(story), compare_readings(asked, said))


def test_the_leaves_of_all_trees_add_up() -> None:
    trees = ((0, 0.5, -2.0, (1, 0.25, 1.0, 3.0)), 0.5)
    made = Model(0.5, ("a", "b"), trees, 0.5)
    for named, odds in (({}, -1.0), ({"a": 0.5}, -1.0), ({"a": 0.6}, 2.0), ({"a": 1, "b": 1}, 4.0)):
        assert made.chance(named) == pytest.approx(1 / (1 + math.exp(-odds)))  # type: ignore[arg-type]
    assert made.holds({"a": 0.6})
    assert not made.holds({"b": 1.0})
    assert made.chance({"unheard of": 9.0}) == made.chance({})


@pytest.mark.parametrize("expected", ["kept", "changed"])
def test_the_table_names_only_evidence_that_there_is(expected: str) -> None:
    named = _evidence(CLAIMS[0], "The tank was dry.").keys()
    evidence = model(expected).evidence  # type: ignore[arg-type]
    assert {name for name in evidence if not name.startswith(("clash ", "ruled "))} <= named


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("text", [STORY, CLAIMS[1], "It rained. Nobody was at home.", "Yes."])
def test_evidence_is_a_share(claim: str, text: str) -> None:
    assert all(0.0 <= value <= 1.0 + 1e-9 for value in _evidence(claim, text).values())


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("expected", ["kept", "changed"])
def test_a_claim_holds_in_its_story_and_not_in_another(claim: str, expected: str) -> None:
    assert check(claim, STORY, STORY, expected).status == "holds"  # type: ignore[arg-type]
    other = "The committee adjourned. Its chair flew to Lima."
    assert check(claim, other, STORY, expected).status != "holds"  # type: ignore[arg-type]


def test_the_sentence_that_says_most_is_found() -> None:
    claim = reading("The tank overflowed.")
    text = reading("Petra painted the shed. Water spilled from the tank. The tank is old.")
    best = told(claim, text)
    assert best.number == 1
    assert min(best.shares.values()) > 0.4


def test_a_word_answers_one_word_only() -> None:
    claim, text = reading("The old clock fell on the clock."), reading("The clock fell.")
    assert len(set(told(claim, text).answers.values())) == len(told(claim, text).answers) == 2


def test_what_runs_against_expectation_is_noticed() -> None:
    even_so = _evidence(CLAIMS[0], "The outlet was open. Even so, the tank overflowed.")
    plain = _evidence(CLAIMS[0], "The outlet was shut. So the tank overflowed.")
    assert (even_so["conceded"], plain["conceded"]) == (1.0, 0.0)


def test_what_stands_where_a_word_would_is_noticed() -> None:
    other = _evidence("Ilse baked bread.", "Ilse baked tiles.")
    none = _evidence("Ilse baked bread.", "Ilse baked.")
    assert (other["other filler"], none["other filler"]) == (1.0, 0.0)


def test_confidence_is_the_chance_of_what_is_said() -> None:
    for text in (STORY, "The committee adjourned."):
        found = check(CLAIMS[0], text, STORY, "changed")
        assert found.chance is not None
        share = found.chance if found.status == "holds" else 1 - found.chance
        assert found.confidence == pytest.approx(share)


def test_evidence_that_is_not_named_is_zero_and_no_other_number() -> None:
    below = Model(0.0, ("a",), ((0, -0.5, 1.0, 2.0),), 0.5)
    above = Model(0.0, ("a",), ((0, 0.5, 1.0, 2.0),), 0.5)
    assert below.chance({}) == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert above.chance({}) == pytest.approx(1 / (1 + math.exp(-1.0)))
    assert Model(0.0, (), (), 0.5).chance({}) == 0.5
    assert Model(0.0, (), (), 0.5).holds({})
