"""d-separation against Pearl's definition: every path, blocked or open."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.errors import GraphFault
from prism.graph import CausalGraph
from prism.graph.reach import non_descendants
from prism.graph.separation import d_separated

N = 5
IDS = [f"u{i}" for i in range(1, N + 1)]


@st.composite
def acyclic(draw: st.DrawFn) -> CausalGraph:
    pairs = list(itertools.combinations(range(N), 2))
    arrows = draw(st.lists(st.sampled_from(pairs), max_size=7, unique=True))
    latent = draw(st.lists(st.sampled_from(pairs), max_size=2, unique=True))
    order = draw(st.permutations(range(N)))
    links = [(order[i], order[j], "CAUSE") for i, j in arrows]
    bidirected = tuple((IDS[i], IDS[j]) for i, j in latent)
    return CausalGraph.of("abcde", links, bidirected=bidirected)


def open_path(graph: CausalGraph, x: str, y: str, given_: set[str]) -> bool:
    """Whether some path is open: each collider (or what it causes) given, no other unit given."""
    arrows = {(e.source, e.target) for e in graph.edges}
    for i, (a, b) in enumerate(graph.bidirected):
        arrows |= {(f"latent{i}", a), (f"latent{i}", b)}
    nodes = {n for arrow in arrows for n in arrow} | {x, y}

    def below(node: str) -> set[str]:
        return {node}.union(*(below(t) for s, t in arrows if s == node))

    def walk(path: list[str]) -> bool:
        if len(path) > 2:
            before, middle, after = path[-3:]
            collider = (before, middle) in arrows and (after, middle) in arrows
            if collider != bool(below(middle) & given_ if collider else middle in given_):
                return False
            if not collider and middle in given_:
                return False
        if path[-1] == y:
            return True
        beside = {n for n in nodes if (path[-1], n) in arrows or (n, path[-1]) in arrows}
        return any(walk([*path, n]) for n in beside - set(path))

    return walk([x])


@settings(max_examples=150)
@given(acyclic(), st.permutations(IDS), st.integers(0, 3))
def test_against_all_paths(graph: CausalGraph, order: list[str], size: int) -> None:
    x, y, given_ = order[0], order[1], set(order[2 : 2 + size])
    separated = d_separated(graph, [x], [y], given_)
    assert separated == (not open_path(graph, x, y, given_))
    assert separated == d_separated(graph, [y], [x], given_)


@given(acyclic(), st.sampled_from(IDS))
def test_a_unit_is_independent_of_its_non_descendants_given_its_causes(
    graph: CausalGraph, unit: str
) -> None:
    """The local Markov property; it holds where nothing is unobserved."""
    plain = graph.replace(bidirected=())
    causes = set(plain.reach.pred[unit])
    others = non_descendants(plain, unit) - causes
    assert not others or d_separated(plain, [unit], others, causes)


def test_faults_are_one_line() -> None:
    loop = CausalGraph.of("ab", [(0, 1, "CAUSE"), (1, 0, "CAUSE")])
    with pytest.raises(GraphFault, match="without causal cycles"):
        d_separated(loop, ["u1"], ["u2"])
    with pytest.raises(GraphFault, match="overlap"):
        d_separated(CausalGraph.of("ab"), ["u1"], ["u1"])
    with pytest.raises(GraphFault, match="no unit 'x'"):
        d_separated(CausalGraph.of("ab"), ["u1"], ["u2"], ["x"])
