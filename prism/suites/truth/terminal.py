"""Truth reports as people see them: one answer with its derivation, or a table of answers."""

from collections.abc import Iterator, Sequence

from pydantic import JsonValue
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.scm.answer import number
from prism.suites.truth.report import TruthLine, TruthReport

__all__ = ["answered", "computed", "in_words", "render_many", "render_one"]

MAX_STEPS = 24  # steps of a derivation shown before the rest is only counted
_AGREES = {True: ("agrees", "green"), False: ("disagrees", "red"), None: ("not scored", "yellow")}


def render_one(report: TruthReport, width: int) -> Iterator[RenderableType]:
    """Yield the query, the computed answer, the reply held against it, and the derivation."""
    line = report.truth
    yield Text(shorten(line.query, 3 * width), style="bold", overflow="fold")
    yield Text(f"  computed   {computed(line, width)}")
    expected = in_words(line.expected, width)
    if expected != in_words(line.answer, width) and line.expected is not None:
        yield Text(f"  right      {expected}")
    word, style = _AGREES[line.agrees]
    reply = Text(f"  answered   {answered(report, width)}  ")
    reply.append(word, style=style)
    if line.tolerance is not None:
        reply.append(f"  (within {number(line.tolerance)})", style="dim")
    yield reply
    if line.assumption:
        yield Text(f"  assuming {shorten(line.assumption, width)}", style="yellow")
    yield Text()
    for step in line.steps[:MAX_STEPS]:
        yield Text(f"  {shorten(step, 3 * width)}", style="dim", overflow="fold")
    if len(line.steps) > MAX_STEPS:
        yield Text(f"  … and {len(line.steps) - MAX_STEPS} more steps", style="dim")


def render_many(reports: Sequence[TruthReport], width: int) -> Iterator[RenderableType]:
    """Yield one row an answer, and the share that agrees."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("item", "right", "answered", ""):
        table.add_column(name, no_wrap=True, overflow="ellipsis")
    room = max(12, (width - 24) // 3)
    for report in reports:
        line = report.truth
        right = computed(line, room) if line.expected is None else in_words(line.expected, room)
        word, style = _AGREES[line.agrees]
        table.add_row(
            shorten(report.name, room), right, answered(report, room), Text(word, style=style)
        )
    yield table
    scored = [report.truth.agrees for report in reports if report.truth.agrees is not None]
    yield Text(f"\n{sum(scored)} of {len(scored)} agree; {len(reports) - len(scored)} not scored")


def computed(line: TruthLine, width: int) -> str:
    """Return the computed answer in words; its bounds where it is not identified."""
    if line.answer is None and line.bounds is not None:
        low, high = map(number, line.bounds)
        return f"{'sharp ' if line.sharp else ''}bounds [{low}, {high}]"
    return in_words(line.answer, width)


def answered(report: TruthReport, width: int) -> str:
    """Return what the reply answers, in words, or why it answers nothing."""
    answer = report.truth.model_answer
    if answer is None:
        return (report.final.reason or "nothing").replace("_", " ")
    return in_words(answer, width)


def in_words(value: JsonValue, width: int) -> str:
    """Return a computed value in words: yes or no, a number, sets, an estimand, a distribution."""
    match value:
        case None:
            return "–"
        case bool(yes):
            return "yes" if yes else "no"
        case int() | float():
            return number(value)
        case {"identified": identified, "estimand": estimand}:
            return shorten(str(estimand), width) if identified else "not identified"
        case {"minimal": list(minimal)}:
            return shorten(", ".join(map(_braces, minimal)) or "no such set", width)
        case list(members):
            sets = members if members and isinstance(members[0], list) else [value]
            return shorten(", ".join(map(_braces, sets)), width)
        case dict(shares):
            parts = (f"[{state}] {number(float(str(p)))}" for state, p in shares.items())
            return shorten("  ".join(parts), width)
    return shorten(str(value), width)


def _braces(names: JsonValue) -> str:
    return "{" + ", ".join(map(str, names if isinstance(names, list) else [names])) + "}"
