"""The kind of a distractor, read from graph facts (METER, arXiv 2604.11502, names four kinds).

The context's graph is completed by what the item itself says: the event or condition the question
asks about, the right option, and the link between them. On the two upper rungs that link is
hypothetical and need not stand in the context. Then, of a distractor:

causal_reversal
    it turns that link, or a causal edge of the context, round;
irrelevant_fact
    it restates a unit of the context that no directed path ties to the queried event;
contradictory
    it denies or changes a unit, the condition or the right option;
unfounded
    it aligns with nothing: neither the context nor the question supports its words.

Each kind is given a strength in [0, 1] from these facts; the strongest wins if it leads by
enough, otherwise the distractor is undecided (kind None). Where a question has exactly four
distractors, METER's design is relied on: they hold one of each kind.

Units, event and options are aligned by their words (:mod:`prism.text.gist`), so that what is said
in wholly other words counts as new. Agreement with labels given by hand is measured by
``python -m benchmarks.ladder``, also without the context's edges and without relying on the design.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from types import MappingProxyType
from typing import Final, get_args

import networkx

from prism.graph import CausalGraph
from prism.records.item import DistractorKind, Item
from prism.text.gist import Gist, clash, coverage, gist, uncovered
from prism.text.question import Asked, asked
from prism.text.stated import clauses, stated

__all__ = ["KINDS", "Distractor", "classify"]

KINDS: Final[tuple[DistractorKind, ...]] = get_args(DistractorKind)
MARGIN: Final = 0.08  # by how much the strongest kind must lead
FAINT: Final = 0.1  # strength below which a fact is no evidence
NOVELTY: Final = 2.5  # few new words weigh much, and many never quite all
BASE: Final = 0.5  # strength of a contradiction that no single word shows
RIVAL: Final = 0.6  # by how much a link turned round speaks against the other readings
TIED: Final = 0.4  # what is left of irrelevance where a path joins unit and event
SIDE: Final = 0.25  # share of a text's words from which it may be about another
ALIGNED: Final = 0.4  # share of words from which a unit and the queried event are aligned

Strengths = Mapping[DistractorKind, float]


@dataclass(frozen=True, slots=True)
class Distractor:
    """What kind of wrong option one is.

    ``kind`` is None where it is undecided; ``confidence`` in [0, 1] is its lead over the next
    best reading, not a calibrated probability. ``evidence`` says in words which fact of
    the graph speaks for the kind, ``words`` what speaks for every kind, and ``link`` the link
    that the item adds to the graph.
    """

    option: int
    kind: DistractorKind | None
    confidence: float
    evidence: str
    strengths: Strengths
    words: Mapping[DistractorKind, str]
    link: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The context's graph and what the item adds to it.

    ``event`` is the queried event or condition, ``right`` the right option; ``wanted`` says
    whether the right option is the event's cause or its effect. ``parts`` are the clauses of the
    right option. On the upper rungs the event is ``hypothetical``.
    """

    graph: CausalGraph
    units: Mapping[str, Gist]
    whole: Gist
    question: Gist
    event: Gist
    right: Gist
    parts: tuple[Gist, ...]
    asked: Asked
    hypothetical: bool

    @property
    def link(self) -> tuple[Gist, Gist]:
        """Cause and effect of the link that the item adds."""
        wants_cause = self.asked.wanted == "cause"
        return (self.right, self.event) if wants_cause else (self.event, self.right)


def classify(item: Item, graph: CausalGraph, *, one_of_each: bool = True) -> tuple[Distractor, ...]:
    """Return the kind of every distractor of ``item``, given the graph of its context.

    O(options × (units + edges)) comparisons of short texts. Without a known right option there
    is nothing to classify.

    Parameters
    ----------
    one_of_each
        Whether four distractors are taken to hold one of each kind; other numbers never are.
    """
    choice = item.choice
    if choice is None or choice.answer is None:
        return ()
    scene = _scene(item, graph)
    wrong = [i for i in range(len(choice.options)) if i != choice.answer]
    facts = [_facts(scene, gist(choice.options[i])) for i in wrong]
    told = [each.strengths for each in facts]
    together = one_of_each and len(told) == len(KINDS)
    chosen = _one_of_each(told) if together else [_lead(option) for option in told]
    return tuple(
        Distractor(
            option=i,
            kind=kind,
            confidence=round(lead, 3),
            evidence=_evidence(each, kind),
            strengths=each.strengths,
            words=each.words,
            link=f"{scene.link[0].text} → {scene.link[1].text} (asked)",
        )
        for i, each, (kind, lead) in zip(wrong, facts, chosen, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    strengths: Strengths
    words: Mapping[DistractorKind, str]


def _scene(item: Item, graph: CausalGraph) -> Scene:
    question, choice = item.texts["question"], item.choice
    right = choice.options[choice.answer] if choice and choice.answer is not None else ""
    found = asked(question)
    whole = gist(question)
    return Scene(
        graph=graph,
        units={unit.id: gist(unit.text) for unit in graph.units},
        whole=gist(item.texts["context"]),
        question=whole,
        event=whole.within(found.start, found.end),
        right=gist(right),
        parts=tuple(clauses(right)),
        asked=found,
        hypothetical=choice is not None and choice.rung != "discovery",
    )


def _facts(scene: Scene, option: Gist) -> _Facts:
    """Share out the option's words, and judge from what each part says.

    Words of the right option and the question speak for reversal or contradiction, words of the
    context alone for an irrelevant fact, words of neither for an unfounded claim.
    """
    shares = _shares(scene, option)
    turned, turned_words = _reversal(scene, option)
    denied, denied_words = _contradiction(scene, option)
    unit, tied = _restated(scene, option)
    unfounded = 1 - (1 - shares.novel) ** NOVELTY
    straight = 1 - RIVAL * turned
    return _Facts(
        strengths=MappingProxyType(
            {
                "contradictory": (BASE * shares.about * (1 - unfounded) + (1 - BASE) * denied)
                * straight,
                "unfounded": unfounded,
                "causal_reversal": turned,
                "irrelevant_fact": shares.context * straight * (TIED if tied else 1.0),
            }
        ),
        words=MappingProxyType(
            {
                "contradictory": denied_words or "speaks of the same things and says otherwise",
                "unfounded": "neither context nor question has: " + ", ".join(shares.words),
                "causal_reversal": turned_words or "no link of the item is turned round",
                "irrelevant_fact": _restatement(scene, unit, tied),
            }
        ),
    )


@dataclass(frozen=True, slots=True)
class _Shares:
    """Shares of an option's words, summing to 1, and the novel ones themselves."""

    about: float
    context: float
    novel: float
    words: tuple[str, ...]


def _shares(scene: Scene, option: Gist) -> _Shares:
    if not option.weight:
        return _Shares(0.0, 0.0, 0.0, ())
    beside = uncovered(option, [scene.right, scene.question])
    novel = uncovered(Gist(option.text, beside), [scene.whole])
    new = sum(term.weight for term in novel) / option.weight
    about = 1 - sum(term.weight for term in beside) / option.weight
    return _Shares(about, max(0.0, 1 - about - new), new, tuple(term.lemma for term in novel))


def _restatement(scene: Scene, unit: str | None, tied: bool) -> str:
    if unit is None:
        return "restates nothing of the context"
    path = "a directed path ties" if tied else "no directed path ties"
    return f"restates “{scene.graph.by_id[unit].text}”, which {path} to the queried event"


def _reversal(scene: Scene, option: Gist) -> tuple[float, str]:
    """Return how far the option turns a link round: the item's, its own, or the context's."""
    best = (0.0, "")
    for said in stated(option.text):
        for source, target, words in _known_links(scene):
            back = _fit(said.effect, source, said.cause, target)
            if back > _fit(said.effect, target, said.cause, source):
                best = max(best, (back * said.firmness, f"“{said.cue}” turns round: {words}"))
    strength, unit = _wrong_side(scene, option)
    if strength:
        best = max(best, (strength, f"restates “{unit}”, on the other side of the queried event"))
    return best


def _fit(one: Gist, first: Gist, other: Gist, second: Gist) -> float:
    """Return how well ``one`` matches ``first`` and ``other`` matches ``second``."""
    fits = coverage(one, [first]), coverage(other, [second])
    return (min(fits) + sum(fits) / 2) / 2 if min(fits) >= SIDE else 0.0


def _known_links(scene: Scene) -> Iterator[tuple[Gist, Gist, str]]:
    """Yield cause, effect and words of every link that holds: the item's first."""
    cause, effect = scene.link
    yield cause, effect, "the link that is asked for"
    said = [(each.cause, each.effect) for each in stated(scene.right.text) if each.firmness == 1]
    for cause, effect in said or pairwise(scene.parts):
        yield cause, effect, "the course of the right option"
    for edge in scene.graph.edges:
        if edge.reach:
            source, target = scene.graph.by_id[edge.source], scene.graph.by_id[edge.target]
            words = f"“{source.text}” leads to “{target.text}”"
            yield scene.units[edge.source], scene.units[edge.target], words


def _wrong_side(scene: Scene, option: Gist) -> tuple[float, str]:
    """Return how well the option restates a unit on the far side of the queried event.

    Where a cause is asked for, that is the event itself and what it leads to; where an effect is,
    what leads to it. Only on the lowest rung, whose event stands in the context.
    """
    if scene.hypothetical:
        return 0.0, ""
    reach, causes = scene.graph.reach, scene.asked.wanted == "cause"
    far: set[str] = set()
    for unit in _at_event(scene):
        beyond = networkx.descendants if causes else networkx.ancestors
        far |= beyond(reach, unit) | ({unit} if causes else set())
    scored = [(coverage(option, [scene.units[name]]), name) for name in sorted(far)]
    strength, name = max(scored, default=(0.0, ""))
    right = coverage(option, [scene.right])
    return max(0.0, strength - right), scene.graph.by_id[name].text if name else ""


def _contradiction(scene: Scene, option: Gist) -> tuple[float, str]:
    """Return how much the option clashes with the right option, the premise or the context.

    On the upper rungs the premise itself departs from the context, so that only the first two
    count there.
    """
    best = (0.0, "")
    others = () if scene.hypothetical else scene.units.values()
    for other in (scene.right, scene.event, *others):
        strength, shown = clash(option, other)
        if strength > best[0]:
            best = (strength, f"against “{other.text}”: {shown}")
    return best


def _restated(scene: Scene, option: Gist) -> tuple[str | None, bool]:
    """Return the unit the option restates, and whether a path joins it to the queried event."""
    scored = [(coverage(option, [each]), name) for name, each in scene.units.items()]
    strength, name = max(scored, default=(0.0, ""))
    return (name, _tied(scene, name)) if strength >= SIDE else (None, False)


def _at_event(scene: Scene) -> list[str]:
    """Return the units that tell the queried event: most of either's words are the other's."""
    return [
        name
        for name, each in scene.units.items()
        if max(coverage(each, [scene.event]), coverage(scene.event, [each])) >= ALIGNED
    ]


def _tied(scene: Scene, unit: str) -> bool:
    """Whether a directed path of reach edges joins the unit and the queried event."""
    reach = scene.graph.reach
    return any(
        networkx.has_path(reach, unit, end) or networkx.has_path(reach, end, unit)
        for end in _at_event(scene)
    )


def _evidence(facts: _Facts, kind: DistractorKind | None) -> str:
    if kind is None:
        return "no kind stands out"
    if facts.strengths[kind] < FAINT:
        return "by elimination: the other kinds fit the other options better"
    return facts.words[kind]


def _one_of_each(options: Sequence[Strengths]) -> list[tuple[DistractorKind | None, float]]:
    """Return the assignment of greatest total strength, one option a kind.

    The lead of a kind is what the total loses if that option may not have it.
    """
    totals = {
        order: sum(o[k] for o, k in zip(options, order, strict=True))
        for order in permutations(KINDS)
    }
    best = max(totals, key=lambda order: totals[order])
    decided = []
    for place, kind in enumerate(best):
        rival = max(total for order, total in totals.items() if order[place] != kind)
        decided.append(_kind(kind, totals[best] - rival))
    return decided


def _lead(option: Strengths) -> tuple[DistractorKind | None, float]:
    first, second = sorted(KINDS, key=lambda kind: -option[kind])[:2]
    return _kind(first, option[first] - option[second])


def _kind(kind: DistractorKind, lead: float) -> tuple[DistractorKind | None, float]:
    return (kind if lead >= MARGIN else None), min(1.0, lead)
