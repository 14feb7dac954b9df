"""The motif of a graph against its definition, node by node, and under renaming."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.graph.motif import motif

LINK = st.tuples(st.integers(0, 4), st.integers(0, 4), st.just("CAUSE"))
LINKS = st.lists(LINK, min_size=1, max_size=7)


def paths(links: set[tuple[int, int]], start: int, end: int) -> list[list[int]]:
    if start == end:
        return [[end]]
    onward = [path for s, t in links if s == start for path in paths(links - {(s, t)}, t, end)]
    return [[start, *path] for path in onward if start not in path]


def oracle(links: set[tuple[int, int]]) -> str:
    """Decide from the definition by looking at all paths between all units."""
    nodes = {n for link in links for n in link}
    if any(s == t or paths(links, t, s) for s, t in links):
        return "hybrid"
    into = {n: {s for s, t in links if t == n} for n in nodes}
    out = {n: {t for s, t in links if s == n} for n in nodes}
    roots, ends = [n for n in nodes if not into[n]], [n for n in nodes if not out[n]]
    if all(len(into[n]) <= 1 for n in nodes):
        if len(roots) > 1:
            return "hybrid"
        return "chain" if all(len(out[n]) <= 1 for n in nodes) else "fork"
    if all(len(out[n]) <= 1 for n in nodes):
        return "collider" if len(ends) == 1 else "hybrid"
    splits = [n for n in nodes if len(out[n]) > 1]
    joins = [n for n in nodes if len(into[n]) > 1]
    if len(splits) > 1 or len(joins) > 1 or len(roots) > 1 or len(ends) > 1:
        return "hybrid"
    branches = paths(links, splits[0], joins[0])
    inner = [set(path[1:-1]) for path in branches]
    apart = all(not a & b for a, b in itertools.combinations(inner, 2))
    return "diamond" if len(branches) > 1 and all(inner) and apart else "hybrid"


@given(LINKS)
def test_motif_follows_its_definition(links: list[tuple[int, int, str]]) -> None:
    assert motif(CausalGraph.of("abcde", links)) == oracle({(s, t) for s, t, _ in links})


@given(LINKS, st.permutations(range(5)))
def test_the_order_of_units_does_not_matter(
    links: list[tuple[int, int, str]], order: list[int]
) -> None:
    moved = [(order[s], order[t], label) for s, t, label in links]
    assert motif(CausalGraph.of("abcde", moved)) == motif(CausalGraph.of("abcde", links))


@given(LINKS)
def test_turning_every_edge_swaps_fork_and_collider(links: list[tuple[int, int, str]]) -> None:
    swapped = {"fork": "collider", "collider": "fork"}
    turned = motif(CausalGraph.of("abcde", [(t, s, label) for s, t, label in links]))
    found = motif(CausalGraph.of("abcde", links))
    assert turned == swapped.get(str(found), found)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.just("SEQUENCE")), max_size=5))
def test_text_alone_never_decides_for_correlated(links: list[tuple[int, int, str]]) -> None:
    assert motif(CausalGraph.of("abcd", links)) == "not decidable"


@pytest.mark.parametrize(
    ("links", "pairs", "expected"),
    [
        ([], [("u1", "u2")], "correlated"),
        ([(1, 2, "CAUSE")], [("u1", "u2")], "correlated"),
        ([(0, 1, "CAUSE")], [("u1", "u2")], "hybrid"),
        ([(0, 2, "CAUSE"), (1, 2, "CAUSE")], [("u1", "u2")], "hybrid"),
        ([], [("u1", "u2"), ("u2", "u3")], "hybrid"),
    ],
)
def test_bidirected_edges(
    links: list[tuple[int, int, str]], pairs: list[tuple[str, str]], expected: str
) -> None:
    assert motif(CausalGraph.of("abc", links, bidirected=tuple(pairs))) == expected
