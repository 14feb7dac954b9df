"""The longest causal path."""

from dataclasses import dataclass

from prism.graph.condense import condense
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
    condensed = condense(graph.causal, graph.position)
    first = [graph.position[group[0]] for group in condensed.groups]
    length = [0] * len(first)
    before: dict[int, int] = {}

    def rank(group: int) -> tuple[int, int]:
        return length[group], -first[group]

    for group, causes in enumerate(condensed.causes):
        if causes:
            before[group] = max(causes, key=rank)
            length[group] = length[before[group]] + 1
    if not before:
        return LongestPath()
    path = [max(range(len(length)), key=rank)]
    while path[-1] in before:
        path.append(before[path[-1]])
    return LongestPath(length[path[0]], tuple(condensed.groups[g] for g in reversed(path)))
