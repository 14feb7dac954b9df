"""Whether a connective fits what it joins, by the story's own causes and by what was reversed.

Each side of the connective is looked up in the story: does it tell a clause of the story as it
stood, or its opposite? A causal connective fits a told cause and effect if both stand or both are
reversed, a concession if one of the two is. Where the story tells of no such link, a changed cause
that is said to bring about an unchanged fact is unrelated. Everything else is given the benefit of
the doubt: plausible is enough.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from prism.claims.check import reading
from prism.claims.entail import compare_readings
from prism.graph import CausalGraph
from prism.graph.reach import reaches
from prism.text.parse import parse

__all__ = ["Fit", "fit", "story_graph"]

Fitting = Literal["fits", "wrong_direction", "wrong_polarity", "unrelated"]
_CONCESSIVE: Final = frozenset({"CONCESSION", "CONTRAST", "ANTITHESIS"})
_TOLD: Final = 0.45  # share of a story clause's weight that a side must speak of


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a connective: the unit of the story it speaks of, and whether that still stands."""

    unit: str
    stands: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a connective fits, why, and whether story and reversal decide it mechanically."""

    value: Fitting
    why: str
    decided: bool


@lru_cache(maxsize=64)
def story_graph(story: str) -> CausalGraph:
    """Return the graph of a story; the last few are kept."""
    return parse(story)


def fit(story: str, cause: str, effect: str, sense: str) -> Fit:
    """Return whether ``sense`` fits between ``cause`` and ``effect``, both clauses of a rewrite.

    ``cause`` is the side given as the reason, or as what was conceded.
    """
    graph = story_graph(story)
    one, two = _side(graph, cause), _side(graph, effect)
    if one is None or two is None or one.unit == two.unit:
        return Fit("fits", "the story does not speak of both sides", decided=False)
    concessive = sense in _CONCESSIVE
    forward, backward = reaches(graph, one.unit, two.unit), reaches(graph, two.unit, one.unit)
    agree = one.stands == two.stands
    if forward:
        if agree == concessive:
            told = "both sides stand or both are reversed" if agree else "one side is reversed"
            return Fit("wrong_polarity", f"the story makes one cause the other, and {told}", True)
        return Fit("fits", "the story tells this link", decided=True)
    if concessive:
        return Fit("fits", "the story tells of no such link", decided=False)
    if backward:
        return Fit("wrong_direction", "in the story the effect is the cause", decided=True)
    if not one.stands and two.stands:
        return Fit("unrelated", "a changed cause is said to bring about what stood anyway", True)
    return Fit("fits", "the story tells of no such link", decided=False)


def _side(graph: CausalGraph, words: str) -> Side | None:
    """Return the story's unit that ``words`` speak of best, and whether they leave it standing."""
    text = reading(words)
    best: tuple[float, Side | None] = (0.0, None)
    for unit in graph.units:
        found = compare_readings(reading(unit.text), text)
        if found.answered >= _TOLD:
            stands = not found.clashes and found.unreal <= 0.5
            best = max(best, (found.answered, Side(unit.id, stands)), key=lambda pair: pair[0])
    return best[1]
