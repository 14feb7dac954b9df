"""The process metric (PM): how many of the causal edges a judge finds supported.

Two conventions (WhatIfBench, arXiv 2608.27953, and our own reading of its records):

*published*
    Every link is asked yes or no as its parser wrote it, satellite → nucleus; PM is the mean over
    the causal links.
*directed*
    Every causal edge is asked once, cause → effect, with the menu ``forward | backward | none``.
    ``backward`` counts as supported and is reported as the parser's misorientation. Links that are
    not causal are asked, as they were written, only where all edges are wanted.

An answer without a causal edge has PM 0 in both, with ``no_causal_edge`` beside it: that is a
finding about the answer, no missing verdict.

Either protocol answers the other where it can. A directed verdict settles the written order: it
holds exactly when the link holds that way round. A yes or no given for effect → cause says nothing
of cause → effect, so under the directed convention such an edge is ``judged_reversed``.
"""

from collections.abc import Iterable, Mapping

from prism.graph import CausalGraph, Edge, Written
from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.records.score import Protocol, Score
from prism.records.subject import EdgeSubject, LinkSubject, Subject
from prism.records.verdict import Reason, Verdict
from prism.suites.whatif.report import EdgeLine, Process

__all__ = ["DIRECTED_MENU", "PUBLISHED_MENU", "edge_lines", "probes", "score"]

DIRECTED_MENU = ("forward", "backward", "none")
PUBLISHED_MENU = ("yes", "no")
_MARKS = {"yes": 1.0, "no": 0.0, "forward": 1.0, "backward": 1.0, "none": 0.0}


def probes(
    item: Item,
    graph: CausalGraph,
    protocol: Protocol,
    prompts: Prompts,
    *,
    all_edges: bool = False,
) -> list[Probe]:
    """Return what must be asked of the response's edges: one probe an edge, or one a written link.

    They are about edges under the directed protocol, about the links that were written for an edge
    under the published one. Edges that are not causal are asked as written, under the published
    protocol and with ``all_edges``.
    """
    asked = []
    for edge in graph.edges:
        if protocol == "directed" and edge.causal:
            about = EdgeSubject(edge.id)
            asked.append(_probe(item, graph, about, _link(edge), "edge_directed", prompts))
        elif protocol == "published" or all_edges:
            for k, link in enumerate(_written(edge)):
                written = LinkSubject(edge.id, k)
                asked.append(_probe(item, graph, written, link, "edge_published", prompts))
    return asked


def edge_lines(
    graph: CausalGraph, asked: Iterable[Probe], verdicts: Mapping[str, Verdict]
) -> tuple[EdgeLine, ...]:
    """Return every edge with its probes and its verdicts under both conventions.

    ``verdicts`` maps the subjects of ``asked`` to what was answered.
    """
    by_edge: dict[str, list[Probe]] = {}
    for probe in asked:
        if isinstance(about := probe.about, EdgeSubject | LinkSubject):
            by_edge.setdefault(about.edge, []).append(probe)
    return tuple(_line(edge, by_edge.get(edge.id, []), verdicts) for edge in graph.edges)


def score(
    lines: Iterable[EdgeLine], protocol: Protocol = "directed", *, all_edges: bool = False
) -> Process:
    """Count the edges' verdicts into the process metric, ``protocol`` naming the headline.

    ``published`` and ``all`` have one entry a written link, ``directed`` one an edge; ``all`` is
    there where all edges were asked, as :func:`probes` has it.
    """
    entries = list(lines)
    causal = [line for line in entries if line.causal]
    zero = Score(value=0.0, bounds=(0.0, 0.0), n=0, total=0.0, reason="no_causal_edge")
    asked_all = protocol == "published" or all_edges
    return Process(
        headline=protocol,
        published=_as_written(causal) if causal else zero,
        directed=Score.mean(_mark(e.directed) for e in causal if e.directed) if causal else zero,
        all=_as_written(entries) if asked_all else None,
    )


def _probe(
    item: Item, graph: CausalGraph, subject: Subject, link: Written, prompt: str, prompts: Prompts
) -> Probe:
    source, target = graph.by_id[link.source], graph.by_id[link.target]
    return Probe(
        kind="edge",
        subject=subject,
        texts={role: item.texts[role] for role in ("question", "response") if role in item.texts},
        question=EdgeQuestion(
            source=source.text,
            target=target.text,
            relation=link.label,
            source_start=source.start,
            source_end=source.end,
            target_start=target.start,
            target_end=target.end,
        ),
        menu=DIRECTED_MENU if prompt == "edge_directed" else PUBLISHED_MENU,
        prompt=prompt,
        prompt_digest=prompts.get(prompt).digest,
    )


def _link(edge: Edge) -> Written:
    return Written(edge.source, edge.target, edge.label)


def _written(edge: Edge) -> tuple[Written, ...]:
    return edge.written or (_link(edge),)


def _line(edge: Edge, asked: list[Probe], verdicts: Mapping[str, Verdict]) -> EdgeLine:
    answers = {probe.about: verdicts[probe.subject] for probe in asked}
    directed: Verdict | None = None
    published: tuple[Verdict, ...] = ()
    if EdgeSubject(edge.id) in answers:
        directed = answers[EdgeSubject(edge.id)]
        published = tuple(_as_asked_written(directed, edge, link) for link in _written(edge))
    elif answers:
        published = tuple(answers[LinkSubject(edge.id, k)] for k in range(len(_written(edge))))
        directed = _from_published(edge, published)
    return EdgeLine(
        id=edge.id,
        source=edge.source,
        target=edge.target,
        label=edge.label,
        causal=edge.causal,
        cue=edge.cue.text if edge.cue else None,
        decision=edge.decision,
        directed=directed if edge.causal else None,
        published=published,
        stated=edge.cue is not None,
        misoriented=directed is not None and directed.value == "backward",
        probes=tuple(asked),
    )


def _as_asked_written(verdict: Verdict, edge: Edge, link: Written) -> Verdict:
    """Read a directed verdict as the answer to whether ``link`` holds as it was written."""
    if verdict.value is None:
        return verdict
    holds = "forward" if link.source == edge.source else "backward"
    return verdict.model_copy(update={"value": "yes" if verdict.value == holds else "no"})


def _from_published(edge: Edge, published: tuple[Verdict, ...]) -> Verdict:
    """Read yes and no as a directed verdict where the link was asked cause → effect.

    Of twins one yes is enough, and no needs them all: a missing one might have been yes.
    """
    same_way = [
        verdict
        for link, verdict in zip(_written(edge), published, strict=True)
        if link.source == edge.source
    ]
    if not same_way:
        return published[0].model_copy(update={"value": None, "reason": "judged_reversed"})
    supported = next((verdict for verdict in same_way if verdict.value == "yes"), None)
    if supported is not None:
        return supported.model_copy(update={"value": "forward"})
    missing = next((verdict for verdict in same_way if verdict.value is None), None)
    return missing or same_way[0].model_copy(update={"value": "none"})


def _as_written(lines: Iterable[EdgeLine]) -> Score:
    return Score.mean(_mark(verdict) for line in lines for verdict in line.published)


def _mark(verdict: Verdict) -> float | Reason:
    if verdict.value is not None:
        return _MARKS[verdict.value]
    return verdict.reason or "judge_error"
