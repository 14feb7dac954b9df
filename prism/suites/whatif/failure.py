"""Failure modes of weak responses, in terms of the graph and its verdicts.

WhatIfBench (arXiv 2608.27953) names five, which overlap; people assigned them there, to responses
with a final score below 60. Here each is defined by what the graph and the verdicts show, and all
are looked for in every response; where the text was not parsed, its graph shows nothing:

Premise Drift
    The reasoning does not start from the question's premise: no causally linked unit takes up its
    words, or too few causally linked units are reached from those that do.
Causal Gap
    Links of the chain do not hold: there is no causal edge, too many of the judged ones are
    unsupported, or one on the longest path is.
Topology Fragmentation
    The causal edges fall into parts that do not hang together, or most units have no causal edge.
Mechanism Missing
    Cause and effect are joined without what lies between: the longest causal path has too few
    edges, or too many unsupported edges were refused for want of a mechanism or as mere order.
Rubric Misalignment
    The explanation does not answer what was asked: too many criteria have low marks, or the rubric
    score lies far below the process score.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import networkx
from pydantic import BaseModel, ConfigDict, Field

from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.graph.wording import Wording
from prism.records.report import FailureMode
from prism.suites.whatif.report import WhatIfReport
from prism.text.question import asked

__all__ = ["MODES", "Symptoms", "Thresholds", "failure_modes", "symptoms"]

MODES: Final = (
    "Premise Drift",
    "Causal Gap",
    "Topology Fragmentation",
    "Mechanism Missing",
    "Rubric Misalignment",
)
# Judges' codes for a link that is refused for want of what lies between cause and effect.
_NO_MECHANISM: Final = frozenset({"no_mechanism", "order_only", "sequence_only"})
_LOW_MARK: Final = 4


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Thresholds(_Record):
    """Where a symptom becomes a failure mode; shares and scores in [0, 1], a path in edges.

    A mark is low at 4 or less. Shares of edges are of the judged causal ones, those of units of
    the causally linked ones, but for ``unlinked``, which is of all.
    """

    premise_words: float = Field(
        0.3, description="Premise Drift: share of its words a unit must take up."
    )
    reached: float = Field(
        0.25, description="Premise Drift: share of linked units to be reached from it."
    )
    unsupported: float = Field(
        0.4, description="Causal Gap: share of edges that may be unsupported."
    )
    fragmentation: float = Field(
        0.5, description="Topology Fragmentation: how scattered edges may be."
    )
    unlinked: float = Field(
        0.75, description="Topology Fragmentation: share of units without an edge."
    )
    path: int = Field(2, description="Mechanism Missing: edges the longest path must have.")
    mechanism: float = Field(
        0.25, description="Mechanism Missing: share of edges that may lack one."
    )
    low_criteria: float = Field(
        0.4, description="Rubric Misalignment: share of criteria with low marks."
    )
    behind: float = Field(0.2, description="Rubric Misalignment: how far RM may lie below PM.")


class Symptoms(_Record):
    """What the graph and the verdicts of one response show; what modes are decided from.

    ``premise`` holds, for every causally linked unit, the share of the premise's words it takes up
    and how many linked units it reaches (itself included). Edges are given by id. ``parsed`` is
    False where whole sentences, of which no cause is known, stand in for the graph.
    """

    parsed: bool = True
    premise: tuple[tuple[float, int], ...] = ()
    linked: int = 0
    causal: int = 0
    judged: int = 0
    unsupported: tuple[str, ...] = ()
    no_mechanism: tuple[str, ...] = ()
    broken_path: tuple[str, ...] = ()
    path: int = 0
    fragmentation: float | None = None
    unlinked: float = 0.0
    criteria: int = 0
    low: tuple[str, ...] = ()
    pm: float | None = None
    rm: float | None = None


def symptoms(report: WhatIfReport, question: str = "") -> Symptoms:
    """Return what ``report`` shows of a response to ``question``."""
    graph = from_dict(report.graph) if report.graph is not None else CausalGraph()
    causal = [edge for edge in report.edges if edge.causal]
    judged = [edge for edge in causal if edge.directed and edge.directed.value is not None]
    refused = [edge for edge in judged if edge.directed and edge.directed.value == "none"]
    steps = _steps(report)
    marked = [line for line in report.criteria if line.mark is not None]
    premise = _premise(graph, question)
    return Symptoms(
        parsed=report.parser is None or report.parser.fallback != "sentences",
        premise=premise,
        linked=sum(degree > 0 for _, degree in graph.causal.degree()),
        causal=len(causal),
        judged=len(judged),
        unsupported=tuple(edge.id for edge in refused),
        no_mechanism=tuple(
            e.id for e in refused if e.directed and e.directed.code in _NO_MECHANISM
        ),
        broken_path=tuple(edge.id for edge in refused if (edge.source, edge.target) in steps),
        path=report.structure.longest_path.length,
        fragmentation=report.structure.fragmentation,
        unlinked=report.structure.unlinked,
        criteria=len(marked),
        low=tuple(f"{c.name} ({c.mark}/10)" for c in marked if (c.mark or 0) <= _LOW_MARK),
        pm=report.process.value,
        rm=report.rubric.value if report.rubric else None,
    )


def failure_modes(found: Symptoms, limits: Thresholds | None = None) -> tuple[FailureMode, ...]:
    """Return every failure mode that ``found`` shows, with its evidence; none, one or several.

    >>> [mode.mode for mode in failure_modes(Symptoms(causal=0, path=0))]
    ['Causal Gap', 'Mechanism Missing']
    >>> failure_modes(Symptoms(causal=3, judged=3, path=3, linked=4, fragmentation=0.0))
    ()
    """
    limits = limits or Thresholds()
    evidence = {"Rubric Misalignment": _misaligned(found, limits)}
    if found.parsed:
        evidence |= {
            "Premise Drift": _drift(found, limits),
            "Causal Gap": _gap(found, limits),
            "Topology Fragmentation": _scattered(found, limits),
            "Mechanism Missing": _no_mechanism(found, limits),
        }
    return tuple(
        FailureMode(mode=mode, evidence="; ".join(evidence[mode]))
        for mode in MODES
        if evidence.get(mode)
    )


def _drift(found: Symptoms, limits: Thresholds) -> list[str]:
    if not found.premise:
        return []
    starts = [reach for share, reach in found.premise if share >= limits.premise_words]
    if not starts:
        best = max(share for share, _ in found.premise)
        return [f"no causally linked unit takes up the premise (at best {best:.0%} of its words)"]
    reached = max(starts) / found.linked
    if reached < limits.reached:
        return [f"{reached:.0%} of the causally linked units follow from the premise"]
    return []


def _gap(found: Symptoms, limits: Thresholds) -> list[str]:
    if not found.causal:
        return ["no causal edge"]
    said = []
    if found.judged and len(found.unsupported) / found.judged > limits.unsupported:
        said.append(
            f"{len(found.unsupported)} of {found.judged} causal edges are unsupported: "
            f"{_some(found.unsupported)}"
        )
    if found.broken_path:
        said.append(f"the longest path breaks at {_some(found.broken_path)}")
    return said


def _scattered(found: Symptoms, limits: Thresholds) -> list[str]:
    said = []
    if found.fragmentation is not None and found.fragmentation > limits.fragmentation:
        said.append(f"fragmentation {found.fragmentation:.2f}")
    if found.causal and found.unlinked > limits.unlinked:
        said.append(f"{found.unlinked:.0%} of the units have no causal edge")
    return said


def _no_mechanism(found: Symptoms, limits: Thresholds) -> list[str]:
    said = []
    if found.path < limits.path:
        said.append(f"the longest causal path has {found.path} of at least {limits.path} edges")
    if found.judged and len(found.no_mechanism) / found.judged > limits.mechanism:
        said.append(f"no mechanism for {_some(found.no_mechanism)}")
    return said


def _misaligned(found: Symptoms, limits: Thresholds) -> list[str]:
    said = []
    if found.criteria and len(found.low) / found.criteria > limits.low_criteria:
        said.append(f"low marks: {_some(found.low)}")
    if found.pm is not None and found.rm is not None and found.pm - found.rm > limits.behind:
        said.append(
            f"the rubric score lies {100 * (found.pm - found.rm):.0f} below the process score"
        )
    return said


def _premise(graph: CausalGraph, question: str) -> tuple[tuple[float, int], ...]:
    """Return, per causally linked unit, how much of the premise it takes up and what it reaches."""
    linked = [node for node, degree in graph.causal.degree() if degree > 0]
    premise = asked(question)
    words = question[premise.start : premise.end]
    if not linked or not words.strip():
        return ()
    wording = Wording([words, *(graph.by_id[node].text for node in linked)])
    wanted = wording.bags[0]
    if not wanted:
        return ()
    reached = _reached(networkx.DiGraph(graph.causal))
    return tuple(
        (len(bag & wanted) / len(wanted), reached[node])
        for node, bag in zip(linked, wording.bags[1:], strict=True)
    )


def _reached(causal: "networkx.DiGraph[str]") -> dict[str, int]:
    """Return how many nodes each reaches, itself included.

    The members of a cycle reach the same; of what comes later a set of bits is kept a component,
    so that a dense graph costs O(edges × nodes ÷ 64).
    """
    whole = networkx.condensation(causal)
    place = {node: number for number, node in enumerate(causal)}
    bits: dict[int, int] = {}
    for part in reversed(list(networkx.topological_sort(whole))):
        own = sum(1 << place[node] for node in whole.nodes[part]["members"])
        for later in whole.successors(part):
            own |= bits[later]
        bits[part] = own
    counts = {part: found.bit_count() for part, found in bits.items()}
    return {node: counts[part] for node, part in whole.graph["mapping"].items()}


def _steps(report: WhatIfReport) -> set[tuple[str, str]]:
    """Return the pairs of units between which the longest path goes from one place to the next."""
    places = report.structure.longest_path.units
    return {
        (cause, effect)
        for before, after in pairwise(places)
        for cause in before
        for effect in after
    }


def _some(names: Iterable[str], most: int = 5) -> str:
    every = list(names)
    rest = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + rest
