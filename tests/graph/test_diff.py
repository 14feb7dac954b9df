"""What changed between two graphs: examples and laws."""

from hypothesis import given
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.graph.diff import graph_diff

OLD = CausalGraph.of(
    ["the frost came in May", "the cherries were lost", "the market stayed empty"],
    [(0, 1, "CAUSE"), (1, 2, "CAUSE")],
)


def test_the_same_graph_twice_is_all_kept() -> None:
    diff = graph_diff(OLD, OLD)
    assert set(diff.units.values()) == set(diff.edges.values()) == {"kept"}
    assert diff.graph == OLD


def test_added_removed_changed_and_turned() -> None:
    new = CausalGraph.of(
        ["no frost came in May", "the cherries were lost", "a hailstorm passed over"],
        [(1, 0, "CAUSE"), (2, 1, "CAUSE")],
    )
    diff = graph_diff(OLD, new)
    assert dict(diff.units) == {"u1": "changed", "u2": "kept", "u3": "added", "-u3": "removed"}
    assert dict(diff.edges) == {"e1": "changed", "e2": "added", "-e2": "removed"}
    assert [(e.source, e.target) for e in diff.graph.edges][-1] == ("u2", "-u3")


def test_a_new_label_is_a_change_and_a_plain_relation_is_another_link() -> None:
    other = CausalGraph.of([u.text for u in OLD.units], [(0, 1, "RESULT"), (1, 2, "SEQUENCE")])
    diff = graph_diff(OLD, other)
    assert dict(diff.edges) == {"e1": "changed", "e2": "added", "-e2": "removed"}


def test_a_merge_swallows_the_edge_inside_it() -> None:
    new = CausalGraph.of(
        ["the frost came in May and the cherries were lost", "the market stayed empty"],
        [(0, 1, "CAUSE")],
    )
    diff = graph_diff(OLD, new)
    assert dict(diff.units) == {"u1": "changed", "u2": "kept"}
    assert dict(diff.edges) == {"e1": "kept"}


def test_offsets_of_lost_units_do_not_point_into_the_new_text() -> None:
    old = CausalGraph.of(["frost"], text="frost")
    old = old.replace(units=tuple(type(u)(u.id, u.text, 0, 5) for u in old.units))
    union = graph_diff(old, CausalGraph.of(["sun"], text="sun")).graph
    assert [(u.id, u.start) for u in union.units] == [("u1", None), ("-u1", None)]


WORDS = st.sampled_from(["storm", "roof", "ship", "harbour", "king", "letter", "fire", "wheat"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=5)


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    texts = draw(TEXTS)
    end = st.integers(0, len(texts) - 1)
    return CausalGraph.of(texts, draw(st.lists(st.tuples(end, end, st.just("CAUSE")), max_size=5)))


@given(graphs(), graphs())
def test_every_part_has_a_state_and_the_new_graph_is_in_the_union(
    old: CausalGraph, new: CausalGraph
) -> None:
    diff = graph_diff(old, new)
    assert diff.units.keys() == diff.graph.by_id.keys()
    assert diff.edges.keys() == diff.graph.edge_by_id.keys()
    assert diff.graph.units[: len(new.units)] == new.units
    assert diff.graph.edges[: len(new.edges)] == new.edges
    gone = [u.text for u in diff.graph.units if diff.units[u.id] == "removed"]
    assert sorted(gone) == sorted(old.by_id[unit].text for unit in diff.alignment.left_only)
