"""Clauses within a frame: what stands before and after them decides how they are meant."""

import pytest

from prism.claims.check import check
from prism.claims.frames import frames
from prism.text.nlp import analyse

CLAIM = "The tank overflowed."


@pytest.mark.parametrize(
    "text",
    [
        "That the tank overflowed is a myth.",
        "That the tank overflowed or that the shed was wet cannot be said.",
        "It is untrue that the shed was wet, and just as untrue that the tank overflowed.",
        "It was never the case that the shed was wet or that the tank overflowed.",
        "It would be a lie to write that the tank overflowed.",
        "A note saying that the tank overflowed would have been a lie.",
        "Anyone who heard that the tank overflowed was misinformed.",
        "The clerk wrote that the tank overflowed, and crossed it out as an error.",
        'The line "The tank overflowed" had to be struck from the report.',
        'They crossed out the lines "The shed was wet" and "The tank overflowed".',
        "None of the sheds was wet and no one saw that the tank overflowed.",
        "It can be ruled out that the tank overflowed.",
        "As for the passage where the tank overflowed, it was struck from the diary.",
    ],
)
def test_what_a_frame_rejects_is_contradicted(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        'The sentence "The tank overflowed" is for another day.',
        "Whoever claims that the tank overflowed was not there.",
        "Only in a joke was it told that the tank overflowed.",
        "Neighbours who hoped that the tank overflowed went home.",
        "The story in which the tank overflowed is from another town.",
        "Some say that the tank overflowed.",
    ],
)
def test_what_a_frame_leaves_open_does_not_hold(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status != "holds"


@pytest.mark.parametrize(
    "text",
    [
        "It is no myth that the tank overflowed.",
        "It cannot be denied that the tank overflowed.",
        "The inlet ran so fast that the tank overflowed.",
        "It was in May that the tank overflowed.",
        "It was wrong to leave, for the tank overflowed.",
        '"The tank overflowed," said Ana.',
        "The rumour was false, but the tank overflowed.",
        "Petra saw that the tank overflowed.",
    ],
)
def test_what_a_frame_grants_holds(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status == "holds"


def test_a_relative_clause_is_no_clause_of_its_own() -> None:
    assert not list(frames(analyse("The mistake that Ana made was small.")))
