"""The edges, the criteria and the outcome of an explanation, told in full."""

from collections.abc import Iterator
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import one_line
from prism.display.telling import Entry, asked, line, passage, quoted, shown, verdict
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.records.question import CriterionQuestion, EdgeQuestion, OutcomeQuestion
from prism.suites.whatif.report import CriterionLine, EdgeLine, OutcomeLine, WhatIfReport

__all__ = ["entries"]

_DECISIONS = {
    "cue": "a cue in the text decides the direction",
    "turned": "no cue; the effect was written first, so the link was turned round",
    "kept": "no cue; the direction is the one written",
}
_ANSWERS = {
    "forward": "supported: the text says that the first brings about the second",
    "backward": "supported the other way round: the parser had the direction wrong",
    "none": "not supported",
    "yes": "supported as written",
    "no": "not supported as written",
}


def entries(report: WhatIfReport) -> Iterator[Entry]:
    """Yield every edge, every criterion, and the outcome where there is one."""
    graph = from_dict(report.graph) if report.graph is not None else CausalGraph()
    for edge in report.edges:
        ends = " → ".join(graph.by_id[end].text.strip() for end in (edge.source, edge.target))
        given = edge.directed or next(iter(edge.published), None)
        yield Entry((edge.id,), partial(_edge, edge, graph), shown(given), f"{edge.label}: {ends}")
    for number, criterion in enumerate(report.criteria, 1):
        names = (f"c{number}", criterion.name)
        mark = shown(criterion.verdict) if criterion.mark is None else f"{criterion.mark}/10"
        yield Entry(names, partial(_criterion, criterion), mark, criterion.name)
    if report.answer is not None:
        given = report.answer.verdict
        accepted = " or ".join(report.answer.probe.asks(OutcomeQuestion).gold)
        yield Entry(("outcome",), partial(_outcome, report.answer), shown(given), accepted)


def _edge(edge: EdgeLine, graph: CausalGraph) -> Iterator[RenderableType]:
    yield Text.assemble((one_line(edge.id), "bold"), (f"  {one_line(edge.label)}", "dim"))
    yield quoted("from", graph.by_id[edge.source].text)
    yield quoted("to", graph.by_id[edge.target].text)
    if edge.cue:
        yield quoted("cue", edge.cue)
    if edge.stated is not None:
        yield line("stated", "yes: words mark the link" if edge.stated else "no: no words mark it")
    if edge.causal:
        yield line("direction", _DECISIONS[edge.decision])
    if edge.directed is None and not edge.published:
        yield line("verdict", "none: the link was not put to a judge")
    yield Text()
    if edge.directed is not None:
        question = "does the first bring about the second, the other way round, or neither?"
        yield line("asked", question)
        yield from verdict(edge.directed, _ANSWERS)
    for probe, given in zip(edge.probes, edge.published, strict=False):
        if probe.menu == ("yes", "no"):
            label = one_line(probe.asks(EdgeQuestion).relation)
            yield line("asked", f"does this {label} link hold as it was written?")
            yield from verdict(given, _ANSWERS)


def _criterion(told: CriterionLine) -> Iterator[RenderableType]:
    yield Text(one_line(told.name), style="bold")
    question = told.probe.asks(CriterionQuestion)
    if question.description:
        yield passage(question.description)
    for band, text in question.bands.items():
        low, _, high = band.partition("-")
        hit = told.mark is not None and int(low) <= told.mark <= int(high)
        yield Text(f"  {band:>5}  {one_line(text)}", style="bold" if hit else "dim")
    yield Text()
    yield from asked(told.probe, "which mark does the response earn by these bands?")
    yield from verdict(told.verdict)


def _outcome(answer: OutcomeLine) -> Iterator[RenderableType]:
    yield Text("Outcome", style="bold")
    for accepted in answer.probe.asks(OutcomeQuestion).gold:
        yield quoted("accepted", accepted)
    yield Text()
    yield from asked(answer.probe, "does the response come to one of the accepted answers?")
    yield from verdict(answer.verdict)
