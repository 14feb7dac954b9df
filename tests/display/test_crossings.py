"""Ordering and placing of columns against brute force."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.display.crossings import crossings, order_columns, place_rows

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(5, 9)), max_size=10)
COLUMNS = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def neighbours(pairs: list[tuple[int, int]]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    before = {n: [s for s, t in pairs if t == n] for n in range(10)}
    after = {n: [t for s, t in pairs if s == n] for n in range(10)}
    return before, after


@given(PAIRS)
def test_crossings_by_comparing_all_pairs(pairs: list[tuple[int, int]]) -> None:
    slow = sum((a - c) * (b - d) < 0 for (a, b), (c, d) in itertools.combinations(pairs, 2))
    assert crossings(COLUMNS, neighbours(pairs)[1]) == slow


@given(PAIRS)
def test_ordering_keeps_the_nodes_and_never_adds_a_crossing(pairs: list[tuple[int, int]]) -> None:
    before, after = neighbours(pairs)
    ordered = order_columns(COLUMNS, before, after)
    assert [sorted(column) for column in ordered] == COLUMNS
    assert crossings(ordered, after) <= crossings(COLUMNS, after)


def test_a_drawing_that_can_be_untangled_is() -> None:
    before, after = neighbours([(0, 9), (1, 8), (2, 7), (3, 6), (4, 5)])
    assert crossings(order_columns(COLUMNS, before, after), after) == 0


@given(PAIRS, st.lists(st.integers(1, 60), min_size=10, max_size=10))
def test_rows_keep_order_and_distance(pairs: list[tuple[int, int]], heights: list[int]) -> None:
    before, after = neighbours(pairs)
    rows = place_rows(COLUMNS, before, after, heights.__getitem__, 7.0)
    for column in COLUMNS:
        for above, below in itertools.pairwise(column):
            needed = (heights[above] + heights[below]) / 2 + 7.0
            assert rows[below] - rows[above] >= needed - 1e-6
    assert min(rows[n] - heights[n] / 2 for n in rows) == pytest.approx(0)


def test_lines_of_a_ladder_run_straight() -> None:
    before, after = neighbours([(n, n + 5) for n in range(5)])
    rows = place_rows(COLUMNS, before, after, lambda node: 10.0, 5.0)
    assert all(rows[n] == pytest.approx(rows[n + 5]) for n in range(5))
