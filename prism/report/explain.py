"""One edge or criterion of a report: the question asked, the verdict, the spans, the reason."""

from collections.abc import Iterator

from rapidfuzz import process as fuzzy
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from prism.envelope import CriterionLine, EdgeLine, WhatIfReport
from prism.errors import ItemNotFound
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.items import Verdict
from prism.report.plain import one_line

__all__ = ["explain"]

_WORDS = {
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


def explain(report: WhatIfReport, name: str) -> RenderableType:
    """Return the story of the edge or criterion called ``name``.

    An edge is named by its id (``e3``); a criterion by its number (``c2``) or its name.

    Raises
    ------
    ItemNotFound
        The report has neither; the nearest name is told.
    """
    for edge in report.edges:
        if edge.id == name:
            graph = from_dict(report.graph) if report.graph is not None else CausalGraph()
            return Group(*_edge(edge, graph))
    for number, line in enumerate(report.criteria, 1):
        if name in (f"c{number}", line.name):
            return Group(*_criterion(line))
    names = [e.id for e in report.edges] + [c.name for c in report.criteria]
    nearest = fuzzy.extractOne(name, names)
    raise ItemNotFound(
        f"no edge or criterion {name!r} in this report",
        mend=f"did you mean {nearest[0]!r}?" if nearest else "the report has none",
    )


def _edge(edge: EdgeLine, graph: CausalGraph) -> Iterator[RenderableType]:
    yield Text.assemble((one_line(edge.id), "bold"), (f"  {one_line(edge.label)}", "dim"))
    yield _quoted("from", graph.by_id[edge.source].text)
    yield _quoted("to", graph.by_id[edge.target].text)
    if edge.cue:
        yield _quoted("cue", edge.cue)
    if edge.causal:
        yield _line("direction", _WORDS[edge.decision])
    yield Text()
    if edge.directed is not None:
        yield _line(
            "asked", "does the first bring about the second, the other way round, or neither?"
        )
        yield from _verdict(edge.directed)
    for probe, verdict in zip(edge.probes, edge.published, strict=False):
        if probe.menu == ("yes", "no"):
            label = one_line(str(probe.question["relation"]))
            yield _line("asked", f"does this {label} link hold as it was written?")
            yield from _verdict(verdict)


def _criterion(line: CriterionLine) -> Iterator[RenderableType]:
    yield Text(one_line(line.name), style="bold")
    description = str(line.probe.question.get("description") or "")
    if description:
        yield Padding(Text(one_line(description)), (0, 0, 0, 2))
    bands = line.probe.question.get("bands")
    if isinstance(bands, dict):
        for band, text in bands.items():
            low, _, high = band.partition("-")
            hit = line.mark is not None and int(low) <= line.mark <= int(high)
            yield Text(f"  {band:>5}  {one_line(str(text))}", style="bold" if hit else "dim")
    yield Text()
    yield from _verdict(line.verdict)


def _verdict(verdict: Verdict) -> Iterator[RenderableType]:
    if verdict.value is None:
        yield _line("verdict", f"unscored: {(verdict.reason or '').replace('_', ' ')}")
    else:
        yield _line("verdict", _ANSWERS.get(verdict.value, verdict.value))
    if verdict.code:
        yield _line("code", verdict.code)
    if verdict.rationale:
        yield _line("reason", one_line(verdict.rationale))
    for span in verdict.spans:
        yield _quoted(f"{span.start}–{span.end}", span.text)
    judge = verdict.provenance
    model = judge.model_served or judge.model_requested
    yield _line("judge", judge.judge if model is None else f"{judge.judge} ({model})")


def _line(name: str, text: str) -> RenderableType:
    return Text.assemble((f"{name:>10}  ", "dim"), text)


def _quoted(name: str, text: str) -> RenderableType:
    return Text.assemble((f"{name:>10}  ", "dim"), f"“{one_line(text).strip()}”")
