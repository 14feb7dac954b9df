"""Warnings in the terminal: those of one kind once, with their number and an example."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import shorten
from prism.display.section import section
from prism.records.report import Notice, Report

__all__ = ["section_of"]

MOST = 3  # messages of one code that are told in full
_EXAMPLE = 48  # characters of a span or a name that are shown


def section_of(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    """Yield the warnings of ``reports`` under a title; nothing where there are none."""
    by_code: dict[str, dict[str, list[tuple[Report, Notice]]]] = defaultdict(dict)
    for report in reports:
        for warning in report.warnings:
            by_code[warning.code].setdefault(warning.message, []).append((report, warning))
    if by_code:
        yield section("Warnings")
    for messages in by_code.values():
        for found in list(messages.values())[:MOST]:
            yield _told(found, len(reports), width)
        rest = sum(len(found) for found in list(messages.values())[MOST:])
        if rest:
            yield Text(f"  … and {rest} more of this kind; --json holds each", style="dim")


def _told(found: Sequence[tuple[Report, Notice]], reports: int, width: int) -> Text:
    """Return one message, how often it was given, and the first place."""
    report, first = found[0]
    times = f"{len(found)} × " if len(found) > 1 else ""
    text = Text(f"! {times}{shorten(first.message, width * 3)}", style="yellow")
    if first.span is not None:
        text.append(f"  “{shorten(first.span.text, _EXAMPLE)}”", style="dim")
    if reports > 1:
        text.append(
            f"  {'first ' if times else ''}in {shorten(report.name, _EXAMPLE)}", style="dim"
        )
    return text
