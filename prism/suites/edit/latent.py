"""Latent facts (E5): what the story implies without telling it, and whether an edit broke it.

Words decide only what follows from a derived invariant, a fact of the story that must survive the
intervention. Everything else is ``undecided``: nothing is guessed.
"""

from collections.abc import Sequence
from typing import Final, Literal

from prism.entailment.check import check, reading
from prism.entailment.entail import compare_readings
from prism.suites.edit.invariants import Plan

__all__ = ["latent"]

_FOLLOWS: Final = 0.8  # share of a latent fact's weight that an invariant must imply


def latent(
    fact: str, plan: Plan, story: str, versions: Sequence[str]
) -> Literal["kept", "broken", "undecided"]:
    """Return what became of ``fact`` in all ``versions`` of the story.

    >>> from prism.suites.edit.invariants import plan
    >>> from prism.text.parse import parse
    >>> story = "It rained, so the road flooded. Ana had built the bridge alone in 1990."
    >>> found = plan(parse(story), story, "What if it had not rained?")
    >>> latent("Ana had built a bridge.", found, story, ["It was dry. Ana had built no bridge."])
    'broken'
    >>> latent("Ana can read plans.", found, story, ["It was dry. Ana had built no bridge."])
    'undecided'
    """
    if not versions or not any(_follows(fact, told.text) for told in plan.invariants):
        return "undecided"
    states = {check(fact, version, story, "kept").status for version in versions}
    if states & {"contradicted", "revised"}:
        return "broken"
    return "kept" if states == {"holds"} else "undecided"


def _follows(fact: str, invariant: str) -> bool:
    found = compare_readings(reading(fact), reading(invariant), strict=True)
    return found.support >= _FOLLOWS and not found.clashes
