"""Reports of suites that have no view of their own: the final score, and what it rests on."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.records.report import Report

__all__ = ["render_many", "render_one"]


def render_one(report: Report, width: int) -> Iterator[RenderableType]:
    """Yield the final score, and why it fails."""
    yield Text(f"  final   {_told(report)}")
    for mode in report.failure_modes:
        yield Text(f"  {shorten(mode.mode, width)}: {shorten(mode.evidence, 3 * width)}")


def render_many(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    """Yield one row a report."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("item", no_wrap=True, overflow="ellipsis")
    table.add_column("final", justify="right")
    for report in reports:
        table.add_row(shorten(report.name, max(12, width - 24)), _told(report))
    yield table


def _told(report: Report) -> str:
    score = report.headline
    if score is None:
        return "–"
    if score.value is None:
        return (score.reason or "unscored").replace("_", " ")
    judged = f"  ({score.n - sum(score.unscored.values())} of {score.n})" if score.unscored else ""
    return f"{100 * score.value:.1f}{judged}"
