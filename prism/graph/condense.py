"""Condensing: every cycle becomes one group, and groups stand causes first."""

from collections.abc import Mapping
from dataclasses import dataclass

import networkx

__all__ = ["Condensed", "condense"]


@dataclass(frozen=True, slots=True)
class Condensed:
    """A directed graph whose strongly connected components are its groups.

    ``groups`` are ordered so that every arrow between two runs from an earlier one to a later
    one; ``causes`` holds for each group the indices of the groups with an arrow into it.
    """

    groups: tuple[tuple[str, ...], ...]
    causes: tuple[frozenset[int], ...]

    def depths(self) -> list[int]:
        """Return for each group the length of the longest path that leads to it."""
        depth: list[int] = []
        for causes in self.causes:
            depth.append(max((depth[cause] + 1 for cause in causes), default=0))
        return depth


def condense(graph: "networkx.DiGraph[str]", place: Mapping[str, int]) -> Condensed:
    """Condense ``graph``; members of a group are ordered by ``place``.

    The same as ``networkx.condensation`` followed by a topological sort, without a graph object
    for the result. O(nodes + edges).

    >>> found = condense(networkx.DiGraph(["ab", "ba", "ca"]), {"a": 0, "b": 1, "c": 2})
    >>> found.groups, found.causes
    ((('c',), ('a', 'b')), (frozenset(), frozenset({0})))
    """
    groups = [
        sorted(g, key=place.__getitem__) for g in networkx.strongly_connected_components(graph)
    ]
    group_of = {unit: number for number, group in enumerate(groups) for unit in group}
    causes: list[set[int]] = [set() for _ in groups]
    effects: list[set[int]] = [set() for _ in groups]
    for unit, targets in graph.adjacency():
        here = group_of[unit]
        for target in targets:
            there = group_of[target]
            if there != here:
                effects[here].add(there)
                causes[there].add(here)
    waiting = [len(each) for each in causes]
    order = [number for number, count in enumerate(waiting) if not count]
    for number in order:  # grows while it is walked
        for effect in effects[number]:
            waiting[effect] -= 1
            if not waiting[effect]:
                order.append(effect)
    rank = {number: position for position, number in enumerate(order)}
    return Condensed(
        tuple(tuple(groups[number]) for number in order),
        tuple(frozenset(rank[cause] for cause in causes[number]) for number in order),
    )
