"""How far the local judge agrees with GPT-5.4 on WhatIfBench's public records.

::

    python -m benchmarks.fidelity judge

DATA is the folder of the external data (default: PRISM_DATA, else ../shared/data). Intervals are
95 % bootstrap intervals that draw whole records; there are only ten of them. Whatever is fitted is
fitted with the record it is measured on left out.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.fidelity.rows import Row
from prism.files.document import parse_document
from prism.files.source import read_source
from prism.graph import Unit
from prism.graph.relations import is_causal
from prism.judges.local import criterion_evidence
from prism.judges.local.content import text_content
from prism.judges.local.edge_bars import bars
from prism.judges.local.edge_evidence import WEIGHTS, pieces
from prism.judges.local.judge import LocalJudge
from prism.judges.model.reading import read
from prism.parsers.ground import ground
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.suites.whatif.files.whatif import MetricsItem, read_metrics
from prism.suites.whatif.process import PUBLISHED_MENU

__all__ = ["rows"]

Array = npt.NDArray[np.floating[Any]]
Statistic = Callable[[Array, Array], float]
BALANCED = "causal edges, balanced accuracy"
_DRAWS = 2000
_RIDGE = 1.0
_ROUNDS = 50


def _row(
    measure: str,
    value: float,
    low: float,
    high: float,
    n: int,
    baseline: float | None = None,
    against: str = "",
) -> Row:
    """Return a row of the table: ``n`` verdicts, and what the trivial judge ``against`` reaches."""
    said = "–" if baseline is None else f"{against} {baseline:.3f}"
    floor = 0.75 if measure == BALANCED else None
    return Row("judge", measure, value, low, high, str(n), said, floor)


@dataclass(frozen=True)
class Edges:
    """Every edge of the records: its record, GPT-5.4's verdict, ours, and the evidence."""

    record: Array
    truth: Array
    ours: Array
    causal: Array
    earlier: Array
    features: Array


@dataclass(frozen=True)
class Marks:
    """Every criterion of the records: its record, GPT-5.4's mark, and what ours rests on.

    ``length`` is the logarithm of the words of the response, ``new`` that of the words that bring
    something new.
    """

    record: Array
    truth: Array
    length: Array
    new: Array
    share: Array
    quality: Array


def rows(data: Path) -> list[Row]:
    """Return every row for the records under ``data``."""
    records = [
        item
        for path in sorted((data / "whatif" / "native").glob("metrics_*.json"))
        if (document := parse_document(read_source(str(path)))) is not None
        for item in read_metrics(document)
    ]
    return [*edge_rows(gather_edges(records)), *mark_rows(gather_marks(records))]


def edge_rows(edges: Edges) -> list[Row]:
    """Return the rows on edges, all of them asked as they were written."""
    causal = edges.causal == 1
    record, truth = edges.record[causal], edges.truth[causal]
    ours, order = edges.ours[causal], edges.earlier[causal]
    fitted = left_out(edges.features[causal], truth, record, logistic) > 0

    def row(name: str, verdict: Array, of: Statistic, trivial: Array, against: str) -> Row:
        low, high = interval(lambda i: of(truth[i], verdict[i]), record)
        value, base = of(truth, verdict), of(truth, trivial)
        return _row(name, value, low, high, len(truth), base, against)

    yes = np.ones(len(truth))
    gain = interval(lambda i: balanced(truth[i], ours[i]) - balanced(truth[i], order[i]), record)
    difference = balanced(truth, ours) - balanced(truth, order)
    everything = np.ones(len(edges.truth))
    all_low = interval(lambda i: agreement(edges.truth[i], edges.ours[i]), edges.record)
    kappa_low = interval(lambda i: kappa(edges.truth[i], edges.ours[i]), edges.record)
    return [
        row(BALANCED, ours, balanced, yes, "always yes"),
        row("the same against text order", ours, balanced, order, "earlier unit is the cause"),
        _row("gain over text order", difference, *gain, len(truth), 0.0, "none"),
        row("weights fitted, record left out", fitted.astype(float), balanced, yes, "always yes"),
        row("causal edges, accuracy", ours, agreement, yes, "always yes"),
        row("causal edges, kappa", ours, kappa, yes, "always yes"),
        _row(
            "all edges, accuracy",
            agreement(edges.truth, edges.ours),
            *all_low,
            len(edges.truth),
            agreement(edges.truth, everything),
            "always yes",
        ),
        _row(
            "all edges, kappa",
            kappa(edges.truth, edges.ours),
            *kappa_low,
            len(edges.truth),
            0.0,
            "always yes",
        ),
    ]


def mark_rows(marks: Marks) -> list[Row]:
    """Return the rows on criteria: every prediction is made with its record left out."""
    truth, record = marks.truth, marks.record
    one = np.ones(len(truth))

    def affine(column: Array) -> Array:
        return left_out(np.column_stack([one, column]), truth, record, least)

    ours = 1 + left_out(marks.quality[:, None], truth - 1, record, least)
    guesses = {
        "best constant": left_out(one[:, None], truth, record, medians),
        "length alone": affine(marks.length),
        "words that say something new": affine(marks.new),
        "share of what is asked for": affine(marks.share),
        "the judge": ours,
    }
    found = []
    for name, guess in guesses.items():
        low, high = interval(lambda i, g=guess: error(truth[i], g[i]), record)  # type: ignore[misc]
        found.append(_row(f"criteria, MAE: {name}", error(truth, guess), low, high, len(truth)))
    for name, guess in list(guesses.items())[1:]:
        low, high = interval(lambda i, g=guess: pearson(truth[i], g[i]), record)  # type: ignore[misc]
        found.append(
            _row(f"criteria, Pearson: {name}", pearson(truth, guess), low, high, len(truth))
        )
    for name in ("best constant", "length alone"):
        other = guesses[name]
        span = interval(
            lambda i, o=other: error(truth[i], ours[i]) - error(truth[i], o[i]),  # type: ignore[misc]
            record,
        )
        value = error(truth, ours) - error(truth, other)
        found.append(_row(f"MAE of the judge − {name}", value, *span, len(truth), 0.0, "no gain"))
    other = guesses["length alone"]
    span = interval(lambda i: pearson(truth[i], ours[i]) - pearson(truth[i], other[i]), record)
    value = pearson(truth, ours) - pearson(truth, other)
    found.append(_row("Pearson of the judge − length", value, *span, len(truth), 0.0, "no gain"))
    whole = np.round(1 + criterion_evidence.SLOPE * marks.quality)
    raw = pearson(truth, marks.length)
    return [
        *found,
        _row(
            "as shipped (fitted on these), Pearson",
            pearson(truth, whole),
            *interval(lambda i: pearson(truth[i], whole[i]), record),
            len(truth),
            raw,
            "length, nothing left out",
        ),
        _row(
            "as shipped (fitted on these), MAE",
            error(truth, whole),
            *interval(lambda i: error(truth[i], whole[i]), record),
            len(truth),
            error(truth, np.full(len(truth), np.median(truth))),
            "median, nothing left out",
        ),
    ]


# -- what is measured --------------------------------------------------------------------------


def gather_edges(records: Sequence[MetricsItem]) -> Edges:
    """Judge every stored edge as it was written."""
    judge = LocalJudge()
    lines: list[list[float]] = []
    features: list[list[float]] = []
    for number, record in enumerate(records):
        asked = [_edge_probe(record, i) for i in range(len(record.parsed_dag.edges))]
        verdicts = asyncio.run(judge.answer(asked))
        order = {node.id: place for place, node in enumerate(record.parsed_dag.nodes)}
        for edge, stored, probe, verdict in zip(
            record.parsed_dag.edges, record.metrics.pm.edges, asked, verdicts, strict=True
        ):
            lines.append(
                [
                    number,
                    float(stored.score == 1),
                    float(verdict.value == "yes"),
                    float(is_causal(edge.relation_type)),
                    float(order[edge.source] < order[edge.target]),
                ]
            )
            features.append(_edge_features(probe))
    record_, truth, ours, causal, earlier = np.array(lines).T
    return Edges(record_, truth, ours, causal, earlier, np.array(features))


def _edge_probe(record: MetricsItem, number: int) -> Probe:
    item, edge = record.item(), record.parsed_dag.edges[number]
    nodes = [Unit(id=node.id, text=node.text) for node in record.parsed_dag.nodes]
    units = {unit.id: unit for unit in ground(nodes, item.texts["response"])}
    source, target = units[edge.source], units[edge.target]
    return Probe(
        kind="edge",
        subject=str(number),
        texts=item.texts,
        question={
            "source": source.text,
            "target": target.text,
            "relation": edge.relation_type,
            "source_start": source.start,
            "source_end": source.end,
            "target_start": target.start,
            "target_end": target.end,
        },
        menu=PUBLISHED_MENU,
    )


def _edge_features(probe: Probe) -> list[float]:
    """Return, for a fitted judge, the evidence by name without its weights, and the bars."""
    asked = probe.asks(EdgeQuestion)
    reading = read(probe.texts["response"])
    source, target = (reading.end(*end) for end in asked.ends)
    found = pieces(reading, source, target, asked.relation)
    question = text_content(probe.texts["question"])
    barred = any(True for _ in bars(reading, question, source, target, found))
    sums = dict.fromkeys(WEIGHTS, 0.0)
    for piece in found:
        sums[piece.name] += piece.sign * piece.fit
    return [1.0, float(barred), *sums.values()]


def gather_marks(records: Sequence[MetricsItem]) -> Marks:
    """Weigh every stored criterion."""
    lines = []
    for number, record in enumerate(records):
        item = record.item()
        response, question = item.texts["response"], text_content(item.texts["question"])
        criteria = item.rubric.criteria if item.rubric else ()
        for criterion, stored in zip(
            criteria, record.metrics.rm.criterion_evaluations, strict=True
        ):
            evidence = criterion_evidence.weigh(
                read(response), question, criterion.name, criterion.description, criterion.bands
            )
            lines.append(
                [
                    number,
                    stored.score,
                    np.log(len(response.split())),
                    np.log1p(evidence.new_words),
                    evidence.share,
                    criterion_evidence.quality(evidence),
                ]
            )
    return Marks(*np.array(lines, dtype=float).T)


# -- statistics --------------------------------------------------------------------------------


def balanced(truth: Array, verdict: Array) -> float:
    """Return the mean of sensitivity and specificity (1 where a class is absent)."""
    parts = [
        float(np.mean(verdict[truth == k] == k)) if (truth == k).any() else 1.0 for k in (0, 1)
    ]
    return sum(parts) / 2


def agreement(truth: Array, verdict: Array) -> float:
    """Return the share of equal verdicts."""
    return float(np.mean(truth == verdict))


def kappa(truth: Array, verdict: Array) -> float:
    """Return Cohen's kappa of two binary raters."""
    a, b = float(np.mean(truth)), float(np.mean(verdict))
    chance = a * b + (1 - a) * (1 - b)
    return (agreement(truth, verdict) - chance) / (1 - chance) if chance < 1 else 0.0


def error(truth: Array, guess: Array) -> float:
    """Return the mean absolute error."""
    return float(np.mean(np.abs(truth - guess)))


def pearson(truth: Array, guess: Array) -> float:
    """Return Pearson's correlation, 0 where one side does not vary."""
    if np.std(truth) == 0 or np.std(guess) == 0:
        return 0.0
    return float(np.corrcoef(truth, guess)[0, 1])


def interval(of: Callable[[npt.NDArray[np.int64]], float], record: Array) -> tuple[float, float]:
    """Return the 95 % percentile interval of a statistic of rows, whole records drawn."""
    draw = np.random.default_rng(0)
    members = [np.flatnonzero(record == number) for number in np.unique(record)]
    values = [
        of(np.concatenate([members[k] for k in draw.integers(0, len(members), len(members))]))
        for _ in range(_DRAWS)
    ]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


Fit = Callable[[Array, Array], Array]


def left_out(columns: Array, truth: Array, record: Array, fit: Fit) -> Array:
    """Return, for every row, the linear prediction of a fit that did not see its record."""
    guess: Array = np.zeros(len(truth))
    for number in np.unique(record):
        seen = record != number
        guess[~seen] = columns[~seen] @ fit(columns[seen], truth[seen])
    return guess


def least(columns: Array, truth: Array) -> Array:
    """Return the least-squares weights."""
    weights: Array = np.linalg.lstsq(columns, truth, rcond=None)[0]
    return weights


def medians(columns: Array, truth: Array) -> Array:
    """Return the median as the weight of the one constant column."""
    return np.array([np.median(truth)])


def logistic(columns: Array, truth: Array) -> Array:
    """Return the weights of a ridge logistic regression (Newton's method)."""
    weights = np.zeros(columns.shape[1])
    for _ in range(_ROUNDS):
        odds = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (truth - odds) - _RIDGE * weights
        curve = (columns * (odds * (1 - odds))[:, None]).T @ columns
        weights += np.linalg.solve(curve + _RIDGE * np.eye(len(weights)), slope)
    return weights
