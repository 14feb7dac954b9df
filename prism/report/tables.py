"""The tables of a run as people see them in a terminal: at any width, or in a pipe."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from prism.display import controls
from prism.display.plain import one_line, shorten
from prism.display.section import NARROW, section, signed
from prism.display.votes import polled_line
from prism.report.leaderboard import ArmTable, Cell, Climb, IndexAgreement, JudgePair, over_lengths
from prism.report.side_by_side import (
    failure_rate,
    labels,
    percent,
    short_names,
    side_by_side,
    with_interval,
)
from prism.stats.intervals import FEWEST
from prism.suites.published_scores import About, PublishedScores
from prism.suites.registry import find_suite

__all__ = ["NEEDS_STATS", "NO_INTERVAL", "RunView", "published_view", "run_tables"]

NO_INTERVAL: Final = f"– no interval: fewer than {FEWEST} independent units are scored"
NEEDS_STATS: Final = "intervals need pip install 'prism-causal[stats]'"

MOST_SLICES = 12  # values of one slice that are shown
LEAST_NAME = 20  # characters of an arm's name that tell which it is


@dataclass(frozen=True, slots=True)
class RunView:
    """What is to be printed of the arms of one or several runs.

    ``arms`` are in the order of :func:`prism.report.leaderboard.ranked`, ``least`` is the coverage
    from which they are ranked; ``published`` are papers' figures by suite. Without ``intervals``
    the extra that makes them is not installed.
    """

    arms: Sequence[ArmTable]
    pairs: Sequence[JudgePair] = ()
    published: Mapping[str, PublishedScores] = field(default_factory=dict)
    index: IndexAgreement | None = None
    least: float = 0.0
    intervals: bool = True


def run_tables(view: RunView, width: int) -> Iterator[RenderableType]:
    """Yield what is to be printed."""
    arms, heads = view.arms, labels(view.arms)
    yield from _leaderboard(view, width)
    yield from _footnotes(view)
    yield from _signatures(arms, heads, width)
    yield from _moved(arms, heads)
    if view.index is not None:
        yield section("Against the index")
        yield Text(_indexed(view.index))
    for rows in view.published.values():
        yield from published_view(rows, "scores", width)
    if view.pairs:
        yield section("Judges side by side")
        yield from (_pair(pair) for pair in view.pairs)
    yield from _mode_tables(view, heads, width)
    if len(arms) == 1:
        yield from _details(arms[0], _beside(view, arms[0]), width)
        if arms[0].controls is not None:
            yield section("Controls")
            yield from controls.render(arms[0].controls)
        yield from _remarks(arms[0], "")
        return
    yield from side_by_side(arms, width)
    for head, arm in zip(heads, arms, strict=True):
        if arm.controls is not None and arm.controls.alarm:
            yield Text(f"{head}. {controls.ALARM}", style="bold red")
        yield from _remarks(arm, f"{head}. ")


def _mode_tables(view: RunView, heads: Sequence[str], width: int) -> Iterator[RenderableType]:
    """Yield the suites' own tables of failure modes, one a suite."""
    for suite in dict.fromkeys(arm.suite for arm in view.arms if arm.kinds):
        table = find_suite(suite).mode_table
        if table is not None:
            rows = [arm.kinds if arm.suite == suite else () for arm in view.arms]
            yield section(table.title)
            yield from table.render(rows, heads, width)
            yield from table.published(width) if view.published else ()


def _leaderboard(view: RunView, width: int) -> Iterator[RenderableType]:
    """Yield the ranked arms, best first, then below a rule those that are not ranked."""
    arms = view.arms
    several = len(arms) > 1
    names = short_names([arm.name for arm in arms])
    if several:
        heads = labels(arms)
        names = [f"{head}. {name}" for head, name in zip(heads, names, strict=True)]
    known = [(arm, name) for arm, name in zip(arms, names, strict=True) if arm.headline]
    best = [entry for entry in known if entry[0].rank is not None or not several]
    rest = [entry for entry in known if entry not in best]
    if best:
        yield from _board(view, best, width)
    withheld = [entry for entry in rest if entry[0].withheld]
    if withheld:
        title = Text("not ranked: their judge estimates no final score")
        yield Rule(title, align="left", style="dim", characters="─")
        yield from _board(view, withheld, width)
    rest = [entry for entry in rest if entry not in withheld]
    if rest:
        low = f"under {100 * view.least:g} % coverage, not ranked"
        yield Rule(Text(low), align="left", style="dim", characters="─")
        yield from _unranked(rest, width)


def _board(
    view: RunView, arms: Sequence[tuple[ArmTable, str]], width: int
) -> Iterator[RenderableType]:
    """Yield arms with their means; narrow screens keep the headline, and tell the names before."""
    score = view.arms[0].score
    bounded = any(_bounds(arm.headline) for arm, _ in arms if arm.headline)
    told = [_beside(view, arm).get(score) for arm, _ in arms]
    beside = any(figure is not None for figure in told)
    longest = min(40, max(len(name) for _, name in arms))
    room = width - 30 - 13 * bounded - 11 * beside
    every = [name for arm, _ in arms for name in arm.overall.cells if name != score]
    others = _fitting(every, room - longest) if width >= NARROW else []
    room -= sum(max(6, len(name) + 2) for name in others)
    names = [name for _, name in arms]
    if room < min(longest, LEAST_NAME):
        yield from (Text(one_line(name)) for name in names)
        names = [f"{name.partition('. ')[0]}." if len(view.arms) > 1 else "" for name in names]
    heads = [f"{score} [95 %]", *(["published"] if beside else []), *others]
    table = _table("", *heads, *(["bounds"] if bounded else []), "scored", numbers=True, least=2)
    for (arm, _), name, figure in zip(arms, names, told, strict=True):
        final = arm.headline
        if final is None:
            continue
        table.add_row(
            shorten(name, max(1, room)),
            with_interval(final),
            *(["–" if figure is None else f"{figure:.2f}"] if beside else []),
            *(percent(c.value) if (c := arm.overall.cells.get(n)) else "–" for n in others),
            *([_bounds(final)] if bounded else []),
            _scored(final),
        )
    yield table


def _unranked(arms: Sequence[tuple[ArmTable, str]], width: int) -> Iterator[RenderableType]:
    """Yield arms that miss too much for a mean: their bounds, and how much is there."""
    table = _table("", "bounds", "coverage", "scored", numbers=True, least=2)
    for arm, name in arms:
        if (final := arm.headline) is not None:
            low, high = final.bounds
            table.add_row(
                shorten(name, max(8, width - 38)),
                f"{percent(low)}–{percent(high)}",
                f"{percent(final.coverage)} %",
                _scored(final),
            )
    yield table


def _scored(cell: Cell) -> Text:
    return Text(f"{cell.scored}/{cell.n}", style="" if cell.scored == cell.n else "yellow")


def _beside(view: RunView, arm: ArmTable) -> Mapping[str, float]:
    """Return what the paper reports of the model of ``arm``, in per cent."""
    paper = view.published.get(arm.suite)
    return paper.beside(arm.model, arm.strategy) if paper is not None else {}


def _footnotes(view: RunView) -> Iterator[Text]:
    """Yield why some means have no interval."""
    if not view.intervals:
        yield Text(f"– no interval: {NEEDS_STATS}", style="dim")
    elif any(_bare(cell) for arm in view.arms for row in (arm.overall, *arm.slices)
             for cell in row.cells.values()):  # fmt: skip
        yield Text(NO_INTERVAL, style="dim")


def _bare(cell: Cell) -> bool:
    return cell.value is not None and cell.interval is None


def _moved(arms: Sequence[ArmTable], heads: Sequence[str]) -> Iterator[RenderableType]:
    """Yield how far scores move over phrasings and lengths, as the papers tell it."""
    told = [
        (f"{head}. " if len(arms) > 1 else "", spread)
        for head, arm in zip(heads, arms, strict=True)
        for spread in arm.spreads
    ]
    told += [(f"{one_line(model)} ", spread) for model, spread in over_lengths(arms)]
    if told:
        yield section("Mean ± sd")
    for head, spread in told:
        groups = ", ".join(f"{one_line(k)} {percent(v)}" for k, v in spread.groups.items())
        yield Text(
            f"{head}{arms[0].score} {100 * spread.mean:.2f} ± {100 * spread.sd:.2f} over "
            f"{len(spread.groups)} {spread.axis}s ({groups})"
        )


def _indexed(found: IndexAgreement) -> str:
    rho = "–" if found.rho is None else f"{found.rho:+.2f}"
    left = [*found.arms_left, *found.names_left]
    rest = f"; in one of them alone: {', '.join(map(one_line, left))}" if left else ""
    why = "" if found.rho is not None else " (needs three arms that differ, and the extra stats)"
    return f"rank correlation (Spearman) over {found.n} arms: {rho}{why}{rest}"


def _fitting(names: Sequence[str], room: int) -> list[str]:
    """Return the further scores that there is room for."""
    chosen: list[str] = []
    for name in dict.fromkeys(names):
        room -= max(6, len(name) + 2)
        if room >= 0:
            chosen.append(name)
    return chosen


def _signatures(
    arms: Sequence[ArmTable], heads: Sequence[str], width: int
) -> Iterator[RenderableType]:
    """Yield how the numbers came about: what all arms share once, then what sets each apart."""
    several = len(arms) > 1
    every = [signature.split("|") for arm in arms for signature in arm.signatures]
    shared = [part for part in every[0] if all(part in each for each in every)] if every else []
    if several and shared:
        yield signed(f"All: {'|'.join(shared)}", width)
    for label, arm in zip(heads, arms, strict=True):
        head = f"{label}. " if several else ""
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
            table.add_row(shorten(row.name, room), *found.cells(row))
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


def _details(arm: ArmTable, beside: Mapping[str, float], width: int) -> Iterator[RenderableType]:
    if arm.slices:
        yield section("Slices")
        yield _slices(arm, beside, width)
    if arm.checks:
        yield section("Failure rates by check")
        table = _table("", "fails [95 %]", "scored", numbers=True)
        for name in arm.checks:
            cell = arm.overall.cells[name]
            table.add_row(name, failure_rate(cell), _scored(cell))
        yield table
    if arm.climb is not None and arm.climb.contexts:
        yield section("How far up the ladder")
        yield Text(_climbed(arm.climb))
    if arm.shapes:
        yield section("Graph and score")
        table = _table("", "mean", f"Spearman with {arm.score}", "n", numbers=True)
        for line in arm.shapes:
            rho = "–" if line.rho is None else f"{line.rho:+.2f}"
            table.add_row(line.name, f"{line.mean:.2f}", rho, str(line.n))
        yield table
    if arm.modes:
        yield section("Failure modes")
        yield from _modes(arm, width)


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


def _slices(arm: ArmTable, beside: Mapping[str, float], width: int) -> RenderableType:
    told = any(row.group in beside for row in arm.slices)
    heads = (f"{arm.score} [95 %]", *(["published"] if told else []), "scored")
    table = _table("", *heads, numbers=True)
    slice_, shown = "", 0
    for row in arm.slices:
        if row.slice != slice_:
            slice_, shown = row.slice, 0
            table.add_row(Text(one_line(slice_), style="bold"))
        found = row.cells.get(arm.score)
        if found is None or not found.n:
            continue
        shown += 1
        if shown == MOST_SLICES + 1:
            table.add_row(Text("  … more: see --export", style="dim"))
        if shown > MOST_SLICES:
            continue
        figure = beside.get(row.group)
        table.add_row(
            f"  {shorten(row.group, max(12, width - 40))}",
            with_interval(found),
            *(["–" if figure is None else f"{figure:.2f}"] if told else []),
            _scored(found),
        )
    return table


def _modes(arm: ArmTable, width: int) -> Iterator[RenderableType]:
    """Yield every mode with how many show it, and the score of those that do and do not."""
    wide = width >= NARROW
    heads = ("responses", *(["weak"] if wide else []), f"{arm.score} [95 %]", "others")
    table = _table("", *heads, numbers=True)
    for mode in arm.modes:
        share = f"{mode.n}/{mode.of} ({mode.n / mode.of:.0%})" if mode.of else str(mode.n)
        table.add_row(
            one_line(mode.mode.replace("_", " ")),
            share,
            *([f"{mode.weak}/{arm.weak}"] if wide else []),
            with_interval(mode.shown) if mode.shown else "–",
            percent(mode.rest.value) if mode.rest else "–",
        )
    yield table
    for mode in arm.modes:
        if mode.examples:
            item, evidence = mode.examples[0]
            told = f"{mode.mode.replace('_', ' ')} in {item}: {evidence}"
            yield Text(shorten(told, 2 * width), style="dim")


def _bounds(cell: Cell) -> str:
    low, high = cell.bounds
    return "" if percent(low) == percent(high) else f"{percent(low)}–{percent(high)}"


def _table(*names: str, numbers: bool, least: int = 10) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(names[0], overflow="ellipsis", no_wrap=True, min_width=least)
    for name in names[1:]:
        table.add_column(name, justify="right" if numbers else "left", no_wrap=True)
    return table
