"""What changed from one graph to another."""

from collections import defaultdict
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from prism.graph.align import Alignment, align
from prism.graph.model import CausalGraph, Cue, Edge, Unit

__all__ = ["GraphDiff", "State", "graph_diff"]

State = Literal["kept", "changed", "added", "removed"]


@dataclass(frozen=True)
class GraphDiff:
    """Two graphs laid over one another.

    Attributes
    ----------
    graph
        The union: the new graph's units and edges under their own ids, and what was removed from
        the old one under its old id with ``-`` in front (several where that id is taken) and
        without offsets, which would not fit the new text.
    units, edges
        State of every unit and edge of the union by its id. A unit is ``changed`` where its
        words, polarity or modality differ from what it came from; an edge where the same units
        are linked in the same sense (causal or not), but with another label or turned round.
    alignment
        Which unit of the old graph became which unit of the new one, by their words.
    """

    graph: CausalGraph
    units: Mapping[str, State]
    edges: Mapping[str, State]
    alignment: Alignment


def graph_diff(old: CausalGraph, new: CausalGraph) -> GraphDiff:
    """Lay ``new`` over ``old`` by their alignment and tell what was added, removed and changed.

    Bidirected edges are those of the new graph; they are not compared.

    >>> old = CausalGraph.of(["the dam burst", "the town flooded"], [(0, 1, "CAUSE")])
    >>> new = CausalGraph.of(["the dam held", "a bird sang", "the town flooded"], [(0, 2, "CAUSE")])
    >>> d = graph_diff(old, new)
    >>> dict(d.units), dict(d.edges)
    ({'u1': 'changed', 'u2': 'added', 'u3': 'kept'}, {'e1': 'kept'})
    """
    alignment = align(old, new).worded()
    became: defaultdict[str, set[str]] = defaultdict(set)
    came_from: defaultdict[str, set[str]] = defaultdict(set)
    for pair in alignment.pairs:
        became[pair.left].add(pair.right)
        came_from[pair.right].add(pair.left)
    units: dict[str, State] = {u.id: _unit_state(u, old, came_from[u.id]) for u in new.units}
    lost_id = {u.id: _free(u.id, new.by_id) for u in old.units if not became[u.id]}
    gone = tuple(
        replace(old.by_id[name], id=free, start=None, end=None) for name, free in lost_id.items()
    )
    units |= {unit.id: "removed" for unit in gone}

    edges: dict[str, State] = {}
    used: set[str] = set()
    links = _links(old)
    for edge in new.edges:
        state, match = _edge_state(edge, links, came_from)
        edges[edge.id] = state
        used |= match
    survivor = lost_id | {
        name: min(heirs, key=new.position.__getitem__) for name, heirs in became.items() if heirs
    }
    lost = tuple(
        replace(
            edge,
            id=_free(edge.id, new.edge_by_id),
            source=survivor[edge.source],
            target=survivor[edge.target],
            cue=edge.cue and Cue(edge.cue.text),
        )
        for edge in old.edges
        if edge.id not in used and not _inside_one(edge, became)
    )
    edges |= {edge.id: "removed" for edge in lost}
    union = new.replace(units=new.units + gone, edges=new.edges + lost)
    return GraphDiff(union, units, edges, alignment)


def _unit_state(unit: Unit, old: CausalGraph, origins: set[str]) -> State:
    if not origins:
        return "added"
    told = (unit.text, unit.polarity, unit.modality)
    before = [old.by_id[name] for name in origins]
    same = len(before) == 1 and (before[0].text, before[0].polarity, before[0].modality) == told
    return "kept" if same else "changed"


def _links(graph: CausalGraph) -> Mapping[tuple[str, str], list[Edge]]:
    found: defaultdict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        found[edge.source, edge.target].append(edge)
    return found


def _edge_state(
    edge: Edge, links: Mapping[tuple[str, str], list[Edge]], came_from: Mapping[str, set[str]]
) -> tuple[State, set[str]]:
    """Return the state of a new edge and the ids of the old edges it continues."""
    ends = [(s, t) for s in came_from[edge.source] for t in came_from[edge.target]]
    along = [old for pair in ends for old in links.get(pair, ()) if old.reach == edge.reach]
    same = {old.id for old in along if old.label == edge.label}
    if same:
        return "kept", same
    back = [old for s, t in ends for old in links.get((t, s), ()) if old.reach == edge.reach]
    other = {old.id for old in (*along, *back)}
    return ("changed", other) if other else ("added", other)


def _free(name: str, taken: Container[str]) -> str:
    while (name := f"-{name}") in taken:
        pass
    return name


def _inside_one(edge: Edge, became: Mapping[str, set[str]]) -> bool:
    """Whether both ends of a proper edge were merged into the same unit."""
    return edge.source != edge.target and bool(became[edge.source] & became[edge.target])
