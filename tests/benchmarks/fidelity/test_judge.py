"""The floors the local judge must reach against GPT-5.4 on the public records."""

import os
from pathlib import Path

import pytest

from benchmarks.fidelity.judge import balanced, interval, kappa, least, left_out, rows

DATA = Path(os.environ.get("PRISM_DATA", "../shared/data"))

np = pytest.importorskip("numpy")


@pytest.mark.skipif(not (DATA / "whatif").is_dir(), reason=f"no external data at {DATA}")
def test_the_floors_are_reached():
    table = {row.measure: row for row in rows(DATA)}
    assert table["causal edges, balanced accuracy"].value >= 0.75
    assert table["causal edges, balanced accuracy"].baseline == "always yes 0.500"
    judge = table["criteria, MAE: the judge"].value
    assert judge < table["criteria, MAE: best constant"].value
    assert judge < table["criteria, MAE: length alone"].value
    assert (
        table["criteria, Pearson: the judge"].value > table["criteria, Pearson: length alone"].value
    )


def test_a_judge_that_always_says_yes_is_worth_nothing():
    truth, yes = np.array([1.0, 1.0, 0.0]), np.ones(3)
    assert balanced(truth, yes) == 0.5
    assert kappa(truth, yes) == 0.0
    assert balanced(truth, truth) == kappa(truth, truth) == 1.0


def test_what_is_left_out_is_not_seen():
    record = np.array([0.0, 0.0, 1.0, 1.0])
    truth = np.array([1.0, 1.0, 5.0, 5.0])
    guess = left_out(np.ones((4, 1)), truth, record, least)
    assert guess == pytest.approx(np.array([5.0, 5.0, 1.0, 1.0]))


def test_the_interval_draws_whole_records():
    record = np.repeat(np.arange(4.0), 50)
    low, high = interval(lambda i: float(np.mean(record[i])), record)
    assert low < 0.9
    assert high > 2.1
