"""Two models on the same items, and many comparisons at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from prism.extras import import_extra
from prism.stats.intervals import DIFFERENCE, RESAMPLES, Interval, Numbers, cluster_bootstrap

__all__ = ["McNemar", "Paired", "detectable", "holm", "mcnemar", "paired", "rank_agreement"]


@dataclass(frozen=True, slots=True)
class McNemar:
    """An exact test of paired outcomes: ``only_first`` and ``only_second`` held alone; ``p``."""

    only_first: int
    only_second: int
    p: float


@dataclass(frozen=True, slots=True)
class Paired:
    """The second's mean minus the first's, over the same items.

    ``difference`` is its interval, None with fewer than five clusters; ``p`` is that of the
    permutation test; ``detectable`` is the smallest difference that this many clusters would show
    with 80 % power at the 5 % level.
    """

    n: int
    mean: float
    difference: Interval | None
    p: float
    detectable: float | None


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


def paired(
    rows: Sequence[tuple[str, float, float]],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Paired | None:
    """Return how the second mark differs from the first, over rows of (cluster, first, second).

    Marks lie in [0, 1].
    The interval resamples whole clusters; the permutation test swaps the two marks of whole
    clusters. None with fewer than two clusters.

    Raises
    ------
    Unavailable
        scipy or statsmodels is not installed.

    >>> rows = [(str(i), 0.5, 0.6 + 0.01 * (i % 3)) for i in range(30)]
    >>> found = paired(rows)
    >>> round(found.difference.value, 2), found.p < 0.01
    (0.11, True)
    """
    tallies: dict[str, list[float]] = {}
    for cluster, first, second in rows:
        tally = tallies.setdefault(cluster, [0.0, 0.0])
        tally[0] += second - first
        tally[1] += 1
    difference = cluster_bootstrap(
        [(total, count) for total, count in tallies.values()],
        level=level,
        resamples=resamples,
        seed=seed,
        span=DIFFERENCE,
    )
    if len(tallies) < 2:
        return None
    sums, counts = numpy.array(list(tallies.values())).T
    mean = float(sums.sum() / counts.sum())
    return Paired(len(rows), mean, difference, _permuted(sums, resamples, seed), detectable(rows))


def detectable(
    rows: Sequence[tuple[str, float, float]], *, power: float = 0.8, level: float = 0.05
) -> float | None:
    """Return the smallest mean difference that a paired test over these clusters would show.

    From the spread of the clusters' differences (statsmodels' power of the paired t test); None
    with fewer than three clusters.
    """
    clusters: dict[str, list[float]] = {}
    for cluster, first, second in rows:
        clusters.setdefault(cluster, []).append(second - first)
    if len(clusters) < 3:
        return None
    spread = float(numpy.std([numpy.mean(values) for values in clusters.values()], ddof=1))
    if not spread:
        return 0.0
    tests = import_extra("statsmodels.stats.power", "stats").TTestPower()
    effect = tests.solve_power(nobs=len(clusters), alpha=level, power=power)
    return float(effect) * spread


def holm(values: Sequence[float]) -> list[float]:
    """Return the p values corrected for being many (Holm 1979), in their order.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    if not values:
        return []
    tests = import_extra("statsmodels.stats.multitest", "stats")
    return [float(p) for p in tests.multipletests(list(values), method="holm")[1]]


def rank_agreement(
    first: Sequence[float] | Numbers, second: Sequence[float] | Numbers
) -> float | None:
    """Return Spearman's rank correlation of two rankings; None where it is undefined.

    >>> rank_agreement([1.0, 2.0, 3.0], [10.0, 20.0, 15.0])
    0.5
    """
    if len(first) < 2 or numpy.ptp(first) == 0 or numpy.ptp(second) == 0:
        return None
    return float(import_extra("scipy.stats", "stats").spearmanr(first, second).statistic)


def _permuted(sums: Numbers, resamples: int, seed: int) -> float:
    """Return the two-sided p of the clusters' summed differences under swapped marks."""
    if not sums.any():
        return 1.0
    test = import_extra("scipy.stats", "stats").permutation_test(
        (sums,),
        lambda values, axis: values.sum(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        batch=max(1, 4_000_000 // len(sums)),
        rng=numpy.random.default_rng(seed),
    )
    return float(test.pvalue)
