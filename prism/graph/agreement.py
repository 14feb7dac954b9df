"""How far a graph agrees with another that people made of the same text."""

from dataclasses import dataclass

from prism.graph.align import align
from prism.graph.model import CausalGraph

__all__ = ["GraphAgreement", "graph_agreement"]


@dataclass(frozen=True, slots=True)
class GraphAgreement:
    """Counts from which precision, recall, F1 and the rest follow; they add up over texts.

    Attributes
    ----------
    units, units_right
        Units of the graph, and those that answer a unit of the other by their words.
    wanted_units, wanted_found
        Units of the other graph, and those that are answered.
    edges, wanted_edges
        Causal links of both, each pair of units once.
    linked, directed
        Links that the other graph has too, either way round; those that run the same way.
    """

    units: int
    units_right: int
    wanted_units: int
    wanted_found: int
    edges: int
    wanted_edges: int
    linked: int
    directed: int

    @property
    def hamming(self) -> int:
        """Structural Hamming distance: links to add, to remove and to turn round."""
        return (self.edges - self.linked) + (self.wanted_edges - self.linked) + self.reversed

    @property
    def reversed(self) -> int:
        """Links that run the other way round."""
        return self.linked - self.directed


def graph_agreement(graph: CausalGraph, wanted: CausalGraph) -> GraphAgreement:
    """Count what ``graph`` and ``wanted`` have in common; units are matched by their words.

    >>> texts = ["the dam burst", "the town flooded", "a bird sang"]
    >>> wanted = CausalGraph.of(texts, [(0, 1, "CAUSE"), (1, 2, "CAUSE")])
    >>> graph = CausalGraph.of(texts, [(1, 0, "CAUSE"), (1, 2, "CAUSE")])
    >>> found = graph_agreement(graph, wanted)
    >>> found.linked, found.directed, found.hamming
    (2, 1, 1)
    """
    pairs = align(wanted, graph).worded().pairs
    known = {(pair.left, pair.right) for pair in pairs}
    ours, theirs = _links(graph), _links(wanted)
    linked = directed = 0
    left = set(ours)
    for cause, effect in sorted(theirs):
        same = next((o for o in sorted(left) if _answers(o, (cause, effect), known)), None)
        turned = next((o for o in sorted(left) if _answers(o, (effect, cause), known)), None)
        match = same or turned
        if match is not None:
            left.discard(match)
            linked += 1
            directed += same is not None
    return GraphAgreement(
        units=len(graph.units),
        units_right=len({pair.right for pair in pairs}),
        wanted_units=len(wanted.units),
        wanted_found=len({pair.left for pair in pairs}),
        edges=len(ours),
        wanted_edges=len(theirs),
        linked=linked,
        directed=directed,
    )


def _links(graph: CausalGraph) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.edges if edge.causal}


def _answers(link: tuple[str, str], wanted: tuple[str, str], known: set[tuple[str, str]]) -> bool:
    return (wanted[0], link[0]) in known and (wanted[1], link[1]) in known
