"""How a riddle's report looks: its section in a terminal, what explains it, its panel on a page."""

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import one_line
from prism.display.telling import Entry, line, shown, verdict
from riddles.report import LinkLine, RiddleReport

__all__ = ["entries", "panel", "render_many", "render_one"]


def render_one(report: RiddleReport, width: int) -> Iterator[RenderableType]:
    """Yield the section of one report."""
    del width
    yield Text(f"  riddle  {_told(report)}")
    for link in report.links:
        yield Text(f"  {link.id}  {shown(link.verdict)}  {one_line(link.text)}")


def render_many(reports: Sequence[RiddleReport], width: int) -> Iterator[RenderableType]:
    """Yield a line a report."""
    del width
    for report in reports:
        yield Text(f"{report.name}: {_told(report)}")


def entries(report: RiddleReport) -> Iterator[Entry]:
    """Yield every link, and the cause that was looked for."""
    for link in report.links:
        yield Entry((link.id,), partial(_tell_link, link), shown(link.verdict), link.text)
    told = "yes" if report.named else "no"
    yield Entry(("cause",), partial(_tell_cause, report), told, ", ".join(report.causes))


def panel(report: RiddleReport) -> str:
    """Return what the page says of the riddle."""
    return f"<h2>The riddle</h2>\n<p>{escape(_told(report))}</p>"


def _tell_link(link: LinkLine) -> Iterator[RenderableType]:
    yield line("link", link.text)
    yield from verdict(link.verdict)


def _tell_cause(report: RiddleReport) -> Iterator[RenderableType]:
    yield line("known", ", ".join(report.causes))
    yield line("named", report.named or "none of them")


def _told(report: RiddleReport) -> str:
    return f"names {report.named!r}" if report.named else "names no known cause"
