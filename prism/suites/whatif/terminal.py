"""Explanations in the terminal: scores, structure, causal edges, criteria."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import counted, one_line, shorten
from prism.display.section import NARROW, section
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.records.report import Report
from prism.records.score import Protocol, Score
from prism.suites.whatif.report import CriterionLine, EdgeLine, WhatIfReport

__all__ = ["render_many", "render_one"]

MAX_EDGES = 12  # edges shown before the rest is only counted
MAX_REASONS, MAX_IDS = 3, 4  # why edges are unscored: how much of it is shown
TIGHT = 56  # columns below which a table keeps the headline and leaves the other convention out
LEAST_ROOM = 16  # characters of a unit that say something of it
NOT_KNOWN = "not_known"  # the code of a link that words state and nothing else supports
STATED_ONLY = "~"
_MARKS = {
    "forward": ("✓", "green"),
    "backward": ("⇄", "yellow"),
    "yes": ("✓", "green"),
    "none": ("✗", "red"),
    "no": ("✗", "red"),
}


def render_one(report: WhatIfReport, width: int) -> Iterator[RenderableType]:
    """Yield the scores of one explanation and what they rest on."""
    graph = from_dict(report.graph) if report.graph is not None else CausalGraph()
    yield _numbers(report, width)
    yield section("Structure")
    yield from _structure(report, graph, width)
    if report.edges:
        yield section("Causal edges")
        yield from _edges(report, graph, width)
    if report.criteria:
        withheld = report.rubric is not None and report.rubric.withheld
        yield section("Criteria, evidence found" if withheld else "Criteria")
        yield _criteria(report.criteria, width)
    if report.failure_modes:
        yield section("Failure modes")
        for mode in report.failure_modes:
            yield Text.assemble((mode.mode, "red"), f": {shorten(mode.evidence, 2 * width)}")


def _numbers(report: WhatIfReport, width: int) -> RenderableType:
    """Return the table of scores: value, bar, bounds, coverage."""
    wide, rows = width >= NARROW, list(_rows(report))
    table = Table(
        box=None, pad_edge=False, show_header=wide, header_style="dim", padding=(0, 2, 0, 0)
    )
    table.add_column("score", no_wrap=True, min_width=max(len(name) for name, _, _ in rows))
    table.add_column("0–100", justify="right")
    table.add_column("")
    table.add_column("bounds")
    if wide:
        table.add_column("judged", justify="right")
    for name, score, main in rows:
        cells: list[RenderableType] = [
            Text(name, style="bold" if main else ""),
            Text(_value(score), style="bold" if main else ""),
            _bar(score, 20 if wide else 10),
            Text(_bounds(score), style="dim"),
        ]
        if wide:
            cells.append(Text(_coverage(score), style="yellow" if score.gaps else "dim"))
        table.add_row(*cells)
    return table


def _rows(report: WhatIfReport) -> Iterator[tuple[str, Score, bool]]:
    for name, both in (("Final", report.final), ("Process (PM)", report.process)):
        if both is not None:
            yield name, both.score, True
            other, score = both.beside
            yield f"  {'as ' if other == 'published' else ''}{other}", score, False
    if report.process.all is not None:
        yield "  all edges", report.process.all, False
    if report.rubric is not None:
        yield "Rubric (RM)", report.rubric, True
    if report.outcome is not None:
        yield "Outcome (OM)", report.outcome, True


def _value(score: Score) -> str:
    return "–" if score.value is None else f"{score.value * 100:.1f}"


def _bounds(score: Score) -> str:
    low, high = (round(bound * 100, 1) for bound in score.bounds)
    if score.reason is not None:
        return score.reason.replace("_", " ")
    return "" if low == high else f"{low:.1f}–{high:.1f}"


def _coverage(score: Score) -> str:
    judged = score.n - sum(score.unscored.values())
    return f"{judged}/{score.n}" if score.n else ""


def _bar(score: Score, cells: int) -> Text:
    if score.value is None:
        return Text("·" * cells, style="dim")
    full = round(score.value * cells)
    colour = "green" if score.value >= 2 / 3 else "yellow" if score.value >= 1 / 3 else "red"
    return Text.assemble(("█" * full, colour), ("░" * (cells - full), "dim"))


def _structure(report: WhatIfReport, graph: CausalGraph, width: int) -> Iterator[RenderableType]:
    shape = report.structure
    fragmentation = "–" if shape.fragmentation is None else f"{shape.fragmentation:.2f}"
    facts = [
        counted(shape.units, "unit"),
        f"{counted(shape.edges, 'edge')}, {shape.causal_edges} causal",
        f"longest causal path {shape.longest_path.length}",
        f"fragmentation {fragmentation}",
        f"{shape.unlinked:.0%} of units without a causal edge",
    ]
    if shape.cycles:
        facts.append(counted(len(shape.cycles), "cycle"))
    yield Text(" · ".join(facts))
    for place, members in enumerate(shape.longest_path.units):
        texts = " / ".join(graph.by_id[unit].text for unit in members if unit in graph.by_id)
        arrow = "  " if place == 0 else "→ "
        yield Text.assemble((f"  {arrow}", "cyan"), shorten(texts, max(20, width - 6)))
    if report.parser is not None and report.parser.grounded < 1:
        yield Text(f"{report.parser.grounded:.0%} of the units were found in the text", style="dim")


def _edges(report: WhatIfReport, graph: CausalGraph, width: int) -> Iterator[RenderableType]:
    causal = [edge for edge in report.edges if edge.causal]
    if not causal:
        unread = report.parser is not None and report.parser.fallback == "sentences"
        why = "the text was not parsed" if unread else "no words of the text mark a cause"
        yield Text(f"none: {why}", style="dim")
        return
    shown = causal[:MAX_EDGES]
    ids = max(cell_len(one_line(edge.id)) for edge in shown)
    labels = max(cell_len(one_line(edge.label)) for edge in shown)
    beside = (width - ids - labels - len("✓    → ")) // 2
    # On a narrow screen the units get a line of their own.
    room, gap = (beside, " ") if beside >= LEAST_ROOM else ((width - len("   → ")) // 2, "\n  ")
    for edge in shown:
        mark, colour = _mark(edge, report.process.headline)
        source, target = (
            shorten(graph.by_id[unit].text, room) for unit in (edge.source, edge.target)
        )
        name = set_cell_size(one_line(edge.id), ids)
        label = set_cell_size(one_line(edge.label), labels if gap == " " else cell_len(edge.label))
        yield Text.assemble(
            (mark, colour), (f" {name} {label}", "dim"), gap, source, (" → ", "cyan"), target
        )
    if len(causal) > MAX_EDGES:
        yield Text(
            f"… and {len(causal) - MAX_EDGES} more (prism show draws all of them)", style="dim"
        )
    yield Text(
        "✓ supported  ⇄ supported the other way round  ✗ not supported  ? unscored", style="dim"
    )
    yield from _stated(causal, report.process.headline)
    yield from _unscored(causal, report.process.headline, width)


def _stated(edges: Sequence[EdgeLine], headline: Protocol) -> Iterator[RenderableType]:
    """Yield how many links words state, how many hold, and how many are only stated."""
    stated = sum(edge.stated is True for edge in edges)
    verdicts = [verdict for edge in edges if (verdict := edge.verdict(headline)) is not None]
    unknown = sum(verdict.code == NOT_KNOWN for verdict in verdicts)
    if unknown:
        supported = sum(v.value in ("forward", "backward", "yes") for v in verdicts)
        yield Text(
            f"{stated} stated, {supported} supported; {STATED_ONLY} {unknown} stated and not known "
            "to hold",
            style="dim",
        )


def _unscored(
    edges: Sequence[EdgeLine], headline: Protocol, width: int
) -> Iterator[RenderableType]:
    """Yield why edges have no verdict, one line a reason."""
    why: dict[str, list[str]] = {}
    for edge in edges:
        verdict = edge.verdict(headline)
        if verdict is not None and verdict.value is None:
            reason = (verdict.reason or "").replace("_", " ")
            said = f"{reason}: {verdict.rationale}" if verdict.rationale else reason
            why.setdefault(said, []).append(edge.id)
    for said, ids in list(why.items())[:MAX_REASONS]:
        rest = f" and {len(ids) - MAX_IDS} more" if len(ids) > MAX_IDS else ""
        told = f"? {', '.join(ids[:MAX_IDS])}{rest}: {said}"
        yield Text(shorten(told, 2 * width), style="yellow")
    if len(why) > MAX_REASONS:
        yield Text(f"… and {len(why) - MAX_REASONS} other reasons (--json holds them)", style="dim")


def _mark(edge: EdgeLine, headline: Protocol) -> tuple[str, str]:
    verdict = edge.verdict(headline)
    if verdict is None or verdict.value is None:
        return "?", "yellow"
    if verdict.code == NOT_KNOWN:
        return STATED_ONLY, "yellow"
    return _MARKS[verdict.value]


def _criteria(lines: Sequence[CriterionLine], width: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column("mark", justify="right", no_wrap=True)
    table.add_column("criterion", ratio=1)
    for line in lines:
        unmarked = "–" if line.verdict.reason == "not_estimated" else "?"
        mark = unmarked if line.mark is None else f"{line.mark}/10"
        said = line.verdict.rationale or (line.verdict.reason or "").replace("_", " ")
        text = Text(shorten(line.name, max(20, width - 8)))
        if said:
            text.append(f"\n{shorten(said, 2 * max(20, width - 8))}", style="dim")
        table.add_row(Text(mark, style="bold"), text)
    return table


def render_many(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    """Yield the table of several explanations, one row each; with bounds where any is open.

    Beside the headline stands the other convention, where there is room; both where the reports
    differ in theirs.
    """
    found = [report for report in reports if isinstance(report, WhatIfReport)]
    bounds = any(_bounds(report.headline) for report in found)
    beside = sorted({report.process.beside[0] for report in found}) if width >= TIGHT else []
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("item", ratio=1 if width < NARROW else None)
    for name in ("final", *(["bounds"] if bounds else []), *beside, "PM", "RM", "path", "judged"):
        table.add_column(name, justify="right", no_wrap=True)
    room = max(12, width - 50 - (16 if bounds else 0) - 11 * (len(beside) - 1))
    for report in found:
        table.add_row(shorten(report.name, room), *_overview(report, beside, bounds=bounds))
    yield table


def _overview(report: WhatIfReport, beside: Sequence[Protocol], *, bounds: bool) -> list[str]:
    final, process = report.final, report.process
    counted = [process.all or process.score, *([report.rubric] if report.rubric else [])]
    asked = sum(score.n for score in counted)
    missing = sum(sum(score.unscored.values()) for score in counted)
    return [
        _value(final.score) if final is not None else "–",
        *([_bounds(report.headline)] if bounds else []),
        *(_value(getattr(final, name)) if final is not None else "–" for name in beside),
        _value(process.score),
        _value(report.rubric) if report.rubric else "–",
        str(report.structure.longest_path.length),
        f"{asked - missing}/{asked}",
    ]
