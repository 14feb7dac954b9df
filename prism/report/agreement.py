"""How far people agree with each other and a judge with them: the tables of ``prism agree``."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final, Literal

import numpy
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line
from prism.files.ratings import Rating, Scale
from prism.graph.agreement import GraphAgreement
from prism.graph.relations import is_causal
from prism.runs.units import Unit
from prism.stats.agreement import (
    Statistic,
    agreement_of_marks,
    agreement_with_failure,
    fleiss_kappa,
    krippendorff_alpha,
)
from prism.stats.intervals import FEWEST, SHARE, cluster_bootstrap, prediction_powered, resampled

__all__ = ["Block", "agreement_blocks", "blocks_view", "graph_block", "mean_block"]

CHANCE_RESAMPLES: Final = 200
VALIDITY: Final = ("node", "link", "graph")  # what a parser made, rather than what a judge said
NO_INTERVAL: Final = (
    f"– no interval: fewer than {FEWEST} independent units, or every resample gives the same value"
)
UNDEFINED: Final = "– no value: too few ratings, or all alike"


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
            self.by_unit.setdefault(rating.unit, {})[rating.rater] = scale.value(rating.text)
        self.scale = scale
        self.raters = sorted({rater for row in self.by_unit.values() for rater in row})

    @property
    def shared(self) -> bool:
        """Whether any unit was rated by two people."""
        return any(len(_told(row)) > 1 for row in self.by_unit.values())

    def middle(self, unit: str, without: str | None = None) -> float | None:
        """Return what most raters of ``unit`` said (a tie is None), or the mean of their marks."""
        row = self.by_unit.get(unit, {})
        values = [v for rater, v in row.items() if v is not None and rater != without]
        if not values:
            return None
        if self.scale.marks:
            return sum(values) / len(values)
        ranked = Counter(values).most_common(2)
        return None if len(ranked) == 2 and ranked[0][1] == ranked[1][1] else ranked[0][0]

    def share(self, mark: float | None) -> float | None:
        """Return a mark as a share of the highest; a pass or fail as it is."""
        return mark / self.scale.top if self.scale.marks and mark is not None else mark

    def table(self) -> list[list[float | None]]:
        """Return one row a unit with its ratings, as many columns as its most-rated unit has."""
        width = max((len(row) for row in self.by_unit.values()), default=0)
        rows = [list(row.values()) for row in self.by_unit.values()]
        return [row + [None] * (width - len(row)) for row in rows]


def agreement_blocks(
    ratings: Sequence[Rating], scale: Scale, units: Mapping[str, Unit], *, passing: float, seed: int
) -> list[Block]:
    """Return judge–human and human–human agreement, and the former by check, relation and rung.

    Where single causal links were rated, the process metric that people would give each response
    is held against the judge's, over the same links.

    Parameters
    ----------
    ratings
        What people said, on ``scale``.
    units
        What they spoke of, by id, with the judge's verdict; may be empty.
    passing
        Score in [0, 1] from which the judge counts as having passed a response.
    """
    held = _Ratings(ratings, scale)
    blocks: list[Block] = []
    rated = [unit for name, unit in units.items() if name in held.by_unit]
    blocks += _validity(held, [unit for unit in rated if unit.level in VALIDITY], seed)
    judged = [unit for unit in rated if unit.level not in VALIDITY]
    if judged:
        rows = [(u, held.share(held.middle(u.id)), _judge(u, scale.marks, passing)) for u in judged]
        blocks.append(_block("judge against people", rows, scale.marks, seed))
        for kind in ("check", "relation", "rung"):
            groups = defaultdict(list)
            for row in rows:
                if kind in row[0].groups:
                    groups[row[0].groups[kind]].append(row)
            if len(groups) > 1:
                blocks += [
                    _block(f"{kind} {name}", groups[name], scale.marks, seed)
                    for name in sorted(groups)
                ]
        blocks += _by_response(held, judged, seed)
    if held.shared:
        blocks += _among_people(held, units, seed)
    return blocks


def mean_block(
    ratings: Sequence[Rating],
    scale: Scale,
    units: Mapping[str, Unit],
    judged: Sequence[float],
    *,
    passing: float,
    seed: int = 0,
) -> Block | None:
    """Return the mean of the whole run as judged, and as people would give it.

    The latter comes from the few responses they rated; None where they rated fewer than five.

    Parameters
    ----------
    judged
        The judge's scores of all responses of the run.
    """
    held = _Ratings(ratings, scale)
    pairs = []
    for name, unit in units.items():
        if unit.level == "response" and name in held.by_unit:
            human, judge = held.share(held.middle(name)), _judge(unit, scale.marks, passing)
            if human is not None and judge is not None:
                pairs.append((judge, human))
    marks = judged if scale.marks else [float(value >= passing) for value in judged]
    rest = list((Counter(marks) - Counter(judge for judge, _ in pairs)).elements())
    corrected = prediction_powered(rest, pairs)
    if corrected is None:
        return None
    lines = (
        _mean("as judged", [(mark, 1.0) for mark in marks], 0, seed),
        Statistic("corrected by the ratings", len(pairs), 0, corrected.value, corrected),
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
        span = None if name == "Hamming distance" else SHARE
        lines.append(_mean(name, tallies, missing, seed, span))
    return Block(title=title, statistics=tuple(lines))


def blocks_view(blocks: Sequence[Block]) -> Iterator[RenderableType]:
    """Yield what is to be printed, with a footnote on each kind of dash in it."""
    marks = set()
    for block in blocks:
        if all(line.value is None for line in block.statistics):
            yield Text(f"{one_line(block.title)}: {UNDEFINED.removeprefix('– ')}\n", style="yellow")
            continue
        counted = any(line.ratings is not None for line in block.statistics)
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column(one_line(block.title), min_width=20, style="")
        for name in ("value [95 %]", "n", *(["ratings"] if counted else []), "missing"):
            table.add_column(name, justify="right", no_wrap=True)
        for line in block.statistics:
            if line.value is None:
                marks.add(UNDEFINED)
            elif line.interval is None:
                marks.add(NO_INTERVAL)
            ratings = "" if line.ratings is None else str(line.ratings)
            table.add_row(
                line.name,
                _shown(line),
                str(line.n),
                *([ratings] if counted else []),
                str(line.missing),
            )
        yield Group(table, Text())
    yield from (Text(mark, style="dim") for mark in (NO_INTERVAL, UNDEFINED) if mark in marks)


def _block(
    title: str, rows: Sequence[tuple[Unit, float | None, float | None]], marks: bool, seed: int
) -> Block:
    if marks:
        told = [(unit.cluster, human, judge) for unit, human, judge in rows]
        return Block(title=title, statistics=tuple(agreement_of_marks(told, seed=seed)))
    found = [(unit.cluster, _truth(human), _truth(judge)) for unit, human, judge in rows]
    return Block(title=title, statistics=tuple(agreement_with_failure(found, seed=seed)))


def _mean(
    name: str,
    tallies: Sequence[tuple[float, float]],
    missing: int,
    seed: int,
    span: tuple[float, float] | None = SHARE,
) -> Statistic:
    """Return a ratio of summed sums to summed counts over independent units."""
    total = sum(count for _, count in tallies)
    value = sum(part for part, _ in tallies) / total if total else None
    interval = cluster_bootstrap(tallies, seed=seed, span=span)
    return Statistic(name, len(tallies), missing, value, interval)


def _by_response(held: _Ratings, judged: Sequence[Unit], seed: int) -> Iterator[Block]:
    """Yield how people's process metric goes with the judge's, and with each other's.

    A response's metric is the share of its rated causal links that hold, by people and by the
    judge over the same links (WhatIfBench reports Pearson and the mean absolute error).
    """
    links: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in judged:
        if unit.level == "edge" and is_causal(unit.groups.get("relation", "")):
            links[unit.response].append(unit)
    if held.scale.marks or not links:
        return
    rows = []
    for units in links.values():
        pairs = [(held.middle(unit.id), _judge(unit, False, 0.0)) for unit in units]
        rows.append((units[0].cluster, *_shares(pairs)))
    title = "process metric by response, judge against people"
    yield Block(title=title, statistics=tuple(agreement_of_marks(rows, seed=seed)))
    if not held.shared:
        return
    rows = []
    for units in links.values():
        for rater in held.raters:
            pairs = [
                (held.middle(unit.id, rater), held.by_unit[unit.id].get(rater)) for unit in units
            ]
            if any(theirs is not None for _, theirs in pairs):
                rows.append((units[0].cluster, *_shares(pairs)))
    title = "process metric by response, one rater against the others"
    yield Block(title=title, statistics=tuple(agreement_of_marks(rows, seed=seed)))


def _shares(
    pairs: Iterable[tuple[float | None, float | None]],
) -> tuple[float | None, float | None]:
    """Return the means of both sides over the pairs that are whole; None without any."""
    whole = [(a, b) for a, b in pairs if a is not None and b is not None]
    if not whole:
        return None, None
    first, second = (sum(side) / len(whole) for side in zip(*whole, strict=True))
    return first, second


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
            found = _mean(
                "found valid", [(a, b) for a, b in tallies.values()], len(rated) - n, seed
            )
            yield Block(title=f"{level} validity", statistics=(replace(found, n=n),))


def _among_people(held: _Ratings, units: Mapping[str, Unit], seed: int) -> Iterator[Block]:
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
        if held.scale.marks:
            marks = [(c, held.share(a), held.share(b)) for c, a, b in rows]
            statistics = agreement_of_marks(marks, seed=seed)
        else:
            truths = [(c, _truth(a), _truth(b)) for c, a, b in rows]
            statistics = agreement_with_failure(truths, seed=seed)
        yield Block(title=title, statistics=tuple(statistics))
    if not held.scale.marks:
        yield Block(title="verdict of the majority", statistics=tuple(_passed(held, seed)))


def _passed(held: _Ratings, seed: int) -> Iterator[Statistic]:
    """Yield the share that most raters pass: of all, and sheet by sheet where none share a unit."""
    groups = {"passed by majority": list(held.by_unit)}
    apart = sum(map(len, held.by_sheet.values())) == len(held.by_unit)
    if apart and len(held.by_sheet) > 1:
        groups |= {f"  {PurePath(name).stem}": sorted(u) for name, u in held.by_sheet.items()}
    for name, units in groups.items():
        tallies = [(v, 1.0) for unit in units if (v := held.middle(unit)) is not None]
        yield _mean(name, tallies, len(units) - len(tallies), seed)


def _by_chance(held: _Ratings, seed: int) -> Iterator[Statistic]:
    """Yield Krippendorff's alpha, and Fleiss' kappa where people said pass or fail.

    Alpha counts every unit that two people rated, whoever else did not; kappa those that all did.
    """
    table = held.table()
    metric: Literal["nominal", "interval"] = "interval" if held.scale.marks else "nominal"
    measures: dict[str, Callable[[list[list[float | None]]], float | None]] = {
        "Krippendorff's alpha": lambda rows: krippendorff_alpha(rows, metric)
    }
    if not held.scale.marks:
        measures["Fleiss' kappa"] = lambda rows: fleiss_kappa(
            [[None if value is None else str(value) for value in row] for row in rows]
        )
    counted = {
        "Krippendorff's alpha": [row for row in table if sum(v is not None for v in row) > 1],
        "Fleiss' kappa": [row for row in table if None not in row],
    }
    names = list(held.by_unit)

    def values(drawn: NDArray[numpy.intp]) -> Sequence[float]:
        rows = [table[place] for place in drawn]
        found = [measure(rows) for measure in measures.values()]
        return [math.nan if value is None else value for value in found]

    found = resampled(values, names, resamples=CHANCE_RESAMPLES, seed=seed)
    for name, (value, interval) in zip(measures, found, strict=True):
        n = len(counted[name])
        yield Statistic(
            name,
            n,
            len(table) - n,
            None if math.isnan(value) else value,
            interval,
            ratings=sum(v is not None for row in counted[name] for v in row),
        )


def _judge(unit: Unit, marks: bool, passing: float) -> float | None:
    if unit.judged is None:
        return None
    if isinstance(unit.judged, float):
        return unit.judged if marks else float(unit.judged >= passing)
    if marks and unit.judged.isdecimal():
        return float(unit.judged) / 10
    return None if unit.passed is None else float(unit.passed)


def _told(row: Mapping[str, float | None]) -> list[float]:
    return [value for value in row.values() if value is not None]


def _truth(value: float | None) -> bool | None:
    return None if value is None else bool(value)


def _cluster(units: Mapping[str, Unit], unit: str) -> str:
    return units[unit].cluster if unit in units else unit


def _shown(line: Statistic) -> str:
    if line.value is None:
        return "–"
    found = line.interval
    between = "–" if found is None else f"[{found.low:.3f}, {found.high:.3f}]"
    return f"{line.value:.3f} {between}"
