"""The longest causal path."""

from dataclasses import dataclass

import networkx

from prism.graph.model import CausalGraph

__all__ = ["LongestPath", "longest_path"]


@dataclass(frozen=True, slots=True)
class LongestPath:
    """Its number of edges, and its units, cause first.

    A strongly connected component counts as one node and all its members are listed, in text
    order. ``units`` has ``length + 1`` entries, and none where the length is 0.
    """

    length: int = 0
    units: tuple[tuple[str, ...], ...] = ()


def longest_path(graph: CausalGraph) -> LongestPath:
    """Return the longest path along causal edges, cycles condensed to one node each.

    After condensing, the graph is acyclic, so that the longest simple path is found in one sweep
    in topological order: O(units + causal edges), without recursion. Of several longest paths the
    one whose units stand earliest in the text is returned.

    >>> g = CausalGraph.of("abcd", [(0, 1, "CAUSE"), (1, 2, "RESULT"), (2, 3, "CONTRAST")])
    >>> longest_path(g)
    LongestPath(length=2, units=(('u1',), ('u2',), ('u3',)))
    """
    condensed = networkx.condensation(graph.causal)
    members = networkx.get_node_attributes(condensed, "members")
    first = {node: min(map(graph.position.__getitem__, group)) for node, group in members.items()}
    length: dict[int, int] = {}
    before: dict[int, int] = {}

    def rank(node: int) -> tuple[int, int]:
        return length[node], -first[node]

    for node in networkx.topological_sort(condensed):
        causes = condensed.pred[node]
        if causes:
            before[node] = max(causes, key=rank)
        length[node] = length[before[node]] + 1 if causes else 0
    if not before:
        return LongestPath()
    path = [max(length, key=rank)]
    while path[-1] in before:
        path.append(before[path[-1]])
    units = tuple(
        tuple(sorted(members[node], key=graph.position.__getitem__)) for node in reversed(path)
    )
    return LongestPath(length[path[0]], units)
