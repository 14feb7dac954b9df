"""The shape of a tree of links, against a slow walk over it."""

import random

import pytest

from prism.text.tree import standing


def _tree(seed: int, size: int) -> list[tuple[int, int]]:
    """Return links of a random tree whose units hang on earlier and on later ones."""
    order = random.Random(seed)
    units = order.sample(range(size), size)
    links = [(unit, order.choice(units[:place])) for place, unit in enumerate(units) if place]
    return order.sample(links, len(links))


def _held(links: list[tuple[int, int]], root: int) -> int:
    return 1 + sum(_held(links, child) for child, parent in links if parent == root)


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_a_slow_walk(seed: int) -> None:
    links = _tree(seed, 12)
    parents = dict(links)
    shape = {name: column.tolist() for name, column in standing(links).items()}
    for row, (child, parent) in enumerate(links):
        beside = [c for c, p in links if p == parent and (c > parent) == (child > parent)]
        nearer = [c for c in beside if abs(c - parent) < abs(child - parent)]
        farther = len(beside) - 1 - len(nearer)
        assert shape["kids"][row] == min(3, sum(p == child for _, p in links))
        assert shape["siblings"][row] == min(4, len(beside) - 1)
        assert shape["rank"][row] == min(3, len(nearer))
        assert shape["behind"][row] == min(2, farther)
        assert 2 ** shape["weight"][row] <= _held(links, child) < 2 ** (shape["weight"][row] + 1)
        held = _held(links, parent)
        assert 2 ** shape["other_weight"][row] <= held < 2 ** (shape["other_weight"][row] + 1)
        above = parents.get(parent)
        assert shape["hangs"][row] == (0 if above is None else 2 if above > parent else 1)


def test_circles_and_second_parents_end() -> None:
    shape = standing([(0, 1), (1, 0), (2, 0), (2, 1)])
    assert shape["kids"].tolist() == [2, 2, 0, 0]
    assert all(len(column) == 4 for column in shape.values())


def test_no_links_no_rows() -> None:
    assert {len(column) for column in standing([]).values()} == {0}


def test_what_hangs_elsewhere_changes_nothing() -> None:
    one = standing([(1, 0)])
    both = standing([(1, 0), (6, 5)])
    assert {name: column[:1].tolist() for name, column in both.items()} == {
        name: column.tolist() for name, column in one.items()
    }
