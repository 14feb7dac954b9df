"""The shape of a causal graph: longest path, parts, fragmentation."""

import networkx

__all__ = ["fragmentation", "longest", "parts"]


def linked(graph: "networkx.DiGraph[object]") -> "networkx.DiGraph[object]":
    """Return the part of the graph that has edges."""
    return graph.subgraph([node for node, degree in graph.degree() if degree])


def longest(graph: "networkx.DiGraph[object]") -> int:
    """Return the number of edges on the longest path once circles are one node."""
    return int(networkx.dag_longest_path_length(networkx.condensation(graph))) if graph else 0


def parts(graph: "networkx.DiGraph[object]") -> int:
    """Return the number of weakly connected parts among the linked nodes."""
    return int(networkx.number_weakly_connected_components(linked(graph)))


def fragmentation(graph: "networkx.DiGraph[object]") -> float:
    """Return 1 − nodes of the largest part ÷ linked nodes; 0 without an edge."""
    inner = linked(graph)
    if not inner:
        return 0.0
    return 1 - max(map(len, networkx.weakly_connected_components(inner))) / len(inner)
