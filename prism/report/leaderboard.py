"""What the table of a run says: means with intervals, coverage, bounds; slices; failure modes.

Numbers here are shares in [0, 1]; what shows them makes them 0–100.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, get_args

import numpy
from pydantic import BaseModel, ConfigDict, JsonValue

from prism.envelope import Controls
from prism.items import Rung
from prism.judges.controls import ControlResult
from prism.oversight import Polled, control_section
from prism.report.kinds import KindRow, kind_rows
from prism.runs.columns import Columns, Places
from prism.stats.compare import rank_agreement
from prism.stats.intervals import SHARE, Interval, cluster_bootstrap

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

    ``value`` is the mean over all ``n``, of which a task that is not ``scored`` is taken to be like
    the rest as far as its bounds allow (see :func:`prism.stats.missing.counted`); None where none
    is scored. ``bounds`` is the mean with every missing verdict at its worst and at its best.
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


class Climb(_Record):
    """How far up the ladder contexts hold: a rung holds if every question on it is right.

    ``falls`` counts contexts by the first rung that does not hold (``none``: all hold),
    ``inverted`` those in which a higher rung holds above one that does not; contexts without a
    read answer on all three rungs are ``incomplete``.
    """

    contexts: int
    incomplete: int
    falls: dict[str, int]
    inverted: int


class ArmTable(_Record):
    """Everything the report of one arm shows.

    ``signatures`` counts the tasks by signature, commonest first; ``unscored`` counts what is
    missing by reason, ``served`` the tasks by the models that judged them, ``notes`` by what their
    reports warn of; ``kinds`` counts errors by setting and rung of the ladder; ``controls`` is how
    the judge did on edges with known answers, and ``votes`` how far the judges of a panel agree,
    each None where there is none.
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
    climb: Climb | None = None
    kinds: tuple[KindRow, ...] = ()
    served: dict[str, int] = {}
    notes: dict[str, int] = {}
    controls: Controls | None = None
    votes: Polled | None = None


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
    told = ControlResult.of(columns.believed, columns.controls)
    return ArmTable(
        run=run,
        name=name,
        suite=columns.arm.plan.suite,
        configuration=columns.arm.plan.settings_of(),
        votes=columns.votes,
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
        climb=_climb(columns),
        kinds=kind_rows(columns.rung_modes),
        served=dict(columns.served.most_common()),
        notes=dict(columns.notes.most_common()),
        controls=control_section(told) if columns.arm.plan.controls else None,
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
        rho=rank_agreement(first[both], second[both]),
        mean_difference=float(gaps.mean()),
        largest_difference=float(gaps[largest]),
        largest_item=one.items[int(both[largest])],
    )


def _climb(columns: Columns) -> Climb | None:
    """Return how far up the ladder contexts hold; None where the items have no rungs."""
    rungs = get_args(Rung)
    if "rung" not in columns.names or HEADLINE not in columns.scores:
        return None
    values, clusters = columns.value(HEADLINE), columns.clusters.codes()
    held: dict[int, dict[str, bool]] = {}
    for rung, places in columns.groups("rung"):
        for place in places[~numpy.isnan(values[places])]:
            context = held.setdefault(int(clusters[place]), {})
            context[rung] = context.get(rung, True) and values[place] == 1.0
    complete = [context for context in held.values() if set(rungs) <= context.keys()]
    whole = [tuple(context[rung] for rung in rungs) for context in complete]
    falls = Counter("none" if all(c) else rungs[c.index(False)] for c in whole)
    return Climb(
        contexts=len(whole),
        incomplete=len(set(clusters.tolist())) - len(whole),
        falls={name: falls[name] for name in (*rungs, "none")},
        inverted=sum(any(not c[i] and any(c[i + 1 :]) for i in range(2)) for c in whole),
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
    scored = int((~numpy.isnan(values)).sum())
    tallies = columns.tallies(name, every)
    return Cell(
        value=float(numpy.nanmean(columns.counted(name, every))) if scored else None,
        interval=cluster_bootstrap(tallies, seed=seed, span=SHARE) if scored else None,
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
            rho = rank_agreement(numbers[both], final[both])
            mean = float(numbers[both].mean())
            found.append(Correlation(name=name, n=int(both.sum()), mean=mean, rho=rho))
    return found
