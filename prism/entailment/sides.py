"""Which clause of a story a side of a connective speaks of, and whether that still stands."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from prism.entailment.align import Match, implied
from prism.entailment.check import reading
from prism.entailment.entail import Comparison, compare_readings
from prism.entailment.terms import Reading
from prism.graph import CausalGraph
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.request import find_request

__all__ = ["Side", "changes", "side", "told_graph"]

_TOLD: Final = 0.5  # how near the words of a side must be to a clause to speak of it
_CLEAR: Final = 0.1  # and how much nearer than to any other
_STANDS: Final = 0.8  # share that must hold for the clause to stand
_REVERSING: Final = frozenset({"negation", "antonym", "swap", "place"})
_ASKED: Final = 0.34  # how near a change of the request must be to a unit


@dataclass(frozen=True, slots=True)
class Side:
    """The unit of the story that a side speaks of, and whether it stands; None where unclear."""

    unit: str
    stands: bool | None


@lru_cache(maxsize=128)
def told_graph(text: str) -> CausalGraph:
    """Return the graph of a text; the last few are kept."""
    return parse(text)


@lru_cache(maxsize=64)
def changes(story: str, request: str) -> tuple[tuple[str, str], ...]:
    """Return the changes that a request stipulates, each with the unit it intervenes on."""
    if not request.strip():
        return ()
    graph, found = told_graph(story), []
    for change in find_request(analyse(request)).changes:
        asked = reading(change.was or change.told)
        near = [(_answered(asked, reading(unit.text)), unit.id) for unit in graph.units]
        score, unit_id = max(near, default=(0.0, ""))
        if score >= _ASKED:
            found.append((change.told, unit_id))
    return tuple(found)


def side(graph: CausalGraph, words: str, changed: tuple[tuple[str, str], ...] = ()) -> Side | None:
    """Return the unit of the story's ``graph`` that ``words`` speak of most clearly, or None.

    Words that most units share (the main participant) tell least which one is meant. What tells
    one of the ``changed`` things speaks of the unit that was intervened on, reversed.
    """
    text = reading(words)
    told = [(unit.id, reading(unit.text)) for unit in graph.units]
    counts = Counter(lemma for _, unit in told for lemma in unit.lemmas)
    scores = sorted(((_near(unit, text, counts), name, unit) for name, unit in told),
                    key=lambda entry: -entry[0])  # fmt: skip
    best = scores[0][0] if scores else 0.0
    for change, unit_id in changed:
        asked = reading(change)
        found = compare_readings(asked, text)
        near = _answered(asked, text)
        if near >= 0.5 and not found.clashes and found.support >= _STANDS and near >= best:
            return Side(unit_id, stands=False)
    if best < _TOLD or (len(scores) > 1 and best - scores[1][0] < _CLEAR):
        return None
    _, name, unit = scores[0]
    return Side(name, _stands(unit, text))


def _answered(one: Reading, other: Reading) -> float:
    """Return how much two texts speak of the same things, in [0, 1]."""
    forth, back = compare_readings(one, other), compare_readings(other, one)
    return (forth.answered + back.answered) / 2


def _near(unit: Reading, text: Reading, counts: Counter[str]) -> float:
    """Return how much a unit and a side have in common, rare words of the story counting more."""
    forth, back = compare_readings(unit, text), compare_readings(text, unit)
    return (_share(unit, forth, counts) + _share(text, back, counts)) / 2


def _share(asked: Reading, found: Comparison, counts: Counter[str]) -> float:
    weights = {
        place: term.weight / max(1, counts[term.lemma]) for place, term in asked.terms.items()
    }
    answered = sum(weights[p] for p, match in found.matches.items() if _tells(match))
    return answered / (sum(weights.values()) or 1.0)


def _tells(match: Match) -> bool:
    """Whether two words speak of one thing, be it as opposites."""
    pronoun = "pronoun" in (match.claim.kind, match.text.kind)
    return (implied(match) or match.bond in ("antonym", "narrower")) and not pronoun


def _stands(unit: Reading, text: Reading) -> bool | None:
    found, back = compare_readings(unit, text), compare_readings(text, unit)
    if found.clashes and not any(clash.kind in _REVERSING for clash in found.clashes):
        return None  # another number or name: neither as it stood nor reversed
    if found.clashes or found.unreal > 0.5:
        return False
    if max(found.support, back.support) >= _STANDS and found.core >= _STANDS:
        return True
    return None
