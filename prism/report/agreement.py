"""How far people agree with each other and a judge with them: the tables of ``prism agree``."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

import numpy
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.formats.ratings import Rating, mark_of, passed
from prism.graph.agreement import GraphAgreement
from prism.report.plain import one_line
from prism.runs.units import Unit
from prism.stats.agreement import (
    Statistic,
    agreement_of_marks,
    agreement_with_failure,
    fleiss_kappa,
    krippendorff_alpha,
)
from prism.stats.intervals import Interval, cluster_bootstrap, prediction_powered, resampled

__all__ = ["Block", "agreement_blocks", "blocks_view", "graph_block", "mean_block"]

CHANCE_RESAMPLES: Final = 200
VALIDITY: Final = ("node", "link", "graph")  # what a parser made, rather than what a judge said
Scale = Literal["pass", "marks"]


class Block(BaseModel):
    """One table: what is held against what, and its statistics."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    statistics: tuple[Statistic, ...]


class _Ratings:
    """Ratings as numbers, by unit and rater: 1 and 0 for a pass scale, marks otherwise."""

    def __init__(self, ratings: Iterable[Rating], scale: Scale) -> None:
        self.by_unit: dict[str, dict[str, float | None]] = {}
        self.by_sheet: dict[str, set[str]] = {}
        for rating in ratings:
            self.by_sheet.setdefault(rating.sheet, set()).add(rating.unit)
            value = mark_of(rating.text) if scale == "marks" else passed(rating.text)
            held = None if value is None else float(value)
            self.by_unit.setdefault(rating.unit, {})[rating.rater] = held
        self.scale = scale
        self.raters = sorted({rater for row in self.by_unit.values() for rater in row})

    def middle(self, unit: str, without: str | None = None) -> float | None:
        """Return what most raters of ``unit`` said (a tie is None), or the mean of their marks."""
        row = self.by_unit.get(unit, {})
        values = [v for rater, v in row.items() if v is not None and rater != without]
        if not values:
            return None
        if self.scale == "marks":
            return sum(values) / len(values)
        ranked = Counter(values).most_common(2)
        return None if len(ranked) == 2 and ranked[0][1] == ranked[1][1] else ranked[0][0]

    def table(self) -> list[list[float | None]]:
        """Return one row a unit with its ratings, as many columns as its most-rated unit has."""
        width = max((len(row) for row in self.by_unit.values()), default=0)
        rows = [list(row.values()) for row in self.by_unit.values()]
        return [row + [None] * (width - len(row)) for row in rows]


def agreement_blocks(
    ratings: Sequence[Rating], units: Mapping[str, Unit], *, passing: float, top: float, seed: int
) -> list[Block]:
    """Return judge–human and human–human agreement, and the former by check, relation and rung.

    Parameters
    ----------
    ratings
        What people said.
    units
        What they spoke of, by id, with the judge's verdict; may be empty.
    passing
        Final score in [0, 1] from which the judge counts as having passed a response.
    top
        The highest mark people could give.
    """
    scale: Scale = "marks" if _are_marks(ratings) else "pass"
    held = _Ratings(ratings, scale)
    blocks: list[Block] = []
    rated = [unit for name, unit in units.items() if name in held.by_unit]
    blocks += _validity(held, [unit for unit in rated if unit.level in VALIDITY], seed)
    judged = [unit for unit in rated if unit.level not in VALIDITY]
    if judged:
        rows = [(u, _human(held, u, top), _judge(u, scale, passing)) for u in judged]
        blocks.append(_block("judge against people", rows, scale, seed))
        for kind in ("check", "relation", "rung"):
            groups = defaultdict(list)
            for row in rows:
                if kind in row[0].groups:
                    groups[row[0].groups[kind]].append(row)
            if len(groups) > 1:
                blocks += [
                    _block(f"{kind} {name}", groups[name], scale, seed) for name in sorted(groups)
                ]
    if len(held.raters) > 1:
        blocks += _among_people(held, units, top, seed)
    return blocks


def mean_block(
    ratings: Sequence[Rating],
    units: Mapping[str, Unit],
    judged: Sequence[float],
    *,
    passing: float,
    top: float,
    seed: int = 0,
) -> Block | None:
    """Return the mean of the whole run as judged, and as people would give it.

    The latter comes from the few responses they rated; None where they rated fewer than two.

    Parameters
    ----------
    judged
        The judge's final scores of all responses of the run.
    """
    scale: Scale = "marks" if _are_marks(ratings) else "pass"
    held = _Ratings(ratings, scale)
    pairs = []
    for name, unit in units.items():
        if unit.level == "response" and name in held.by_unit:
            human, judge = _human(held, unit, top), _judge(unit, scale, passing)
            if human is not None and judge is not None:
                pairs.append((judge, human))
    marks = judged if scale == "marks" else [float(value >= passing) for value in judged]
    rest = list((Counter(marks) - Counter(judge for judge, _ in pairs)).elements())
    corrected = prediction_powered(rest, pairs)
    if corrected is None:
        return None
    alone = cluster_bootstrap([(mark, 1.0) for mark in marks], seed=seed, share=True)
    lines = (
        Statistic("as judged", len(marks), 0, alone),
        Statistic("corrected by the ratings", len(pairs), 0, corrected),
    )
    return Block(title="mean of the whole run", statistics=lines)


def graph_block(
    title: str, found: Mapping[str, Sequence[GraphAgreement]], missing: int, *, seed: int = 0
) -> Block:
    """Return how graphs agree with people's, by text; whole texts are resampled.

    Precision, recall and F1 of units and of causal links that run the same way; direction
    accuracy among links that both graphs have; structural Hamming distance, a mean over texts.
    """
    every = [entry for entries in found.values() for entry in entries]
    ratios: dict[str, Callable[[GraphAgreement], tuple[float, float]]] = {
        "node precision": lambda g: (g.units_right, g.units),
        "node recall": lambda g: (g.wanted_found, g.wanted_units),
        "node F1": lambda g: (g.units_right + g.wanted_found, g.units + g.wanted_units),
        "edge precision": lambda g: (g.directed, g.edges),
        "edge recall": lambda g: (g.directed, g.wanted_edges),
        "edge F1": lambda g: (2 * g.directed, g.edges + g.wanted_edges),
        "direction accuracy": lambda g: (g.directed, g.linked),
        "Hamming distance": lambda g: (g.hamming, 1),
    }
    lines = []
    for name, ratio in ratios.items():
        tallies = [tally for tally in map(ratio, every) if tally[1]]
        interval = cluster_bootstrap(tallies, seed=seed)
        lines.append(Statistic(name, len(tallies), missing, interval))
    return Block(title=title, statistics=tuple(lines))


def blocks_view(blocks: Sequence[Block]) -> Iterator[RenderableType]:
    """Yield what is to be printed."""
    for block in blocks:
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column(one_line(block.title), min_width=20, style="")
        for name in ("value [95 %]", "n", "missing"):
            table.add_column(name, justify="right", no_wrap=True)
        for line in block.statistics:
            table.add_row(line.name, _shown(line.interval), str(line.n), str(line.missing))
        yield Group(table, Text())


def _block(
    title: str, rows: Sequence[tuple[Unit, float | None, float | None]], scale: Scale, seed: int
) -> Block:
    if scale == "marks":
        marks = [(unit.cluster, human, judge) for unit, human, judge in rows]
        return Block(title=title, statistics=tuple(agreement_of_marks(marks, seed=seed)))
    found = [(unit.cluster, _truth(human), _truth(judge)) for unit, human, judge in rows]
    return Block(title=title, statistics=tuple(agreement_with_failure(found, seed=seed)))


def _validity(held: _Ratings, units: Sequence[Unit], seed: int) -> Iterator[Block]:
    """Yield the share of a parser's units, links and graphs that people find valid."""
    for level in VALIDITY:
        rated = [unit for unit in units if unit.level == level]
        tallies: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for unit in rated:
            if (said := held.middle(unit.id)) is not None:
                tallies[unit.cluster][0] += said
                tallies[unit.cluster][1] += 1
        n = int(sum(count for _, count in tallies.values()))
        if rated:
            interval = cluster_bootstrap(
                [(a, b) for a, b in tallies.values()], seed=seed, share=True
            )
            line = Statistic("found valid", n, len(rated) - n, interval)
            yield Block(title=f"{level} validity", statistics=(line,))


def _among_people(
    held: _Ratings, units: Mapping[str, Unit], top: float, seed: int
) -> Iterator[Block]:
    """Yield how people agree: all together, each with the rest, each with the majority."""
    yield Block(title="people among themselves", statistics=tuple(_by_chance(held, seed)))
    for title, leave_out in (
        ("one rater against the others", True),
        ("one rater against the majority of all", False),
    ):
        rows = [
            (_cluster(units, unit), held.middle(unit, rater if leave_out else None), value)
            for unit, row in held.by_unit.items()
            for rater, value in row.items()
        ]
        if held.scale == "marks":
            marks = [(c, _share(a, top), _share(b, top)) for c, a, b in rows]
            statistics = agreement_of_marks(marks, seed=seed)
        else:
            truths = [(c, _truth(a), _truth(b)) for c, a, b in rows]
            statistics = agreement_with_failure(truths, seed=seed)
        yield Block(title=title, statistics=tuple(statistics))
    if held.scale == "pass":
        yield Block(title="verdict of the majority", statistics=tuple(_passed(held, seed)))


def _passed(held: _Ratings, seed: int) -> Iterator[Statistic]:
    """Yield the share that most raters pass: of all, and sheet by sheet where none share a unit."""
    groups = {"passed by majority": list(held.by_unit)}
    apart = sum(map(len, held.by_sheet.values())) == len(held.by_unit)
    if apart and len(held.by_sheet) > 1:
        groups |= {f"  {name}": sorted(units) for name, units in held.by_sheet.items()}
    for name, units in groups.items():
        tallies = [(v, 1.0) for unit in units if (v := held.middle(unit)) is not None]
        interval = cluster_bootstrap(tallies, seed=seed, share=True)
        yield Statistic(name, len(tallies), len(units) - len(tallies), interval)


def _by_chance(held: _Ratings, seed: int) -> Iterator[Statistic]:
    """Yield Krippendorff's alpha, and Fleiss' kappa where people said pass or fail."""
    table = held.table()
    metric: Literal["nominal", "interval"] = "interval" if held.scale == "marks" else "nominal"
    measures: dict[str, Callable[[list[list[float | None]]], float | None]] = {
        "Krippendorff's alpha": lambda rows: krippendorff_alpha(rows, metric)
    }
    if held.scale == "pass":
        measures["Fleiss' kappa"] = lambda rows: fleiss_kappa(
            [[None if value is None else str(value) for value in row] for row in rows]
        )
    names = list(held.by_unit)

    def values(drawn: NDArray[numpy.intp]) -> Sequence[float]:
        rows = [table[place] for place in drawn]
        found = [measure(rows) for measure in measures.values()]
        return [math.nan if value is None else value for value in found]

    whole = sum(None not in row for row in table)
    intervals = resampled(values, names, resamples=CHANCE_RESAMPLES, seed=seed)
    for name, interval in zip(measures, intervals, strict=True):
        defined = None if math.isnan(interval.value) else interval
        yield Statistic(name, whole, len(table) - whole, defined)


def _are_marks(ratings: Sequence[Rating]) -> bool:
    """Whether people gave marks rather than passes: any number beyond 0 and 1."""
    marks = {mark_of(rating.text) for rating in ratings} - {None}
    return bool(marks - {0.0, 1.0})


def _human(held: _Ratings, unit: Unit, top: float) -> float | None:
    middle = held.middle(unit.id)
    return middle if held.scale == "pass" else _share(middle, top)


def _judge(unit: Unit, scale: Scale, passing: float) -> float | None:
    if unit.judged is None:
        return None
    if scale == "marks":
        return float(unit.judged) / 10 if isinstance(unit.judged, str) else unit.judged
    if isinstance(unit.judged, float):
        return float(unit.judged >= passing)
    return None if unit.passed is None else float(unit.passed)


def _share(mark: float | None, top: float) -> float | None:
    return None if mark is None else mark / top


def _truth(value: float | None) -> bool | None:
    return None if value is None else bool(value)


def _cluster(units: Mapping[str, Unit], unit: str) -> str:
    return units[unit].cluster if unit in units else unit


def _shown(interval: Interval | None) -> str:
    if interval is None:
        return "undefined"
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
