"""The lines of one arm as columns of numbers: what tables and statistics are computed from.

Statistics need every number of every task: eight bytes each, some 250 a task with its name. Nothing
else of a run is held.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy
from numpy.typing import NDArray

from prism.judges.quality import Polled
from prism.records.report import FailureMode
from prism.records.score import Score
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.names import Groups, Names
from prism.runs.records import Arm, task_name
from prism.stats.missing import counted
from prism.suites.modes import NO_LIMITS, Limits, ModeTable, Shown
from prism.suites.registry import find_suite

__all__ = ["Columns", "Example", "read_columns"]

MISSING: Final = Score(value=None, bounds=(0.0, 1.0), n=0, coverage=0.0, reason="interrupted")
EXAMPLES: Final = 3  # kept for each failure mode
NAN: Final = float("nan")
QUINTILE: Final = "length quintile"
Numbers = NDArray[numpy.float64]
Places = NDArray[numpy.int64]


@dataclass(frozen=True, slots=True)
class Example:
    """A response that shows a failure mode, with the evidence; a ``bare`` one is the plainest."""

    item: str
    mode: FailureMode
    bare: bool = False


@dataclass(slots=True)
class Column:
    """One score over all tasks: value (NaN where there is none), bounds and coverage.

    Of a task that was not asked for the score, all are NaN.
    """

    value: "array[float]" = field(default_factory=lambda: array("d"))
    low: "array[float]" = field(default_factory=lambda: array("d"))
    high: "array[float]" = field(default_factory=lambda: array("d"))
    coverage: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, score: Score, gap: int) -> None:
        """Append ``score`` after ``gap`` tasks that have none of that name."""
        for _ in range(gap):
            self._append(None, NAN, NAN, NAN)
        self._append(score.value, *score.bounds, score.coverage)

    def _append(self, value: float | None, low: float, high: float, coverage: float) -> None:
        self.value.append(NAN if value is None else value)
        self.low.append(low)
        self.high.append(high)
        self.coverage.append(coverage)


@dataclass(slots=True)
class Columns:
    """All tasks of an arm, by column; tasks that have no line yet count as missing.

    ``modes`` holds the places of the responses that show a failure mode (several a response) and
    ``looked`` of all that were looked at; ``crossed`` counts modes by the cells of ``table``, the
    suite's own; ``axes`` are what tells the tasks of one item apart, such as the phrasing;
    ``controls`` counts edges with known answers by kind, and ``believed`` those that the judge
    fell for; ``votes`` sums up how far the judges of a panel agree.
    """

    arm: Arm
    table: ModeTable | None = None
    items: Names = field(default_factory=Names)
    scores: dict[str, Column] = field(default_factory=dict)
    shape: dict[str, "array[float]"] = field(default_factory=dict)
    clusters: Groups = field(default_factory=Groups)
    slices: dict[str, "array[int]"] = field(default_factory=dict)
    names: dict[str, dict[str, int]] = field(default_factory=dict)
    signatures: Counter[str] = field(default_factory=Counter)
    unscored: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    believed: Counter[str] = field(default_factory=Counter)
    controls: Counter[str] = field(default_factory=Counter)
    votes: Polled | None = None
    asked: int = 0
    missing: "array[int]" = field(default_factory=lambda: array("q"))
    looked: "array[int]" = field(default_factory=lambda: array("q"))
    modes: dict[str, "array[int]"] = field(default_factory=dict)
    crossed: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    axes: dict[str, None] = field(default_factory=dict)
    examples: dict[str, list[Example]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.clusters)

    def add(self, line: Line, shown: Shown | None = None) -> None:
        """Append a scored task that has ``shown`` these failure modes; by default those it has."""
        self.signatures[line.signature] += 1
        self.served.update(line.served)
        self.notes.update(set(line.notes))
        if line.controls is not None:
            self.believed.update(line.controls.believed)
            self.controls.update(line.controls.judged)
        if line.votes is not None:
            self.votes = line.votes + (self.votes or Polled())
        final = line.scores.get("final")
        if final is not None:
            self.unscored.update(final.unscored)
            if final.value is None and not final.unscored:
                self.unscored[final.reason or "unscored"] += 1
            self.asked += final.n
        else:
            self.unscored["not_applicable"] += 1
        self._note_modes(line, shown or Shown(line.modes))
        self.axes.update(dict.fromkeys(line.variant))
        self._append(
            task_name(line.item, line.variant), line.cluster, line.slices, line.scores, line.shape
        )

    def add_missing(self, item: str, cluster: str, slices: Mapping[str, str], why: str) -> None:
        """Append a task that has no score, and why."""
        self.unscored[why] += 1
        self.missing.append(len(self))
        self._append(item, cluster, slices, {"final": MISSING}, {})

    def value(self, name: str) -> Numbers:
        """Return a score of every task, NaN where it has none."""
        return _filled(self.scores[name].value, len(self))

    def counted(self, name: str, places: Places | None = None) -> Numbers:
        """Return what the mean of a score counts of the tasks at ``places`` (default: all).

        See :func:`prism.stats.missing.counted`: a task without a value counts at a bound where it
        cannot be like the others, and as NaN, that is not at all, where it can. A task that was not
        asked for the score does not count.
        """
        every = numpy.arange(len(self)) if places is None else places
        low, high = (bound[every] for bound in self.bounds(name))
        asked = ~numpy.isnan(low)
        found = numpy.full(len(every), NAN)
        found[asked] = counted(self.value(name)[every][asked], low[asked], high[asked])
        return found

    def bounds(self, name: str) -> tuple[Numbers, Numbers]:
        """Return the bounds of a score of every task; NaN of those not asked for it.

        A task without a line may have been asked for any: its bounds are the widest.
        """
        column = self.scores[name]
        return self._or_missing(column.low, 0.0), self._or_missing(column.high, 1.0)

    def coverage(self, name: str) -> Numbers:
        """Return which share of its verdicts each task has; NaN of those not asked for the score.

        One without a value, or without a line, has none of them.
        """
        covered = self._or_missing(self.scores[name].coverage, 0.0)
        covered[~numpy.isnan(covered) & numpy.isnan(self.value(name))] = 0.0
        return covered

    def shapes(self) -> Iterator[tuple[str, Numbers]]:
        """Yield the numbers of the graphs and responses by name."""
        for name, column in self.shape.items():
            yield name, _filled(column, len(self))

    def groups(self, name: str) -> Iterator[tuple[str, Places]]:
        """Yield the values of a slice and the places of the tasks in each."""
        if name == QUINTILE:
            yield from self._quintiles()
            return
        codes = numpy.asarray(self.slices[name])
        codes = numpy.pad(codes, (0, len(self) - len(codes)), constant_values=-1)
        for value, code in sorted(self.names[name].items()):
            yield value, numpy.flatnonzero(codes == code)

    def slice_names(self) -> list[str]:
        """Return what tasks can be grouped by: what takes at least two values."""
        names = [name for name, values in self.names.items() if len(values) > 1]
        return [*names, QUINTILE] if "words" in self.shape and len(self) >= 10 else names

    def tallies(self, name: str, places: Places | None = None) -> Numbers:
        """Return sum and count of what the mean counts, in every cluster that has some."""
        values, clusters = self.counted(name, places), self.clusters.codes()
        if places is not None:
            clusters = clusters[places]
        there = ~numpy.isnan(values)
        size = int(clusters.max(initial=-1)) + 1
        sums = numpy.bincount(clusters[there], weights=values[there], minlength=size)
        counts = numpy.bincount(clusters[there], minlength=size).astype(float)
        return numpy.stack([sums, counts], axis=1)[counts > 0]

    def _or_missing(self, column: "array[float]", missing: float) -> Numbers:
        """Return a column with ``missing`` where a task has no line."""
        values = _filled(column, len(self)).copy()
        values[numpy.array(self.missing, dtype=int)] = missing
        return values

    def _quintiles(self) -> Iterator[tuple[str, Places]]:
        words = dict(self.shapes())["words"]
        there = numpy.flatnonzero(~numpy.isnan(words))
        edges = numpy.quantile(words[there], [0.2, 0.4, 0.6, 0.8])
        fifth = numpy.searchsorted(edges, words[there], side="right")
        for number in range(5):
            places = there[fifth == number]
            if len(places):
                low, high = words[places].min(), words[places].max()
                yield f"{number + 1}: {low:.0f}–{high:.0f} words", places

    def _append(
        self,
        item: str,
        cluster: str,
        slices: Mapping[str, str],
        scores: Mapping[str, Score],
        shape: Mapping[str, float],
    ) -> None:
        place = len(self)
        self.items.append(item)
        self.clusters.append(cluster)
        for name, score in scores.items():
            column = self.scores.setdefault(name, Column())
            column.add(score, place - len(column.value))
        for name, number in shape.items():
            values = self.shape.setdefault(name, array("d"))
            values.extend([NAN] * (place - len(values)))
            values.append(number)
        for name, value in slices.items():
            known = self.names.setdefault(name, {})
            codes = self.slices.setdefault(name, array("q"))
            codes.extend([-1] * (place - len(codes)))
            codes.append(known.setdefault(value, len(known)))

    def _note_modes(self, line: Line, shown: Shown) -> None:
        """Note which modes a response shows; the plainest examples come first."""
        found, bare = shown
        cell = self.table.cell(line.slices) if self.table is not None else None
        if cell is not None:
            self.crossed.setdefault(cell, Counter()).update({mode.mode for mode in found})
        self.looked.append(len(self))
        for mode in found:
            places = self.modes.setdefault(mode.mode, array("q"))
            if not places or places[-1] != len(self):
                places.append(len(self))
            kept = self.examples.setdefault(mode.mode, [])
            place = sum(example.bare for example in kept) if bare else len(kept)
            kept.insert(place, Example(line.item, mode, bare))
            del kept[EXAMPLES:]


def read_columns(ledger: Ledger, arm: Arm, limits: Limits = NO_LIMITS) -> Columns:
    """Return the columns of ``arm``, reading the file once from end to end."""
    suite = find_suite(arm.plan.suite)
    columns = Columns(arm, suite.mode_table)
    unread = []
    for task, _, _, line in ledger.lines(arm):
        if line is not None:
            columns.add(line, line.shown(suite.modes, limits))
        else:
            unread.append(task)
    for name, item, variant, why in ledger.unscored(arm, unread):
        slices = dict(variant) if item is None else suite.sliced(item, variant)
        cluster = name if item is None else suite.cluster(item)
        columns.add_missing(task_name(name, variant), cluster, slices, why)
    return columns


def _filled(column: "array[float]", n: int) -> Numbers:
    values = numpy.frombuffer(column, dtype=float)
    return numpy.pad(values, (0, n - len(values)), constant_values=NAN)
