"""What one side denies and the other asserts, strictly and in telling."""

import pytest

from prism.entailment.negations import NO, beside, denied_extra, flips, negations
from tests.entailment.pairs import pair


@pytest.mark.parametrize(
    ("claim", "text", "loose", "strict"),
    [
        ("The lamp burned.", "The lamp did not burn.", 1, 1),
        ("The lamp did not burn.", "The lamp burned.", 1, 1),
        ("The lamp burned.", "No lamp burned.", 1, 1),
        ("The lamp burned.", "The lamp burned.", 0, 0),
        ("The lamp did not burn.", "The lamp never burned.", 0, 0),
        ("A boy ran.", "No tall boy ran.", 1, 0),  # a short one may have
        ("A boy wore a hat.", "A boy wore no sunhat.", 1, 0),
        ("A boy wore a sunhat.", "A boy wore no hat.", 1, 1),
        ("Ada slept.", "Ada slept, and Ben did not dance.", 0, 0),
        ("There was mould.", "There was no mould.", 1, 1),
        ("The guests waited longer.", "The guests waited no longer than usual.", 1, 1),
        ("Ada met Ben.", "Ada did not meet Ben.", 1, 1),
        ("Ada met no doctor.", "Ada met a doctor.", 1, 1),
    ],
)
def test_what_is_denied(claim: str, text: str, loose: int, strict: int) -> None:
    found = pair(claim, text)
    sides = (found.claim, found.text, found.matches)
    assert (len(negations(*sides, False)), len(negations(*sides, True))) == (loose, strict)


def test_flips_are_of_words_for_one_thing() -> None:
    def flipped(claim: str, text: str) -> set[str]:
        found = pair(claim, text)
        return {found.claim.doc[p].text for p, m in found.matches.items() if flips(m)}

    assert flipped("The lamp burned.", "The lamp did not burn.") == {"burned"}
    assert flipped("The lamp burned.", "The lamp burned.") == set()
    assert flipped("The door was open.", "The door was not closed.") == set()  # opposites
    assert flipped("She slept.", "Nobody slept.") == {"slept"}


def test_what_else_a_denial_denies() -> None:
    found = pair("A boy ran.", "No tall boy ran.")
    assert denied_extra(found.text, found.matches) == 1
    assert denied_extra(found.text, found.matches, NO) == 1
    found = pair("The lamp burned.", "The lamp did not burn in a hall.")
    assert denied_extra(found.text, found.matches) == 1
    assert denied_extra(found.text, found.matches, NO) == 0  # *not* takes the hall for granted
    found = pair("The lamp burned.", "The lamp did not burn.")
    assert denied_extra(found.text, found.matches) == 0
    found = pair("The lamp burned.", "The lamp burned in a hall.")
    assert denied_extra(found.text, found.matches) == 0


def test_a_denial_beside_a_fact_leaves_the_fact_alone() -> None:
    def is_beside(claim: str, text: str) -> bool:
        found = pair(claim, text)
        sides = (found.claim, found.text, found.matches)
        [clash] = negations(*sides, False)
        return beside(clash, *sides)

    assert is_beside("There were four hundred seats.", "None of the four hundred seats creaked.")
    assert not is_beside("The seats creaked.", "None of the four hundred seats creaked.")
    assert not is_beside("The lamp burned.", "The lamp did not burn.")
    assert not is_beside("The lamp did not burn.", "The lamp burned.")
