"""Confidence intervals from sufficient statistics; scipy does the arithmetic (extra ``stats``).

Three rules hold for all of them. Fewer than :data:`FEWEST` clusters give none: what so few show of
their spread is not worth a figure. What lies in a range by its nature (a share, a difference of
shares) has an interval within that range. And clusters that are all equal do not show that
nothing varies: their interval allows for as many others as may have been missed.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal

import numpy
from numpy.typing import NDArray

from prism.extras import import_extra

__all__ = [
    "DIFFERENCE",
    "FEWEST",
    "RESAMPLED",
    "SHARE",
    "Interval",
    "Range",
    "Tally",
    "all_equal",
    "cluster_bootstrap",
    "prediction_powered",
    "resampled",
    "wilson",
]

FEWEST: Final = 5  # clusters without which no interval is given

RESAMPLES: Final = 2000
# Up to how many clusters the bias-corrected bootstrap is worth its jackknife, which grows with
# their square, and up to how many resampling is worth its time; beyond, both give the same figures
# as a formula on the variance of the linearised ratio.
MOST_ACCELERATED: Final = 1000
MOST_RESAMPLED: Final = 5000
Tally = tuple[float, float]  # sum and count within one cluster
Range = tuple[float, float]  # the least and the most that a mark can be
SHARE: Final[Range] = (0.0, 1.0)
DIFFERENCE: Final[Range] = (-1.0, 1.0)  # of two shares
Numbers = NDArray[numpy.float64]
Method = Literal[
    "BCa", "percentile", "Wilson", "linearised", "Clopper-Pearson", "prediction-powered"
]
RESAMPLED: Final = frozenset({"BCa", "percentile"})  # the methods that are a bootstrap


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    ``clusters`` is how many units were resampled, ``method`` how the interval was made;
    ``Clopper-Pearson`` means that all clusters are equal.
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
    span: Range | None = None,
) -> Interval | None:
    """Return the ratio of summed sums to summed counts with its bootstrap interval.

    Whole clusters are resampled, so that questions over one context are not taken for
    independent. The interval is bias-corrected and accelerated (BCa; Efron 1987) where that is
    defined, by percentiles otherwise; beyond 5,000 clusters it is Wilson's, or without a range
    that of the linearised ratio. None where there are fewer than :data:`FEWEST` clusters, or
    where all are equal and no range says how far another could lie from them.
    O(resamples × clusters).

    Parameters
    ----------
    tallies
        Sum and count of every cluster.
    level
        Confidence level in (0, 1).
    span
        The range of a mark, such as :data:`SHARE`; None where it has none.

    Raises
    ------
    Unavailable
        scipy is not installed.

    >>> round(cluster_bootstrap([(0, 1)] * 10, span=SHARE).high, 3)
    0.308
    >>> found = cluster_bootstrap([(1, 2), (2, 2), (0, 2), (2, 2), (2, 2)])
    >>> found.value, found.low <= found.value <= found.high
    (0.7, True)
    """
    if len(tallies) < FEWEST:
        return None
    sums, counts = numpy.asarray(tallies, dtype=float).T
    value, n = float(sums.sum() / counts.sum()), len(tallies)
    if numpy.allclose(sums, value * counts):
        return all_equal(value, n, level, span)
    if n > MOST_RESAMPLED:
        return _by_formula(sums, counts, level, span)
    methods: tuple[Method, ...] = ("BCa",) if n <= MOST_ACCELERATED else ()
    for method in (*methods, "percentile"):
        low, high = _scipy_bootstrap(sums, counts, level, resamples, seed, method)
        if numpy.isfinite([low, high]).all() and low < high:
            return Interval(value, min(low, value), max(high, value), level, n, method)
    return _by_formula(sums, counts, level, span)


def resampled(
    statistic: Callable[[NDArray[numpy.intp]], Sequence[float]],
    clusters: Sequence[str],
    *,
    level: float = 0.95,
    resamples: int = 500,
    seed: int = 0,
) -> list[tuple[float, Interval | None]]:
    """Return several statistics over the same rows, each with its percentile bootstrap interval.

    The interval is None with fewer than :data:`FEWEST` clusters, and where every resample gives
    the same value: then resampling shows nothing of what has not been seen.

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
    for _ in range(resamples if len(names) >= FEWEST else 0):
        drawn = dice.integers(0, len(members), len(members))
        draws.append(statistic(numpy.concatenate([members[place] for place in drawn])))
    tail = (1 - level) / 2
    found: list[tuple[float, Interval | None]] = []
    for place, value in enumerate(map(float, point)):
        column = numpy.array([draw[place] for draw in draws], dtype=float)
        column = column[numpy.isfinite(column)]
        interval = None
        if column.size and numpy.isfinite(value):
            low, high = map(float, numpy.quantile(column, [tail, 1 - tail]))
            if low < high:
                interval = Interval(value, low, high, level, len(names))
        found.append((value, interval))
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
    2311.01453). The interval is Wilson's with the variance of that estimate, so that it stays
    between 0 and 1. None with fewer than :data:`FEWEST` ratings.

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
    if len(rated) < FEWEST:
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
    value = min(1.0, max(0.0, value))
    return wilson(value, variance, n, level, SHARE, "prediction-powered")


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


def all_equal(value: float, n: int, level: float, span: Range | None) -> Interval | None:
    """Return the interval of a mean that all ``n`` clusters share; None without a range of marks.

    Resampling shows nothing of what has not been seen. Of clusters that differ from those seen,
    Clopper and Pearson (1934) leave room for a share of at most ``q``, 0.31 after ten; the mean
    lies no further off than if these stood at an end of ``span``.

    >>> round(all_equal(1.0, 10, 0.95, SHARE).low, 3)
    0.692
    >>> found = all_equal(0.5, 10, 0.95, SHARE)
    >>> round(found.low, 3), round(found.high, 3)
    (0.346, 0.654)
    """
    if span is None:
        return None
    others = _stats().binomtest(0, n).proportion_ci(level, method="exact").high
    low, high = (value + float(others) * (end - value) for end in span)
    return Interval(value, low, high, level, n, "Clopper-Pearson")


def wilson(
    value: float, variance: float, n: int, level: float, span: Range, method: Method = "Wilson"
) -> Interval:
    """Return the score interval (Wilson 1927) of a mean of known sampling variance.

    The mean is taken for a share of as many independent yes and no as have that variance; so the
    interval lies within ``span`` and has a width wherever the mean stands.

    >>> found = wilson(0.5, 0.25 / 100, 100, 0.95, SHARE)
    >>> round(found.low, 3), round(found.high, 3)
    (0.404, 0.596)
    """
    least, most = span
    share = (value - least) / (most - least)
    spread = variance / (most - least) ** 2
    size = share * (1 - share) / spread if spread > 0 and 0 < share < 1 else float(n)
    z = _normal(level)
    middle = (share + z**2 / (2 * size)) / (1 + z**2 / size)
    half = z / (1 + z**2 / size) * (share * (1 - share) / size + z**2 / (4 * size**2)) ** 0.5
    low, high = (
        least + (most - least) * min(1.0, max(0.0, end)) for end in (middle - half, middle + half)
    )
    return Interval(value, min(low, value), max(high, value), level, n, method)


def _by_formula(sums: Numbers, counts: Numbers, level: float, span: Range | None) -> Interval:
    """Return the interval of the ratio whose variance is that of the linearised residuals."""
    n, value = len(sums), float(sums.sum() / counts.sum())
    residuals = sums - value * counts
    variance = float(n / (n - 1) * (residuals**2).sum() / counts.sum() ** 2)
    if span is not None:
        return wilson(value, variance, n, level, span)
    half = _normal(level) * variance**0.5
    return Interval(value, value - half, value + half, level, n, "linearised")


def _normal(level: float) -> float:
    return float(_stats().norm.ppf((1 + level) / 2))


def _ratio(sums: Numbers, counts: Numbers, axis: int = -1) -> Numbers:
    return numpy.asarray(sums.sum(axis=axis) / counts.sum(axis=axis))


def _stats() -> ModuleType:
    return import_extra("scipy.stats", "stats")
