"""How a verdict is told in full: what was asked, what was answered, and on what it rests."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line
from prism.records.probe import Probe
from prism.records.verdict import Verdict

__all__ = ["Entry", "asked", "line", "passage", "quoted", "shown", "verdict"]

_LABEL = 10  # cells of the names at the left


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that a report can tell of: the names it goes by, first its own, and its story.

    ``verdict`` and ``text`` are what a list says of it.
    """

    names: tuple[str, ...]
    tell: Callable[[], Iterator[RenderableType]]
    verdict: str = ""
    text: str = ""


def shown(given: Verdict | None) -> str:
    """Return what a list says of a verdict: its value, or why there is none."""
    if given is None:
        return "not asked"
    if given.value is None:
        return f"unscored: {(given.reason or '').replace('_', ' ')}"
    return given.value.replace("_", " ")


def line(name: str, text: str) -> RenderableType:
    """Return ``text`` after its name, further lines below the first."""
    row = Table.grid(padding=(0, 2, 0, 0))
    row.add_column(width=_LABEL, justify="right", style="dim")
    row.add_column(overflow="fold")
    row.add_row(name, Text(one_line(text)))
    return row


def quoted(name: str, text: str) -> RenderableType:
    """Return ``text`` in quotation marks after its name."""
    return line(name, f"“{one_line(text).strip()}”")


def passage(text: str) -> RenderableType:
    """Return a text of its own, set in a little."""
    return Padding(Text(one_line(text)), (0, 0, 0, 2))


def asked(probe: Probe, question: str) -> Iterator[RenderableType]:
    """Yield the question in words, and what could be answered."""
    yield line("asked", question)
    yield line("answers", ", ".join(answer.replace("_", " ") for answer in probe.menu))


def verdict(given: Verdict, words: Mapping[str, str] | None = None) -> Iterator[RenderableType]:
    """Yield what was answered (by ``words`` in full), why, on what it rests, and by whom."""
    if given.value is None:
        yield line("verdict", f"unscored: {(given.reason or '').replace('_', ' ')}")
    else:
        yield line("verdict", (words or {}).get(given.value, given.value.replace("_", " ")))
    if given.code:
        yield line("code", given.code)
    if given.rationale:
        yield line("reason", given.rationale)
    for span in given.spans:
        yield line(span.role, f"“{one_line(span.text).strip()}” ({span.start}–{span.end})")
    judge = given.provenance
    model = judge.model_served or judge.model_requested
    yield line("judge", judge.judge if model is None else f"{judge.judge} ({model})")
