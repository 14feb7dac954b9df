"""Whether a connective fits what it joins, by the story's own causes and by what was reversed.

Each side of the connective is looked up in the story: does it tell a clause of the story as it
stood, or its opposite? A causal connective fits a told cause and effect if both stand or both are
reversed, a concession if one of the two is. Where the story tells of no such link, order decides
what it can: a reversed consequence does not bring about its own reversed cause, and a changed cause
does not bring about what stood anyway. Everything else is given the benefit of the doubt: plausible
is enough.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from spacy.tokens import Token

from prism.entailment.sides import Side, changes, side, told_graph
from prism.graph import CausalGraph, Edge
from prism.graph.reach import reaches
from prism.graph.relations import CAUSAL
from prism.text.connectives import connectives
from prism.text.nlp import analyse

__all__ = ["Fit", "Joined", "fit", "joined", "joint_graph"]

Fitting = Literal["fits", "wrong_direction", "wrong_polarity", "unrelated"]
Range = tuple[int, int]
_CONCESSIVE: Final = frozenset({"CONCESSION", "CONTRAST", "ANTITHESIS"})
_STATES: Final = frozenset("be have fear want know like love need lack hope wish believe".split())
_POINTING: Final = frozenset({"this", "that", "it", "which", "so"})


@dataclass(frozen=True, slots=True)
class Joined:
    """The clauses that a connective joins: the one given as reason or conceded, and the other."""

    cause: str
    effect: str
    sense: str


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a connective fits, why, and whether story and reversal decide it mechanically."""

    value: Fitting
    why: str
    decided: bool


_SILENT: Final = Fit("fits", "the story does not speak of both sides", decided=False)


@lru_cache(maxsize=64)
def joint_graph(story: str) -> CausalGraph:
    """Return the story's graph with an edge for every unit of a cause to every one of an effect.

    The parser links heads: of *because A and B* it links A. Here both are causes.
    """
    graph = told_graph(story)
    added = []
    for found in connectives(analyse(story)):
        if found.cause is None or found.polarity == "negated" or found.sense not in CAUSAL:
            continue
        one, two = (found.arg1, found.arg2) if found.cause == "arg1" else (found.arg2, found.arg1)
        added += [
            (a, b, found.sense) for a in _units(graph, one) for b in _units(graph, two) if a != b
        ]
    known = {(edge.source, edge.target) for edge in graph.edges}
    extra = [
        Edge(id=f"j{n}", source=a, target=b, label=label)
        for n, (a, b, label) in enumerate(dict.fromkeys(added), 1)
        if (a, b) not in known and (b, a) not in known
    ]
    return graph.replace(edges=(*graph.edges, *extra))


def _units(graph: CausalGraph, argument: Range) -> list[str]:
    """Return the units that lie in an argument for the most part."""
    found = []
    for unit in graph.units:
        start, end = unit.start or 0, unit.end or 0
        if 2 * (min(argument[1], end) - max(argument[0], start)) > end - start:
            found.append(unit.id)
    return found


def joined(text: str, cue: Range, first: Range, second: Range, cause: str, sense: str) -> Joined:
    """Return the clauses next to a connective: of each argument, the unit nearest to the cue.

    ``cause`` says which argument is the reason, ``arg1`` or ``arg2``; a side that only points back
    (*despite this*) stands for the clause before.
    """
    one, two = _clause(text, first, cue), _clause(text, second, cue)
    if text[slice(*two)].lower().strip(" ,.") in _POINTING:
        two = _before(text, cue)
    words = (text[slice(*one)], text[slice(*two)])
    reason, result = words if cause == "arg1" else words[::-1]
    return Joined(reason, result, sense)


def fit(story: str, link: Joined, request: str = "") -> Fit:
    """Return whether the connective of ``link`` fits in a rewrite of ``story`` for ``request``."""
    if link.sense not in _CONCESSIVE and _before_its_cause(link):
        return Fit("wrong_direction", "what had happened before is told as the effect", True)
    graph = joint_graph(story)
    changed = changes(story, request)
    one, two = side(graph, link.cause, changed), side(graph, link.effect, changed)
    if link.sense not in _CONCESSIVE:
        return _causal(graph, one, two)
    return _concession(graph, one, two)


def _concession(graph: CausalGraph, one: Side | None, two: Side | None) -> Fit:
    if one is None or two is None or one.unit == two.unit:
        return _SILENT
    if (one.stands is False) != (two.stands is False):
        return Fit("fits", "one side stands, the other is reversed", decided=True)
    if two.stands is None:
        return _SILENT  # perhaps reversed in words that are not known as opposites
    if reaches(graph, one.unit, two.unit) or reaches(graph, two.unit, one.unit):
        return Fit("wrong_polarity", "the story makes the one the cause of the other", True)
    rank = _ranks(graph)
    if one.stands is False and rank[one.unit] < rank[two.unit]:
        return Fit("wrong_polarity", "both sides are reversed, the one after the other", True)
    return Fit("fits", "the story tells of no such link", decided=False)


def _causal(graph: CausalGraph, one: Side | None, two: Side | None) -> Fit:
    if one is None or two is None or one.unit == two.unit:
        return _SILENT
    if reaches(graph, one.unit, two.unit):
        if None not in (one.stands, two.stands) and one.stands != two.stands:
            return Fit("wrong_polarity", "a told cause and effect, one of them reversed", True)
        return Fit("fits", "the story tells this link", decided=True)
    if reaches(graph, two.unit, one.unit):
        return Fit("wrong_direction", "in the story the effect is the cause", decided=True)
    if one.stands is False and two.stands:
        return Fit("unrelated", "a changed cause is said to bring about what stood anyway", True)
    if one.stands is not False and (one.stands or two.stands) and _is_background(graph, one, two):
        return Fit("unrelated", "what the story links to nothing is given as the reason", True)
    rank = _ranks(graph)
    if one.stands is False and two.stands is False and rank[one.unit] > rank[two.unit]:
        return Fit("wrong_direction", "the reason given comes after what it should explain", True)
    return Fit("fits", "the story tells of no such link", decided=False)


def _is_background(graph: CausalGraph, one: Side, two: Side) -> bool:
    """Whether a reason is a mere circumstance of the story: no cause or effect of anything in it.

    An event may well have causes that the story leaves unsaid; so what it is to explain must be
    changed, or must have a place among the story's causes itself.
    """
    linked = {end for edge in graph.edges if edge.reach for end in (edge.source, edge.target)}
    if one.unit in linked:
        return False
    present = any(t.tag_ in ("VBZ", "VBP") for t in analyse(graph.by_id[one.unit].text))
    return present or two.stands is False or two.unit in linked


def _ranks(graph: CausalGraph) -> Mapping[str, float]:
    """Return when each unit happens: as told, but a cause before its effect."""
    rank = {unit.id: float(place) for place, unit in enumerate(graph.units)}
    for _ in graph.units:
        for edge in graph.edges:
            if edge.reach and rank[edge.source] >= rank[edge.target]:
                rank[edge.source] = rank[edge.target] - 0.5
    return rank


def _before_its_cause(link: Joined) -> bool:
    """Whether an effect in the pluperfect is given a later event in the past as its cause."""
    if not any(_pluperfect(t) for t in analyse(link.effect)):
        return False
    doc = analyse(link.cause)
    verbs = [t for t in doc if t.pos_ in ("VERB", "AUX") and t.dep_ not in ("aux", "auxpass")]
    plain = all(t.tag_ == "VBD" and t.lemma_.lower() not in _STATES for t in verbs)
    return bool(verbs) and plain and not any(_pluperfect(t) for t in doc)


def _pluperfect(token: Token) -> bool:
    return token.lower_ in ("had", "'d", "’d") and token.dep_ == "aux" and token.head.tag_ == "VBN"


def _clause(text: str, argument: Range, cue: Range) -> Range:
    """Return the part of an argument that lies in the unit nearest to the cue."""
    parts = [
        (max(argument[0], u.start), min(argument[1], u.end))
        for u in told_graph(text).units
        if u.start is not None and u.end is not None
        and max(argument[0], u.start) < min(argument[1], u.end)
    ]  # fmt: skip
    parts = [p for p in parts if len(text[slice(*p)].split()) > 1]
    if not parts:
        return argument
    return min(parts, key=lambda p: min(abs(p[0] - cue[1]), abs(cue[0] - p[1])))


def _before(text: str, cue: Range) -> Range:
    """Return the last unit that ends before the cue."""
    ends = [
        (u.start, u.end)
        for u in told_graph(text).units
        if u.start is not None and u.end is not None and u.end <= cue[0]
    ]
    return ends[-1] if ends else (cue[0], cue[0])
