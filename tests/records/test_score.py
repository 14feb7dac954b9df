"""The laws of every score, over random tables of marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.records.score import Score

REASONS = st.sampled_from(["truncated", "judge_error", "refused", "judged_reversed"])
MARKS = st.one_of(st.floats(0.1, 1.0), st.sampled_from([0.1, 0.7, 1.0]), REASONS)
TABLES = st.lists(MARKS, max_size=12)
CHECKS = st.lists(st.one_of(st.sampled_from([0.0, 1.0]), REASONS), max_size=6)
NEAR = 1e-9


def counted(marks: list) -> Score:
    return Score.mean(marks, worst=0.1, best=1.0)


def holds(score: Score) -> None:
    low, high = score.bounds
    assert 0 <= low <= high <= 1
    assert (score.value is None) == (score.reason is not None)
    assert score.value is None or low <= score.value <= high


def without(marks: list, place: int) -> list:
    return [*marks[:place], "truncated", *marks[place + 1 :]]


@given(TABLES)
def test_a_mean_lies_within_its_bounds(marks: list) -> None:
    holds(counted(marks))


@given(st.lists(MARKS, min_size=1, max_size=12), st.data())
def test_a_missing_mark_only_widens_the_bounds_of_a_mean(marks: list, data: st.DataObject) -> None:
    before, place = counted(marks), data.draw(st.integers(0, len(marks) - 1))
    after = counted(without(marks, place))
    assert after.bounds[0] <= before.bounds[0] + NEAR
    assert after.bounds[1] >= before.bounds[1] - NEAR


@given(TABLES)
def test_adding_a_failed_mark_never_raises_a_mean(marks: list) -> None:
    before, after = counted(marks), counted([*marks, 0.1])
    assert before.value is None or after.value <= before.value + NEAR
    assert after.bounds[0] <= before.bounds[0] + NEAR or not marks
    assert after.bounds[1] <= before.bounds[1] + NEAR


@given(TABLES, st.data())
def test_whatever_the_missing_marks_are_the_mean_lies_within_the_bounds(
    marks: list, data: st.DataObject
) -> None:
    whole = [
        data.draw(st.sampled_from([0.1, 0.55, 1.0])) if isinstance(m, str) else m for m in marks
    ]
    value, (low, high) = counted(whole).value, counted(marks).bounds
    assert value is None or low - NEAR <= value <= high + NEAR


@given(st.lists(TABLES, max_size=4))
def test_an_average_obeys_the_laws_of_its_parts(tables: list) -> None:
    parts = [counted(marks) for marks in tables]
    whole = Score.average(parts)
    holds(whole)
    assert (whole.value is None) == (not parts or any(part.value is None for part in parts))
    for place, marks in enumerate(tables):
        for gap in range(len(marks)):
            fewer = [*parts[:place], counted(without(marks, gap)), *parts[place + 1 :]]
            assert Score.average(fewer).bounds[0] <= whole.bounds[0] + NEAR


@given(CHECKS)
def test_what_is_missing_has_not_been_passed(marks: list) -> None:
    score = Score.every(marks)
    holds(score)
    missing = not marks or any(isinstance(mark, str) for mark in marks)
    assert score.value == (None if missing else float(0.0 not in marks))
    assert score.bounds[1] == float(0.0 not in marks)
    for place in range(len(marks)):
        assert Score.every(without(marks, place)).bounds[0] <= score.bounds[0]
    assert Score.every([*marks, 0.0]).bounds == (0.0, 0.0)


def test_nothing_asked_is_nothing_passed() -> None:
    for score in (Score.mean([]), Score.every([]), Score.average([])):
        assert (score.value, score.bounds, score.reason) == (None, (0.0, 1.0), "not_applicable")


@pytest.mark.parametrize(
    "fields",
    [
        {"value": None, "bounds": (0.0, 1.0), "n": 1},
        {"value": 0.59, "bounds": (0.158, 0.558), "n": 5},
    ],
)
def test_a_score_that_breaks_a_law_cannot_be_made(fields: dict) -> None:
    with pytest.raises(ValueError, match=r"reason why|outside its bounds"):
        Score(**fields)
