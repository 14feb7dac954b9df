"""Latent facts: decided only where they follow from what must stay."""

import pytest

from prism.suites.edit.invariants import plan
from prism.suites.edit.latent import latent
from prism.text.parse import parse

STORY = "It rained, so the road flooded. Ana had built the bridge alone in 1990."
KEPT = "It was dry. Ana had built the bridge alone in 1990."
BROKEN = "It was dry. Ana had built no bridge."


@pytest.mark.parametrize(
    ("fact", "versions", "state"),
    [
        ("Ana had built a bridge.", [KEPT], "kept"),
        ("Ana had built a bridge.", [KEPT, KEPT], "kept"),
        ("Ana had built a bridge.", [BROKEN], "broken"),
        ("Ana had built a bridge.", [KEPT, BROKEN], "broken"),
        ("Ana had built a bridge.", [KEPT, "Cara slept."], "undecided"),
        ("Ana had built a bridge.", [], "undecided"),
        ("Ana can read plans.", [BROKEN], "undecided"),
        ("Ana had built no bridge.", [KEPT], "undecided"),
        ("The road flooded.", ["It was dry. The road did not flood."], "undecided"),
    ],
)
def test_states(fact: str, versions: list[str], state: str) -> None:
    found = plan(parse(STORY), STORY, "What if it had not rained?")
    assert latent(fact, found, STORY, versions) == state
