"""Which connective two bare sentences ask for: a state explains, an event follows."""

import pytest

from prism.entailment.order import preferred


@pytest.mark.parametrize(
    ("first", "second", "connective"),
    [
        ("Anna called a doctor.", "Anna was ill.", "because"),
        ("Anna was ill.", "Anna called a doctor.", "so"),
        ("Anna was ill.", "Ben was tired.", "so"),
        ("Anna could not swim.", "Anna stayed.", "so"),
        ("Ben danced.", "Anna wanted rest.", "because"),
        ("Ben danced.", "Anna was wanting rest.", "so"),  # going on, so an event
        ("Ben danced.", "Anna could not see.", "because"),
        ("Ben danced.", "Anna had left.", "because"),
        ("Anna left the house.", "Anna opened the door.", "after"),
        ("Anna opened the door.", "Anna left the house.", "then"),
        ("Anna danced.", "Anna opened the door.", "after"),
        ("Anna left the house.", "Anna danced.", "after"),
        ("Anna opened the door.", "Anna bought a coat.", "then"),
        ("It rained.", "The road flooded.", "so"),
        ("Anna ate.", "Anna slept.", "then"),
    ],
)
def test_connectives(first: str, second: str, connective: str) -> None:
    assert preferred(first, second) == connective
