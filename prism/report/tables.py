"""The tables of a run as people see them in a terminal: at any width, or in a pipe."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.report import controls, kinds
from prism.report.leaderboard import ArmTable, Cell, Climb, JudgePair, ModeCount, Row
from prism.report.plain import one_line, shorten
from prism.report.section import NARROW, section, signed
from prism.report.side_by_side import percent, short_names, side_by_side, with_interval
from prism.report.votes import polled_line
from prism.suites.published_scores import About, PublishedScores

__all__ = ["published_view", "run_tables"]

MOST_SLICES = 12  # values of one slice that are shown
LEAST_NAME = 20  # characters of an arm's name that tell which it is


def run_tables(
    arms: Sequence[ArmTable],
    pairs: Sequence[JudgePair],
    published: Sequence[PublishedScores],
    width: int,
) -> Iterator[RenderableType]:
    """Yield what is to be printed for the arms of one or several runs."""
    ranked = sorted(arms, key=_standing)
    names = short_names([arm.name for arm in ranked])
    yield from _leaderboard(ranked, names, width)
    yield from _signatures(ranked, width)
    for rows in published:
        yield from published_view(rows, "scores", width)
    if pairs:
        yield section("Judges side by side")
        yield from (_pair(pair) for pair in pairs)
    if any(arm.kinds for arm in ranked):
        yield section("Kinds of error, % of the wrong answers")
        yield from kinds.render([arm.kinds for arm in ranked], width)
        yield from kinds.published(width) if published else ()
    if len(ranked) == 1:
        yield from _details(ranked[0], width)
        if ranked[0].controls is not None:
            yield section("Controls")
            yield from controls.render(ranked[0].controls)
        yield from _remarks(ranked[0], "")
        return
    yield from side_by_side(ranked, width)
    for number, arm in enumerate(ranked, 1):
        if arm.controls is not None and arm.controls.alarm:
            yield Text(f"{number}. {controls.ALARM}", style="bold red")
        yield from _remarks(arm, f"{number}. ")


def _leaderboard(
    arms: Sequence[ArmTable], names: Sequence[str], width: int
) -> Iterator[RenderableType]:
    """Yield the arms, best first; narrow screens keep the headline, and tell the names before."""
    bounded = any(_bounds(arm.overall.headline) for arm in arms if arm.overall.headline)
    several = len(arms) > 1
    room = width - 30 - 4 * several - 13 * bounded
    longest = min(36, max(map(len, names), default=0))
    every = [name for arm in arms for name in arm.overall.cells]
    others = _fitting(every, room - longest) if width >= NARROW else []
    room -= sum(max(6, len(name) + 2) for name in others)
    labels = [f"{number}. {name}" if several else name for number, name in enumerate(names, 1)]
    if room < min(longest, LEAST_NAME):
        yield from (Text(one_line(label)) for label in labels)
        labels = [f"{number}." if several else "" for number in range(1, len(names) + 1)]
    heads = ["final [95 %]", *others, *(["bounds"] if bounded else []), "scored"]
    table = _table("", *heads, numbers=True, least=2)
    for arm, label in zip(arms, labels, strict=True):
        final = arm.overall.headline
        if final is None:
            continue
        table.add_row(
            shorten(label, max(1, room + 4 * several)),
            with_interval(final),
            *(percent(c.value) if (c := arm.overall.cells.get(n)) else "–" for n in others),
            *([_bounds(final)] if bounded else []),
            Text(f"{final.scored}/{final.n}", style="" if final.scored == final.n else "yellow"),
        )
    yield table


def _fitting(names: Sequence[str], room: int) -> list[str]:
    """Return the further scores that there is room for."""
    chosen: list[str] = []
    for name in dict.fromkeys(names):
        room -= max(6, len(name) + 2) if name != "final" else 0
        if room >= 0 and name != "final":
            chosen.append(name)
    return chosen


def _standing(arm: ArmTable) -> float:
    final = arm.overall.headline
    return -(final.value if final and final.value is not None else -1.0)


def _signatures(arms: Sequence[ArmTable], width: int) -> Iterator[RenderableType]:
    """Yield how the numbers came about: what all arms share once, then what sets each apart."""
    several = len(arms) > 1
    every = [signature.split("|") for arm in arms for signature in arm.signatures]
    shared = [part for part in every[0] if all(part in each for each in every)] if every else []
    if several and shared:
        yield signed(f"All: {'|'.join(shared)}", width)
    for number, arm in enumerate(arms, 1):
        head = f"{number}. " if several else ""
        for place, (signature, count) in enumerate(arm.signatures.items()):
            if place == 2:
                yield Text(f"  … {len(arm.signatures) - 2} more signatures", style="dim")
                break
            parts = [p for p in signature.split("|") if not several or p not in shared]
            share = f" ({count} tasks)" if len(arm.signatures) > 1 else ""
            yield signed(f"{head}{'|'.join(parts) or 'as all'}{share}", width)


def published_view(rows: PublishedScores, about: About, width: int) -> Iterator[RenderableType]:
    """Yield a paper's tables about ``about``, marked as published."""
    tables = rows.only(about)
    if tables:
        yield section("Published, not run here")
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
    where = f" ({one_line(pair.largest_item)})" if pair.largest_difference else ""
    return Text(
        f"{one_line(pair.first)} against {one_line(pair.second)}: {pair.n} items, rank agreement "
        f"(Spearman) {rho}, mean difference {percent(pair.mean_difference)}, largest "
        f"{percent(pair.largest_difference)}{where}"
    )


def _details(arm: ArmTable, width: int) -> Iterator[RenderableType]:
    if arm.slices:
        yield section("Slices")
        yield _slices(arm.slices, width)
    if arm.climb is not None and arm.climb.contexts:
        yield section("How far up the ladder")
        yield Text(_climbed(arm.climb))
    if arm.shapes:
        yield section("Graph and score")
        table = _table("", "mean", "Spearman with final", "n", numbers=True)
        for line in arm.shapes:
            rho = "–" if line.rho is None else f"{line.rho:+.2f}"
            table.add_row(line.name, f"{line.mean:.2f}", rho, str(line.n))
        yield table
    for title, modes in (
        ("Failure modes of weak responses", arm.modes),
        ("Failures", arm.suite_modes),
    ):
        if modes:
            yield section(title)
            yield _modes(modes, width)


def _remarks(arm: ArmTable, head: str) -> Iterator[RenderableType]:
    """Yield what a reader should know of an arm before trusting it."""
    told = []
    if arm.votes is not None:
        yield Text(f"{head}{polled_line(arm.votes)}")
    if len(arm.served) > 1:
        models = ", ".join(f"{one_line(name)} ({count})" for name, count in arm.served.items())
        told.append(f"Verdicts came from several models: {models}")
    if arm.notes:
        notes = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in arm.notes.items())
        told.append(f"Noted, in tasks: {notes}")
    if arm.unscored:
        missing = ", ".join(f"{n} {why.replace('_', ' ')}" for why, n in arm.unscored.items())
        told.append(f"Unscored: {missing}")
    yield from (Text(f"{head}{line}", style="yellow") for line in told)


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


def _table(*names: str, numbers: bool, least: int = 10) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(names[0], overflow="ellipsis", no_wrap=True, min_width=least)
    for name in names[1:]:
        table.add_column(name, justify="right" if numbers else "left", no_wrap=True)
    return table
