"""Each statistic against a published worked example, or against its library."""

import csv
import functools
import io
import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from sklearn import metrics

from prism.stats import intervals
from prism.stats.agreement import (
    agreement,
    agreement_of_marks,
    agreement_with_failure,
    fleiss_kappa,
    krippendorff_alpha,
)
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: four observers,
# twelve units, missing data; alpha there: nominal .743, ordinal .815, interval .849.
OBSERVERS = """
    1 2 3 3 2 1 4 1 2 . . .
    1 2 3 3 2 2 4 1 2 5 . 3
    . 3 3 3 2 3 4 2 2 5 1 .
    1 2 3 3 2 4 4 1 2 5 1 .
"""
# Fleiss (1971) as worked through in the literature: ten subjects, fourteen raters, five categories.
FLEISS = (
    "0 0 0 0 14/0 2 6 4 2/0 0 3 5 6/0 3 9 2 0/2 2 8 1 1/7 7 0 0 0/3 2 6 3 0/2 5 3 2 2/"
    "6 5 2 1 0/0 2 2 3 7"
)


@pytest.mark.parametrize(
    ("metric", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_krippendorff(metric: str, published: float) -> None:
    rows = [line.split() for line in OBSERVERS.strip().splitlines()]
    table = [[None if v == "." else float(v) for v in unit] for unit in zip(*rows, strict=True)]
    assert krippendorff_alpha(table, metric) == pytest.approx(published, abs=0.0005)


def test_fleiss() -> None:
    table = []
    for subject in FLEISS.split("/"):
        counts = [int(n) for n in subject.split()]
        table.append([str(c) for c, n in enumerate(counts) for _ in range(n)])
    assert fleiss_kappa(table) == pytest.approx(0.210, abs=0.0005)


def test_failure_is_the_positive_class() -> None:
    dice = numpy.random.default_rng(0)
    human, judge = dice.random(200) < 0.7, dice.random(200) < 0.6
    rows = [(str(i), bool(h), bool(j)) for i, (h, j) in enumerate(zip(human, judge, strict=True))]
    found = {s.name: s.value for s in agreement_with_failure(rows)}
    assert found["accuracy"] == metrics.accuracy_score(human, judge)
    assert found["precision"] == metrics.precision_score(human, judge, pos_label=False)
    assert found["recall"] == metrics.recall_score(human, judge, pos_label=False)
    assert found["F1"] == metrics.f1_score(human, judge, pos_label=False)
    assert found["Cohen's kappa"] == pytest.approx(metrics.cohen_kappa_score(human, judge))


def test_missing_is_counted_and_left_out() -> None:
    rows = [("a", True, None), ("b", None, True), ("c", True, True), ("d", False, False)]
    assert {(s.n, s.missing) for s in agreement_with_failure(rows)} == {(2, 2)}
    marks = [("a", 0.5, None), ("b", 0.1, 0.2), ("c", 0.9, 0.7)]
    assert {(s.n, s.missing) for s in agreement_of_marks(marks)} == {(2, 1)}


def test_what_never_failed_may_yet() -> None:
    """Six failures of six found, and no false alarm: precision 1, but of six alone."""
    rows = [(str(i), i > 5, i > 5) for i in range(40)]
    found = {s.name: s.interval for s in agreement_with_failure(rows)}
    assert found["precision"].low == pytest.approx(0.025 ** (1 / 6))
    assert found["accuracy"].low == pytest.approx(0.025 ** (1 / 40))
    # Every resample gives 1: that is no interval.
    assert found["F1"] is None
    assert found["Cohen's kappa"] is None


def test_few_clusters_give_no_interval() -> None:
    """Two failures among forty: precision rests on two, accuracy on forty."""
    rows = [(str(i), i > 1, i > 1) for i in range(40)]
    found = {s.name: (s.value, s.interval) for s in agreement_with_failure(rows)}
    assert found["precision"] == (1.0, None)
    assert found["accuracy"][1] is not None
    four = [("abcd"[i % 4], 0.1 * i, 0.1 * i + 0.02 * (i % 3)) for i in range(10)]
    assert all(s.interval is None and s.value is not None for s in agreement_of_marks(four))


def test_a_constant_error_may_be_another() -> None:
    rows = [(str(i), 0.1 * i, 0.1 * i) for i in range(10)]
    error = next(s for s in agreement_of_marks(rows) if s.name == "MAE")
    assert (error.value, error.interval.low) == (0.0, 0.0)
    assert error.interval.high == pytest.approx(1 - 0.025 ** (1 / 10))


def test_undefined_is_none_not_nan() -> None:
    same = [(str(i), True, True) for i in range(5)]
    undefined = {s.name for s in agreement_with_failure(same) if s.value is None}
    assert undefined == {"precision", "recall", "F1", "Cohen's kappa"}
    assert krippendorff_alpha([[1, 1], [1, 1]]) is None
    assert fleiss_kappa([["a", "a"]]) is None


# "Valid by majority" and "one rater agrees with the majority" in the README of the external data;
# the former are those of the full sets, of which these files are cuts.
PASTA = {"T5large": 54.0, "GPT3": 48.5, "T5base": 34.0}


def test_one_command_gives_the_majorities_of_pasta(prism: Callable[..., Any], data: Path) -> None:
    files = [data / "pasta" / "human_eval" / f"t6_rewrite_{model}.csv" for model in PASTA]
    told = prism("agree", *(a for file in files for a in ("--human", file)), "--json", "-")
    blocks = {block["title"]: block["statistics"] for block in json.loads(told.out)}
    _, *majorities = blocks["verdict of the majority"]
    for file, line, published in zip(files, majorities, PASTA.values(), strict=True):
        found, n = line["value"], line["n"]
        assert line["name"].strip() == file.stem
        assert found == pytest.approx(by_hand(file))
        # A cut gives the figure of the whole within two standard errors, and cannot give it
        # exactly: no number of rewrites out of so few makes that share.
        p = published / 100
        assert abs(found - p) < 2 * (p * (1 - p) / n) ** 0.5
        assert all(round(100 * k / n, 1) != published for k in range(n + 1))
    accuracy, *_ = blocks["one rater against the majority of all"]
    assert round(100 * accuracy["value"]) == 88


def by_hand(file: Path) -> float:
    """The share valid by majority, read off the boxes without anything of ours."""
    votes: dict[str, list[bool]] = {}
    for row in csv.DictReader(io.StringIO(file.read_text("utf-8"), newline="")):
        implied = [row[f"Answer.sb_entail_a.{n}"] == "true" for n in range(5)]
        logical = [row[f"Answer.sb_is_logical.{n}"] == "true" for n in range(2)]
        if "GPT3" in file.name:
            implied, logical = implied[::-1], logical[::-1]
        votes.setdefault(row["Input.AssignmentId"], []).append(any(implied[3:]) and logical[1])
    return sum(sum(each) >= 2 for each in votes.values()) / len(votes)


def test_two_labellings_agree_by_share_and_beyond_chance() -> None:
    assert agreement([]) is None
    alike = agreement([("a", "a")] * 3)
    assert alike is not None
    assert (alike.n, alike.accuracy, alike.kappa) == (3, 1.0, None)
    # 6 of 10 alike; by chance 0.5 · 0.7 + 0.5 · 0.3 = 0.5
    pairs = [("a", "a")] * 4 + [("b", "b")] * 2 + [("b", "a")] * 3 + [("a", "b")]
    found = agreement(pairs)
    assert found is not None
    assert (found.n, found.accuracy) == (10, 0.6)
    assert found.kappa == pytest.approx((0.6 - 0.5) / 0.5)
    assert found.confusion == {("a", "a"): 4, ("b", "b"): 2, ("b", "a"): 3, ("a", "b"): 1}
    opposed = agreement([("a", "b"), ("b", "a")])
    assert opposed is not None
    assert (opposed.accuracy, opposed.kappa) == (0.0, -1.0)


@pytest.mark.parametrize(
    ("people", "judge", "pearson", "spearman", "error"),
    [
        ([0.0, 0.5, 1.0], [0.0, 0.1, 1.0], None, 1.0, 0.4 / 3),
        ([0.0, 1.0], [1.0, 0.0], -1.0, -1.0, 1.0),
        ([0.2, 0.8], [0.1, 0.2], 1.0, 1.0, 0.35),
        ([0.2], [0.5], "none", "none", 0.3),
        ([0.2, 0.8], [0.5, 0.5], "none", "none", 0.3),
        ([0.5, 0.5], [0.2, 0.8], "none", "none", 0.3),
    ],
)
def test_marks_by_hand(people, judge, pearson, spearman, error) -> None:
    rows = [(str(i), *pair) for i, pair in enumerate(zip(people, judge, strict=True))]
    found = {s.name: s.value for s in agreement_of_marks(rows)}
    if pearson is None:
        pearson = statistics.correlation(people, judge)
    wanted = [None if value == "none" else pytest.approx(value) for value in (pearson, spearman)]
    assert [found["Pearson"], found["Spearman"]] == wanted
    assert found["MAE"] == pytest.approx(error)


def test_nobody_rated_gives_every_name_and_no_value() -> None:
    rows = [("a", None, 0.5), ("b", 0.5, None), ("c", None, None)]
    told = [(s.name, s.n, s.missing, s.value, s.interval) for s in agreement_of_marks(rows)]
    assert told == [(name, 0, 3, None, None) for name in ("Pearson", "Spearman", "MAE")]
    passes = [("a", None, True), ("b", False, None)]
    found = [(s.n, s.missing, s.value, s.interval) for s in agreement_with_failure(passes)]
    assert found == [(0, 2, None, None)] * 5


@pytest.mark.parametrize("n", [4, 5])
def test_five_clusters_are_what_an_interval_takes(n: int) -> None:
    """Precision rests on the clusters the judge failed, recall on those that people failed."""
    rows = [(str(i), i >= n, i >= n) for i in range(30)]
    found = {s.name: s.interval for s in agreement_with_failure(rows, level=0.8)}
    for name in ("precision", "recall"):
        assert (found[name] is None) is (n < 5)
    if n == 5:
        assert found["recall"].low == pytest.approx(0.1 ** (1 / 5))
        assert (found["recall"].clusters, found["recall"].level) == (5, 0.8)
    error = next(
        s for s in agreement_of_marks([(str(i), 0.5, 0.4) for i in range(n)]) if s.name == "MAE"
    )
    assert (error.interval is None) is (n < 5)


@pytest.mark.parametrize(("judge", "people"), [(4, 6), (6, 4)])
def test_precision_is_of_the_judge_and_recall_of_people(judge: int, people: int) -> None:
    rows = [(str(i), not i % 5 or i >= people, i >= judge) for i in range(40)]
    found = {s.name: (s.value, s.interval) for s in agreement_with_failure(rows)}
    fails = [i for i in range(40) if i < people and i % 5]
    hits = [i for i in fails if i < judge]
    assert found["precision"][0] == pytest.approx(len(hits) / judge)
    assert found["recall"][0] == pytest.approx(len(hits) / len(fails))
    assert (found["precision"][1] is None) is (judge < 5)
    assert (found["recall"][1] is None) is (len(fails) < 5)
    chance = (judge * len(fails) + (40 - judge) * (40 - len(fails))) / 1600
    same = found["accuracy"][0]
    assert found["Cohen's kappa"][0] == pytest.approx((same - chance) / (1 - chance))
    assert found["F1"][0] == pytest.approx(2 * len(hits) / (judge + len(fails)))


def test_what_nobody_failed_is_undefined_one_by_one() -> None:
    rows = [(str(i), i > 0, True) for i in range(6)]  # people failed one, the judge none
    found = {s.name: s.value for s in agreement_with_failure(rows)}
    assert (found["precision"], found["recall"], found["F1"]) == (None, 0.0, 0.0)
    turned = {s.name: s.value for s in agreement_with_failure([(c, j, h) for c, h, j in rows])}
    assert (turned["precision"], turned["recall"], turned["F1"]) == (0.0, None, 0.0)
    assert found["Cohen's kappa"] == turned["Cohen's kappa"] == 0.0


@pytest.mark.parametrize("of", [agreement_with_failure, agreement_of_marks])
def test_seed_and_level_decide_the_intervals(of, monkeypatch: pytest.MonkeyPatch) -> None:
    few = functools.partial(intervals.resampled, resamples=40)
    # the package has a function of the module's name
    monkeypatch.setattr(sys.modules["prism.stats.agreement"], "resampled", few)
    rows = [(str(i), i % 3 > 0, i % 4 > 0) for i in range(24)]
    if of is agreement_of_marks:
        rows = [(str(i), i % 7 / 7, i % 5 / 5) for i in range(24)]
    assert of(rows) == of(rows, seed=0, level=0.95)
    assert of(rows) != of(rows, seed=1)
    for wide, narrow in zip(of(rows, level=0.99), of(rows, level=0.6), strict=True):
        assert wide.interval.level == 0.99
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


def test_fleiss_leaves_out_what_is_missing_and_needs_equal_rows() -> None:
    table = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]]
    whole = fleiss_kappa(table)
    assert fleiss_kappa([*table, ["a", None, "b"], []]) == whole
    assert fleiss_kappa([*table, ["a", "b"]]) is None
    assert fleiss_kappa([]) is None
    assert fleiss_kappa([["a", None]]) is None
    assert fleiss_kappa([["a", "b"], ["b", "a"]]) == pytest.approx(-1.0)
    assert fleiss_kappa([["a", "a"], ["b", "b"]]) == pytest.approx(1.0)


def alpha_by_pairs(table, distance) -> float:
    """1 − observed ÷ expected disagreement, pair of ratings by pair of ratings."""
    rows = [[v for v in row if v is not None] for row in table]
    rows = [row for row in rows if len(row) > 1]
    every = [v for row in rows for v in row]
    n = len(every)
    seen = sum(
        distance(a, b) / (len(row) - 1)
        for row in rows for i, a in enumerate(row) for j, b in enumerate(row) if i != j
    )  # fmt: skip
    chance = sum(distance(a, b) for i, a in enumerate(every) for j, b in enumerate(every) if i != j)
    return 1 - (seen / n) / (chance / (n * (n - 1)))


@pytest.mark.parametrize(
    "table",
    [
        [[1, 1], [2, 2], [1, 3]],
        [[1, 1, 2], [2, None, 4], [None, 4, None], [4, 4, 4]],
        [[0.5, 1], [1, 0.5]],
    ],
)
def test_krippendorff_by_pairs(table) -> None:
    nominal = alpha_by_pairs(table, lambda a, b: float(a != b))
    interval = alpha_by_pairs(table, lambda a, b: (a - b) ** 2)
    assert krippendorff_alpha(table) == pytest.approx(nominal)
    assert krippendorff_alpha(table, "interval") == pytest.approx(interval)


def test_krippendorff_needs_two_values_that_were_paired() -> None:
    assert krippendorff_alpha([]) is None
    assert krippendorff_alpha([[1, None], [None, 2]]) is None
    assert krippendorff_alpha([[1, 1], [2, None]]) is None
    assert krippendorff_alpha([[1, 2]]) == pytest.approx(0.0)
    assert krippendorff_alpha([[1, 1], [2, 2]]) == pytest.approx(1.0)


def test_marks_that_hardly_differ_are_no_cause_of_a_warning() -> None:
    rows = [(str(i), 0.5 + 1e-15 * (i == 4), i / 5) for i in range(6)]
    assert all(found.value is not None for found in agreement_of_marks(rows))
