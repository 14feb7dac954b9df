"""The tables of a run as people see them in a terminal: at any width, or in a pipe."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from prism.report import controls
from prism.report.leaderboard import ArmTable, Cell, Climb, JudgePair, ModeCount, Row
from prism.report.plain import one_line, shorten
from prism.suites.published_scores import About, PublishedScores

__all__ = ["percent", "published_view", "run_tables", "with_interval"]

NARROW = 76  # columns below which a table drops what is not needed
MOST_SLICES = 12  # values of one slice that are shown


def run_tables(
    arms: Sequence[ArmTable],
    pairs: Sequence[JudgePair],
    published: Sequence[PublishedScores],
    width: int,
) -> Iterator[RenderableType]:
    """Yield what is to be printed for the arms of one or several runs."""
    yield _leaderboard(arms, width)
    for number, arm in enumerate(arms, 1):
        yield from _signature(arm, number if len(arms) > 1 else None)
    for rows in published:
        yield from published_view(rows, "scores", width)
    if pairs:
        yield _section("Judges side by side")
        yield from (_pair(pair) for pair in pairs)
    for arm in arms:
        yield from _details(arm, width, alone=len(arms) == 1)


def percent(value: float | None) -> str:
    """Return a share as 0–100 with one decimal, or a dash.

    >>> percent(0.6464), percent(None)
    ('64.6', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}"


def with_interval(cell: Cell) -> str:
    """Return the mean and its 95 % interval, 0–100."""
    found = cell.interval
    if found is None:
        return percent(cell.value)
    return f"{percent(cell.value)} [{percent(found.low)}, {percent(found.high)}]"


def _leaderboard(arms: Sequence[ArmTable], width: int) -> RenderableType:
    """Return the arms, best first; narrow screens keep the headline."""
    wide = width >= NARROW
    names = list(dict.fromkeys(name for arm in arms for name in arm.overall.cells))
    others = [name for name in names if name != "final"] if wide else []
    room = max(16, width - 43 - sum(max(6, len(name)) + 2 for name in others[:3]))
    table = _table("", "final [95 %]", *others[:3], "bounds", "scored", numbers=True)
    for arm in sorted(arms, key=_standing):
        final = arm.overall.headline
        if final is None:
            continue
        table.add_row(
            shorten(arm.name, room),
            with_interval(final),
            *(percent(c.value) if (c := arm.overall.cells.get(n)) else "–" for n in others[:3]),
            _bounds(final),
            Text(f"{final.scored}/{final.n}", style="" if final.scored == final.n else "yellow"),
        )
    return table


def _standing(arm: ArmTable) -> float:
    final = arm.overall.headline
    return -(final.value if final and final.value is not None else -1.0)


def _signature(arm: ArmTable, number: int | None) -> Iterator[RenderableType]:
    head = f"{number}. {arm.name}: " if number is not None else ""
    for place, (signature, count) in enumerate(arm.signatures.items()):
        if place == 2:
            yield Text(f"  … {len(arm.signatures) - 2} more signatures", style="dim")
            break
        share = f" ({count} tasks)" if len(arm.signatures) > 1 else ""
        yield Text(f"{head}{one_line(signature)}{share}", style="dim", overflow="fold")


def published_view(rows: PublishedScores, about: About, width: int) -> Iterator[RenderableType]:
    """Yield a paper's tables about ``about``, marked as published."""
    tables = rows.only(about)
    if tables:
        yield _section("Published, not run here")
    for found in tables:
        table = _table(
            f"{found.title}{f' ({found.unit})' if found.unit else ''}", *found.columns, numbers=True
        )
        room = max(16, width - 2 - sum(2 + max(6, len(name)) for name in found.columns))
        for row in found.rows:
            table.add_row(shorten(row.model, room), *found.cells(row))
        yield table
        yield Text(f"{found.note} {rows.source}".strip(), style="dim")


def _pair(pair: JudgePair) -> RenderableType:
    rho = "–" if pair.rho is None else f"{pair.rho:.2f}"
    return Text(
        f"{one_line(pair.first)} against {one_line(pair.second)}: {pair.n} items, rank agreement "
        f"(Spearman) {rho}, mean difference {percent(pair.mean_difference)}, largest "
        f"{percent(pair.largest_difference)} ({one_line(pair.largest_item)})"
    )


def _details(arm: ArmTable, width: int, *, alone: bool) -> Iterator[RenderableType]:
    title = "" if alone else f" · {shorten(arm.name, max(16, width - 30))}"
    if arm.slices:
        yield _section(f"Slices{title}")
        yield _slices(arm.slices, width)
    if arm.climb is not None and arm.climb.contexts:
        yield _section(f"How far up the ladder{title}")
        yield Text(_climbed(arm.climb))
    if arm.shapes:
        yield _section(f"Graph and score{title}")
        table = _table("", "mean", "Spearman with final", "n", numbers=True)
        for line in arm.shapes:
            rho = "–" if line.rho is None else f"{line.rho:+.2f}"
            table.add_row(line.name, f"{line.mean:.2f}", rho, str(line.n))
        yield table
    for title_, modes in (
        ("Failure modes of weak responses", arm.modes),
        ("Failures", arm.suite_modes),
    ):
        if modes:
            yield _section(f"{title_}{title}")
            yield _modes(modes, width)
    if len(arm.served) > 1:
        told = ", ".join(f"{one_line(name)} ({count})" for name, count in arm.served.items())
        yield Text(f"Verdicts came from several models: {told}", style="yellow")
    if arm.controls is not None:
        yield _section(f"Controls{title}")
        yield from controls.render(arm.controls)
    if arm.notes:
        told = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in arm.notes.items())
        yield Text(f"Noted, in tasks: {told}", style="yellow")
    if arm.unscored:
        told = ", ".join(f"{count} {why.replace('_', ' ')}" for why, count in arm.unscored.items())
        yield Text(f"Unscored: {told}", style="yellow")


def _climbed(climb: Climb) -> str:
    falls = ", ".join(f"{n} fall at {rung}" for rung, n in climb.falls.items() if rung != "none")
    return (
        f"{climb.contexts} contexts with all three rungs: {climb.falls['none']} hold on all, "
        f"{falls}; "
        f"{climb.inverted} hold above a rung that does not; {climb.incomplete} incomplete"
    )


def _slices(rows: Sequence[Row], width: int) -> RenderableType:
    table = _table("", "final [95 %]", "scored", numbers=True)
    slice_, shown = "", 0
    for row in rows:
        if row.slice != slice_:
            slice_, shown = row.slice, 0
            table.add_row(Text(one_line(slice_), style="bold"), "", "")
        shown += 1
        final = row.headline
        if shown == MOST_SLICES + 1:
            table.add_row(Text("  … more: see --export", style="dim"), "", "")
        if shown > MOST_SLICES or final is None:
            continue
        group = f"  {shorten(row.group, max(12, width - 40))}"
        table.add_row(group, with_interval(final), f"{final.scored}/{final.n}")
    return table


def _modes(modes: Sequence[ModeCount], width: int) -> RenderableType:
    table = _table("", "responses", "", numbers=False)
    for mode in modes:
        share = f"{mode.n}/{mode.of} ({mode.n / mode.of:.0%})" if mode.of else str(mode.n)
        shown = f"{mode.examples[0][0]}: {mode.examples[0][1]}" if mode.examples else ""
        table.add_row(one_line(mode.mode), share, Text(shorten(shown, max(10, width - 44)), "dim"))
    return table


def _bounds(cell: Cell) -> str:
    low, high = cell.bounds
    return "" if percent(low) == percent(high) else f"{percent(low)}–{percent(high)}"


def _section(title: str) -> RenderableType:
    return Group(Text(), Rule(Text(title, style="bold"), align="left", style="dim", characters="─"))


def _table(*names: str, numbers: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(names[0], overflow="ellipsis", no_wrap=True, min_width=10)
    for name in names[1:]:
        table.add_column(name, justify="right" if numbers else "left", no_wrap=True)
    return table
