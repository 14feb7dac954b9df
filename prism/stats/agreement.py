"""How far raters agree: with each other, and a judge with them."""

import math
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy
from numpy.typing import NDArray

from prism.extras import import_extra
from prism.stats.intervals import FEWEST, SHARE, Interval, all_equal, resampled

__all__ = [
    "Agreement",
    "Statistic",
    "agreement",
    "agreement_of_marks",
    "agreement_with_failure",
    "fleiss_kappa",
    "krippendorff_alpha",
]

Metric = Literal["nominal", "ordinal", "interval"]
Row = Sequence[float | None]
BINARY: Final = ("accuracy", "precision", "recall", "F1", "Cohen's kappa")
MARKS: Final = ("Pearson", "Spearman", "MAE")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two labellings agree: share, Cohen's kappa (None where undefined), and the table.

    ``confusion`` counts (first, second) pairs of labels.
    """

    n: int
    accuracy: float
    kappa: float | None
    confusion: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Statistic:
    """One statistic of agreement over ``n`` rows, ``missing`` others being left out.

    ``value`` is None where it is undefined, ``interval`` where too few clusters, or clusters all
    alike, give none; ``ratings`` is how many ratings it rests on, where that is not ``n``.
    """

    name: str
    n: int
    missing: int
    value: float | None = None
    interval: Interval | None = None
    ratings: int | None = None


def agreement(pairs: Sequence[tuple[str, str]]) -> Agreement | None:
    """Return how the two labels of every pair agree; None without pairs.

    Raises
    ------
    Unavailable
        scikit-learn is not installed.

    >>> found = agreement([("a", "a"), ("b", "b"), ("a", "b"), ("b", "b")])
    >>> found.accuracy, round(found.kappa, 2), found.confusion["a", "b"]
    (0.75, 0.5, 1)
    """
    if not pairs:
        return None
    kappa = _cohen([one for one, _ in pairs], [other for _, other in pairs])
    same = sum(one == other for one, other in pairs)
    defined = None if math.isnan(kappa) else kappa
    return Agreement(len(pairs), same / len(pairs), defined, Counter(pairs))


def agreement_with_failure(
    rows: Sequence[tuple[str, bool | None, bool | None]], *, seed: int = 0, level: float = 0.95
) -> list[Statistic]:
    """Return how a judge's passes agree with people's, failure being the positive class.

    Parameters
    ----------
    rows
        Cluster, whether people passed it, whether the judge did; None where one said nothing.

    >>> rows = [(str(i), i % 3 > 0, i % 4 > 0) for i in range(24)]
    >>> [round(s.value, 2) for s in agreement_with_failure(rows)]
    [0.58, 0.33, 0.25, 0.29, 0.0]
    """
    both = [(c, not human, not judge) for c, human, judge in rows if None not in (human, judge)]
    missing = len(rows) - len(both)
    if not both:
        return [Statistic(name, 0, missing) for name in BINARY]
    human, judge = (numpy.array([row[place] for row in both], dtype=int) for place in (1, 2))

    def values(drawn: NDArray[numpy.intp]) -> Sequence[float]:
        return _binary(human[drawn], judge[drawn])

    clusters = [row[0] for row in both]
    found = resampled(values, clusters, level=level, seed=seed)
    # What accuracy, precision and recall are shares of.
    for place, among in enumerate((numpy.ones_like(human), judge, human)):
        value, interval = found[place]
        n = len({cluster for cluster, inside in zip(clusters, among, strict=True) if inside})
        if n < FEWEST:
            found[place] = value, None
        elif interval is None and not math.isnan(value):
            found[place] = value, all_equal(value, n, level, SHARE)
    return _named(BINARY, found, len(both), missing)


def agreement_of_marks(
    rows: Sequence[tuple[str, float | None, float | None]], *, seed: int = 0, level: float = 0.95
) -> list[Statistic]:
    """Return Pearson's, Spearman's correlation and the mean absolute error of two markings.

    Parameters
    ----------
    rows
        Cluster, people's mark, the judge's mark, both in [0, 1]; None where one is missing.
    """
    both = [(c, one, other) for c, one, other in rows if one is not None and other is not None]
    missing = len(rows) - len(both)
    if not both:
        return [Statistic(name, 0, missing) for name in MARKS]
    human, judge = (numpy.array([row[place] for row in both], dtype=float) for place in (1, 2))

    def values(drawn: NDArray[numpy.intp]) -> Sequence[float]:
        return _marks(human[drawn], judge[drawn])

    clusters = [row[0] for row in both]
    found = resampled(values, clusters, level=level, seed=seed)
    error, interval = found[-1]
    if interval is None and len(set(clusters)) >= FEWEST:
        found[-1] = error, all_equal(error, len(set(clusters)), level, SHARE)
    return _named(MARKS, found, len(both), missing)


def fleiss_kappa(table: Sequence[Sequence[str | None]]) -> float | None:
    """Return Fleiss' kappa of several raters (Fleiss 1971), one row a subject.

    Rows in which a rating is missing are left out; None where it is undefined.

    >>> round(fleiss_kappa([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]]), 3)
    0.55
    """
    whole = [row for row in table if row and None not in row]
    labels = sorted({str(label) for row in whole for label in row})
    if not whole or len(labels) < 2 or len({len(row) for row in whole}) > 1:
        return None
    counts = [[row.count(label) for label in labels] for row in map(list, whole)]
    return float(import_extra("statsmodels.stats.inter_rater", "stats").fleiss_kappa(counts))


def krippendorff_alpha(table: Sequence[Row], metric: Metric = "nominal") -> float | None:
    """Return Krippendorff's alpha: 1 perfect, 0 as by chance; ratings may be missing.

    From the coincidence matrix (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").
    None where fewer than two values were paired.

    Parameters
    ----------
    table
        One row a subject, one column a rater; None for a missing rating.
    metric
        Whether a difference is one of kind, of rank, or of size.

    >>> round(krippendorff_alpha([[0, 0], [1, 1], [0, 1], [0, 0]]), 3)
    0.533
    """
    rows = [[v for v in row if v is not None] for row in table]
    paired = [row for row in rows if len(row) > 1]
    values = sorted({value for row in paired for value in row})
    if len(values) < 2:
        return None
    place = {value: number for number, value in enumerate(values)}
    coincidences = numpy.zeros((len(values), len(values)))
    for row in paired:
        counts = numpy.bincount([place[value] for value in row], minlength=len(values))
        pairs = numpy.outer(counts, counts) - numpy.diag(counts)
        coincidences += pairs / (len(row) - 1)
    margins = coincidences.sum(axis=0)
    distances = _distances(numpy.array(values), margins, metric)
    expected = (numpy.outer(margins, margins) * distances).sum() / (margins.sum() - 1)
    return float(1 - (coincidences * distances).sum() / expected)


def _distances(
    values: NDArray[numpy.float64], margins: NDArray[numpy.float64], metric: Metric
) -> NDArray[numpy.float64]:
    if metric == "nominal":
        return 1.0 - numpy.eye(len(values))
    scale = values if metric == "interval" else numpy.cumsum(margins) - margins / 2
    squared: NDArray[numpy.float64] = numpy.subtract.outer(scale, scale) ** 2
    return squared


def _binary(human: NDArray[numpy.int_], judge: NDArray[numpy.int_]) -> Sequence[float]:
    """Return accuracy, precision, recall, F1 and kappa; NaN where one is undefined.

    From the four counts, for it is called hundreds of times; scikit-learn gives the same figures.
    """
    n, ours, theirs = len(human), int(judge.sum()), int(human.sum())
    both, same = int((human & judge).sum()), float((human == judge).mean())
    chance = (ours * theirs + (n - ours) * (n - theirs)) / n**2
    return (
        same,
        both / ours if ours else math.nan,
        both / theirs if theirs else math.nan,
        2 * both / (ours + theirs) if ours + theirs else math.nan,
        (same - chance) / (1 - chance) if chance < 1 else math.nan,
    )


def _cohen(one: Sequence[str], other: Sequence[str]) -> float:
    if len(set(one) | set(other)) < 2:
        return math.nan
    return float(import_extra("sklearn.metrics", "stats").cohen_kappa_score(one, other))


def _marks(human: NDArray[numpy.float64], judge: NDArray[numpy.float64]) -> Sequence[float]:
    error = float(numpy.abs(human - judge).mean())
    if len(human) < 2 or not human.std() or not judge.std():
        return math.nan, math.nan, error
    tests = import_extra("scipy.stats", "stats")
    with warnings.catch_warnings():
        # A resample may be all but constant; its correlation is then as good as undefined.
        warnings.simplefilter("ignore")
        return (
            float(tests.pearsonr(human, judge).statistic),
            float(tests.spearmanr(human, judge).statistic),
            error,
        )


def _named(
    names: Sequence[str],
    found: Sequence[tuple[float, Interval | None]],
    n: int,
    missing: int,
) -> list[Statistic]:
    return [
        Statistic(name, n, missing, None if math.isnan(value) else value, interval)
        for name, (value, interval) in zip(names, found, strict=True)
    ]
