"""Writes reports where they belong: the terminal, a file, standard output; and the exit code."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from prism.display.plain import one_line, visible
from prism.errors import UsageError
from prism.files.source import write_atomically
from prism.records.report import Report
from prism.report.terminal import render

__all__ = ["console", "emit", "exit_code", "foretell", "notice", "surroundings", "write_text"]

LONG = 500_000  # characters
WIDTHS = (20, 1000)  # cells: narrower is unreadable, wider is a slip of the environment


class _SafeConsole(Console):
    """A console through which no escape or direction mark of what it prints gets."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command line: who reads only the head of a report has not failed."""
        raise BrokenPipeError

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control or text.isprintable() else Segment(visible(text), style)


def console(*, stderr: bool = False) -> Console:
    """Return the console for reports: rich's own width and colour detection, no markup."""
    return _SafeConsole(
        stderr=stderr,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
        _environ=surroundings(os.environ),
    )


def surroundings(environ: Mapping[str, str]) -> dict[str, str]:
    """Return ``environ`` with a size of the terminal that is one, or without.

    >>> surroundings({"COLUMNS": "0", "LINES": "²"})
    {}
    >>> surroundings({"COLUMNS": "99999999999", "TERM": "xterm"})
    {'COLUMNS': '1000', 'TERM': 'xterm'}
    """
    sane = dict(environ)
    for name in ("COLUMNS", "LINES"):
        told = sane.get(name, "").strip()
        cells = int(told) if told.isascii() and told.isdecimal() and len(told) < 20 else 0
        if cells:
            sane[name] = str(min(max(cells, WIDTHS[0]), WIDTHS[1]))
        else:
            sane.pop(name, None)
    return sane


def notice(message: str) -> None:
    """Print one line about the input on standard error."""
    click.echo(f"prism: note: {one_line(message)}", err=True)


def foretell(text: str) -> None:
    """Say beforehand that a long text takes long: 80,000 words are a minute of one core."""
    if len(text) > LONG:
        notice(f"{len(text):,} characters to read: this may take minutes")


def emit(reports: Sequence[Report], json_file: str | None) -> None:
    """Print ``reports``, and write them as JSON where asked: one object, or one a line if several.

    With ``-`` standard output holds the JSON and nothing else.
    """
    if json_file is not None:
        several = len(reports) > 1
        text = "".join(r.to_line() if several else r.to_json() for r in reports)
        write_text(text, json_file)
    if json_file != "-":
        screen = console()
        for part in render(reports, screen.width):
            screen.print(part)


def write_text(text: str, target: str) -> None:
    """Write ``text`` to the file ``target`` whole, or to standard output for ``-``.

    What goes to a terminal is made safe to show; a pipe or a file gets every character.
    """
    if target == "-":
        shown = visible(text.replace("\r\n", "\n")) if sys.stdout.isatty() else text
        sys.stdout.write(shown)
        sys.stdout.flush()
    else:
        write_atomically(Path(target), text)


def no_final() -> UsageError:
    """Return the error of a limit for a final score that the judge gives none of."""
    return UsageError(
        "--fail-under needs a final score, and this judge estimates none",
        mend="use --judge openai:MODEL, or replay:FILE with stored verdicts",
    )


def exit_code(reports: Sequence[Report], fail_under: float | None) -> int:
    """Return 4 where anything is unscored, 1 where a headline lies below ``fail_under``, else 0.

    Raises
    ------
    UsageError
        A final score is to be held against ``fail_under`` that the judge cannot estimate.
    """
    if any(report.partly_unscored for report in reports):
        return 4
    if fail_under is not None and any(r.headline and r.headline.withheld for r in reports):
        raise no_final()
    lows = [report.headline.bounds[0] for report in reports if report.headline is not None]
    return 1 if fail_under is not None and any(100 * low < fail_under for low in lows) else 0
