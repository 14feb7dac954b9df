"""Intervals cover, tests are calibrated: laws by simulation, figures by the library."""

import numpy
import pytest
from scipy import stats
from statsmodels.stats import multitest, power

from prism.stats.compare import detectable, holm, mcnemar, paired
from prism.stats.intervals import _linearised, cluster_bootstrap, prediction_powered


def test_bootstrap_is_scipys_where_every_cluster_has_one_row() -> None:
    values = numpy.random.default_rng(1).random(60)
    found = cluster_bootstrap([(value, 1.0) for value in values], seed=5)
    theirs = stats.bootstrap(
        (values,), numpy.mean, n_resamples=2000, method="BCa", rng=numpy.random.default_rng(5)
    ).confidence_interval
    assert found.method == "BCa"
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_clusters_widen_the_interval() -> None:
    dice = numpy.random.default_rng(2)
    means = dice.random(40)
    rows = [float(dice.random() < mean) for mean in means for _ in range(10)]
    apart = cluster_bootstrap([(row, 1.0) for row in rows])
    together = cluster_bootstrap([(sum(rows[i : i + 10]), 10.0) for i in range(0, 400, 10)])
    assert together.value == pytest.approx(apart.value)
    assert together.high - together.low > 1.2 * (apart.high - apart.low)


def test_nothing_varies() -> None:
    found = cluster_bootstrap([(2.0, 2.0)] * 5)
    assert (found.low, found.high, found.method) == (1.0, 1.0, "exact")
    assert cluster_bootstrap([(1.0, 1.0)]) is None


@pytest.mark.parametrize("mark", [0.0, 1.0])
def test_a_share_that_never_varies_may_yet(mark: float) -> None:
    found = cluster_bootstrap([(3 * mark, 3.0)] * 18, share=True)
    # Zero of 18: the upper end p solves (1 - p)^18 = 0.025; the rule of three says about 3 / 18.
    far = 1 - 0.025 ** (1 / 18)
    assert (found.value, found.method, found.clusters) == (mark, "Clopper-Pearson", 18)
    assert abs(found.high - found.low) == pytest.approx(far)
    assert mark in (found.low, found.high)
    assert cluster_bootstrap([(1.0, 2.0)] * 18, share=True).method == "exact"


def test_many_clusters_are_linearised_to_the_same_figures() -> None:
    dice = numpy.random.default_rng(3)
    tallies = numpy.stack([dice.random(1000) * 3, numpy.full(1000, 3.0)], axis=1)
    by_resampling = cluster_bootstrap(tallies)
    formula = _linearised(*tallies.T, 0.95)
    assert formula.value == pytest.approx(by_resampling.value)
    assert formula.low == pytest.approx(by_resampling.low, abs=0.002)
    assert formula.high == pytest.approx(by_resampling.high, abs=0.002)
    assert cluster_bootstrap(numpy.tile(tallies, (6, 1))).method == "linearised"


def test_prediction_powered_covers_and_is_no_wider_than_people_alone() -> None:
    dice = numpy.random.default_rng(4)
    covered, wider = 0, 0
    for _ in range(200):
        human = (dice.random(1000) < 0.6).astype(float)
        judge = numpy.where(dice.random(1000) < 0.85, human, 1 - human)
        found = prediction_powered(judge[60:], list(zip(judge[:60], human[:60], strict=True)))
        covered += found.low <= 0.6 <= found.high
        half = 1.96 * human[:60].std(ddof=1) / 60**0.5
        wider += (found.high - found.low) / 2 > half * 1.02
    assert covered / 200 > 0.91
    assert wider / 200 < 0.05


def test_paired_finds_a_difference_and_none_where_there_is_none() -> None:
    dice = numpy.random.default_rng(5)
    first = dice.random(80)
    better = [
        (str(i), float(v), float(v + 0.05 + dice.normal(0, 0.05))) for i, v in enumerate(first)
    ]
    found = paired(better)
    assert found.p < 0.01
    assert found.difference.low > 0
    same = [(cluster, a, a + float(dice.normal(0, 0.05))) for cluster, a, _ in better]
    assert paired(same).difference.low < 0.01
    assert paired([("a", 0.1, 0.1), ("b", 0.2, 0.2)]).p == 1.0


def test_mcnemar_is_the_binomial_test() -> None:
    pairs = [(True, False)] * 9 + [(False, True)] * 3 + [(True, True)] * 20
    assert mcnemar(pairs).p == pytest.approx(stats.binomtest(3, 12).pvalue)
    assert mcnemar([(True, True)]).p == 1.0


def test_holm_is_statsmodels() -> None:
    values = [0.04, 0.001, 0.2, 0.03]
    assert holm(values) == pytest.approx(multitest.multipletests(values, method="holm")[1])
    assert holm([]) == []


def test_detectable_has_the_power_it_says() -> None:
    dice = numpy.random.default_rng(6)
    rows = [(str(i), 0.0, float(dice.normal(0, 1))) for i in range(50)]
    effect = detectable(rows) / numpy.std([b for _, _, b in rows], ddof=1)
    reached = power.TTestPower().power(effect, 50, 0.05)
    assert reached == pytest.approx(0.8, abs=0.001)
