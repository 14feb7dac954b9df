"""Intervals cover, tests are calibrated: laws by simulation, figures by the library."""

import statistics

import numpy
import pytest
from scipy import stats
from statsmodels.stats import multitest, power

from prism.stats.compare import detectable, holm, mcnemar, paired
from prism.stats.intervals import (
    DIFFERENCE,
    FEWEST,
    MOST_ACCELERATED,
    MOST_RESAMPLED,
    SHARE,
    _by_formula,
    all_equal,
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


@pytest.mark.parametrize("level", [0.5, 0.95])
@pytest.mark.parametrize("span", [SHARE, DIFFERENCE, (2.0, 6.0)])
@pytest.mark.parametrize(("share", "spread"), [(0.3, 0.01), (0.5, 0.2), (0.9, 0.0), (0.0, 0.1),
                                               (1.0, 0.1)])  # fmt: skip
def test_the_ends_of_wilson_are_where_the_score_test_turns(share, spread, span, level) -> None:
    least, most = span
    width = most - least
    found = wilson(least + width * share, width**2 * spread, 30, level, span)
    size = share * (1 - share) / spread if spread and 0 < share < 1 else 30
    z = statistics.NormalDist().inv_cdf((1 + level) / 2)
    for end in (found.low, found.high):
        p = (end - least) / width
        assert (p - share) ** 2 == pytest.approx(z**2 * p * (1 - p) / size, abs=1e-9)
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert (found.level, found.clusters, found.method) == (level, 30, "Wilson")


def corrected(judged: list[float], rated: list[tuple[float, float]]) -> tuple[float, float]:
    """Return value and variance of the power-tuned estimate, by the paper's formulas."""
    judge, human = [j for j, _ in rated], [h for _, h in rated]
    n, large = len(rated), len(judged)
    spread = statistics.variance([*judge, *judged])
    weight = 0.0
    if large and spread:
        weight = statistics.covariance(human, judge) / ((1 + n / large) * spread)
        weight = min(1.0, max(0.0, weight))
    rest = [h - weight * j for j, h in rated]
    value, variance = statistics.mean(rest), statistics.variance(rest) / n
    if large:
        value += weight * statistics.mean(judged)
        variance += weight**2 * (statistics.variance(judged) if large > 1 else 0) / large
    return value, variance


@pytest.mark.parametrize("judged", [[], [0.25], [0.25, 0.75], [0.5] * 3, [0.1, 0.9, 0.4] * 20])
@pytest.mark.parametrize(
    "rated",
    [
        [(0.2, 0.3), (0.4, 0.5), (0.6, 0.4), (0.8, 0.9), (0.5, 0.2)],
        [(0.4, 0.0), (0.5, 0.5), (0.6, 1.0), (0.5, 0.6), (0.5, 0.4), (0.5, 0.5)],  # weight above 1
        [(0.2, 0.8), (0.4, 0.6), (0.6, 0.4), (0.8, 0.3), (0.5, 0.5)],  # and below 0
        [(0.5, 0.3), (0.5, 0.5), (0.5, 0.4), (0.5, 0.9), (0.5, 0.2)],
    ],
)
def test_a_corrected_mean_is_that_of_the_formulas(judged, rated) -> None:
    found = prediction_powered(judged, rated, level=0.9)
    value, variance = corrected(judged, rated)
    assert found.value == pytest.approx(value)
    ends = wilson(value, variance, len(rated), 0.9, SHARE)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert (found.method, found.clusters, found.level) == ("prediction-powered", len(rated), 0.9)


def test_no_linearised_interval_is_other_than_by_hand() -> None:
    sums, counts = numpy.array([1.0, 4.0, 2.0, 5.0]), numpy.array([2.0, 4.0, 3.0, 5.0])
    found = _by_formula(sums, counts, 0.9, None)
    value = 12 / 14
    squares = sum((s - value * c) ** 2 for s, c in zip(sums, counts, strict=True))
    half = statistics.NormalDist().inv_cdf(0.95) * (4 / 3 * squares) ** 0.5 / 14
    assert (found.value, found.low, found.high) == pytest.approx(
        (value, value - half, value + half)
    )
    assert (found.clusters, found.level, found.method) == (4, 0.9, "linearised")


@pytest.mark.parametrize(
    ("n", "method"),
    [
        (FEWEST, "BCa"),
        (MOST_ACCELERATED, "BCa"),
        (MOST_ACCELERATED + 1, "percentile"),
        (MOST_RESAMPLED, "percentile"),
        (MOST_RESAMPLED + 1, "linearised"),
    ],
)
def test_the_number_of_clusters_chooses_the_method(n: int, method: str) -> None:
    assert (MOST_ACCELERATED, MOST_RESAMPLED) == (1000, 5000)
    rows = [(float(place * place % 17), 1.0) for place in range(n)]
    found = cluster_bootstrap(rows, resamples=40, level=0.8)
    assert (found.method, found.clusters, found.level) == (method, n, 0.8)
    assert found.low < found.value < found.high


@pytest.mark.parametrize(("span", "method"), [(None, "linearised"), (SHARE, "Wilson")])
def test_what_resampling_cannot_tell_the_formula_does(span, method) -> None:
    rows = [(0.0, 1.0)] * 4 + [(1.0, 1.0), (0.5, 1.0)]
    found = cluster_bootstrap(rows, resamples=1, span=span)
    assert found == _by_formula(*numpy.array(rows).T, 0.95, span)
    assert found.method == method


def test_the_seed_alone_decides_a_bootstrap() -> None:
    rows = [(float(place * place % 17), 2.0) for place in range(40)]
    assert cluster_bootstrap(rows) == cluster_bootstrap(rows, seed=0, resamples=2000, level=0.95)
    assert cluster_bootstrap(rows) != cluster_bootstrap(rows, seed=1)
    assert cluster_bootstrap(rows) != cluster_bootstrap(rows, resamples=1999)


def test_whole_clusters_are_drawn_and_the_middle_of_what_they_give_is_told() -> None:
    clusters, values = ["b", "a", "c", "a", "e", "d", "d", "a"], numpy.arange(8.0) ** 2
    drawn: list[float] = []

    def statistic(rows):
        times = {name: [list(rows).count(i) for i in range(8) if clusters[i] == name]
                 for name in set(clusters)}  # fmt: skip
        assert all(len(set(counts)) == 1 for counts in times.values())
        assert sum(counts[0] for counts in times.values()) == 5
        drawn.append(float(values[rows].mean()))
        return [drawn[-1], float("nan"), drawn[-1] if len(drawn) % 2 else float("nan")]

    mean, never, often = resampled(statistic, clusters, level=0.9, resamples=60)
    assert len(drawn) == 61
    assert drawn[0] == mean[0] == values.mean()
    for (value, interval), column in ((mean, drawn[1:]), (often, drawn[2::2])):
        assert value == values.mean()
        ends = numpy.quantile(column, [0.05, 0.95])
        assert (interval.low, interval.high) == pytest.approx(tuple(ends))
        told = (interval.value, interval.level, interval.clusters, interval.method)
        assert told == (value, 0.9, 5, "percentile")
    assert numpy.isnan(never[0])
    assert never[1] is None


def test_resampling_draws_five_hundred_times_from_seed_0_at_95_per_cent() -> None:
    rows, values = [str(i) for i in range(9)], numpy.arange(9.0) ** 2
    told = resampled(lambda d: [values[d].mean()], rows)
    assert told == resampled(lambda d: [values[d].mean()], rows, resamples=500, seed=0, level=0.95)
    assert told != resampled(lambda d: [values[d].mean()], rows, seed=1)
    assert told != resampled(lambda d: [values[d].mean()], rows, resamples=499)


def test_what_is_defined_in_few_resamples_only_has_no_interval_where_undefined() -> None:
    rows = [str(i) for i in range(6)]
    calls: list[int] = []

    def first_only(drawn):
        calls.append(1)
        return [float("nan") if len(calls) == 1 else float(drawn.sum())]

    [(value, interval)] = resampled(first_only, rows)
    assert numpy.isnan(value)
    assert interval is None


@pytest.mark.parametrize("n", [1, 5, 30])
def test_room_for_others_shrinks_with_clusters_and_grows_with_level(n: int) -> None:
    low, high = (all_equal(0.2, n, level, SHARE) for level in (0.8, 0.99))
    assert high.low < low.low < 0.2 < low.high < high.high
    assert all_equal(0.2, n + 1, 0.8, SHARE).high < low.high
    assert all_equal(0.2, n, 0.8, None) is None
