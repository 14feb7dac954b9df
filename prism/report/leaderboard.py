"""What the table of a run says: means with intervals, coverage, bounds; slices; failure modes.

Numbers here are shares in [0, 1]; what shows them makes them 0–100.
"""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, get_args

import numpy
from pydantic import BaseModel, ConfigDict, JsonValue, SerializeAsAny

from prism.judges.controls import ControlResult
from prism.judges.quality import Polled, control_section
from prism.records.item import Rung
from prism.records.report import Controls
from prism.runs.columns import Columns, Places
from prism.stats.compare import rank_agreement
from prism.stats.intervals import SHARE, Interval, cluster_bootstrap
from prism.suites.registry import find_suite

__all__ = [
    "WEAK",
    "ArmTable",
    "Cell",
    "IndexAgreement",
    "JudgePair",
    "ModeCount",
    "Row",
    "Spread",
    "Wanted",
    "arm_table",
    "judges_side_by_side",
    "over_lengths",
    "ranked",
]

HEADLINE: Final = "final"
WEAK: Final = 0.6
LENGTHS: Final = ("plain", "long", "short")  # strategies that ask for answers of another length


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cell(_Record):
    """One score over the tasks of a row.

    ``n`` tasks were asked for it. ``value`` is the mean over all of them, of which a task that is
    not ``scored`` is taken to be like the rest as far as its bounds allow (see
    :func:`prism.stats.missing.counted`); None where none is scored. ``bounds`` is the mean with
    every missing verdict at its worst and at its best. ``coverage`` is the share of tasks that are
    scored, or of their verdicts that are there, whichever is less. ``interval`` is None where too
    few clusters are scored.
    """

    value: float | None
    interval: Interval | None
    bounds: tuple[float, float]
    n: int
    scored: int
    coverage: float


class Row(_Record):
    """The scores of some tasks; ``slice`` and ``group`` say which, both '' for all."""

    slice: str = ""
    group: str = ""
    cells: dict[str, Cell]


class ModeCount(_Record):
    """How many of the ``of`` responses looked at show a failure mode, with examples.

    ``weak`` of them have a final score below the limit; ``shown`` is the score of the responses
    that show it and ``rest`` that of the others.
    """

    mode: str
    n: int
    of: int
    weak: int
    shown: Cell | None
    rest: Cell | None
    examples: tuple[tuple[str, str], ...] = ()


class Spread(_Record):
    """How far a score moves over something that should not matter: phrasings, or lengths.

    ``groups`` holds the mean in each, ``mean`` and ``sd`` are those of these means (n − 1).
    """

    axis: str
    groups: dict[str, float]
    mean: float
    sd: float


class Correlation(_Record):
    """How a number of the graph or response goes with the score (Spearman)."""

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


class IndexAgreement(_Record):
    """Spearman's rank correlation of ``n`` arms with an index; None over fewer than three.

    ``arms_left`` and ``names_left`` stand in the run or in the index alone; so do arms without a
    rank.
    """

    n: int
    rho: float | None
    arms_left: tuple[str, ...]
    names_left: tuple[str, ...]


class ArmTable(_Record):
    """Everything the report of one arm shows.

    ``score`` is what it is about; ``rank`` is its place among the arms that :func:`ranked` ranks.
    ``model`` answered with ``strategy``. ``signatures`` counts the tasks by signature, commonest
    first; ``unscored`` counts what is missing by reason, ``served`` the tasks by the models that
    judged them, ``notes`` by what their reports warn of; ``weak`` counts responses whose final
    score is low; ``kinds`` are the rows of the suite's own table of failure modes; ``controls`` is
    how the judge did on edges with known answers, ``votes`` how far the judges of a panel agree,
    and ``index`` how the ranking of all arms goes with an index from elsewhere, each None where
    there is none.
    """

    run: str
    name: str
    suite: str
    model: str = ""
    strategy: str = ""
    score: str = HEADLINE
    rank: int | None = None
    configuration: dict[str, JsonValue]
    signatures: dict[str, int]
    overall: Row
    slices: tuple[Row, ...]
    checks: tuple[str, ...] = ()
    spreads: tuple[Spread, ...] = ()
    unscored: dict[str, int]
    shapes: tuple[Correlation, ...]
    weak: int
    modes: tuple[ModeCount, ...]
    climb: Climb | None = None
    kinds: tuple[SerializeAsAny[BaseModel], ...] = ()
    served: dict[str, int] = {}
    notes: dict[str, int] = {}
    controls: Controls | None = None
    votes: Polled | None = None
    index: IndexAgreement | None = None

    @property
    def headline(self) -> Cell | None:
        """The score that the table is about, over all tasks."""
        return self.overall.cells.get(self.score)

    @property
    def withheld(self) -> bool:
        """Whether there is no such score because the judge cannot estimate it."""
        found = self.headline
        return found is not None and found.value is None and "not_estimated" in self.unscored


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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown of an arm.

    ``score`` is what the table is about, ``by`` names its slices (None: all), ``weak`` is the final
    score below which a response counts as weak; without ``intervals``, which need the extra
    ``stats``, means and bounds stand alone.
    """

    score: str = HEADLINE
    by: Sequence[str] | None = None
    seed: int = 0
    weak: float = WEAK
    intervals: bool = True


def arm_table(columns: Columns, run: str, name: str, wanted: Wanted) -> ArmTable:
    """Return the table of the arm called ``name``.

    Raises
    ------
    Unavailable
        Intervals are wanted and the extra ``stats`` is not installed.
    """
    known, by, plan = columns.slice_names(), wanted.by, columns.arm.plan
    rows = [
        _row(columns, places, wanted, slice_=slice_, group=group)
        for slice_ in (known if by is None else [each for each in by if each in known])
        for group, places in columns.groups(slice_)
    ]
    told = ControlResult.of(columns.believed, columns.controls)
    weak = _weak(columns, wanted.weak)
    suite = find_suite(plan.suite)
    kinds = suite.mode_table.rows(columns.crossed) if suite.mode_table is not None else ()
    return ArmTable(
        run=run,
        name=name,
        suite=plan.suite,
        model=plan.who,
        strategy=plan.strategy,
        score=wanted.score,
        configuration=plan.settings_of(),
        votes=columns.votes,
        signatures=dict(columns.signatures.most_common()),
        overall=_row(columns, None, wanted),
        slices=tuple(rows),
        checks=tuple(name for name in suite.checks if name in columns.scores),
        spreads=tuple(_spreads(columns, wanted.score)),
        unscored=dict(columns.unscored.most_common()),
        shapes=tuple(_correlations(columns, wanted)),
        weak=len(weak),
        modes=tuple(_modes(columns, wanted, weak)),
        climb=_climb(columns),
        kinds=tuple(kinds),
        served=dict(columns.served.most_common()),
        notes=dict(columns.notes.most_common()),
        controls=control_section(told) if plan.controls else None,
    )


def ranked(arms: Sequence[ArmTable], least: float = 0.0) -> list[ArmTable]:
    """Return the arms, best first with their rank; below them, unranked, those of low coverage.

    The mean of an arm that misses much is one of survivors: it stands at no place among others.

    Parameters
    ----------
    least
        Coverage of the score, in [0, 1], from which an arm is ranked.
    """

    def mean(arm: ArmTable) -> float:
        found = arm.headline
        return -1.0 if found is None or found.value is None else found.value

    def covered(arm: ArmTable) -> bool:
        found = arm.headline
        return found is not None and found.value is not None and found.coverage >= least

    best = sorted((arm for arm in arms if covered(arm)), key=mean, reverse=True)
    rest = sorted((arm for arm in arms if not covered(arm)), key=mean, reverse=True)
    return [
        *(arm.model_copy(update={"rank": place}) for place, arm in enumerate(best, 1)),
        *(arm.model_copy(update={"rank": None}) for arm in rest),
    ]


def over_lengths(arms: Sequence[ArmTable]) -> list[tuple[str, Spread]]:
    """Return, by model and judge, how the mean moves with the length that was asked for.

    Arms belong together that differ in nothing but the strategy.
    """
    groups: dict[tuple[str, str], dict[str, float]] = {}
    for arm in arms:
        if arm.strategy in LENGTHS and arm.headline and arm.headline.value is not None:
            apart = ("strategy", "deviations")
            same = {k: v for k, v in arm.configuration.items() if k not in apart}
            groups.setdefault((arm.model, repr(same)), {})[arm.strategy] = arm.headline.value
    found = ((model, _spread("length", means)) for (model, _), means in groups.items())
    return [(model, spread) for model, spread in found if spread is not None]


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
    columns: Columns, places: Places | None, wanted: Wanted, *, slice_: str = "", group: str = ""
) -> Row:
    cells = {name: _cell(columns, name, places, wanted) for name in columns.scores}
    return Row(slice=slice_, group=group, cells=cells)


def _cell(columns: Columns, name: str, places: Places | None, wanted: Wanted) -> Cell:
    every = numpy.arange(len(columns)) if places is None else places
    low, high = (bound[every] for bound in columns.bounds(name))
    asked = ~numpy.isnan(low)
    every, low, high = every[asked], low[asked], high[asked]
    scored, n = int((~numpy.isnan(columns.value(name)[every])).sum()), len(every)
    interval = None
    if scored and wanted.intervals:
        tallies = columns.tallies(name, every)
        interval = cluster_bootstrap(tallies, seed=wanted.seed, span=SHARE)
    return Cell(
        value=float(numpy.nanmean(columns.counted(name, every))) if scored else None,
        interval=interval,
        bounds=(float(low.mean()), float(high.mean())) if n else (0.0, 1.0),
        n=n,
        scored=scored,
        coverage=min(scored / n, float(columns.coverage(name)[every].mean())) if n else 1.0,
    )


def _weak(columns: Columns, limit: float) -> set[int]:
    """Return the places of the responses whose final score lies below ``limit``."""
    if HEADLINE not in columns.scores:
        return set()
    values = columns.value(HEADLINE)
    return {place for place in columns.looked if values[place] < limit}


def _modes(columns: Columns, wanted: Wanted, weak: set[int]) -> Iterator[ModeCount]:
    """Yield every failure mode with the score of the responses that show it, commonest first."""
    looked = numpy.array(columns.looked, dtype=int)
    for mode, found in sorted(columns.modes.items(), key=lambda entry: -len(entry[1])):
        places = numpy.array(found, dtype=int)
        others = numpy.setdiff1d(looked, places)
        shown, rest = (
            _cell(columns, wanted.score, some, wanted)
            if len(some) and wanted.score in columns.scores
            else None
            for some in (places, others)
        )
        yield ModeCount(
            mode=mode,
            n=len(places),
            of=len(looked),
            weak=len(weak.intersection(found)),
            shown=shown,
            rest=rest,
            examples=tuple((e.item, e.mode.evidence) for e in columns.examples[mode]),
        )


def _spreads(columns: Columns, score: str) -> Iterator[Spread]:
    """Yield how the score moves over what tells the tasks of one item apart."""
    if score not in columns.scores:
        return
    for axis in columns.axes:
        means = {}
        for group, places in columns.groups(axis):
            counts = columns.counted(score, places)
            there = counts[~numpy.isnan(counts)]
            if len(there):
                means[group] = float(there.mean())
        spread = _spread(axis, means)
        if spread is not None:
            yield spread


def _spread(axis: str, means: dict[str, float]) -> Spread | None:
    if len(means) < 2:
        return None
    found = list(means.values())
    return Spread(axis=axis, groups=means, mean=statistics.mean(found), sd=statistics.stdev(found))


def _correlations(columns: Columns, wanted: Wanted) -> list[Correlation]:
    if wanted.score not in columns.scores:
        return []
    final, found = columns.value(wanted.score), []
    for name, numbers in columns.shapes():
        both = ~numpy.isnan(final) & ~numpy.isnan(numbers)
        if both.any():
            rho = rank_agreement(numbers[both], final[both]) if wanted.intervals else None
            mean = float(numbers[both].mean())
            found.append(Correlation(name=name, n=int(both.sum()), mean=mean, rho=rho))
    return found
