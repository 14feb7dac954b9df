"""Intervals cover, tests are calibrated: laws by simulation, figures by the library."""

import numpy
import pytest
from scipy import stats
from statsmodels.stats import multitest, power

from prism.stats.compare import detectable, holm, mcnemar, paired
from prism.stats.intervals import (
    DIFFERENCE,
    FEWEST,
    SHARE,
    _by_formula,
    cluster_bootstrap,
    prediction_powered,
    resampled,
    wilson,
)


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


@pytest.mark.parametrize("span", [None, SHARE, DIFFERENCE])
@pytest.mark.parametrize("n", range(FEWEST))
def test_few_clusters_give_no_interval(n: int, span) -> None:
    varied = [(float(place % 2), 1.0) for place in range(n)]
    assert cluster_bootstrap(varied, span=span) is None
    assert cluster_bootstrap([(1.0, 2.0)] * n, span=span) is None
    assert prediction_powered([0.5] * 50, [(0.5, 0.6)] * n) is None
    rows = [str(place) for place in range(n)] * 20
    assert all(i is None for _, i in resampled(lambda d: [float(d.sum())], rows))


@pytest.mark.parametrize(("mark", "span"), [(0.0, SHARE), (1.0, SHARE), (0.5, SHARE),
                                            (0.0, DIFFERENCE), (-1.0, DIFFERENCE)])  # fmt: skip
def test_equal_clusters_leave_room_for_others(mark: float, span) -> None:
    found = cluster_bootstrap([(3 * mark, 3.0)] * 18, span=span)
    # None of 18 is another: the share p of others solves (1 - p)^18 = 0.025 at most; the rule of
    # three says about 3 / 18. They stand at the ends of the range at worst.
    others = 1 - 0.025 ** (1 / 18)
    assert (found.value, found.method, found.clusters) == (mark, "Clopper-Pearson", 18)
    assert found.low == pytest.approx(mark + others * (span[0] - mark))
    assert found.high == pytest.approx(mark + others * (span[1] - mark))
    assert cluster_bootstrap([(3 * mark, 3.0)] * 18) is None


@pytest.mark.parametrize("n", [5, 40, 1500, 6000])
@pytest.mark.parametrize("rare", [1, 2, 4])
def test_a_share_stays_in_its_range_and_has_a_width(n: int, rare: int) -> None:
    for few, many in ((1.0, 0.0), (0.0, 1.0)):
        found = cluster_bootstrap([(few, 1.0)] * rare + [(many, 1.0)] * (n - rare), span=SHARE)
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
        assert found.high - found.low > 0.4 / n
    gap = cluster_bootstrap([(-1.0, 1.0)] * rare + [(1.0, 1.0)] * (n - rare), span=DIFFERENCE)
    assert -1.0 <= gap.low <= gap.value <= gap.high <= 1.0


def test_many_clusters_go_by_formula_to_the_same_figures() -> None:
    dice = numpy.random.default_rng(3)
    tallies = numpy.stack([dice.random(1000) * 3, numpy.full(1000, 3.0)], axis=1)
    by_resampling = cluster_bootstrap(tallies)
    for span in (None, SHARE):
        formula = _by_formula(*tallies.T, 0.95, span)
        assert formula.value == pytest.approx(by_resampling.value)
        assert formula.low == pytest.approx(by_resampling.low, abs=0.002)
        assert formula.high == pytest.approx(by_resampling.high, abs=0.002)
    assert cluster_bootstrap(numpy.tile(tallies, (6, 1))).method == "linearised"
    assert cluster_bootstrap(numpy.tile(tallies, (6, 1)), span=SHARE).method == "Wilson"


@pytest.mark.parametrize(("yes", "n"), [(0, 20), (1, 20), (7, 20), (20, 20), (3, 9000)])
def test_wilson_is_scipys(yes: int, n: int) -> None:
    share = yes / n
    found = wilson(share, share * (1 - share) / n, n, 0.95, SHARE)
    theirs = stats.binomtest(yes, n).proportion_ci(0.95, method="wilson")
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_a_constant_statistic_has_no_interval() -> None:
    rows = [str(place) for place in range(30)]
    values = numpy.arange(30.0)
    (constant, none), (mean, some) = resampled(lambda d: [1.0, values[d].mean()], rows)
    assert (constant, none) == (1.0, None)
    assert some.low < mean < some.high


def test_a_corrected_mean_stays_between_0_and_1() -> None:
    for human, judge in ((0.0, 1.0), (1.0, 0.0), (0.0, 0.0)):
        found = prediction_powered([0.9, 1.0] * 50, [(judge, human)] * 6 + [(0.9, human)])
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
        assert found.low < found.high


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
    few = paired([("a", 0.1, 0.1), ("b", 0.2, 0.3)])
    assert few.mean == pytest.approx(0.05)
    assert few.difference is None
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
