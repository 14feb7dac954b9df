"""Reports of suites that have no view of their own: the final score, and what it rests on."""

from collections.abc import Iterator, Sequence
from functools import partial

from pydantic import BaseModel
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line, shorten
from prism.display.telling import Entry, asked, shown, verdict
from prism.records.probe import Probe
from prism.records.report import Report
from prism.records.verdict import Verdict

__all__ = ["entries", "render_many", "render_one"]


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


def entries(report: Report) -> Iterator[Entry]:
    """Yield every verdict of the report that stands in a section beside its probe."""
    for probe, given in _judged(report):
        tell = partial(_story, probe, given)
        yield Entry((probe.subject,), tell, shown(given), probe.kind)


def _judged(part: object) -> Iterator[tuple[Probe, Verdict]]:
    """Yield probes and verdicts of a section, and of those in it."""
    if isinstance(part, tuple | list):
        within = [*part]
    elif isinstance(part, dict):
        within = [*part.values()]
    elif isinstance(part, BaseModel):
        within = [value for _, value in part]
        match getattr(part, "probe", None), getattr(part, "verdict", None):
            case Probe() as probe, Verdict() as given:
                yield probe, given
    else:
        return
    for one in within:
        yield from _judged(one)


def _story(probe: Probe, given: Verdict) -> Iterator[RenderableType]:
    yield Text(one_line(probe.subject), style="bold")
    yield from asked(probe, probe.kind.replace("_", " "))
    yield from verdict(given)


def _told(report: Report) -> str:
    score = report.headline
    if score is None:
        return "–"
    if score.value is None:
        return (score.reason or "unscored").replace("_", " ")
    judged = f"  ({score.n - sum(score.unscored.values())} of {score.n})" if score.unscored else ""
    return f"{100 * score.value:.1f}{judged}"
