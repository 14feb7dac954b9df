"""Intervals and tests; scipy does the arithmetic (extra ``stats``)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy
from numpy.typing import NDArray

from prism.extras import import_extra

__all__ = ["Agreement", "Interval", "McNemar", "agreement", "cluster_bootstrap", "mcnemar"]

RESAMPLES: Final = 2000
Tally = tuple[float, float]  # sum and count within one cluster


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval; ``clusters`` is what was resampled."""

    value: float
    low: float
    high: float
    level: float
    clusters: int


@dataclass(frozen=True, slots=True)
class McNemar:
    """An exact test of paired outcomes: ``only_first`` and ``only_second`` held alone; ``p``."""

    only_first: int
    only_second: int
    p: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two labellings agree: share, Cohen's kappa (None where undefined), and the table.

    ``confusion`` counts (first, second) pairs of labels.
    """

    n: int
    accuracy: float
    kappa: float | None
    confusion: Mapping[tuple[str, str], int]


def cluster_bootstrap(
    tallies: Sequence[Tally], *, level: float = 0.95, resamples: int = RESAMPLES, seed: int = 0
) -> Interval | None:
    """Return the ratio of summed sums to summed counts with its percentile bootstrap interval.

    Whole clusters are resampled, so that questions over one context are not taken for
    independent. None where there are fewer than two clusters. O(resamples × clusters).

    Parameters
    ----------
    tallies
        Sum and count of every cluster.
    level
        Confidence level in (0, 1).

    Raises
    ------
    Unavailable
        scipy is not installed.

    >>> found = cluster_bootstrap([(1, 2), (2, 2), (0, 2), (2, 2)])
    >>> found.value, found.low <= found.value <= found.high
    (0.625, True)
    """
    if len(tallies) < 2:
        return None
    sums, counts = numpy.asarray(tallies, dtype=float).T
    found = import_extra("scipy.stats", "stats").bootstrap(
        (sums, counts),
        _ratio,
        paired=True,
        vectorized=True,
        n_resamples=resamples,
        confidence_level=level,
        method="percentile",
        rng=numpy.random.default_rng(seed),
    )
    low, high = found.confidence_interval
    return Interval(float(sums.sum() / counts.sum()), float(low), float(high), level, len(tallies))


def mcnemar(pairs: Sequence[tuple[bool, bool]]) -> McNemar:
    """Return the exact McNemar test of paired outcomes (McNemar 1947, binomial form).

    Without a discordant pair ``p`` is 1.

    Raises
    ------
    Unavailable
        scipy is not installed.

    >>> mcnemar([(True, False)] * 5 + [(True, True)] * 9).p
    0.0625
    """
    first = sum(one and not other for one, other in pairs)
    second = sum(other and not one for one, other in pairs)
    if not first + second:
        return McNemar(0, 0, 1.0)
    test = import_extra("scipy.stats", "stats").binomtest(first, first + second, 0.5)
    return McNemar(first, second, float(test.pvalue))


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
    confusion: dict[tuple[str, str], int] = {}
    for pair in pairs:
        confusion[pair] = confusion.get(pair, 0) + 1
    kappa = None
    if len({label for pair in pairs for label in pair}) > 1:
        score = import_extra("sklearn.metrics", "stats").cohen_kappa_score
        kappa = float(score(*zip(*pairs, strict=True)))
    same = sum(one == other for one, other in pairs)
    return Agreement(len(pairs), same / len(pairs), kappa, confusion)


def _ratio(
    sums: NDArray[numpy.float64], counts: NDArray[numpy.float64], axis: int = -1
) -> NDArray[numpy.float64]:
    return numpy.asarray(sums.sum(axis=axis) / counts.sum(axis=axis))
