"""What a text says of the subject of a claim."""

import pytest

from prism.entailment.check import reading
from prism.entailment.said import said_of_subject


def said(claim: str, text: str) -> dict[str, float]:
    found = said_of_subject(reading(claim), reading(text))
    return {name.removeprefix("subject "): value for name, value in found.items()}


@pytest.mark.parametrize(
    ("claim", "text", "like", "unlike", "opposed", "steady"),
    [
        ("The lamp burned.", "The lamp burned.", 1, 0, 0, 0),
        ("The lamp burned.", "The lamp did not burn.", 0, 1, 1, 0),
        ("The lamp did not burn.", "The lamp burned.", 0, 1, 1, 0),
        ("The lamp did not burn.", "The lamp did not burn.", 1, 0, 0, 0),
        ("The door was open.", "The door was closed.", 0, 1, 1, 0),
        ("The door was open.", "The door was not closed.", 1, 0, 0, 0),
        ("The pump failed.", "The pump worked as before.", 0, 1, 1, 1),
        ("The barn burned.", "The mill burned.", 0, 0, 0, 0),  # of something else
        ("The barn burned.", "Ada saw the barn.", 0, 0, 0, 0),  # no subject there
    ],
)
def test_what_is_said(
    claim: str, text: str, like: float, unlike: float, opposed: float, steady: float
) -> None:
    found = {"like": like, "unlike": unlike, "opposed": opposed, "steady": steady}
    assert said(claim, text) == found


@pytest.mark.parametrize(
    ("claim", "text", "steady"),
    [
        ("The banks were washed away.", "The banks stayed.", 1),
        ("The banks were washed away.", "The banks were intact.", 1),
        ("The banks were washed away.", "The banks did not stay.", 0),
        ("The banks stayed.", "The banks stayed.", 0),  # as the claim says itself
        ("The pump failed.", "The pump ran as usual.", 1),
        ("The pump failed.", "The pump is still running.", 1),
        ("The pump failed.", "The pump ran better than ever.", 1),
        ("The pump failed.", "The pump ran as fast as a horse.", 0),
        ("The pump failed.", "The pump was red.", 0),
    ],
)
def test_what_stays_as_it_was(claim: str, text: str, steady: float) -> None:
    assert said(claim, text)["steady"] == steady


def test_like_and_unlike_are_of_the_likest_and_the_unlikest() -> None:
    found = said("The lamp burned.", "The lamp burned. The lamp fell.")
    assert found["like"] == 1.0
    assert 0.0 < found["unlike"] <= 1.0
    assert said("Ada dozed off.", "Ada fell asleep.")["like"] == 1.0
    near = said("The banks were washed away.", "The banks were destroyed.")
    assert 0.0 < near["like"] < 1.0
    assert near["unlike"] == pytest.approx(1.0 - near["like"])
