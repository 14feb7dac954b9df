"""Each statistic against a published worked example, or against its library."""

import numpy
import pytest
from sklearn import metrics

from prism.formats.pasta_ratings import is_pasta_ratings, read_pasta_ratings
from prism.formats.source import read_source
from prism.report.agreement import agreement_blocks
from prism.stats.agreement import (
    agreement_of_marks,
    agreement_with_failure,
    fleiss_kappa,
    krippendorff_alpha,
)

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
    found = {s.name: s.interval.value for s in agreement_with_failure(rows)}
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


def test_undefined_is_none_not_nan() -> None:
    same = [(str(i), True, True) for i in range(5)]
    undefined = {s.name for s in agreement_with_failure(same) if s.interval is None}
    assert undefined == {"precision", "recall", "F1", "Cohen's kappa"}
    assert krippendorff_alpha([[1, 1], [1, 1]]) is None
    assert fleiss_kappa([["a", "a"]]) is None


@pytest.mark.parametrize(
    ("file", "published"), [("T5large", 54.0), ("GPT3", 48.5), ("T5base", 34.0)]
)
def test_pasta_majorities(data, file: str, published: float) -> None:
    source = read_source(str(data / "pasta" / "human_eval" / f"t6_rewrite_{file}.csv"))
    assert is_pasta_ratings(source)
    blocks = agreement_blocks(read_pasta_ratings(source), {}, passing=0.6, top=10, seed=0)
    (majority,) = next(b for b in blocks if b.title == "verdict of the majority").statistics
    # The figures are those of the full sets, of which these files are cuts: two standard errors.
    p, n = published / 100, majority.n
    assert abs(majority.interval.value - p) < 2 * (p * (1 - p) / n) ** 0.5


def test_pasta_one_rater_agrees_with_the_majority_in_88_per_cent(data) -> None:
    ratings = []
    for file in ("T5large", "GPT3", "T5base"):
        source = read_source(str(data / "pasta" / "human_eval" / f"t6_rewrite_{file}.csv"))
        ratings += [
            type(r)(f"{file} {r.unit}", r.rater, r.text) for r in read_pasta_ratings(source)
        ]
    blocks = agreement_blocks(ratings, {}, passing=0.6, top=10, seed=0)
    block = next(b for b in blocks if b.title == "one rater against the majority of all")
    assert round(100 * block.statistics[0].interval.value) == 88
