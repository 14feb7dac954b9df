"""Smaller views of a graph: laws."""

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.errors import GraphFault
from prism.graph import CausalGraph
from prism.graph.views import around, causal_part

END = st.integers(0, 5)
LABEL = st.sampled_from(["CAUSE", "RESULT", "ELABORATION"])
GRAPHS = st.builds(
    CausalGraph.of, st.just("abcdef"), st.lists(st.tuples(END, END, LABEL), max_size=10)
)


@given(GRAPHS)
def test_the_causal_part_keeps_reach_and_nothing_else(graph: CausalGraph) -> None:
    part = causal_part(graph)
    assert set(part.reach.edges) == set(graph.reach.edges)
    assert len(part.edges) == sum(edge.reach for edge in graph.edges)
    assert not list(networkx.isolates(part.reach))
    assert causal_part(part) == part


@given(GRAPHS, st.sampled_from(["u1", "u4"]), st.integers(0, 4))
def test_around_holds_exactly_what_is_near(graph: CausalGraph, unit: str, radius: int) -> None:
    near = {unit}
    for _ in range(radius):
        near |= {e.target for e in graph.edges if e.source in near} | {
            e.source for e in graph.edges if e.target in near
        }
    view = around(graph, unit, radius)
    assert set(view.by_id) == near
    assert [u.id for u in view.units] == [u.id for u in graph.units if u.id in near]


def test_bidirected_edges_count_as_near() -> None:
    graph = CausalGraph.of("abc", bidirected=(("u1", "u2"),))
    assert set(around(graph, "u1").by_id) == {"u1", "u2"}
    assert set(causal_part(graph).by_id) == {"u1", "u2"}


def test_no_such_unit() -> None:
    with pytest.raises(GraphFault, match="no unit 'x'"):
        around(CausalGraph.of("a"), "x")
