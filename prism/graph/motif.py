"""Which of CoBe's six graph types a small graph is."""

from collections.abc import Set as AbstractSet
from typing import Literal, TypeVar

import networkx

from prism.graph.model import CausalGraph

__all__ = ["Motif", "motif", "with_latents"]

Node = TypeVar("Node")
Motif = Literal["chain", "fork", "collider", "diamond", "correlated", "hybrid", "not decidable"]


def motif(graph: CausalGraph) -> Motif | None:
    """Return the shape of the units under reach edges, after CoBe's graph types.

    ======================  ==================================================================
    ``chain``               one directed path: A → B → C
    ``fork``                one root, one cause a unit, some branching: B ← A → C
    ``collider``            one end, one effect a unit, some joining: A → C ← B
    ``diamond``             one unit branches, one joins, every branch has a unit of its own
                            between them: A → B → D, A → C → D; a tail may lead in and out
    ``correlated``          a fork whose root is unobserved, drawn as a bidirected edge: A ↔ B
    ``hybrid``              anything else that is linked: mixtures, cycles, several parts
    ``not decidable``       no unit is linked. Whether such units are correlated through an
                            unobserved cause cannot be told from text
    None                    fewer than two units
    ======================  ==================================================================

    O(units + reach edges).

    >>> motif(CausalGraph.of("abc", [(0, 2, "CAUSE"), (1, 2, "CAUSE")]))
    'collider'
    >>> motif(CausalGraph.of("ab", [(0, 1, "SEQUENCE")]))
    'not decidable'
    >>> motif(CausalGraph.of("ab", bidirected=(("u1", "u2"),)))
    'correlated'
    """
    if len(graph.units) < 2:
        return None
    if not graph.bidirected:
        return _shape(graph.reach)
    return "correlated" if _shape(with_latents(graph)) == "fork" else "hybrid"


def with_latents(graph: CausalGraph) -> "networkx.DiGraph[str | tuple[str, str]]":
    """Return the reach edges with each bidirected pair as an unobserved parent of both units.

    Units are nodes by id; the latent parent of a pair is the pair itself, sorted.
    """
    whole: networkx.DiGraph[str | tuple[str, str]] = networkx.DiGraph(graph.reach)
    for first, second in graph.bidirected:
        latent = (min(first, second), max(first, second))
        whole.add_edges_from([(latent, first), (latent, second)])
    return whole


def _shape(whole: "networkx.DiGraph[Node]") -> Motif:
    """Name the shape of the linked nodes; the others do not count."""
    parts = (c for c in networkx.weakly_connected_components(whole) if _linked(whole, c))
    part = next(parts, None)
    if part is None:
        return "not decidable"
    if next(parts, None) or not networkx.is_directed_acyclic_graph(whole):
        return "hybrid"
    linked = whole.subgraph(part)
    splits = [node for node, degree in linked.out_degree() if degree > 1]
    joins = [node for node, degree in linked.in_degree() if degree > 1]
    if not splits and not joins:
        return "chain"
    if not joins:
        return "fork"
    if not splits:
        return "collider"
    if len(splits) == len(joins) == 1 and _is_diamond(linked, splits[0], joins[0]):
        return "diamond"
    return "hybrid"


def _linked(whole: "networkx.DiGraph[Node]", component: AbstractSet[Node]) -> bool:
    return len(component) > 1 or any(whole.has_edge(node, node) for node in component)


def _is_diamond(linked: "networkx.DiGraph[Node]", split: Node, join: Node) -> bool:
    """Whether all branches of the only split end in the only join, none of them directly.

    With one split and one join, the branches run apart until the join; a branch that misses it
    leaves a second end, and a cause that joins from elsewhere a second root.
    """
    roots = sum(degree == 0 for _, degree in linked.in_degree())
    ends = sum(degree == 0 for _, degree in linked.out_degree())
    return roots == ends == 1 and not linked.has_edge(split, join)
