"""Two arms on the same tasks: what sets them apart, which items flipped, and the tests."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, get_args

import numpy
from pydantic import BaseModel, ConfigDict
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line, shorten
from prism.errors import BadInput
from prism.records.item import Rung
from prism.report.side_by_side import percent
from prism.runs.columns import Columns, Places
from prism.stats.compare import McNemar, Paired, holm, mcnemar, paired
from prism.stats.intervals import FEWEST, RESAMPLED, Interval

__all__ = ["Comparison", "Flip", "compare_all", "comparison_view"]

HEADLINE: Final = "final"
MOST_FLIPS: Final = 15


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Flip(_Record):
    """A task whose score differs; ``flipped`` where one passes and the other does not."""

    task: str
    first: float
    second: float
    flipped: bool


class RungPasses(_Record):
    """McNemar's test of the tasks on one rung of the ladder; ``settings`` are those of the arms."""

    rung: str
    settings: tuple[str, str]
    passes: McNemar


class Comparison(_Record):
    """The second arm against the first, over the tasks that both have scored.

    ``only_first`` and ``only_second`` count tasks that only one has scored; ``bounds`` is the
    difference of the means over every task of both, with whatever is missing at its worst for the
    second and its best for the first, and the other way round. ``p_holm`` is the permutation test's
    p corrected for all the comparisons made together.
    """

    first: str
    second: str
    signature: tuple[str, ...]
    n: int
    only_first: int
    only_second: int
    means: tuple[float, float]
    bounds: tuple[float, float]
    test: Paired | None
    passes: McNemar
    passing: float
    p_holm: float | None = None
    rungs: tuple[RungPasses, ...] = ()
    flips: tuple[Flip, ...] = ()


def compare_all(
    arms: Sequence[Columns], names: Sequence[str], *, passing: float, seed: int = 0
) -> list[Comparison]:
    """Return every pair of arms compared, their p values corrected for being many.

    Parameters
    ----------
    passing
        The final score, in [0, 1], from which a task counts as passed in McNemar's test.

    Raises
    ------
    BadInput
        Two arms have no scored task in common.
    """
    found = [
        _compare(arms[one], arms[other], (names[one], names[other]), passing, seed)
        for one, other in combinations(range(len(arms)), 2)
    ]
    corrected = iter(holm([entry.test.p for entry in found if entry.test is not None]))
    return [
        entry.model_copy(update={"p_holm": next(corrected)}) if entry.test is not None else entry
        for entry in found
    ]


def comparison_view(found: Comparison, width: int) -> RenderableType:
    """Return one comparison as it is printed."""
    parts: list[RenderableType] = [
        Text(f"{one_line(found.first)} → {one_line(found.second)}", style="bold")
    ]
    parts += [Text(f"  {one_line(line)}", style="dim") for line in found.signature]
    first, second = found.means
    parts.append(
        Text(f"{percent(first)} → {percent(second)} over {found.n} tasks that both have scored")
    )
    if found.only_first or found.only_second:
        parts.append(
            Text(
                f"{found.only_first} scored by the first alone, {found.only_second} by the second "
                "alone; left out",
                style="yellow",
            )
        )
    low, high = found.bounds
    if percent(low) != percent(high):
        parts.append(
            Text(
                f"difference over every task of both, whatever is missing: {100 * low:+.2f} to "
                f"{100 * high:+.2f}",
                style="yellow",
            )
        )
    parts += [Text(line) for line in _tests(found)]
    if found.flips:
        parts.append(_flips(found.flips, width))
    return Group(*parts, Text())


def _tests(found: Comparison) -> list[str]:
    said = []
    if found.test is not None:
        gap = found.test.difference
        corrected = f", {found.p_holm:.4f} by Holm" if found.p_holm is not None else ""
        between, how = "–", f"no interval: fewer than {FEWEST} clusters"
        if gap is not None:
            between = f"[{100 * gap.low:+.2f}, {100 * gap.high:+.2f}]"
            how = _how_made(gap)
        said.append(
            f"difference {100 * found.test.mean:+.2f} {between} ({how}); permutation test "
            f"p = {found.test.p:.4f}{corrected}"
        )
        if found.test.detectable:
            said.append(
                f"smallest difference this sample would show (power 0.8, level 0.05): "
                f"{100 * found.test.detectable:.2f}"
            )
    test = found.passes
    said.append(
        f"pass at {100 * found.passing:g}: {test.only_first} by the first alone, "
        f"{test.only_second} by the second alone, McNemar p = {test.p:.4f}"
    )
    for rung in found.rungs:
        first, second = rung.settings
        said.append(
            f"{rung.rung}, {first if first == second else f'{first} → {second}'}: "
            f"{rung.passes.only_first} by the first alone, {rung.passes.only_second} by the second "
            f"alone, McNemar p = {rung.passes.p:.4f}"
        )
    return said


def _how_made(gap: Interval) -> str:
    """Say how an interval of paired differences was made; not all are resampled."""
    if gap.method in RESAMPLED:
        return f"paired bootstrap over {gap.clusters} clusters, {gap.method}"
    return f"{gap.method} on the paired differences of {gap.clusters} clusters"


def _flips(flips: Sequence[Flip], width: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("largest changes", overflow="ellipsis", no_wrap=True)
    for name in ("first", "second", ""):
        table.add_column(name, justify="right", no_wrap=True)
    for flip in flips[:MOST_FLIPS]:
        table.add_row(
            shorten(flip.task, max(16, width - 36)),
            percent(flip.first),
            percent(flip.second),
            "flipped" if flip.flipped else "",
        )
    return table


def _compare(
    one: Columns, other: Columns, names: tuple[str, str], passing: float, seed: int
) -> Comparison:
    for columns in (one, other):
        if HEADLINE not in columns.scores:
            raise BadInput("an arm has no scored task", where=columns.arm.plan.name)
    theirs = {task: place for place, task in enumerate(other.items)}
    pairs = [(place, theirs[task]) for place, task in enumerate(one.items) if task in theirs]
    places = numpy.array(pairs, dtype=int).reshape(-1, 2)
    first, second = one.value(HEADLINE)[places[:, 0]], other.value(HEADLINE)[places[:, 1]]
    there = ~numpy.isnan(first) & ~numpy.isnan(second)
    if not there.any():
        raise BadInput("the runs have no scored task in common", where=" and ".join(names))
    clusters = one.clusters.codes()
    rows = [
        (str(clusters[place]), float(a), float(b))
        for place, a, b in zip(places[there, 0], first[there], second[there], strict=True)
    ]
    passes = mcnemar([(a >= passing, b >= passing) for _, a, b in rows])
    flips = [
        Flip(task=one.items[place], first=a, second=b, flipped=(a >= passing) != (b >= passing))
        for place, (_, a, b) in zip(places[there, 0], rows, strict=True)
        if a != b
    ]
    flips.sort(key=lambda flip: (not flip.flipped, -abs(flip.first - flip.second)))
    scored = [int((~numpy.isnan(columns.value(HEADLINE))).sum()) for columns in (one, other)]
    return Comparison(
        first=names[0],
        second=names[1],
        signature=_signatures_apart(one, other),
        n=len(rows),
        only_first=scored[0] - len(rows),
        only_second=scored[1] - len(rows),
        means=(float(first[there].mean()), float(second[there].mean())),
        bounds=_difference(one, other, places),
        test=paired(rows, seed=seed),
        passes=passes,
        rungs=_rungs(one, other, places[there], passing),
        passing=passing,
        flips=tuple(flips),
    )


def _rungs(one: Columns, other: Columns, pairs: Places, passing: float) -> tuple[RungPasses, ...]:
    """Return the test on every rung of the ladder, setting against setting; none without rungs."""
    if not {"rung", "setting"} <= one.names.keys() & other.names.keys():
        return ()
    first, second = one.value(HEADLINE), other.value(HEADLINE)
    cells: dict[tuple[str, str, str], list[tuple[bool, bool]]] = {}
    places = [
        {int(place): name for name, found in columns.groups(slice_) for place in found}
        for slice_, columns in (("rung", one), ("setting", one), ("setting", other))
    ]
    for a, b in pairs.tolist():
        cell = places[0].get(a, "-"), places[1].get(a, "-"), places[2].get(b, "-")
        mark = bool(first[a] >= passing), bool(second[b] >= passing)
        cells.setdefault(cell, []).append(mark)
    order = {rung: place for place, rung in enumerate(get_args(Rung))}
    return tuple(
        RungPasses(rung=cell[0], settings=cell[1:], passes=mcnemar(marks))
        for cell, marks in sorted(
            cells.items(), key=lambda entry: (order.get(entry[0][0], 9), entry[0])
        )
    )


def _difference(one: Columns, other: Columns, places: Places) -> tuple[float, float]:
    """Return the least and the most that the second is above the first over the same tasks."""
    (least, most), (low, high) = (
        tuple(float(bound[places[:, end]].mean()) for bound in columns.bounds(HEADLINE))
        for end, columns in enumerate((one, other))
    )
    return low - most, high - least


def _signatures_apart(one: Columns, other: Columns) -> tuple[str, ...]:
    """Return the fields in which the commonest signatures differ, and who answered."""
    fields = []
    for columns in (one, other):
        signature = columns.signatures.most_common(1)[0][0] if columns.signatures else ""
        told = dict(part.partition("=")[::2] for part in signature.split("|"))
        plan = columns.arm.plan
        fields.append({**told, "answers": f"{plan.model or plan.answers} {plan.strategy}"})
    names = dict.fromkeys([*fields[0], *fields[1]])
    return tuple(
        f"{name}: {fields[0].get(name, '-')} → {fields[1].get(name, '-')}"
        for name in names
        if fields[0].get(name) != fields[1].get(name)
    )
