"""Confidence intervals from sufficient statistics; scipy does the arithmetic (extra ``stats``)."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal

import numpy
from numpy.typing import NDArray

from prism.extras import import_extra

__all__ = [
    "Interval",
    "Tally",
    "at_the_end",
    "cluster_bootstrap",
    "prediction_powered",
    "resampled",
]

RESAMPLES: Final = 2000
# Up to how many clusters the bias-corrected bootstrap is worth its jackknife, which grows with
# their square, and up to how many resampling is worth its time; beyond, both give the same figures
# as the linearised ratio.
MOST_ACCELERATED: Final = 1000
MOST_RESAMPLED: Final = 5000
Tally = tuple[float, float]  # sum and count within one cluster
Numbers = NDArray[numpy.float64]
Method = Literal[
    "BCa", "percentile", "linearised", "exact", "Clopper-Pearson", "prediction-powered"
]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    ``clusters`` is how many units were resampled, ``method`` how the interval was made;
    ``exact`` means that nothing varies, ``Clopper-Pearson`` that every cluster is at the same end
    of the scale.
    """

    value: float
    low: float
    high: float
    level: float
    clusters: int
    method: Method = "percentile"


def cluster_bootstrap(
    tallies: Sequence[Tally] | Numbers,
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
    share: bool = False,
) -> Interval | None:
    """Return the ratio of summed sums to summed counts with its bootstrap interval.

    Whole clusters are resampled, so that questions over one context are not taken for
    independent. The interval is bias-corrected and accelerated (BCa; Efron 1987) where that is
    defined, by percentiles otherwise; beyond 5,000 clusters it is that of the linearised ratio.
    None where there are fewer than two clusters. O(resamples × clusters).

    Parameters
    ----------
    tallies
        Sum and count of every cluster.
    level
        Confidence level in (0, 1).
    share
        Whether every mark lies in [0, 1]. Where all are 0, or all 1, resampling shows nothing of
        what has not been seen; the interval is then the binomial one over clusters.

    Raises
    ------
    Unavailable
        scipy is not installed.

    >>> round(cluster_bootstrap([(0, 1)] * 10, share=True).high, 3)
    0.308
    >>> found = cluster_bootstrap([(1, 2), (2, 2), (0, 2), (2, 2)])
    >>> found.value, found.low <= found.value <= found.high
    (0.625, True)
    """
    if len(tallies) < 2:
        return None
    sums, counts = numpy.asarray(tallies, dtype=float).T
    value, n = float(sums.sum() / counts.sum()), len(tallies)
    if numpy.allclose(sums, value * counts):
        if share and value in (0.0, 1.0):
            return at_the_end(value, n, level)
        return Interval(value, value, value, level, n, "exact")
    if n > MOST_RESAMPLED:
        return _linearised(sums, counts, level)
    methods: tuple[Method, ...] = ("BCa",) if n <= MOST_ACCELERATED else ()
    for method in (*methods, "percentile"):
        low, high = _scipy_bootstrap(sums, counts, level, resamples, seed, method)
        if numpy.isfinite([low, high]).all():
            return Interval(value, low, high, level, n, method)
    return None


def resampled(
    statistic: Callable[[NDArray[numpy.intp]], Sequence[float]],
    clusters: Sequence[str],
    *,
    level: float = 0.95,
    resamples: int = 500,
    seed: int = 0,
) -> list[Interval]:
    """Return percentile bootstrap intervals of several statistics over the same rows.

    Parameters
    ----------
    statistic
        Takes the numbers of the rows drawn and returns its values; NaN where one is undefined.
    clusters
        The cluster of every row; whole clusters are drawn.
    """
    names = sorted(set(clusters))
    rows: dict[str, list[int]] = {name: [] for name in names}
    for row, name in enumerate(clusters):
        rows[name].append(row)
    members = [numpy.array(rows[name], dtype=numpy.intp) for name in names]
    point = statistic(numpy.arange(len(clusters)))
    dice = numpy.random.default_rng(seed)
    draws = []
    for _ in range(resamples if len(names) > 1 else 0):
        drawn = dice.integers(0, len(members), len(members))
        draws.append(statistic(numpy.concatenate([members[place] for place in drawn])))
    tail = (1 - level) / 2
    found = []
    for place, value in enumerate(point):
        column = numpy.array([draw[place] for draw in draws], dtype=float)
        column = column[numpy.isfinite(column)]
        low, high = numpy.quantile(column, [tail, 1 - tail]) if column.size else (value, value)
        found.append(Interval(float(value), float(low), float(high), level, len(names)))
    return found


def prediction_powered(
    judged: Sequence[float],
    rated: Sequence[tuple[float, float]],
    *,
    level: float = 0.95,
) -> Interval | None:
    """Return the mean a human would give, from many judged and few rated responses.

    The judge's mean over all is corrected by its mean error where people rated too, each as far as
    it helps (prediction-powered inference, Angelopoulos et al. 2023; power tuning, arXiv
    2311.01453). None with fewer than two ratings.

    Parameters
    ----------
    judged
        The judge's marks of responses that nobody rated.
    rated
        Judge's and human mark of those that were.

    >>> rated = [(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)] * 5
    >>> found = prediction_powered([1.0] * 60 + [0.0] * 40, rated)
    >>> found.low < found.value < found.high
    True
    """
    if len(rated) < 2:
        return None
    many = numpy.asarray(judged, dtype=float)
    judge, human = numpy.asarray(rated, dtype=float).T
    n, large = len(human), len(many)
    everything = numpy.concatenate([judge, many])
    spread = float(everything.var(ddof=1))
    weight = 0.0
    if large and spread:
        weight = float(numpy.cov(human, judge)[0, 1]) / ((1 + n / large) * spread)
        weight = min(1.0, max(0.0, weight))
    value = float((human - weight * judge).mean())
    variance = float((human - weight * judge).var(ddof=1)) / n
    if large:
        value += weight * float(many.mean())
        variance += weight**2 * float(many.var(ddof=1) if large > 1 else 0.0) / large
    half = _normal(level) * variance**0.5
    return Interval(value, value - half, value + half, level, n, "prediction-powered")


def _scipy_bootstrap(
    sums: Numbers, counts: Numbers, level: float, resamples: int, seed: int, method: str
) -> tuple[float, float]:
    with warnings.catch_warnings():
        # scipy warns, and returns NaN, where BCa is undefined; the caller falls back then.
        warnings.simplefilter("ignore")
        found = _stats().bootstrap(
            (sums, counts),
            _ratio,
            paired=True,
            vectorized=True,
            n_resamples=resamples,
            batch=max(1, 4_000_000 // len(sums)),
            confidence_level=level,
            method=method,
            rng=numpy.random.default_rng(seed),
        )
    low, high = found.confidence_interval
    return float(low), float(high)


def at_the_end(value: float, n: int, level: float) -> Interval:
    """Return the interval of a share that is 0, or 1, in all of ``n`` clusters.

    Resampling shows nothing of what has not been seen; this is the binomial interval of Clopper
    and Pearson (1934).

    >>> round(at_the_end(1.0, 10, 0.95).low, 3)
    0.692
    """
    found = _stats().binomtest(round(value * n), n).proportion_ci(level, method="exact")
    return Interval(value, float(found.low), float(found.high), level, n, "Clopper-Pearson")


def _linearised(sums: Numbers, counts: Numbers, level: float) -> Interval:
    """Return the normal interval of the ratio, its variance that of the linearised residuals."""
    n, value = len(sums), float(sums.sum() / counts.sum())
    residuals = sums - value * counts
    error = float(numpy.sqrt(n / (n - 1) * (residuals**2).sum()) / counts.sum())
    half = _normal(level) * error
    return Interval(value, value - half, value + half, level, n, "linearised")


def _normal(level: float) -> float:
    return float(_stats().norm.ppf((1 + level) / 2))


def _ratio(sums: Numbers, counts: Numbers, axis: int = -1) -> Numbers:
    return numpy.asarray(sums.sum(axis=axis) / counts.sum(axis=axis))


def _stats() -> ModuleType:
    return import_extra("scipy.stats", "stats")
