"""What of a large graph is drawn: nobody can read, and no page can hold, ten thousand lines."""

from dataclasses import replace
from typing import Final

from prism.display.view import View
from prism.graph import CausalGraph, Edge
from prism.graph.condense import condense
from prism.graph.paths import longest_path

__all__ = ["MOST_COLUMNS_PASSED", "MOST_LINES", "MOST_UNITS", "strongest"]

MOST_LINES: Final = 1_000
MOST_UNITS: Final = 2_000
MOST_COLUMNS_PASSED: Final = 5_000  # by all lines together: each needs a lane of its own there


def strongest(view: View) -> tuple[View, str | None]:
    """Return what is drawn of ``view``, and what to say where that is not all of it.

    Past a limit the strongest edges stay: those of the longest causal path, then supported ones,
    causal ones, ones with a cue, ones the parser is sure of, ones between near units; and the
    units they join, then others in text order.

    >>> from prism.graph import CausalGraph
    >>> strongest(View(CausalGraph.of("ab", [(0, 1, "CAUSE")])))[1] is None
    True
    """
    graph = view.graph
    if len(graph.edges) <= MOST_LINES and len(graph.units) <= MOST_UNITS and _fits(graph):
        return view, None
    ranked = _ranked(view)
    size = min(len(ranked), MOST_LINES)
    kept = _with(graph, ranked[:size])
    while size > 1 and not _fits(kept):
        size //= 2
        kept = _with(graph, ranked[:size])
    told = (
        f"the graph has {len(graph.units):,} units and {len(graph.edges):,} edges; drawn are its "
        f"{len(kept.edges):,} strongest edges and {len(kept.units):,} units: the longest causal "
        "path first, then what is supported, causal, marked by a cue and sure; "
        "'--format json' holds all, and '--focus NODE' draws what surrounds one unit"
    )
    return replace(view, graph=kept), told


def _ranked(view: View) -> list[Edge]:
    """Return the edges, the strongest first."""
    graph, place = view.graph, view.graph.position
    path = longest_path(view.present()).units
    step = {unit: number for number, group in enumerate(path) for unit in group}

    def weakness(edge: Edge) -> tuple[bool, bool, bool, bool, bool, float, int]:
        on_path = edge.causal and step.get(edge.target, -1) == step.get(edge.source, -3) + 1
        return (
            not on_path,
            view.verdicts.get(edge.id) != "✓",
            not edge.causal,
            not edge.reach,
            edge.cue is None,
            -edge.confidence,
            abs(place[edge.target] - place[edge.source]),
        )

    return sorted(graph.edges, key=weakness)


def _with(graph: CausalGraph, edges: list[Edge]) -> CausalGraph:
    """Return ``graph`` with these edges alone, and as many of its units as are drawn."""
    kept = {edge.id for edge in edges}
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    loose = [unit.id for unit in graph.units if unit.id not in ends]
    names = {*ends, *loose[: max(0, MOST_UNITS - len(ends))]}
    return graph.replace(
        units=tuple(unit for unit in graph.units if unit.id in names),
        edges=tuple(edge for edge in graph.edges if edge.id in kept),
        bidirected=tuple(pair for pair in graph.bidirected[:MOST_LINES] if names.issuperset(pair)),
    )


def _fits(graph: CausalGraph) -> bool:
    """Whether the lines of ``graph`` pass few enough columns, a column a causal depth."""
    condensed = condense(graph.reach, graph.position)
    depths = condensed.depths()
    depth = {u: depths[n] for n, group in enumerate(condensed.groups) for u in group}
    passed = (abs(depth[e.target] - depth[e.source]) - 1 for e in graph.edges if e.reach)
    return sum(max(0, columns) for columns in passed) <= MOST_COLUMNS_PASSED
