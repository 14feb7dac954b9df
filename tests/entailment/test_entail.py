"""A text implies a claim, excludes it, or leaves it open: textbook inferences, both ways round."""

import pytest

from prism.entailment.check import entails, reading
from prism.entailment.entail import compare_readings
from tests.entailment.pairs import pair


@pytest.mark.parametrize(
    ("text", "claim", "answer"),
    [
        ("A dog barked loudly.", "A dog barked.", "yes"),
        ("A dog barked.", "A dog barked loudly.", "unsaid"),
        ("A dog barked.", "An animal barked.", "yes"),
        ("An animal barked.", "A dog barked.", "unsaid"),
        ("No animal barked.", "No dog barked.", "yes"),
        ("No dog barked.", "No animal barked.", "unsaid"),
        ("The lamp did not burn.", "The lamp burned.", "contradicted"),
        ("The lamp burned.", "The lamp did not burn.", "contradicted"),
        ("No tall boy ran.", "A boy ran.", "unsaid"),
        ("A boy wore no sunhat.", "A boy wore a hat.", "unsaid"),
        ("A boy wore no hat.", "A boy wore a sunhat.", "contradicted"),
        ("The lamp would have burned.", "The lamp burned.", "unsaid"),
        ("The door was closed.", "The door was open.", "contradicted"),
        ("The cat chased the dog.", "The dog chased the cat.", "contradicted"),
        ("The mill burned.", "The barn burned.", "unsaid"),
        ("Ada slept.", "The tree fell.", "unsaid"),
        ("The door was closed, and Ada ate soup with Ben at home.",
         "The window was open in the old kitchen of the inn.", "unsaid"),
    ],
)  # fmt: skip
def test_inferences(text: str, claim: str, answer: str) -> None:
    assert entails(text, claim) == answer


def test_shares_are_of_the_weight_of_the_claim() -> None:
    found = pair("Ada met Ben in Oslo.", "Ada met Carl in Oslo.")
    compared = compare_readings(found.claim, found.text)
    assert [found.claim.doc[p].text for p in compared.missing] == ["Ben"]
    name, verb = 1.3, 1.0
    share = (2 * name + verb) / (3 * name + verb)
    assert compared.support == compared.answered == pytest.approx(share)
    assert (compared.core, compared.unreal) == (1.0, 0.0)


def test_an_answer_that_implies_nothing_is_no_support() -> None:
    found = pair("The door was open.", "The door was closed.")
    compared = compare_readings(found.claim, found.text)
    assert compared.answered == 1.0
    assert compared.support == pytest.approx(1.0 / 1.8)  # the door, not the adjective
    assert compared.core == 0.0
    assert compared.missing == ()


def test_what_is_told_as_unreal_is_a_share_of_what_is_said() -> None:
    def unreal(claim: str, text: str) -> float:
        found = pair(claim, text)
        return compare_readings(found.claim, found.text).unreal

    assert unreal("The lamp burned.", "The lamp would have burned.") == 1.0
    assert unreal("The lamp burned.", "The lamp burned.") == 0.0
    assert unreal("The lamp would have burned.", "The lamp would have burned.") == 0.0


def test_what_is_denied_of_more_needs_no_answer() -> None:
    found = pair("Ada did not meet a tall doctor.", "Ada did not meet a doctor.")
    compared = compare_readings(found.claim, found.text)
    assert compared.missing == ()
    assert compared.support == 1.0
    found = pair("Ada met a tall doctor.", "Ada met a doctor.")
    compared = compare_readings(found.claim, found.text)
    assert [found.claim.doc[p].text for p in compared.missing] == ["tall"]


def test_of_nothing_nothing_is_told() -> None:
    for claim, text in ((".", "Ada slept."), (".", ".")):
        found = compare_readings(reading(claim), reading(text))
        assert (found.support, found.answered, found.unreal, found.core) == (0, 0, 0, 1)
        assert not found.clashes
    found = compare_readings(reading("Ada slept."), reading("."))
    assert (found.support, found.answered, found.core) == (0, 0, 0)
