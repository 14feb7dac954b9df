"""Participants that change places, and places that are opposed."""

import pytest

from prism.entailment.participants import opposed_roles, other_doers, swaps
from tests.entailment.pairs import pair


@pytest.mark.parametrize(
    ("claim", "text", "count"),
    [
        ("The dog chased the cat.", "The cat chased the dog.", 1),
        ("The dog chased the cat.", "The dog was chased by the cat.", 1),
        ("The dog chased the cat.", "The cat was chased by the dog.", 0),
        ("The dog chased the cat.", "The dog chased the cat.", 0),
        ("She preferred marble to bronze.", "She preferred bronze to marble.", 1),
        ("She preferred marble to bronze.", "She preferred marble to bronze.", 0),
        ("The cat was chased by the dog.", "The dog was chased by the cat.", 1),
        ("The cat was chased by the dog.", "The cat chased the dog.", 1),
        ("Ada sold the boat with Ben.", "Ada bought the boat with Ben.", 1),  # only Ada turned
        ("Ada saw Ben.", "Ben heard Ada.", 0),
        ("Ada sold Ben the boat.", "Ben sold Ada the boat.", 1),
        ("Ada bought the boat from Ben.", "Ben sold the boat to Ada.", 0),
        ("Lund sold his boat.", "Lund bought his boat.", 1),
        ("He chased the cat.", "The cat chased him.", 0),  # who he is, is not said
        ("The dog chased the cat.", "The cat slept, and the dog ran.", 0),
        ("The lamp stood behind the door.", "The door stood behind the lamp.", 1),
    ],
)
def test_swaps(claim: str, text: str, count: int) -> None:
    found = pair(claim, text)
    assert len(swaps(found.claim, found.text, found.matches)) == count


@pytest.mark.parametrize(
    ("claim", "text", "count"),
    [
        ("Ada fainted.", "The nurse beside Ada fainted.", 1),
        ("Ada fainted.", "The friend of Ada fainted.", 1),
        ("Ada fainted.", "Ada fainted beside the nurse.", 0),
        ("Ada fainted.", "Ada and the nurse fainted.", 0),
        ("The girl fainted.", "The nurse beside the girl fainted.", 0),  # no name
        ("Ben met Ada.", "Ben met the nurse beside Ada.", 0),
    ],
)
def test_who_merely_helps_to_name_the_doer(claim: str, text: str, count: int) -> None:
    found = pair(claim, text)
    assert len(other_doers(found.claim, found.text, found.matches)) == count


@pytest.mark.parametrize(
    ("claim", "text", "count"),
    [
        ("The bank lies above the road.", "The bank lies below the road.", 1),
        ("The bank lies below the road.", "The bank lies above the road.", 1),
        ("Ada moved to Oslo.", "Ada moved from Oslo.", 1),
        ("Ada ran into the hall.", "Ada ran from the hall.", 1),
        ("The bank lies above the road.", "The bank lies above the road.", 0),
        ("The bank lies above the road.", "The bank lies near the road.", 0),
        ("Ada moved to Oslo.", "Ada moved from Rome.", 0),
        ("Ada moved to Oslo.", "Ada came from Rome to Oslo.", 0),
        ("Ada came to Oslo.", "Ada went from Oslo.", 0),
    ],
)
def test_opposed_places(claim: str, text: str, count: int) -> None:
    found = pair(claim, text)
    assert len(opposed_roles(found.claim, found.text, found.matches)) == count
