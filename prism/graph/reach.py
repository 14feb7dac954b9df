"""What a change of one unit can touch: descendants, surgery, and paths along reach edges."""

import networkx

from prism.graph.model import CausalGraph

__all__ = ["descendants", "do", "non_descendants", "reaches", "route"]


def descendants(graph: CausalGraph, unit: str) -> frozenset[str]:
    """Return ``unit`` and everything that reach edges lead to from it.

    A unit is its own descendant, as in Pearl's convention (*Causality*, 2nd ed., section 1.2);
    ``networkx.descendants`` leaves it out. O(units + reach edges).

    Raises
    ------
    GraphFault
        There is no such unit.

    >>> g = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "PURPOSE")])
    >>> sorted(descendants(g, "u1"))
    ['u1', 'u2']
    """
    graph.require(unit)
    return frozenset(networkx.descendants(graph.reach, unit)) | {unit}


def non_descendants(graph: CausalGraph, unit: str) -> frozenset[str]:
    """Return the units that a change of ``unit`` cannot touch: all but its descendants.

    >>> sorted(non_descendants(CausalGraph.of("abc", [(0, 1, "CAUSE")]), "u1"))
    ['u3']
    """
    return frozenset(graph.by_id) - descendants(graph, unit)


def do(graph: CausalGraph, *units: str) -> CausalGraph:
    """Return the graph after surgery: nothing causes ``units`` any more.

    Every reach edge into them and every bidirected edge at them is cut; relations that are not
    causal stay, and so does all that the units cause (Pearl, *Causality*, section 1.3.1).

    Raises
    ------
    GraphFault
        There is no such unit.

    >>> g = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "CAUSE")])
    >>> [edge.id for edge in do(g, "u2").edges]
    ['e2']
    """
    graph.require(*units)
    fixed = frozenset(units)
    return graph.replace(
        edges=tuple(e for e in graph.edges if not (e.reach and e.target in fixed)),
        bidirected=tuple(pair for pair in graph.bidirected if not fixed & set(pair)),
    )


def route(graph: CausalGraph, premise: str, end: str) -> tuple[str, ...]:
    """Return the units of a shortest path of reach edges, both ends included; () without one.

    >>> route(CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "RESULT")]), "u1", "u3")
    ('u1', 'u2', 'u3')
    """
    graph.require(premise, end)
    try:
        return tuple(networkx.shortest_path(graph.reach, premise, end))
    except networkx.NetworkXNoPath:
        return ()


def reaches(graph: CausalGraph, premise: str, end: str) -> bool:
    """Whether reach edges lead from ``premise`` to ``end``; every unit reaches itself.

    >>> reaches(CausalGraph.of("ab", [(0, 1, "CAUSE")]), "u2", "u1")
    False
    """
    return bool(route(graph, premise, end))
