"""The longest causal path against a search of all simple paths."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.graph.paths import longest_path

LABELS = st.sampled_from(["CAUSE", "CONDITION", "RESULT", "CONSEQUENCE", "CONTRAST", "PURPOSE"])
END = st.integers(0, 6)
GRAPHS = st.builds(
    CausalGraph.of, st.just("abcdefg"), st.lists(st.tuples(END, END, LABELS), max_size=14)
)


def brute_force(graph: CausalGraph) -> int:
    """Group mutually reachable units by hand, then try every walk that repeats no group."""
    effects: dict[str, set[str]] = {unit.id: set() for unit in graph.units}
    for edge in graph.edges:
        if edge.label in {"CAUSE", "CONDITION", "RESULT", "CONSEQUENCE"}:
            effects[edge.source].add(edge.target)

    def reach(unit: str) -> frozenset[str]:
        seen = {unit}
        todo = [unit]
        while todo:
            todo += (new := effects[todo.pop()] - seen)
            seen |= new
        return frozenset(seen)

    everywhere = {unit: reach(unit) for unit in effects}
    group = {
        u: frozenset(v for v in effects if v in everywhere[u] and u in everywhere[v])
        for u in effects
    }
    steps = {(group[s], group[t]) for s in effects for t in effects[s] if group[s] != group[t]}

    def longest(at: frozenset[str], seen: frozenset[frozenset[str]]) -> int:
        return max(
            (1 + longest(t, seen | {t}) for s, t in steps if s == at and t not in seen), default=0
        )

    return max(longest(g, frozenset({g})) for g in group.values())


@given(GRAPHS)
def test_length_is_that_of_the_best_of_all_simple_paths(graph: CausalGraph) -> None:
    assert longest_path(graph).length == brute_force(graph)


@given(GRAPHS)
def test_the_path_is_a_path(graph: CausalGraph) -> None:
    found = longest_path(graph)
    assert len(found.units) == (found.length + 1 if found.length else 0)
    for causes, effects in zip(found.units, found.units[1:], strict=False):
        assert any(graph.causal.has_edge(c, e) for c in causes for e in effects)
    for members in found.units:
        assert list(members) == sorted(members, key=graph.position.__getitem__)
        assert networkx.is_strongly_connected(graph.causal.subgraph(members))
    flat = [unit for members in found.units for unit in members]
    assert len(flat) == len(set(flat))


@given(GRAPHS)
def test_reversing_every_edge_keeps_the_length(graph: CausalGraph) -> None:
    links = [(graph.position[e.target], graph.position[e.source], e.label) for e in graph.edges]
    turned = CausalGraph.of("abcdefg", links)
    assert longest_path(turned).length == longest_path(graph).length


@settings(max_examples=1)
@given(st.just(20_000))
def test_a_long_chain_needs_no_recursion(n: int) -> None:
    chain = CausalGraph.of(["x"] * n, [(i, i + 1, "CAUSE") for i in range(n - 1)])
    assert longest_path(chain).length == n - 1


def test_the_earliest_of_equal_paths_is_returned() -> None:
    graph = CausalGraph.of("abcd", [(2, 3, "CAUSE"), (0, 1, "CAUSE")])
    assert longest_path(graph).units == (("u1",), ("u2",))
