"""Alignment on hand-made cases written without sight of the code, and its laws."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.graph.align import Alignment, align

CASES = json.loads((Path(__file__).with_name("data") / "alignment_cases.json").read_text("utf-8"))
LEAST_F1 = {
    "paraphrase": 0.95,
    "reordering": 0.95,
    "split": 0.9,
    "merge": 0.95,
    "negation": 0.95,
    "insertion": 0.95,
    "deletion": 0.9,
}


def found_and_wanted(case: dict[str, Any]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    left, right = CausalGraph.of(case["left"]), CausalGraph.of(case["right"])
    pairs = align(left, right).pairs
    found = {(left.position[p.left], right.position[p.right]) for p in pairs}
    return found, {(i, j) for i, j in case["pairs"]}


@pytest.mark.parametrize("kind", LEAST_F1)
def test_pair_f1_by_kind(kind: str) -> None:
    count: Counter[str] = Counter()
    for case in (case for case in CASES if case["kind"] == kind):
        found, wanted = found_and_wanted(case)
        count.update(both=len(found & wanted), found=len(found), wanted=len(wanted))
    f1 = 2 * count["both"] / (count["found"] + count["wanted"])
    assert f1 >= LEAST_F1[kind], (kind, f1)


def test_every_kind_has_cases() -> None:
    assert {case["kind"] for case in CASES} == LEAST_F1.keys()


def of_texts(left: list[str], right: list[str]) -> Alignment:
    return align(CausalGraph.of(left), CausalGraph.of(right))


def test_negation_is_told_and_does_not_break_the_pair() -> None:
    found = of_texts(
        ["The train arrived.", "Mira slept."], ["The train never arrived.", "Mira slept."]
    )
    assert [(p.left, p.right, p.negation) for p in found.pairs] == [
        ("u1", "u1", True),
        ("u2", "u2", False),
    ]


def test_a_look_alike_does_not_take_the_place_of_a_lost_unit() -> None:
    found = of_texts(
        ["The north gate was shut.", "The south gate was open."], ["The south gate stood open."]
    )
    assert [(p.left, p.right) for p in found.pairs] == [("u2", "u1")]
    assert found.left_only == ("u1",)


def test_identical_units_pair_in_order() -> None:
    found = of_texts(
        ["It rained.", "He left.", "It rained."], ["It rained.", "He left.", "It rained."]
    )
    assert [(p.left, p.right) for p in found.pairs] == [("u1", "u1"), ("u2", "u2"), ("u3", "u3")]


def test_a_pair_that_shares_no_word_rests_on_its_neighbours_and_says_so() -> None:
    left = ["The engine overheated.", "The mechanic replaced the pump.", "It ran again."]
    right = ["The motor became too hot.", "The mechanic replaced the pump.", "It ran again."]
    found = of_texts(left, right)
    assert [pair.by_place for pair in found.pairs] == [True, False, False]
    assert found.worded().left_only == ("u1",)
    assert found.pairs[0].score < min(pair.score for pair in found.pairs[1:])


WORDS = st.sampled_from(["storm", "roof", "ship", "harbour", "king", "letter", "fire", "wheat"])
UNIT = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
UNITS = st.lists(UNIT, max_size=6)


@given(UNITS, UNITS)
def test_every_unit_is_paired_or_left_over(left: list[str], right: list[str]) -> None:
    found = of_texts(left, right)
    assert {p.left for p in found.pairs} | set(found.left_only) == set(CausalGraph.of(left).by_id)
    assert {p.right for p in found.pairs} | set(found.right_only) == set(
        CausalGraph.of(right).by_id
    )
    assert not {p.left for p in found.pairs} & set(found.left_only)
    assert all(0 < pair.score <= 1 for pair in found.pairs)
    assert len({(p.left, p.right) for p in found.pairs}) == len(found.pairs)


@given(st.lists(UNIT, max_size=6, unique_by=lambda text: frozenset(text.split())))
def test_a_text_aligns_with_itself(texts: list[str]) -> None:
    found = of_texts(texts, texts)
    assert [(p.left, p.right) for p in found.pairs] == [
        (f"u{i}", f"u{i}") for i in range(1, len(texts) + 1)
    ]


@given(UNITS)
def test_texts_without_a_common_word_do_not_align(left: list[str]) -> None:
    assert of_texts(left, ["zzz yyy xxx"]).pairs == ()
