"""What the graph itself says, without a judge: its shape and how sound it is."""

from collections.abc import Iterable
from dataclasses import dataclass

import networkx

from prism.graph.model import CausalGraph
from prism.graph.motif import motif
from prism.graph.paths import LongestPath, longest_path
from prism.graph.relations import RELATIONS

__all__ = [
    "Soundness",
    "Structure",
    "cycles",
    "fragmentation",
    "parts",
    "soundness",
    "structure",
    "unlinked_share",
]


@dataclass(frozen=True, slots=True)
class Structure:
    """The numbers of one graph; each field is explained at the function that computes it."""

    units: int
    edges: int
    causal_edges: int
    longest_path: LongestPath
    fragmentation: float | None
    unlinked: float
    components: int
    cycles: tuple[tuple[str, ...], ...]
    motif: str | None


@dataclass(frozen=True, slots=True)
class Soundness:
    """How sound a parse is; measures of our own.

    Attributes
    ----------
    grounded
        Share of units located in the source text, in [0, 1]; 1 without a unit.
    known_labels
        Share of edges whose label the relation table knows, in [0, 1]; 1 without an edge.
    acyclic
        Whether no directed cycle runs along edges of any label (a self loop is a cycle).
    connected
        Whether edges of any label, read without direction, join all units.
    self_loops
        How many edges run from a unit to itself.
    """

    grounded: float
    known_labels: float
    acyclic: bool
    connected: bool
    self_loops: int


def structure(graph: CausalGraph) -> Structure:
    """Return the shape of ``graph``: what longest path, fragmentation and the rest say of it.

    >>> g = CausalGraph.of("abc", [(0, 1, "CAUSE")])
    >>> s = structure(g)
    >>> s.causal_edges, s.longest_path.length, s.fragmentation, s.components, round(s.unlinked, 2)
    (1, 1, 0.0, 1, 0.33)
    """
    return Structure(
        units=len(graph.units),
        edges=len(graph.edges),
        causal_edges=sum(edge.causal for edge in graph.edges),
        longest_path=longest_path(graph),
        fragmentation=fragmentation(graph),
        unlinked=unlinked_share(graph),
        components=len(parts(graph)),
        cycles=cycles(graph),
        motif=motif(graph),
    )


def parts(graph: CausalGraph) -> tuple[tuple[str, ...], ...]:
    """Return the weak components of the causally linked units, largest first.

    A unit is causally linked if a causal edge touches it, even one to itself. Parts of one size
    are ordered by their first unit, and units within a part by their place in the text.
    O(units + causal edges).

    >>> parts(CausalGraph.of("abcdef", [(4, 3, "CAUSE"), (0, 1, "CAUSE"), (1, 2, "CAUSE")]))
    (('u1', 'u2', 'u3'), ('u4', 'u5'))
    """
    linked = (c for c in networkx.weakly_connected_components(graph.causal) if _linked(graph, c))
    place = graph.position.__getitem__
    ordered = (tuple(sorted(component, key=place)) for component in linked)
    return tuple(sorted(ordered, key=lambda part: (-len(part), place(part[0]))))


def fragmentation(graph: CausalGraph) -> float | None:
    """Return 1 − (units of the largest part ÷ all causally linked units), None without any.

    0 where the causal edges hang together; near 1 where they are scattered.

    >>> fragmentation(CausalGraph.of("abcd", [(0, 1, "CAUSE"), (2, 3, "CAUSE")]))
    0.5
    >>> fragmentation(CausalGraph.of("ab", [(0, 1, "CONTRAST")])) is None
    True
    """
    sizes = [
        len(part)
        for part in networkx.weakly_connected_components(graph.causal)
        if _linked(graph, part)
    ]
    return 1 - max(sizes) / sum(sizes) if sizes else None


def unlinked_share(graph: CausalGraph) -> float:
    """Return the share of units that carry no causal edge, in [0, 1]; 0 without a unit.

    >>> unlinked_share(CausalGraph.of("abcd", [(0, 1, "CAUSE")]))
    0.5
    """
    if not graph.units:
        return 0.0
    unlinked: int = sum(degree == 0 for _, degree in graph.causal.degree())
    return unlinked / len(graph.units)


def cycles(graph: CausalGraph) -> tuple[tuple[str, ...], ...]:
    """Return a witness for every way in which the causal edges run in a circle.

    A graph can hold exponentially many cycles, so they are not enumerated. Each strongly
    connected component of two or more units yields one: a shortest cycle through its first unit
    in the text, starting there. Each causal self loop yields one of a single unit. Ordered by
    their first unit; O(units + causal edges).

    >>> g = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 0, "CAUSE"), (2, 2, "CAUSE")])
    >>> cycles(g)
    (('u1', 'u2'), ('u3',))
    """
    causal, place = graph.causal, graph.position.__getitem__
    found: list[tuple[str, ...]] = [(unit,) for unit in networkx.nodes_with_selfloops(causal)]
    for component in networkx.strongly_connected_components(causal):
        if len(component) > 1:
            start = min(component, key=place)
            found.append(_cycle_through(causal.subgraph(component), start))
    return tuple(sorted(found, key=lambda cycle: (place(cycle[0]), len(cycle))))


def soundness(graph: CausalGraph) -> Soundness:
    """Return how well the graph is grounded, labelled and joined, over edges of every label.

    >>> soundness(CausalGraph.of("ab", [(0, 0, "CAUSE"), (0, 1, "ENABLEMENT")]))
    Soundness(grounded=0.0, known_labels=0.5, acyclic=False, connected=True, self_loops=1)
    """
    joined: networkx.DiGraph[str] = networkx.DiGraph()
    joined.add_nodes_from(graph.by_id)
    joined.add_edges_from((edge.source, edge.target) for edge in graph.edges)
    acyclic = networkx.is_directed_acyclic_graph(joined)
    joined.add_edges_from(graph.bidirected)
    return Soundness(
        grounded=_share(unit.grounded for unit in graph.units),
        known_labels=_share(edge.label in RELATIONS for edge in graph.edges),
        acyclic=acyclic,
        connected=len(joined) < 2 or networkx.is_weakly_connected(joined),
        self_loops=sum(edge.source == edge.target for edge in graph.edges),
    )


def _linked(graph: CausalGraph, component: set[str]) -> bool:
    if len(component) > 1:
        return True
    (unit,) = component
    return bool(graph.causal.succ[unit])


def _cycle_through(component: "networkx.DiGraph[str]", start: str) -> tuple[str, ...]:
    """Return a shortest cycle of two or more units through ``start``."""
    came_from: dict[str, str] = dict(networkx.bfs_predecessors(component, start))
    cycle = [next(unit for unit in came_from if component.has_edge(unit, start))]
    while cycle[-1] != start:
        cycle.append(came_from[cycle[-1]])
    return tuple(reversed(cycle))


def _share(flags: Iterable[bool]) -> float:
    marks = list(flags)
    return sum(marks) / len(marks) if marks else 1.0
