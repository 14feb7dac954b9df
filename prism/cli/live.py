"""The live view of a run: rich bars in a terminal, plain lines elsewhere, JSON lines for machines.

Everything is written to standard error, so that standard output holds results alone.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from prism.report.plain import shorten
from prism.runs.progress import Progress, Watcher

__all__ = ["live"]

STAGE_NAMES = {"answer": "answers", "graphs": "parses", "verdicts": "judges", "line": "scores"}
EVERY = 10.0  # seconds between plain lines
OFTEN = 0.5  # seconds between JSON lines


@contextmanager
def live(*, quiet: bool, json_lines: bool) -> Iterator[Watcher]:
    """Yield what is to be told of progress, and show it as the surroundings allow."""
    if quiet:
        yield lambda progress: None
    elif json_lines:
        yield _Lines(OFTEN, _machine)
    elif sys.stderr.isatty():
        with _Bars() as bars:
            yield bars
    else:
        yield _Lines(EVERY, _human)


class _Lines:
    """Prints a line every so many seconds, and when a stage ends."""

    def __init__(self, every: float, say: Callable[[Progress], str]) -> None:
        self.every, self.say = every, say
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.total and (progress.finished or now - self._last >= self.every):
            self._last = now
            click.echo(self.say(progress), err=True)


class _Bars:
    """One line a stage, redrawn in place."""

    def __init__(self) -> None:
        self._stages: dict[tuple[str, str], Progress] = {}
        self._live = Live(console=Console(stderr=True, markup=False), refresh_per_second=4)

    def __enter__(self) -> "_Bars":
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.update(self._table(), refresh=True)
        self._live.stop()

    def __call__(self, progress: Progress) -> None:
        if progress.total:
            self._stages[progress.arm, progress.stage] = progress
            self._live.update(self._table())

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for (arm, _), progress in list(self._stages.items())[-12:]:
            gone = progress.done + progress.failed
            full = round(20 * gone / max(1, progress.total))
            bar = Text.assemble(("█" * full, "green"), ("░" * (20 - full), "dim"))
            table.add_row(shorten(arm, 36), STAGE_NAMES[progress.stage], bar, _numbers(progress))
        return table


def _human(progress: Progress) -> str:
    return f"{shorten(progress.arm, 60)}: {STAGE_NAMES[progress.stage]} {_numbers(progress)}"


def _numbers(progress: Progress) -> str:
    parts = [f"{progress.done + progress.failed}/{progress.total}", f"{progress.rate:.1f}/s"]
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    if progress.unscored:
        parts.append(f"{progress.unscored} unscored")
    if progress.calls:
        parts.append(f"{progress.calls} calls, {progress.tokens:,} tokens")
    if progress.retries:
        parts.append(f"{progress.retries} retries")
    if progress.cost:
        parts.append(f"cost {progress.cost:.2f} of {progress.projected_cost:.2f}")
    if progress.left is not None and not progress.finished:
        parts.append(f"{_clock(progress.left)} left")
    return ", ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _machine(progress: Progress) -> str:
    return json.dumps(
        {
            "arm": progress.arm,
            "stage": STAGE_NAMES[progress.stage],
            "done": progress.done,
            "failed": progress.failed,
            "unscored": progress.unscored,
            "total": progress.total,
            "rate": round(progress.rate, 3),
            "seconds_left": None if progress.left is None else round(progress.left, 1),
            "calls": progress.calls,
            "retries": progress.retries,
            "tokens": progress.tokens,
            "cost": round(progress.cost, 6),
            "projected_cost": round(progress.projected_cost, 6),
            "finished": progress.finished,
        }
    )
