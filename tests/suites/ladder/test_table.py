"""Tables over a file of ladder answers."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import isclose

import pytest

from prism.records.score import Score
from prism.suites.ladder.published import published_meter
from prism.suites.ladder.report import Answer, DistractorLine, LadderReport
from prism.suites.ladder.table import RUNGS, compare, ladder_table, profile
from prism.suites.ladder.terminal import ladder_tables, render_many


def report(
    context: int, rung: int, right: bool | None, model: str = "m", setting: str = "ZS"
) -> LadderReport:
    extracted = None if right is None else 0 if right else 1
    line = DistractorLine(
        option=1, text="w", kind="unfounded", confidence=1.0, evidence="e", strengths={},
        label="contradictory" if context % 2 else None, chosen=extracted == 1,
    )  # fmt: skip
    answer = Answer(
        given="", extracted=extracted, right=0, correct=right, place=extracted, order=(0, 1),
        reason="refused" if right is None else None,
    )  # fmt: skip
    return LadderReport(
        kind="ladder", item=f"{context}/{rung}", signature="s", parser=None,
        final=Score.mean(["refused" if right is None else float(right)]), rung=RUNGS[rung],
        answer=answer, distractors=(line,), context=str(context), setting=setting, model=model,
    )  # fmt: skip


def reports(marks: Iterable[tuple[bool | None, ...]], **fields: str) -> list[LadderReport]:
    return [
        report(i, rung, right, **fields)
        for i, each in enumerate(marks)
        for rung, right in enumerate(each)
    ]


MARKS = [*product([True, False], repeat=3), (True, None, True), (True, True, True)]


def test_accuracy_leaves_unread_answers_out_and_says_so() -> None:
    [first, second, _] = ladder_table(reports(MARKS)).accuracy
    assert (first.n, first.read, first.right, first.accuracy) == (10, 10, 6, 0.6)
    assert (second.n, second.read, second.right) == (10, 9, 5)
    assert second.unextracted == {"refused": 1}
    assert isclose(second.accuracy or 0, 5 / 9)
    assert isclose(second.as_wrong or 0, 0.5)
    assert first.interval is not None
    assert first.interval.clusters == 10
    assert first.interval.low <= 0.6 <= first.interval.high


def test_profiles_against_a_slow_count() -> None:
    rng = random.Random(5)
    marks = [tuple(rng.random() < 0.6 for _ in range(3)) for _ in range(200)]
    found = profile(reports(marks), "ZS")
    assert found.contexts == 200
    assert found.patterns == {
        "".join(map(str, map(int, bits))): marks.count(tuple(map(bool, bits)))
        for bits in product([1, 0], repeat=3)
    }
    falls = Counter(next((RUNGS[i] for i in range(3) if not m[i]), "none") for m in marks)
    assert found.falls == {name: falls[name] for name in (*RUNGS, "none")}
    assert found.inverted == sum(
        any(m[j] and not m[i] for i in range(3) for j in range(i + 1, 3)) for m in marks
    )


def test_contexts_without_all_rungs_are_incomplete() -> None:
    found = profile(reports(MARKS), "ZS")
    assert (found.contexts, found.incomplete) == (9, 1)
    assert profile(reports(MARKS), "CoT").contexts == 0


def test_several_questions_on_a_rung_hold_together() -> None:
    pair = [report(0, 0, True), report(0, 0, False), report(0, 1, True), report(0, 2, True)]
    assert profile(pair, "ZS").patterns["011"] == 1


def test_error_kinds_prefer_the_files_label() -> None:
    row = ladder_table(reports(MARKS)).errors[0]
    assert row.n == 4
    assert row.kinds == {"unfounded": 2, "contradictory": 2}
    assert row.labelled == 2
    assert row.shares["unfounded"] == 0.5


def test_agreement_with_labels_counts_each_distractor_once() -> None:
    kinds = ladder_table(reports(MARKS) + reports(MARKS, setting="CoT")).kinds
    assert kinds is not None
    assert (kinds.decided, kinds.undecided, kinds.accuracy) == (15, 0, 0.0)
    assert kinds.confusion == (("contradictory", "unfounded", 15),)


def test_between_rungs_pairs_contexts() -> None:
    tests = {(t.lower, t.higher): t.test for t in ladder_table(reports(MARKS)).between_rungs}
    first = tests["discovery", "intervention"]
    assert (first.only_first, first.only_second) == (2, 2)
    assert len(tests) == 3


def test_two_models_are_paired_by_question() -> None:
    worse = [(False, False, False)] * 10
    rows = compare(reports(MARKS, model="a"), reports(worse, model="b"))
    assert [(row.first, row.second, row.rung) for row in rows] == [("a", "b", r) for r in RUNGS]
    assert rows[0].difference is not None
    assert isclose(rows[0].difference.value, -0.6)
    assert (rows[0].test.only_first, rows[0].test.only_second) == (6, 0)
    assert isclose(rows[0].test.p, 2 / 2**6)
    assert rows[1].n == 9
    same = compare(reports(MARKS, model="a"), reports(MARKS, model="b"))
    assert all(row.difference is not None and row.difference.value == 0 for row in same)
    assert all(row.test.p == 1 for row in same)


def test_settings_and_models_stay_apart() -> None:
    both = reports(MARKS) + reports(MARKS[:4], setting="CoT") + reports(MARKS, model="z")
    tables = ladder_tables(both)
    assert [table.model for table in tables] == ["m", "z"]
    assert [(row.setting, row.n) for row in tables[0].accuracy[:4]] == [
        ("CoT", 4), ("CoT", 4), ("CoT", 4), ("ZS", 10),
    ]  # fmt: skip


def test_published_rows_are_marked_and_complete() -> None:
    rows = published_meter()
    assert rows.published is True
    assert "arXiv" in rows.source
    shares = [sum(row.shares.values()) for row in rows.error_kinds]
    assert all(abs(total - 100) < 0.1 for total in shares)
    assert len({row.model for row in rows.accuracy}) == 5


@pytest.mark.parametrize("width", [40, 120])
def test_tables_can_be_printed(width: int) -> None:
    both = reports(MARKS, model="a") + reports(MARKS, model="b")
    assert len(list(render_many(both, width))) > 10
