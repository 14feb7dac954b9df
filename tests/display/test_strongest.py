"""Past its limit a drawing shows the strongest part and says so; below it everything."""

from dataclasses import replace
from itertools import combinations

from prism.display.drawing import to_html, to_svg
from prism.display.strongest import MOST_COLUMNS_PASSED, MOST_LINES, MOST_UNITS, strongest
from prism.display.view import View
from prism.graph import CausalGraph


def dense(units: int) -> CausalGraph:
    pairs = [(a, b, "CAUSE") for a, b in combinations(range(units), 2)]
    return CausalGraph.of([f"t{n}" for n in range(units)], pairs)


def test_a_small_graph_is_drawn_whole() -> None:
    whole = View(dense(20))
    assert strongest(whole) == (whole, None)
    assert "strongest" not in to_html(whole)


def test_a_dense_graph_keeps_its_longest_path_and_says_how_much_is_drawn() -> None:
    graph = dense(120)
    part, told = strongest(View(graph))
    assert told is not None
    assert f"120 units and {len(graph.edges):,} edges" in told
    assert 119 <= len(part.graph.edges) <= MOST_LINES
    ends = {(edge.source, edge.target) for edge in part.graph.edges}
    assert all((f"u{n}", f"u{n + 1}") in ends for n in range(1, 120))
    for drawn in (to_html(View(graph)), to_svg(View(graph))):
        assert f"{len(graph.edges):,} edges; drawn are its" in drawn


def test_what_is_supported_and_sure_goes_first() -> None:
    graph = CausalGraph.of(["hub", *"x" * 1500], [(0, n, "CAUSE") for n in range(1, 1501)])
    edges = [replace(e, confidence=0.2 + 0.5 * (e.id == "e1400")) for e in graph.edges]
    view = View(graph.replace(edges=tuple(edges)), verdicts={"e1490": "✓"})
    kept = {edge.id for edge in strongest(view)[0].graph.edges}
    assert {"e1490", "e1400"} <= kept
    assert len(kept) == MOST_LINES


def test_lanes_and_loose_units_are_limited_too() -> None:
    long = [(n, n + 1, "CAUSE") for n in range(499)] + [(0, n, "CAUSE") for n in range(2, 400)]
    part, told = strongest(View(CausalGraph.of(["x"] * 500, long)))
    assert told is not None
    assert sum(int(e.target[1:]) - int(e.source[1:]) - 1 for e in part.graph.edges) <= (
        MOST_COLUMNS_PASSED
    )
    loose, told = strongest(View(CausalGraph.of(["x"] * (MOST_UNITS + 5), [])))
    assert told is not None
    assert len(loose.graph.units) == MOST_UNITS
