"""Controls: edges whose answer is known, judged alongside and never counted in the score.

A judge that believes them is not to be believed. Four kinds: ``reversed`` (a causal edge, put
the other way round), ``shuffled`` (the source of one causal edge with the target of another),
``non_descendant`` (two units neither of which can reach the other) and ``canary`` (a unit that is
nowhere in the response).
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Literal

import networkx

from prism.graph import CausalGraph, Unit
from prism.graph.relations import is_causal
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.records.subject import ControlSubject
from prism.records.verdict import Verdict

__all__ = [
    "MOST_CONTROLS",
    "Control",
    "ControlKind",
    "ControlResult",
    "false_positives",
    "is_control",
    "make_controls",
]

ControlKind = Literal["reversed", "shuffled", "non_descendant", "canary"]
EACH = 3
MOST_CONTROLS = 3 * EACH + 1  # of one response
CANARY = "a clockmaker in the harbour town repainted her green door before breakfast"


@dataclass(frozen=True, slots=True)
class Control:
    """A probe whose answer is known; the judge fails it by giving one of ``believed``."""

    kind: ControlKind
    probe: Probe
    believed: frozenset[str]


@dataclass(frozen=True, slots=True)
class ControlResult:
    """How a judge did on the controls.

    Attributes
    ----------
    believed, judged
        Counts by kind; controls without a verdict are in neither.
    rate
        Believed ÷ judged over all kinds, None where none was judged.
    alarm
        Whether a canary was believed.
    unscored
        How many have no verdict, by kind.
    """

    believed: Mapping[str, int]
    judged: Mapping[str, int]
    rate: float | None
    alarm: bool
    unscored: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        believed: Mapping[str, int],
        judged: Mapping[str, int],
        unscored: Mapping[str, int] | None = None,
    ) -> "ControlResult":
        """Return the result of so many controls believed and judged.

        >>> ControlResult.of({"canary": 1}, {"canary": 2, "reversed": 2}).rate
        0.25
        """
        total = sum(judged.values())
        return cls(
            believed=dict(sorted(believed.items())),
            judged=dict(sorted(judged.items())),
            rate=sum(believed.values()) / total if total else None,
            alarm=believed.get("canary", 0) > 0,
            unscored=dict(sorted((unscored or {}).items())),
        )


def make_controls(
    probes: Sequence[Probe], graph: CausalGraph, *, each: int = EACH, seed: int = 0
) -> list[Control]:
    """Return up to ``each`` controls of every kind for one response.

    Parameters
    ----------
    probes
        Its probes; controls are put in the words, texts and menu of those of causal edges.
    graph
        Its graph.
    """
    edges = [p for p in probes if p.kind == "edge" and is_causal(p.asks(EdgeQuestion).relation)]
    if not edges:
        return []
    dice, pattern = random.Random(seed), edges[0]  # noqa: S311 (sampling)
    unrelated = list(_unrelated(graph))
    ends = [(edge.source, edge.target) for edge in graph.edges if edge.causal]
    crossed = {(a, d) for a, _ in ends for _, d in ends} - set(ends)
    pools: dict[ControlKind, list[Probe]] = {
        "reversed": [_swapped(probe) for probe in edges],
        "shuffled": [_between(pattern, graph, p) for p in unrelated if p in crossed],
        "non_descendant": [_between(pattern, graph, p) for p in unrelated if p not in crossed],
        "canary": [_from(probe, Unit("canary", CANARY)) for probe in edges],
    }
    controls = []
    for kind, pool in pools.items():
        chosen = dice.sample(pool, min(1 if kind == "canary" else each, len(pool)))
        controls += [_control(kind, number, probe) for number, probe in enumerate(chosen, 1)]
    return controls


def is_control(probe: Probe) -> bool:
    """Whether a probe is one of those that :func:`make_controls` makes."""
    return isinstance(probe.about, ControlSubject)


def false_positives(controls: Sequence[Control], verdicts: Sequence[Verdict]) -> ControlResult:
    """Count which controls were believed; ``verdicts`` in the order of ``controls``."""
    believed, judged, unscored = Counter[str](), Counter[str](), Counter[str]()
    for control, verdict in zip(controls, verdicts, strict=True):
        if verdict.value is None:
            unscored[control.kind] += 1
        else:
            judged[control.kind] += 1
            believed[control.kind] += verdict.value in control.believed
    return ControlResult.of(believed, judged, unscored)


def _means(probe: Probe) -> frozenset[str]:
    return frozenset(probe.menu) & {"forward", "backward", "yes"}


def _control(kind: ControlKind, number: int, probe: Probe) -> Control:
    # Of a reversed edge, `backward` is the right answer; of all the others, only `none` or `no`.
    believed = _means(probe) - ({"backward"} if kind == "reversed" else set())
    named = _renamed(probe, ControlSubject(kind, number))
    return Control(kind, named, believed)


def _swapped(probe: Probe) -> Probe:
    asked = probe.asks(EdgeQuestion)
    source, target = asked.ends
    return _copy(probe, asked.between(target, source))


def _between(pattern: Probe, graph: CausalGraph, pair: tuple[str, str]) -> Probe:
    source, target = (_place(graph.by_id[end]) for end in pair)
    return _copy(pattern, pattern.asks(EdgeQuestion).between(source, target))


def _from(probe: Probe, source: Unit) -> Probe:
    asked = probe.asks(EdgeQuestion)
    return _copy(probe, asked.between(_place(source), asked.ends[1]))


def _place(unit: Unit) -> tuple[str, int | None, int | None]:
    return unit.text, unit.start, unit.end


def _renamed(probe: Probe, subject: ControlSubject) -> Probe:
    return probe.replaced(subject=subject)


def _copy(probe: Probe, question: EdgeQuestion) -> Probe:
    return probe.replaced(question=question)


def _unrelated(graph: CausalGraph) -> Iterator[tuple[str, str]]:
    """Yield pairs of units neither of which can reach the other, nor shares an edge with it."""
    below = {unit.id: networkx.descendants(graph.reach, unit.id) for unit in graph.units}
    linked = {frozenset((edge.source, edge.target)) for edge in graph.edges}
    for pair in permutations(below, 2):
        first, second = pair
        apart = second not in below[first] and first not in below[second]
        if apart and frozenset(pair) not in linked:
            yield pair
