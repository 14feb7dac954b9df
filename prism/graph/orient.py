"""Turns written links into directed edges: causal edges come out cause → effect.

A parser that writes RST-style relations writes satellite → nucleus, so a RESULT or CONSEQUENCE
link usually runs effect → cause. The rule for causal edges (ours; the facts it rests on are those
of WhatIfBench's public records):

1. a grounded cue between or inside the two units decides the direction;
2. without one, RESULT and CONSEQUENCE whose source stands later in the text than the target are
   turned, and every other causal edge is kept as written;
3. twins, the same link written more than once, are merged.

PURPOSE and EXPLANATION, which a cue makes causal, follow rule 1 too; all other relations are kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from prism.graph.model import Cue, Decision, Edge, Origin, Written
from prism.graph.relations import RELATIONS, is_causal, is_reach

__all__ = ["Hint", "count_decisions", "orient"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A grounded cue and which end of the written link it makes the cause."""

    cue: Cue
    cause: Literal["source", "target"]


def orient(
    links: Sequence[Written],
    position: Mapping[str, int],
    hints: Mapping[int, Hint] | None = None,
    confidence: Sequence[float] | None = None,
) -> tuple[Edge, ...]:
    """Return the edges for ``links``, directed and merged, numbered e1, e2, … in written order.

    Parameters
    ----------
    links
        What the source wrote, after the published projection (satellite → nucleus).
    position
        Place of every unit in the text.
    hints
        Grounded cues by index of the link they license.
    confidence
        One number in [0, 1] a link; 1 where not given.

    >>> result = Written("u2", "u1", "RESULT", "SN")
    >>> [(e.source, e.target, e.decision) for e in orient([result], {"u1": 0, "u2": 1})]
    [('u1', 'u2', 'turned')]
    """
    hints = hints or {}
    edges: dict[tuple[str, str, str], Edge] = {}
    for index, link in enumerate(links):
        hint = hints.get(index)
        sure = 1.0 if confidence is None else confidence[index]
        edge = _directed(f"e{len(edges) + 1}", link, position, hint, sure)
        key = (edge.source, edge.target, "causal" if edge.causal else edge.label)
        twin = edges.get(key)
        edges[key] = _merge(twin, edge) if twin else edge
    return tuple(edges.values())


def count_decisions(origin: Origin, edges: Iterable[Edge]) -> Origin:
    """Return ``origin`` with the counts of what the rule did to the causal edges.

    >>> edges = orient([Written("u2", "u1", "RESULT")], {"u1": 0, "u2": 1})
    >>> count_decisions(Origin(), edges).turned
    1
    """
    causal = [edge for edge in edges if edge.causal]
    decided = [edge.decision for edge in causal]
    return replace(
        origin,
        turned=decided.count("turned"),
        kept=decided.count("kept"),
        cue=decided.count("cue"),
        merged=sum(max(0, len(edge.written) - 1) for edge in causal),
    )


def _directed(
    name: str, link: Written, position: Mapping[str, int], hint: Hint | None, confidence: float
) -> Edge:
    decision: Decision = "kept"
    turn = False
    if hint is not None and is_reach(link.label, cued=True):
        decision, turn = "cue", hint.cause == "target"
    elif is_causal(link.label) and RELATIONS[link.label].satellite == "effect":
        turn = position[link.source] > position[link.target]
        decision = "turned" if turn else "kept"
    source, target = (link.target, link.source) if turn else (link.source, link.target)
    return Edge(
        id=name,
        source=source,
        target=target,
        label=link.label,
        cue=hint.cue if hint else None,
        written=(link,),
        decision=decision,
        confidence=confidence,
    )


def _merge(first: Edge, twin: Edge) -> Edge:
    """Merge a twin into the edge written first; a cue on either one licenses both."""
    by_cue = first.cue is None and twin.cue is not None
    return replace(
        first,
        label=twin.label if by_cue else first.label,
        cue=first.cue or twin.cue,
        decision=twin.decision if by_cue else first.decision,
        written=first.written + twin.written,
        confidence=max(first.confidence, twin.confidence),
    )
