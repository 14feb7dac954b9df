"""Each statistic against a published worked example, or against its library."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from sklearn import metrics

from prism.stats.agreement import (
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
