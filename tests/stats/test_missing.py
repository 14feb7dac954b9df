"""The mean with missing answers: within its bounds, and never lifted by a failure."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.stats.missing import counted

UNIT = st.floats(0, 1)
NEAR = 1e-9
GAP = (float("nan"), 0.0, 1.0)


@st.composite
def answers(draw: st.DrawFn) -> tuple[float, float, float]:
    """An answer: its value, NaN where it is missing, and its bounds."""
    low, value, high = sorted(draw(st.tuples(UNIT, UNIT, UNIT)))
    return (float("nan") if draw(st.booleans()) else value, low, high)


def mean(table: list) -> float | None:
    values, low, high = (numpy.array(column, dtype=float) for column in zip(*table, strict=True))
    found = counted(values, low, high)
    return None if numpy.isnan(found).all() else float(numpy.nanmean(found))


TABLES = st.lists(answers(), min_size=1, max_size=12)


@given(TABLES)
def test_the_mean_lies_within_the_means_of_the_bounds(table: list) -> None:
    found = mean(table)
    if found is not None:
        low, high = (sum(row[end] for row in table) / len(table) for end in (1, 2))
        assert low - NEAR <= found <= high + NEAR


@given(TABLES, st.booleans())
def test_adding_a_failed_answer_never_raises_the_mean(table: list, told: bool) -> None:
    before = mean(table)
    if before is not None:
        failed = (0.0 if told else float("nan"), 0.0, 0.0)
        assert mean([*table, failed]) <= before + NEAR
        assert mean([*table, GAP]) == pytest.approx(before, abs=NEAR)


@given(TABLES)
def test_an_arm_that_is_nowhere_better_never_ranks_above(table: list) -> None:
    worse = [(low, 0.0, low) for _, low, _ in table]
    found = mean(table)
    assert found is None or mean(worse) <= found + NEAR


def test_a_missing_answer_counts_where_its_bounds_keep_it_from_being_like_the_rest() -> None:
    # One answer of five is judged; of the others half is known to be 0, or to be 1.
    poor, good = (float("nan"), 0.05, 0.55), (float("nan"), 0.5, 1.0)
    assert mean([(0.9, 0.9, 0.9)] + [poor] * 4) == pytest.approx((0.9 + 4 * 0.55) / 5)
    assert mean([(0.1, 0.1, 0.1)] + [good] * 4) == pytest.approx((0.1 + 4 * 0.5) / 5)
    assert mean([(0.9, 0.9, 0.9)] + [GAP] * 4) == 0.9
    assert mean([GAP] * 4) is None


@pytest.mark.parametrize(
    ("values", "low", "high", "told"),
    [
        ([0.9, numpy.nan], [0.9, 0.05], [0.9, 0.55], [0.9, 0.55]),  # cannot be as good
        ([0.9, numpy.nan], [0.9, 0.0], [0.9, 1.0], [0.9, numpy.nan]),  # may be either way
        ([0.1, numpy.nan], [0.1, 0.4], [0.1, 0.9], [0.1, 0.4]),  # cannot be as bad
        ([0.5, 0.7], [0.5, 0.7], [0.5, 0.7], [0.5, 0.7]),
        ([numpy.nan, numpy.nan], [0.0, 0.4], [0.1, 0.9], [numpy.nan, numpy.nan]),
        ([1.0, numpy.nan, numpy.nan], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, numpy.nan]),
    ],
)
def test_tables(values: list, low: list, high: list, told: list) -> None:
    found = counted(numpy.array(values), numpy.array(low), numpy.array(high))
    assert found == pytest.approx(told, nan_ok=True)


@given(TABLES)
def test_every_missing_answer_is_like_the_mean_as_far_as_its_bounds_allow(table: list) -> None:
    values, low, high = (numpy.array(column, dtype=float) for column in zip(*table, strict=True))
    found = counted(values, low, high)
    missing = numpy.isnan(values)
    assert (found[~missing] == values[~missing]).all()
    if missing.all():
        assert numpy.isnan(found).all()
        return
    centre = float(numpy.nanmean(found))
    for told, least, most in zip(found[missing], low[missing], high[missing], strict=True):
        if numpy.isnan(told):
            assert least - NEAR <= centre <= most + NEAR
        else:
            assert told == pytest.approx(most if most <= centre + NEAR else least, abs=NEAR)
            assert most <= centre + NEAR or least >= centre - NEAR


@pytest.mark.parametrize("value", [0.0, 0.25, 0.75, 1.0])
def test_one_value_and_one_gap_settle_between_them(value: float) -> None:
    for end in (0.0, 0.5, 1.0):
        gap = (float("nan"), end, end)
        assert mean([(value, 0.0, 1.0), gap]) == pytest.approx((value + end) / 2)
        # beside one that is known to lie elsewhere, whatever may be either way stays out
        assert mean([(value, 0.0, 1.0), gap, GAP, GAP]) == pytest.approx((value + end) / 2)
