"""Intervals and tests against independent slow arithmetic."""

import random
from itertools import product
from math import comb, isclose

import pytest

from prism.stats import agreement, cluster_bootstrap, mcnemar


@pytest.mark.parametrize(("b", "c"), list(product(range(7), repeat=2)))
def test_mcnemar_is_the_exact_binomial_test(b: int, c: int) -> None:
    pairs = [(True, False)] * b + [(False, True)] * c + [(True, True)] * 3
    n, k = b + c, min(b, c)
    expected = min(1.0, 2 * sum(comb(n, i) for i in range(k + 1)) / 2**n) if n else 1.0
    found = mcnemar(pairs)
    assert (found.only_first, found.only_second) == (b, c)
    assert isclose(found.p, expected)


def test_bootstrap_agrees_with_a_slow_one() -> None:
    rng = random.Random(4)
    tallies = [(float(sum(rng.random() < 0.7 for _ in range(3))), 3.0) for _ in range(40)]
    found = cluster_bootstrap(tallies)
    slow = []
    for _ in range(4000):
        drawn = rng.choices(tallies, k=len(tallies))
        slow.append(sum(s for s, _ in drawn) / sum(n for _, n in drawn))
    slow.sort()
    assert found is not None
    assert abs(found.low - slow[100]) < 0.02
    assert abs(found.high - slow[3899]) < 0.02


def test_clusters_widen_the_interval() -> None:
    together = cluster_bootstrap([(5.0, 5.0), (0.0, 5.0)] * 10)
    apart = cluster_bootstrap([(1.0, 1.0), (0.0, 1.0)] * 50)
    assert together is not None
    assert apart is not None
    assert together.high - together.low > 1.5 * (apart.high - apart.low)


def test_one_cluster_has_no_interval() -> None:
    assert cluster_bootstrap([(3.0, 5.0)]) is None
    assert cluster_bootstrap([]) is None


def test_the_seed_alone_decides() -> None:
    tallies = [(1.0, 2.0), (2.0, 2.0), (0.0, 1.0), (1.0, 1.0), (2.0, 3.0)]
    assert cluster_bootstrap(tallies, seed=3) is not None
    assert cluster_bootstrap(tallies, seed=3) == cluster_bootstrap(tallies, seed=3)


def test_kappa_against_its_definition() -> None:
    rng = random.Random(2)
    pairs = [(rng.choice("abc"), rng.choice("abc")) for _ in range(60)]
    found = agreement(pairs)
    observed = sum(a == b for a, b in pairs) / 60
    chance = (
        sum(
            sum(a == label for a, _ in pairs) * sum(b == label for _, b in pairs) for label in "abc"
        )
        / 3600
    )
    assert found is not None
    assert found.kappa is not None
    assert isclose(found.kappa, (observed - chance) / (1 - chance))
    assert sum(found.confusion.values()) == 60
    assert agreement([]) is None
    assert agreement([("a", "a")]).kappa is None
