"""The means of an arm: over all its answers, within their bounds, never lifted by a failure."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.records.score import Score
from prism.report.leaderboard import Cell, Wanted, arm_table
from prism.runs.columns import Columns
from prism.runs.line import Line
from prism.runs.plan import Plan
from prism.runs.records import Arm

NEAR = 1e-9
MARKS = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.just("judge_error"))
# An answer is scored by several marks, or its task has come to nothing.
ANSWERS = st.one_of(st.none(), st.lists(MARKS, min_size=1, max_size=4))
ARMS = st.lists(ANSWERS, min_size=1, max_size=8)


def headline(arm: list) -> Cell:
    columns = Columns(Arm(1, Plan(suite="whatif", items="b.json", items_digest="1")))
    for place, marks in enumerate(arm):
        name = f"q{place}"
        if marks is None:
            columns.add_missing(name, name, {}, "refused")
            continue
        pm = Score.mean(marks)
        final = Score.average([pm, Score.mean([0.5])])
        line = Line(
            item=name,
            variant={},
            cluster=name,
            slices={},
            signature="s",
            scores={"final": final},
        )
        columns.add(line)
    return arm_table(columns, "r.db", "arm", Wanted(intervals=False)).overall.cells["final"]


@given(ARMS)
@settings(deadline=None, max_examples=60)
def test_a_mean_lies_within_its_bounds(arm: list) -> None:
    cell = headline(arm)
    assert cell.n == len(arm)
    if cell.value is not None:
        assert cell.bounds[0] - NEAR <= cell.value <= cell.bounds[1] + NEAR


@given(ARMS)
@settings(deadline=None, max_examples=60)
def test_an_answer_that_failed_never_raises_a_mean(arm: list) -> None:
    before = headline(arm).value
    if before is not None:
        assert headline([*arm, None]).value == pytest.approx(before, abs=NEAR)
    low = headline(arm).bounds[0]
    assert headline([*arm, None]).bounds[0] <= low + NEAR


@given(ARMS, st.data())
@settings(deadline=None, max_examples=60)
def test_a_missing_verdict_never_raises_the_lower_bound_of_an_arm(
    arm: list, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(arm) - 1))
    if arm[place] is None:
        return
    gap = data.draw(st.integers(0, len(arm[place]) - 1))
    marks = [*arm[place][:gap], "truncated", *arm[place][gap + 1 :]]
    worse = headline([*arm[:place], marks, *arm[place + 1 :]])
    assert worse.bounds[0] <= headline(arm).bounds[0] + NEAR


def test_one_good_answer_of_five_does_not_rank_first() -> None:
    lazy = headline([[1.0], *[["judge_error"]] * 4])
    assert lazy.scored == 1
    assert lazy.value == pytest.approx(0.75)
    assert lazy.value <= lazy.bounds[1]
    assert numpy.isclose(headline([["judge_error"]]).bounds, (0.25, 0.75)).all()
    assert headline([["judge_error"]]).value is None
