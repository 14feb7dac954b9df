"""d-separation: which units tell nothing of each other."""

from collections.abc import Iterable

import networkx

from prism.errors import GraphFault
from prism.graph.model import CausalGraph
from prism.graph.motif import with_latents

__all__ = ["d_separated"]


def d_separated(
    graph: CausalGraph, xs: Iterable[str], ys: Iterable[str], given: Iterable[str] = ()
) -> bool:
    """Whether ``given`` blocks every path between ``xs`` and ``ys`` along reach edges.

    A bidirected edge stands for an unobserved parent of both its units (Pearl, *Causality*,
    section 1.2.3; ``networkx.is_d_separator`` does the search). O(units + reach edges).

    Raises
    ------
    GraphFault
        A unit is not there, the three sets overlap, or the reach edges run in a circle.

    >>> g = CausalGraph.of("abc", [(0, 2, "CAUSE"), (1, 2, "CAUSE")])
    >>> d_separated(g, ["u1"], ["u2"]), d_separated(g, ["u1"], ["u2"], ["u3"])
    (True, False)
    """
    sets = [set(xs), set(ys), set(given)]
    graph.require(*sorted(set().union(*sets)))
    whole = with_latents(graph)
    if not networkx.is_directed_acyclic_graph(whole):
        raise GraphFault("d-separation needs a graph without causal cycles")
    try:
        return bool(networkx.is_d_separator(whole, *sets))
    except networkx.NetworkXError as exc:
        raise GraphFault("the sets of units given to d-separation overlap") from exc
