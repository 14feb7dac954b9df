"""Recomputes the scores of a WhatIfBench metrics file from the verdicts it stores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from prism.files.document import Document
from prism.graph import CausalGraph, Origin, Unit, Written
from prism.graph.orient import count_decisions, orient
from prism.judges.quality import reasoning_notices
from prism.judges.replay import ReplayJudge
from prism.parsers.given import GivenParser
from prism.parsers.ground import ground
from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.score import Score
from prism.records.subject import CriterionSubject, LinkSubject
from prism.records.verdict import Provenance, Reason, Verdict
from prism.suites.base import Setup, without_reasoning
from prism.suites.recorded import Recorded
from prism.suites.whatif import scoring
from prism.suites.whatif.files.whatif import MetricsItem, read_metrics
from prism.suites.whatif.formats import METRICS
from prism.suites.whatif.report import WhatIfReport
from prism.text.cues import hints

__all__ = ["RECORDED", "TOLERANCE", "Replayed", "Triple", "replay"]

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Triple:
    """One score as stored, as recomputed, and under the directed convention."""

    stored: float | None
    recomputed: Score | None
    directed: Score | None

    @property
    def agrees(self) -> bool:
        """Whether stored and recomputed are the same to within ``TOLERANCE``."""
        value = self.recomputed.value if self.recomputed else None
        if self.stored is None or value is None:
            return self.stored is None and value is None
        return abs(self.stored - value) <= TOLERANCE


@dataclass(frozen=True, slots=True)
class Replayed:
    """One item of a metrics file, replayed; ``report`` is the whole report behind the numbers."""

    item: str
    pm: Triple
    rm: Triple
    total: Triple
    report: WhatIfReport

    @property
    def agrees(self) -> bool:
        """Whether every stored score was reproduced."""
        return self.pm.agrees and self.rm.agrees and self.total.agrees


def replay(record: MetricsItem, name: str) -> Replayed:
    """Replay the item ``record`` of the metrics file ``name``.

    Every stored verdict goes through the same probes, metrics and report as a live one. A verdict
    whose raw reply was neither yes nor no was stored as 0; it is unscored here, so the recomputed
    number then differs from the stored one. Where the file stores no answer, the units of its
    graph stand in: the scores need no more.
    """
    item, graph = _item(record), _graph(record)
    setup = Setup(
        parser=GivenParser(graph),
        judge=ReplayJudge(f"replay:{name}", {}),
        protocol="published",
        prompts=Prompts(),
    )
    graphs = {"response": graph}
    asked = scoring.probes(item, graphs, setup)
    answers = {p.subject: verdict for p, verdict in _answers(record, graph, asked)}
    report = scoring.report(item, graphs, asked, answers, setup)
    if not isinstance(report, WhatIfReport):
        raise TypeError("the whatif suite makes whatif reports")
    notices = (*report.warnings, *reasoning_notices(item))
    report = report.model_copy(update={"warnings": notices})
    final = report.final
    return Replayed(
        item=item.id,
        pm=Triple(record.pm_score, report.process.published, report.process.directed),
        rm=Triple(record.rm_score, report.rubric, report.rubric),
        total=Triple(
            record.total_score,
            final.published if final else None,
            final.directed if final else None,
        ),
        report=report,
    )


def _item(record: MetricsItem) -> Item:
    """Return the item of ``record``; its response is the answer, or the units of its graph.

    What the model thought before it answered is no part of the answer.
    """
    item = without_reasoning(record.item())
    if item.texts.get("response", "").strip():
        return item
    return item.with_text("response", "\n".join(node.text for node in record.parsed_dag.nodes))


def _recorded_graphs(document: Document) -> dict[str, CausalGraph]:
    """Return the graphs of a metrics file by the answers they stand for."""
    return {record.item().texts["response"]: _graph(record) for record in _answered(document)}


def _recorded_verdicts(document: Document, prompts: Prompts) -> dict[str, Verdict]:
    """Return what a metrics file stores by digest of the published probes, unscored left out."""
    found: dict[str, Verdict] = {}
    for record in _answered(document):
        found |= _verdicts(record, prompts)
    return found


RECORDED: Final = Recorded(METRICS, _recorded_graphs, _recorded_verdicts)


def _answered(document: Document) -> list[MetricsItem]:
    return [record for record in read_metrics(document) if record.item().texts.get("response")]


def _verdicts(record: MetricsItem, prompts: Prompts) -> dict[str, Verdict]:
    graph = _graph(record)
    setup = Setup(GivenParser(graph), ReplayJudge("replay", {}), "published", prompts)
    asked = scoring.probes(_item(record), {"response": graph}, setup)
    return {p.digest: v for p, v in _answers(record, graph, asked) if v.value is not None}


def _graph(record: MetricsItem) -> CausalGraph:
    """Return the graph a metrics item stores, grounded in its answer, edges cause → effect."""
    text = _item(record).texts["response"]
    units = ground([Unit(id=n.id, text=n.text) for n in record.parsed_dag.nodes], text)
    links = [Written(e.source, e.target, e.relation_type) for e in record.parsed_dag.edges]
    position = {unit.id: place for place, unit in enumerate(units)}
    edges = orient(links, position, hints(text, units, links))
    origin = count_decisions(Origin(parser="reply", granularity="claim"), edges)
    return CausalGraph(units=units, edges=edges, text=text, origin=origin)


def _answers(
    record: MetricsItem, graph: CausalGraph, asked: Sequence[Probe]
) -> Iterator[tuple[Probe, Verdict]]:
    edges = record.parsed_dag.edges
    links = {(e.source, e.target, e.relation_type): i for i, e in enumerate(edges)}
    for probe in asked:
        yield probe, _stored(probe, record, _link_index(probe, graph, links))


def _link_index(
    probe: Probe, graph: CausalGraph, links: Mapping[tuple[str, str, str], int]
) -> int | None:
    """Return which stored edge the published probe asks about; None for other probes."""
    if not isinstance(about := probe.about, LinkSubject):
        return None
    link = graph.edge_by_id[about.edge].written[about.link]
    return links[link.source, link.target, link.label]


def _stored(probe: Probe, record: MetricsItem, edge: int | None) -> Verdict:
    if edge is not None:
        entry = record.metrics.pm.edges[edge]
        return _verdict(probe, _yes_or_no(entry.score, entry.raw), entry.rationale)
    if not isinstance(about := probe.about, CriterionSubject):
        value = None if record.om_score is None else "agree" if record.om_score else "disagree"
        return _verdict(probe, value, "")
    place = about.number - 1
    evaluations = record.metrics.rm.criterion_evaluations
    if place >= len(evaluations):
        return _verdict(probe, None, "no stored mark for this criterion")
    mark = evaluations[place].score
    value = str(int(mark)) if mark is not None and float(mark).is_integer() else None
    return _verdict(probe, value, evaluations[place].reason)


def _yes_or_no(score: float | None, raw: object) -> str | None:
    """Return the stored verdict, or None where the stored number stands for an unreadable reply."""
    reply = raw.get("raw") if isinstance(raw, dict) else raw
    if isinstance(reply, str) and reply.strip().lower().rstrip(".") not in ("yes", "no"):
        return None
    return None if score is None else "yes" if score else "no"


def _verdict(probe: Probe, value: str | None, rationale: str) -> Verdict:
    reason: Reason | None = None if value in probe.menu else "parse_failure"
    return Verdict(
        probe=probe.digest,
        value=value if reason is None else None,
        reason=reason,
        rationale=rationale,
        provenance=Provenance(judge="replay"),
    )
