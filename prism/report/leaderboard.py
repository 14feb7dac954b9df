"""What the table of a run says: means with intervals, coverage, bounds; slices; failure modes.

Numbers here are shares in [0, 1]; what shows them makes them 0–100.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy
from pydantic import BaseModel, ConfigDict, JsonValue

from prism.runs.columns import Columns, Places
from prism.stats.compare import rank_agreement
from prism.stats.intervals import Interval, cluster_bootstrap

__all__ = [
    "ArmTable",
    "Cell",
    "JudgePair",
    "ModeCount",
    "Row",
    "arm_table",
    "judges_side_by_side",
]

HEADLINE: Final = "final"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cell(_Record):
    """One score over the tasks of a row.

    ``value`` is the mean over the ``scored`` tasks, None without any; ``bounds`` is the mean over
    all ``n`` with every missing verdict at its worst and at its best.
    """

    value: float | None
    interval: Interval | None
    bounds: tuple[float, float]
    n: int
    scored: int

    @property
    def coverage(self) -> float:
        """Scored ÷ all."""
        return self.scored / self.n if self.n else 1.0


class Row(_Record):
    """The scores of some tasks; ``slice`` and ``group`` say which, both '' for all."""

    slice: str = ""
    group: str = ""
    cells: dict[str, Cell]

    @property
    def headline(self) -> Cell | None:
        """The score that the row is about."""
        return self.cells.get(HEADLINE)


class ModeCount(_Record):
    """How many of the ``of`` responses looked at show a failure mode, with examples."""

    mode: str
    n: int
    of: int
    examples: tuple[tuple[str, str], ...] = ()


class Correlation(_Record):
    """How a number of the graph or response goes with the final score (Spearman)."""

    name: str
    n: int
    mean: float
    rho: float | None


class ArmTable(_Record):
    """Everything the report of one arm shows.

    ``signatures`` counts the tasks by signature, commonest first; ``unscored`` counts what is
    missing by reason.
    """

    run: str
    name: str
    suite: str
    configuration: dict[str, JsonValue]
    signatures: dict[str, int]
    overall: Row
    slices: tuple[Row, ...]
    unscored: dict[str, int]
    shapes: tuple[Correlation, ...]
    modes: tuple[ModeCount, ...]
    suite_modes: tuple[ModeCount, ...]


class JudgePair(_Record):
    """Two judges over the same answers: how their final scores compare, item by item.

    ``rho`` is Spearman's over the items; differences are absolute.
    """

    first: str
    second: str
    n: int
    rho: float | None
    mean_difference: float
    largest_difference: float
    largest_item: str


def arm_table(
    columns: Columns, run: str, name: str, *, by: Sequence[str] | None = None, seed: int = 0
) -> ArmTable:
    """Return the table of the arm called ``name``; ``by`` names its slices (default: all).

    Raises
    ------
    Unavailable
        The extra ``stats`` is not installed.
    """
    names = columns.slice_names() if by is None else [n for n in by if n in columns.slice_names()]
    rows = [
        _row(columns, places, seed, slice_=slice_, group=group)
        for slice_ in names
        for group, places in columns.groups(slice_)
    ]
    return ArmTable(
        run=run,
        name=name,
        suite=columns.arm.plan.suite,
        configuration=columns.arm.plan.settings_of(),
        signatures=dict(columns.signatures.most_common()),
        overall=_row(columns, None, seed),
        slices=tuple(rows),
        unscored=dict(columns.unscored.most_common()),
        shapes=tuple(_correlations(columns)),
        modes=tuple(
            ModeCount(
                mode=mode,
                n=count,
                of=columns.weak,
                examples=tuple((e.item, e.mode.evidence) for e in columns.examples[mode]),
            )
            for mode, count in columns.modes.most_common()
        ),
        suite_modes=tuple(
            ModeCount(mode=mode, n=count, of=len(columns))
            for mode, count in columns.suite_modes.most_common()
        ),
    )


def judges_side_by_side(arms: Sequence[Columns]) -> list[JudgePair]:
    """Return every pair of arms that differ in nothing but the judge."""
    found = []
    for one, other in combinations(arms, 2):
        differing = {line.partition(":")[0] for line in one.arm.plan.difference(other.arm.plan)}
        if differing and differing <= {"judge", "judging", "replicates", "edges"}:
            pair = _judge_pair(one, other)
            if pair is not None:
                found.append(pair)
    return found


def _judge_pair(one: Columns, other: Columns) -> JudgePair | None:
    if one.items != other.items or HEADLINE not in one.scores or HEADLINE not in other.scores:
        return None
    first, second = one.value(HEADLINE), other.value(HEADLINE)
    both = numpy.flatnonzero(~numpy.isnan(first) & ~numpy.isnan(second))
    if not len(both):
        return None
    gaps = numpy.abs(first[both] - second[both])
    largest = int(gaps.argmax())
    return JudgePair(
        first=one.arm.plan.name,
        second=other.arm.plan.name,
        n=len(both),
        rho=rank_agreement(first[both].tolist(), second[both].tolist()),
        mean_difference=float(gaps.mean()),
        largest_difference=float(gaps[largest]),
        largest_item=one.items[int(both[largest])],
    )


def _row(
    columns: Columns, places: Places | None, seed: int, *, slice_: str = "", group: str = ""
) -> Row:
    cells = {name: _cell(columns, name, places, seed) for name in columns.scores}
    return Row(slice=slice_, group=group, cells=cells)


def _cell(columns: Columns, name: str, places: Places | None, seed: int) -> Cell:
    every = numpy.arange(len(columns)) if places is None else places
    values = columns.value(name)[every]
    low, high = (bound[every] for bound in columns.bounds(name))
    there = ~numpy.isnan(values)
    scored = int(there.sum())
    tallies = columns.tallies(name, every)
    return Cell(
        value=float(values[there].mean()) if scored else None,
        interval=cluster_bootstrap(tallies, seed=seed) if scored else None,
        bounds=(float(low.mean()), float(high.mean())) if len(every) else (0.0, 1.0),
        n=len(every),
        scored=scored,
    )


def _correlations(columns: Columns) -> list[Correlation]:
    if HEADLINE not in columns.scores:
        return []
    final, found = columns.value(HEADLINE), []
    for name, numbers in columns.shapes():
        both = ~numpy.isnan(final) & ~numpy.isnan(numbers)
        if both.any():
            rho = rank_agreement(numbers[both].tolist(), final[both].tolist())
            mean = float(numbers[both].mean())
            found.append(Correlation(name=name, n=int(both.sum()), mean=mean, rho=rho))
    return found
