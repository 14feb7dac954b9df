"""Everything that speaks against a claim, by its kind, and what does not."""

import pytest

from prism.entailment.clashes import find_clashes
from tests.entailment.pairs import pair

CLASHING = [
    ("The lamp burned.", "The lamp did not burn.", "negation", "burned", "burn"),
    ("The door was open.", "The door was closed.", "antonym", "open", "closed"),
    ("The frame weighs 30 kilos.", "The frame weighs 40 kilos.", "number", "30", "40"),
    ("Ada met Ben in Oslo.", "Ada met Carl in Oslo.", "name", "Ben", "Carl"),
    ("Ada ate an apple.", "Ada ate a pear.", "sibling", "apple", "pear"),
    ("The dog chased the cat.", "The cat chased the dog.", "swap", "dog cat", "dog cat"),
    ("Nina painted the flat yellow.", "Nina painted the flat grey.", "value", "yellow", "grey"),
    ("The bank lies above the road.", "The bank lies below the road.",
     "place", "lies road", "lies road"),
    ("Ada chose the red boat.", "Ada chose the blue boat. A red car stood there.",
     "displaced", "red", "blue"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "text", "kind", "asked", "said"), CLASHING)
def test_kinds(claim: str, text: str, kind: str, asked: str, said: str) -> None:
    found = pair(claim, text)
    clashes = find_clashes(found.claim, found.text, found.matches, strict=False)
    assert [(c.kind, *found.words(c.claim, c.text)) for c in clashes] == [(kind, asked, said)]


@pytest.mark.parametrize("claim", [claim for claim, *_ in CLASHING])
def test_a_claim_does_not_clash_with_itself(claim: str) -> None:
    found = pair(claim, claim)
    for strict in (True, False):
        assert find_clashes(found.claim, found.text, found.matches, strict) == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Ada ate an apple.", "Ada ate an apple and a pear."),
        ("The frame weighs 30 kilos.", "The frame weighs 30 kilos, the box 40 kilos."),
        ("The door was open.", "The door was not closed."),
        ("The barn burned.", "The mill burned."),
        ("Ada bought a car.", "Ada bought an automobile."),
        ("Ada bought an animal.", "Ada bought a dog."),
        ("Ada bought a dog.", "Ada bought an animal."),
        ("Ada ate an apple.", "The pear fell, and Ada ate."),
        ("Five boats sank.", "Boats sank and seven cars burned."),
    ],
)
def test_what_speaks_of_something_else(claim: str, text: str) -> None:
    found = pair(claim, text)
    assert find_clashes(found.claim, found.text, found.matches, strict=False) == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [("Ada ate no apple.", "Ada ate a pear."), ("Ada ate an apple.", "Ada ate no pear.")],
)
def test_what_is_denied_takes_no_place(claim: str, text: str) -> None:
    found = pair(claim, text)
    clashes = find_clashes(found.claim, found.text, found.matches, strict=False)
    assert {clash.kind for clash in clashes} <= {"negation"}
