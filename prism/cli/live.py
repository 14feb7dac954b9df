"""The live view of a run: rich bars in a terminal, plain lines elsewhere, JSON lines for machines.

Everything is written to standard error, so that standard output holds results alone.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from prism.cli.emit import console
from prism.display.plain import counted, shorten
from prism.runs.progress import Passing, Progress, Watcher
from prism.runs.records import Stage

__all__ = ["live"]

STAGE_NAMES = {"answer": "answers", "graphs": "parses", "verdicts": "judges", "line": "scores"}
EVERY = 10.0  # seconds between plain lines
OFTEN = 0.5  # seconds between JSON lines
BAR = 20  # cells of a bar
MOST_ARMS = 3  # arms in view


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
    """Prints lines every so many seconds, and at the end of an arm."""

    def __init__(self, every: float, say: Callable[[Progress], Sequence[str]]) -> None:
        self.every, self.say = every, say
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.finished or now - self._last >= self.every:
            self._last = now
            for line in self.say(progress):
                click.echo(line, err=True)


class _Bars:
    """One line a stage, and one for what the run has used, redrawn in place."""

    def __init__(self) -> None:
        self._arms: dict[str, Progress] = {}
        self._live = Live(console=console(stderr=True), refresh_per_second=4)

    def __enter__(self) -> "_Bars":
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.update(self._shown(), refresh=True)
        self._live.stop()

    def __call__(self, progress: Progress) -> None:
        self._arms[progress.arm] = progress
        self._live.update(self._shown())

    def _shown(self) -> Group:
        return Group(*map(_bars, list(self._arms.values())[-MOST_ARMS:]))


def _bars(progress: Progress) -> Group:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for stage, passing in _begun(progress):
        full = round(BAR * passing.gone / passing.total)
        bar = Text.assemble(("█" * full, "green"), ("░" * (BAR - full), "dim"))
        table.add_row(STAGE_NAMES[stage], bar, _numbers(passing))
    used = ", ".join(_used(progress))
    return Group(Text(shorten(progress.arm, 76), style="bold"), table, Text(used, style="dim"))


def _begun(progress: Progress) -> list[tuple[Stage, Passing]]:
    return [(stage, passing) for stage, passing in progress.stages.items() if passing.total]


def _human(progress: Progress) -> list[str]:
    parts = [f"{STAGE_NAMES[stage]} {_numbers(passing)}" for stage, passing in _begun(progress)]
    parts += _used(progress)
    return [f"{shorten(progress.arm, 60)}: {', '.join(parts)}"] if parts else []


def _numbers(passing: Passing) -> str:
    told = [f"{passing.rate:.1f}/s"] if passing.gone else []
    if passing.failed:
        told.append(f"{passing.failed} failed")
    if passing.unscored:
        told.append(f"{passing.unscored} unscored")
    beside = f" ({', '.join(told)})" if told else ""
    return f"{passing.gone}/{passing.total}{beside}"


def _used(progress: Progress) -> list[str]:
    parts = []
    if progress.calls:
        parts.append(f"{counted(progress.calls, 'call')}, {progress.tokens:,} tokens")
    if progress.retries:
        parts.append(f"{counted(progress.retries, 'call')} tried again")
    if progress.cost:
        parts.append(f"cost {progress.cost:.2f} of {progress.projected_cost:.2f}")
    if progress.left is not None and not progress.finished:
        parts.append(f"{_clock(progress.left)} left")
    return parts


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _machine(progress: Progress) -> list[str]:
    used: dict[str, float | bool] = {
        "calls": progress.calls,
        "retries": progress.retries,
        "tokens": progress.tokens,
        "cost": round(progress.cost, 6),
        "projected_cost": round(progress.projected_cost, 6),
        "finished": progress.finished,
    }
    return [
        json.dumps(
            {
                "arm": progress.arm,
                "stage": STAGE_NAMES[stage],
                "done": passing.done,
                "failed": passing.failed,
                "unscored": passing.unscored,
                "total": passing.total,
                "rate": round(passing.rate, 3),
                "seconds_left": None if passing.left is None else round(passing.left, 1),
                **used,
            }
        )
        for stage, passing in _begun(progress)
    ]
