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
enough, otherwise the distractor is undecided (kind None).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType
from typing import Final, get_args

import networkx

from prism.graph import CausalGraph
from prism.items import DistractorKind, Item
from prism.text.connectives import connectives
from prism.text.gist import Gist, clash, coverage, gist, uncovered
from prism.text.nlp import analyse
from prism.text.question import Asked, asked

__all__ = ["KINDS", "Distractor", "classify", "strengths"]

KINDS: Final[tuple[DistractorKind, ...]] = get_args(DistractorKind)
MARGIN: Final = 0.08  # by how much the strongest kind must lead
ALIGNED: Final = 0.5  # share of a text's words from which it counts as aligned

Strengths = Mapping[DistractorKind, float]


@dataclass(frozen=True, slots=True)
class Distractor:
    """What kind of wrong option one is.

    ``kind`` is None where it is undecided; ``confidence`` in [0, 1] is the lead of the strongest
    kind over the next, not a calibrated probability. ``evidence`` says in words which fact of
    the graph speaks for the kind.
    """

    option: int
    kind: DistractorKind | None
    confidence: float
    evidence: str
    strengths: Strengths


@dataclass(frozen=True, slots=True)
class Scene:
    """The context's graph and what the item adds to it.

    ``event`` is the queried event or condition, ``right`` the right option; ``wanted`` says
    whether the right option is the event's cause or its effect.
    """

    graph: CausalGraph
    units: Mapping[str, Gist]
    whole: Gist
    question: Gist
    event: Gist
    right: Gist
    asked: Asked

    @property
    def link(self) -> tuple[Gist, Gist]:
        """Cause and effect of the link that the item adds."""
        wants_cause = self.asked.wanted == "cause"
        return (self.right, self.event) if wants_cause else (self.event, self.right)


def classify(item: Item, graph: CausalGraph) -> tuple[Distractor, ...]:
    """Return the kind of every distractor of ``item``, given the graph of its context.

    O(options × (units + edges)) comparisons of short texts. Without a known right option there
    is nothing to classify.
    """
    choice = item.choice
    if choice is None or choice.answer is None:
        return ()
    scene = _scene(item, graph)
    wrong = [i for i in range(len(choice.options)) if i != choice.answer]
    facts = [_facts(scene, gist(choice.options[i])) for i in wrong]
    chosen = _decide([each.strengths for each in facts])
    return tuple(
        Distractor(
            option=i,
            kind=kind,
            confidence=round(lead, 3),
            evidence=each.words[kind] if kind else "no kind stands out",
            strengths=each.strengths,
        )
        for i, each, (kind, lead) in zip(wrong, facts, chosen, strict=True)
    )


def strengths(item: Item, graph: CausalGraph, option: int) -> Strengths:
    """Return how strongly each kind is supported for one option, in [0, 1]."""
    if item.choice is None:
        return {}
    return _facts(_scene(item, graph), gist(item.choice.options[option])).strengths


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
        asked=found,
    )


def _facts(scene: Scene, option: Gist) -> _Facts:
    turned, turned_words = _reversal(scene, option)
    denied, denied_words = _contradiction(scene, option)
    restated, unit = _restated(scene, option)
    tied = _tied(scene, unit)
    known = (scene.whole, scene.question, scene.right)
    novel = uncovered(option, known)
    new = sum(term.weight for term in novel) / option.weight if option.weight else 0.0
    irrelevant = restated * (0.5 if tied else 1.0) * (1 - 0.6 * denied)
    unit_text = scene.graph.by_id[unit].text if unit else ""
    path = "which a directed path ties to" if tied else "which no directed path ties to"
    return _Facts(
        strengths=MappingProxyType(
            {
                "contradictory": denied,
                "unfounded": new,
                "causal_reversal": turned,
                "irrelevant_fact": irrelevant,
            }
        ),
        words=MappingProxyType(
            {
                "contradictory": denied_words or "changes what the context says",
                "unfounded": "neither context nor question has: "
                + ", ".join(term.lemma for term in novel),
                "causal_reversal": turned_words or "cause and effect stand the other way round",
                "irrelevant_fact": f"restates “{unit_text}”, {path} the queried event",
            }
        ),
    )


def _reversal(scene: Scene, option: Gist) -> tuple[float, str]:
    """Return how far the option turns the item's link, or one of the context's edges, round."""
    cause, effect = scene.link
    best = (0.0, "")
    for said_cause, said_effect, cue in _links(option):
        backward = (coverage(said_effect, [cause]) + coverage(said_cause, [effect])) / 2
        forward = (coverage(said_effect, [effect]) + coverage(said_cause, [cause])) / 2
        if backward > forward:
            best = max(best, (backward, f"“{cue}” makes the effect the cause"))
        for edge in scene.graph.edges:
            if edge.reach:
                source, target = scene.units[edge.source], scene.units[edge.target]
                turned = min(coverage(said_effect, [source]), coverage(said_cause, [target]))
                straight = min(coverage(said_effect, [target]), coverage(said_cause, [source]))
                if turned > straight:
                    words = f"turns round that “{source.text}” leads to “{target.text}”"
                    best = max(best, (turned, words))
    downstream, unit = _wrong_side(scene, option)
    if downstream > best[0]:
        best = (downstream, f"restates “{unit}”, which stands on the other side of the event")
    return best


def _links(option: Gist) -> list[tuple[Gist, Gist, str]]:
    """Return cause, effect and cue of every causal relation the option itself states."""
    found = []
    for each in connectives(analyse(option.text)):
        if each.cause is not None:
            arg1, arg2 = option.within(*each.arg1), option.within(*each.arg2)
            pair = (arg1, arg2) if each.cause == "arg1" else (arg2, arg1)
            found.append((*pair, each.text))
    return found


def _wrong_side(scene: Scene, option: Gist) -> tuple[float, str]:
    """Return how well the option matches a unit on the far side of the queried event.

    Where a cause is asked for, that is what the event leads to; where an effect is, what leads
    to it.
    """
    reach = scene.graph.reach
    far: set[str] = set()
    for unit in _at_event(scene):
        far |= (
            networkx.descendants(reach, unit)
            if scene.asked.wanted == "cause"
            else networkx.ancestors(reach, unit)
        )
    scored = [(coverage(option, [scene.units[name]]), name) for name in sorted(far)]
    strength, name = max(scored, default=(0.0, ""))
    return strength, scene.graph.by_id[name].text if name else ""


def _contradiction(scene: Scene, option: Gist) -> tuple[float, str]:
    best = (0.0, "")
    for other in (*scene.units.values(), scene.event, scene.right):
        strength, shown = clash(option, other)
        best = max(best, (strength, f"against “{other.text}”: {shown}"))
    return best


def _restated(scene: Scene, option: Gist) -> tuple[float, str | None]:
    """Return the unit the option restates, and how much of the option it accounts for."""
    scored = [(coverage(option, [each]), name) for name, each in scene.units.items()]
    strength, name = max(scored, default=(0.0, ""))
    return strength, name or None


def _at_event(scene: Scene) -> list[str]:
    """Return the units that tell the queried event."""
    return [n for n, each in scene.units.items() if coverage(each, [scene.event]) >= ALIGNED]


def _tied(scene: Scene, unit: str | None) -> bool:
    """Whether a directed path of reach edges joins the unit and the queried event or its answer."""
    if unit is None:
        return False
    ends = _at_event(scene)
    ends += [n for n, each in scene.units.items() if coverage(each, [scene.right]) >= ALIGNED]
    reach = scene.graph.reach
    return any(
        networkx.has_path(reach, unit, end) or networkx.has_path(reach, end, unit) for end in ends
    )


def _decide(options: Sequence[Strengths]) -> list[tuple[DistractorKind | None, float]]:
    """Return a kind and its lead for every distractor of one question.

    With exactly as many distractors as there are kinds, METER's design holds one of each: the
    assignment of greatest total strength is taken. Otherwise each stands for itself.
    """
    if len(options) == len(KINDS):
        best = max(
            permutations(KINDS),
            key=lambda order: sum(o[k] for o, k in zip(options, order, strict=True)),
        )
        return [_lead(o, k) for o, k in zip(options, best, strict=True)]
    return [_lead(o, max(KINDS, key=lambda kind: o[kind])) for o in options]


def _lead(option: Strengths, kind: DistractorKind) -> tuple[DistractorKind | None, float]:
    others = max(strength for other, strength in option.items() if other != kind)
    lead = option[kind] - others
    return (kind if lead >= -MARGIN else None), max(0.0, min(1.0, 0.5 + lead / 2))
