"""Smaller views of a graph: the causal part, the surroundings of a unit, causal depth."""

import networkx

from prism.graph.model import CausalGraph

__all__ = ["around", "causal_part", "cut"]


def cut(graph: CausalGraph, units: frozenset[str]) -> CausalGraph:
    """Return the graph on ``units`` alone, with the edges between them.

    >>> len(cut(CausalGraph.of("abc", [(0, 1, "CAUSE")]), frozenset({"u1", "u3"})).edges)
    0
    """
    graph.require(*sorted(units))
    return graph.replace(
        units=tuple(unit for unit in graph.units if unit.id in units),
        edges=tuple(e for e in graph.edges if e.source in units and e.target in units),
        bidirected=tuple(pair for pair in graph.bidirected if units.issuperset(pair)),
    )


def causal_part(graph: CausalGraph) -> CausalGraph:
    """Return the reach and bidirected edges with the units they link, all else left out.

    >>> g = causal_part(CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "CONTRAST")]))
    >>> [unit.id for unit in g.units], len(g.edges)
    (['u1', 'u2'], 1)
    """
    edges = tuple(edge for edge in graph.edges if edge.reach)
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    linked = ends.union(*graph.bidirected)
    return cut(graph.replace(edges=edges), frozenset(linked))


def around(graph: CausalGraph, unit: str, radius: int = 1) -> CausalGraph:
    """Return the units at most ``radius`` edges of any kind away from ``unit``, either way.

    Raises
    ------
    GraphFault
        There is no such unit.

    >>> g = CausalGraph.of("abcd", [(0, 1, "CAUSE"), (1, 2, "CAUSE"), (2, 3, "CAUSE")])
    >>> [near.id for near in around(g, "u2", 1).units]
    ['u1', 'u2', 'u3']
    """
    graph.require(unit)
    joined = networkx.Graph(graph.nx)
    joined.add_edges_from(graph.bidirected)
    near = networkx.single_source_shortest_path_length(joined, unit, cutoff=radius)
    return cut(graph, frozenset(near))
