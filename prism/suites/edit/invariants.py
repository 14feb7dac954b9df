"""What an edit must leave alone, worked out from the story's own causal graph.

The request's change is anchored at the units it contradicts or replaces; their descendants along
reach edges may change, every other fact must survive (CoBe, arXiv 2610.13057: non-descendants). A
text marks few of its causes, so a unit that merely follows the intervention in the telling, with no
cause of its own told, is ``undecided``: it is reported and not held against anybody.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from prism.entailment.check import reading
from prism.entailment.entail import compare_readings
from prism.entailment.facts import facts
from prism.entailment.sides import told_graph
from prism.graph import CausalGraph, Unit
from prism.graph.motif import Motif, motif
from prism.graph.reach import descendants
from prism.text.nlp import analyse
from prism.text.request import Change, find_request
from prism.text.tokens import Tokens

__all__ = ["Anchor", "Invariant", "Plan", "original_event", "plan"]

Side = Literal["original", "change"]
Standing = Literal["invariant", "intervened", "descendant", "undecided"]
_ANCHORED: Final = 0.34  # share of a change's weight that a unit must speak of
_CONNECTIVE: Final = re.compile(
    r"^\W*(?:(?:and|but|so|because|since|as|for|although|though|while|when|then|therefore|thus|"
    r"hence|which\s+is\s+why|as\s+a\s+result|consequently|due\s+to|after|before|if|unless)\b,?\s+)+",
    re.IGNORECASE,
)
_SUBJECT: Final = 0.2  # and what is enough where it tells of the same subject
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass"})
_TRAIT_TAGS: Final = frozenset({"VBZ", "VBP"})


@dataclass(frozen=True, slots=True)
class Anchor:
    """A change of the request and the unit it intervenes on; None where it adds a new event.

    ``side`` is the side of the change that the unit speaks of: what it replaces, or what it brings.
    """

    change: Change
    unit: str | None
    score: float
    side: Side | None = None
    stipulated: bool = False


@dataclass(frozen=True, slots=True)
class _Near:
    """How much a unit speaks of some words, and whether of the same subject."""

    score: float
    unit: str | None
    subject: bool = False
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Invariant:
    """A fact of the story and where it stands towards the intervention."""

    text: str
    unit: str
    start: int
    end: int
    standing: Standing
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a request changes, what may follow, and what must stay."""

    anchors: tuple[Anchor, ...]
    outcome: str | None
    motif: Motif | None
    facts: tuple[Invariant, ...]

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """The facts that must survive."""
        return tuple(fact for fact in self.facts if fact.standing == "invariant")


def plan(graph: CausalGraph, story: str, request: str) -> Plan:
    """Return what ``request`` changes in the story that ``graph`` was parsed from.

    >>> from prism.text.parse import parse
    >>> story = "It rained, so the road flooded. Ana had built the bridge in 1990."
    >>> found = plan(parse(story), story, "What if it had not rained?")
    >>> [fact.text for fact in found.invariants]
    ['Ana had built the bridge in 1990']
    """
    asked = find_request(analyse(request)) if request.strip() else None
    changes = asked.changes if asked is not None else ()
    outcome = asked.outcome if asked is not None else None
    anchors = [_anchor(change, graph, story) for change in changes]
    if outcome is not None:
        told = Change(0, len(outcome), outcome, "")
        found = _anchor(told, graph, story)
        anchors.append(Anchor(told, found.unit, found.score, found.side, stipulated=True))
    hit = tuple(dict.fromkeys(a.unit for a in anchors if a.unit is not None))
    below = frozenset(unit for start in hit for unit in descendants(graph, start))
    lines = tuple(_facts(graph, story, hit, below))
    return Plan(tuple(anchors), outcome, motif(graph), lines)


def original_event(story: str, request: str) -> str:
    """Return the event that ``request`` replaces, in its own words or the story's; '' for none.

    >>> original_event("The road was shut because it rained.", "What if it had not rained?")
    'it rained'
    """
    graph = told_graph(story)
    anchors = plan(graph, story, request).anchors
    events = [a.change.instead or _event(graph, story, a.unit) for a in anchors if not a.stipulated]
    return " and ".join(dict.fromkeys(event for event in events if event))


def _event(graph: CausalGraph, story: str, unit: str | None) -> str:
    """Return what a unit tells, without the connective that opens it and marks at its ends."""
    if unit is None:
        return ""
    text = graph.by_id[unit].text
    told = _CONNECTIVE.sub("", text).strip(" ,.;:!?")
    return told or text


def _anchor(change: Change, graph: CausalGraph, story: str) -> Anchor:
    """Anchor a change at the unit that speaks most of it, or else at what its subject did first."""
    sides: tuple[tuple[Side, str | None], ...] = (
        ("original", change.was),
        ("change", change.told or change.text),
    )
    best = _Near(0.0, None)
    for name, words in sides:
        if words:
            near = _near(words, graph, story)
            best = max(best, replace(near, side=name), key=lambda found: found.score)
    held = best.score >= _ANCHORED or (best.subject and best.score >= _SUBJECT)
    return Anchor(
        change, best.unit if held else None, round(best.score, 3), best.side if held else None
    )


def _near(words: str, graph: CausalGraph, story: str) -> _Near:
    """Return the unit of the story that has the greatest share of the weight of ``words``."""
    claim, whole = reading(words), reading(story)
    found = compare_readings(claim, whole)
    total = sum(t.weight for t in claim.terms.values()) or 1.0
    best = _Near(0.0, None)
    for unit in graph.units:
        if unit.start is None or unit.end is None:
            continue
        here = [
            m for m in found.matches.values()
            if unit.start <= whole.doc[m.text.place].idx < unit.end
        ]  # fmt: skip
        score = sum(m.claim.weight * m.strength for m in here) / total
        subject = any(
            claim.doc[m.claim.place].dep_ in _SUBJECTS and whole.doc[m.text.place].dep_ in _SUBJECTS
            for m in here
        )
        best = max(best, _Near(score, unit.id, subject), key=lambda near: near.score)
    return best


def _facts(
    graph: CausalGraph, story: str, hit: tuple[str, ...], below: frozenset[str]
) -> Iterable[Invariant]:
    first = min((place for place, u in enumerate(graph.units) if u.id in hit), default=0)
    for place, unit in enumerate(graph.units):
        if unit.start is None or unit.end is None:
            continue
        standing, why = _standing(graph, story, unit, place > first, hit, below)
        for fact in facts(story, unit.start, unit.end):
            yield Invariant(fact.text, unit.id, fact.start, fact.end, standing, why)


def _standing(
    graph: CausalGraph,
    story: str,
    unit: Unit,
    after: bool,
    hit: tuple[str, ...],
    below: frozenset[str],
) -> tuple[Standing, str]:
    if unit.id in hit:
        return "intervened", "the request changes it"
    if unit.id in below:
        return "descendant", "the intervention causes it"
    if not hit:
        return "undecided", "the request is anchored at no unit"
    if graph.reach.in_degree(unit.id):
        return "invariant", "its told causes are other than the intervention"
    if not after:
        return "invariant", "it is told before the intervention"
    if _background(story, unit):
        return "invariant", "it is background: a trait, or earlier than the events"
    return "undecided", "it follows in the telling, and no cause of it is told"


def _background(story: str, unit: Unit) -> bool:
    """Whether the unit tells a trait (present tense) or what had happened before (pluperfect)."""
    doc = analyse(story)
    tokens = Tokens.of(doc)
    inside = [
        i for i in range(len(tokens)) if (unit.start or 0) <= tokens.start[i] < (unit.end or 0)
    ]
    pluperfect = any(tokens.low[i] in ("had", "'d") and tokens.dep[i] == "aux" for i in inside)
    present = any(tokens.tag[i] in _TRAIT_TAGS for i in inside)
    return pluperfect or present
