"""Descendants, surgery and routes: laws of Pearl's definitions and a slow oracle."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.errors import GraphFault
from prism.graph import CausalGraph, Cue
from prism.graph.reach import descendants, do, non_descendants, reaches, route

END = st.integers(0, 5)
LABEL = st.sampled_from(["CAUSE", "RESULT", "PURPOSE", "SEQUENCE"])


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    graph = CausalGraph.of("abcdef", draw(st.lists(st.tuples(END, END, LABEL), max_size=10)))
    cued = draw(st.sets(st.sampled_from([e.id for e in graph.edges] or ["none"])))
    edges = tuple(
        type(e)(e.id, e.source, e.target, e.label, Cue("so that")) if e.id in cued else e
        for e in graph.edges
    )
    ids = st.sampled_from(sorted(graph.by_id))
    return graph.replace(
        edges=edges, bidirected=tuple(draw(st.lists(st.tuples(ids, ids), max_size=2)))
    )


UNIT = st.sampled_from(["u1", "u2", "u3", "u4", "u5", "u6"])


def by_rounds(graph: CausalGraph, unit: str) -> set[str]:
    """Spread from ``unit`` until a whole round over all edges adds nothing."""
    found = {unit}
    for _ in graph.units:
        for edge in graph.edges:
            causal = edge.label in {"CAUSE", "RESULT"} or (edge.label == "PURPOSE" and edge.cue)
            if causal and edge.source in found:
                found.add(edge.target)
    return found


@given(graphs(), UNIT)
def test_descendants_by_rounds(graph: CausalGraph, unit: str) -> None:
    assert descendants(graph, unit) == by_rounds(graph, unit)


@given(graphs(), UNIT)
def test_descendants_and_non_descendants_share_out_the_units(g: CausalGraph, unit: str) -> None:
    assert descendants(g, unit) | non_descendants(g, unit) == set(g.by_id)
    assert not descendants(g, unit) & non_descendants(g, unit)
    assert unit in descendants(g, unit)


@given(graphs(), UNIT, UNIT)
def test_a_route_is_a_walk_and_exists_where_the_end_is_a_descendant(
    graph: CausalGraph, premise: str, end: str
) -> None:
    found = route(graph, premise, end)
    assert bool(found) == reaches(graph, premise, end) == (end in descendants(graph, premise))
    if found:
        assert (found[0], found[-1]) == (premise, end)
        assert all(graph.reach.has_edge(*step) for step in pairwise(found))


@given(graphs(), UNIT, UNIT)
def test_surgery(graph: CausalGraph, one: str, other: str) -> None:
    after = do(graph, one)
    assert after.units == graph.units
    assert not after.reach.pred[one]
    assert not any(one in pair for pair in after.bidirected)
    kept = [e for e in graph.edges if e.target != one or not e.reach]
    assert list(after.edges) == kept
    assert do(after, one) == after
    assert do(do(graph, one), other) == do(graph, other, one) == do(graph, one, other)
    assert descendants(after, one) <= descendants(graph, one)


@given(graphs(), UNIT)
def test_surgery_leaves_what_does_not_descend_from_it_as_it_was(g: CausalGraph, unit: str) -> None:
    for other in non_descendants(g, unit):
        assert set(do(g, unit).reach.pred[other]) == set(g.reach.pred[other])


@pytest.mark.parametrize("ask", [descendants, non_descendants, do, lambda g, u: route(g, "u1", u)])
def test_an_unknown_unit_is_one_line_that_names_the_nearest(ask: object) -> None:
    with pytest.raises(GraphFault, match=r"no unit 'u11' in the graph \(did you mean 'u1'\?\)"):
        ask(CausalGraph.of("ab"), "u11")  # type: ignore[operator]
