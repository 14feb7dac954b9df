"""Two models on the same items: against enumeration, tables and closed forms."""

from itertools import product
from math import comb, sqrt

import numpy
import pytest

from prism.stats.compare import detectable, holm, mcnemar, paired, rank_agreement


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (5, 0), (0, 5), (3, 4), (9, 2)])
def test_mcnemar_is_a_fair_coin(b: int, c: int) -> None:
    found = mcnemar([(True, False)] * b + [(False, True)] * c + [(True, True)] * 4
                    + [(False, False)] * 3)  # fmt: skip
    assert (found.only_first, found.only_second) == (b, c)
    tail = sum(comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c)
    assert found.p == pytest.approx(min(1.0, 2 * tail))


def test_the_permutation_test_is_that_of_all_signs() -> None:
    differences = [0.3, 0.1, 0.2, -0.1, 0.4, 0.2, 0.1, 0.3]
    rows = [(str(i), 0.1, 0.1 + d) for i, d in enumerate(differences)]
    sums = [sum(s * d for s, d in zip(signs, differences, strict=True))
            for signs in product((1, -1), repeat=8)]  # fmt: skip
    exact = sum(abs(s) >= abs(sum(differences)) - 1e-9 for s in sums) / len(sums)
    found = paired(rows)
    assert found is not None
    assert found.p == pytest.approx(exact)
    assert found.n == 8
    assert found.mean == pytest.approx(sum(differences) / 8)


def test_a_paired_difference_is_the_second_minus_the_first_over_rows() -> None:
    rows = [("a", 0.0, 1.0), ("a", 0.0, 1.0), ("b", 0.5, 0.5)]
    found = paired(rows)
    assert found is not None
    assert found.mean == pytest.approx(2 / 3)
    assert found.difference is None  # two clusters give no interval
    assert found.detectable is None
    turned = paired([(c, y, x) for c, x, y in rows])
    assert turned is not None
    assert turned.mean == -found.mean
    assert paired([("a", 0.0, 1.0), ("a", 0.0, 1.0)]) is None
    assert paired([]) is None


def test_nothing_differs() -> None:
    found = paired([(str(i), 0.4, 0.4) for i in range(9)])
    assert found is not None
    assert (found.mean, found.p, found.detectable) == (0.0, 1.0, 0.0)


def test_the_seed_alone_decides_a_paired_interval() -> None:
    dice = numpy.random.default_rng(3)
    rows = [(str(i), float(a), float(b)) for i, (a, b) in enumerate(dice.random((40, 2)))]
    assert paired(rows, seed=1) == paired(rows, seed=1)
    assert paired(rows) == paired(rows, seed=0) != paired(rows, seed=1)
    wide, narrow = paired(rows, level=0.99), paired(rows, level=0.8)
    assert wide is not None
    assert narrow is not None
    assert wide.difference is not None
    assert narrow.difference is not None
    assert wide.difference.level == 0.99
    assert wide.difference.low < narrow.difference.low < narrow.difference.high


def test_detectable_is_near_its_closed_form_and_shrinks_with_clusters() -> None:
    rows = [(str(i), 0.0, float(i % 2)) for i in range(100)]
    spread = sqrt(0.25 * 100 / 99)
    found = detectable(rows)
    # (z of 97.5 % + z of 80 %) ÷ √n for many clusters
    assert found == pytest.approx((1.960 + 0.842) * spread / 10, rel=0.02)
    assert detectable(rows, power=0.9) > found > detectable(rows, level=0.1)
    three = [("a", 0.0, 0.0), ("b", 0.0, 1.0), ("c", 0.0, 0.5)]
    assert detectable(three) is not None
    assert detectable(three[:2]) is None
    # rows of one cluster count as their mean
    doubled = [row for row in rows for _ in range(2)]
    assert detectable(doubled) == pytest.approx(found)


def test_holm_by_hand() -> None:
    # sorted 0.01, 0.03, 0.04 times 3, 2, 1, and never falling
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
    assert holm([0.2]) == [0.2]


def test_rank_agreement() -> None:
    assert rank_agreement([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1.0)
    assert rank_agreement([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1.0)
    # 1 − 6 Σd² ÷ n(n² − 1), with d = 0, 1, 1
    assert rank_agreement([1, 2, 3], [10, 20, 15]) == pytest.approx(1 - 6 * 2 / 24)
    assert rank_agreement([1, 2], [5, 9]) == pytest.approx(1.0)
    assert rank_agreement([1], [2]) is None
    assert rank_agreement([1, 1], [1, 2]) is None
    assert rank_agreement([1, 2], [1, 1]) is None
