"""A graph as plain JSON data: prism's own versioned document, and networkx node-link JSON."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Literal, TypeVar

import networkx
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from prism.errors import GraphFault
from prism.graph.model import CausalGraph, Edge, Origin, Unit
from prism.validation import faults_of

__all__ = [
    "GraphDocument",
    "from_dict",
    "from_networkx",
    "from_node_link",
    "to_dict",
    "to_networkx",
]

Node = TypeVar("Node")


class GraphDocument(BaseModel):
    """A causal graph as prism's graph format writes it.

    ``units`` stand in text order; the ends of ``edges`` and ``bidirected`` are unit ids. What is
    left out has its default.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, title="Causal graph")

    schema_version: Literal["1.0"]
    units: tuple[Unit, ...]
    edges: tuple[Edge, ...] = ()
    bidirected: tuple[tuple[str, str], ...] = ()
    text: str = ""
    origin: Origin = Origin()

    def graph(self) -> CausalGraph:
        """Return the graph; GraphFault where its parts do not fit together."""
        return CausalGraph(self.units, self.edges, self.bidirected, self.text, self.origin)


def to_dict(graph: CausalGraph) -> dict[str, JsonValue]:
    """Return ``graph`` in prism's graph format; fields at their default are left out.

    >>> to_dict(CausalGraph.of(["it rained"]))
    {'schema_version': '1.0', 'units': [{'id': 'u1', 'text': 'it rained'}]}
    """
    document = GraphDocument(
        schema_version="1.0",
        units=graph.units,
        edges=graph.edges,
        bidirected=graph.bidirected,
        text=graph.text,
        origin=graph.origin,
    )
    return document.model_dump(mode="json", exclude_defaults=True)


def from_dict(document: Mapping[str, object]) -> CausalGraph:
    """Return the graph that :func:`to_dict` wrote; the two are inverse.

    Raises
    ------
    GraphFault
        The first fault in the document, with its JSON path.

    >>> from_dict({"schema_version": "1.0", "units": [{"id": "u1"}]})
    Traceback (most recent call last):
    prism.errors.GraphFault: $.units[0].text: required key is missing
    """
    try:
        return GraphDocument.model_validate(document).graph()
    except ValidationError as exc:
        fault = faults_of(exc)[0]
        raise GraphFault(fault.what, where=fault.path) from exc


def to_networkx(graph: CausalGraph) -> "networkx.MultiDiGraph[str]":
    """Return ``graph`` as a networkx graph whose attributes are plain JSON values.

    Nodes carry the fields of their unit, edges those of their edge under its id as key, and the
    graph all else. networkx groups edges by their source, so each also carries its ``order``.
    """
    data = to_dict(graph)
    plain: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for unit, told in zip(graph.units, _records(data.pop("units")), strict=True):
        plain.add_node(unit.id, **_without(told, "id"))
    links = zip(graph.edges, _records(data.pop("edges", [])), strict=True)
    for order, (edge, told) in enumerate(links):
        rest = _without(told, "source", "target", "id")
        plain.add_edge(edge.source, edge.target, edge.id, order=order, **rest)
    plain.graph.update(data)
    return plain


def from_networkx(plain: "networkx.Graph[Node]") -> CausalGraph:
    """Return the graph that :func:`to_networkx` made, or read one that another program made.

    In a graph of another program a node without ``text`` is called by its ``label``, its
    ``name`` or its id; an edge without ``label`` takes it from ``relation_type``, ``relation``
    or ``type`` and is a CAUSE without any of them. Ids become strings, edges are numbered where
    they have no ids of their own (unique, without a slash), and attributes that prism does not
    know are left out.

    Raises
    ------
    GraphFault
        The graph is undirected or an attribute has no meaning to prism.

    >>> g = from_networkx(networkx.DiGraph([(1, 2)]))
    >>> [(e.id, e.source, e.label, e.target) for e in g.edges]
    [('e1', '1', 'CAUSE', '2')]
    """
    if not plain.is_directed():
        raise GraphFault("the graph is undirected", mend="a causal graph needs directed edges")
    multi = networkx.MultiDiGraph(plain)
    links = sorted(multi.edges(keys=True, data=True), key=_place)
    ids = [key for _, _, key, _ in links]
    own_ids = len(set(ids)) == len(ids) and all(isinstance(i, str) and "/" not in i for i in ids)
    units = [
        {"text": _named(data, ("label", "name"), str(node))}
        | _known(data, Unit)
        | {"id": str(node)}
        for node, data in multi.nodes(data=True)
    ]
    edges = [
        {"label": _named(data, ("relation_type", "relation", "type"), "CAUSE")}
        | _known(data, Edge)
        | {"id": key if own_ids else f"e{i}", "source": str(source), "target": str(target)}
        for i, (source, target, key, data) in enumerate(links, 1)
    ]
    rest = _known(multi.graph, CausalGraph)
    return from_dict({"schema_version": "1.0", **rest, "units": units, "edges": edges})


def from_node_link(data: Mapping[str, object]) -> CausalGraph:
    """Return the graph in node-link JSON, whose list of links is called ``edges`` or ``links``.

    Foreign data is read as :func:`from_networkx` says; what does not say whether it is directed
    is taken to be.

    Raises
    ------
    GraphFault
        The data is no node-link graph, is undirected, or has a fault in it.

    >>> data = {"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}
    >>> len(from_node_link(data).edges)
    1
    """
    if not isinstance(data.get("graph", {}), dict):
        raise GraphFault("'graph' is not an object", where="$.graph")
    links = "links" if "links" in data and "edges" not in data else "edges"
    try:
        plain = networkx.node_link_graph(data, directed=True, edges=links)
    except (KeyError, TypeError, ValueError, AttributeError, networkx.NetworkXError) as exc:
        raise GraphFault(f"not a node-link graph: {type(exc).__name__}: {exc}") from exc
    return from_networkx(plain)


def _records(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _without(record: Mapping[str, JsonValue], *names: str) -> dict[str, JsonValue]:
    return {name: value for name, value in record.items() if name not in names}


def _place(link: tuple[object, object, object, Mapping[str, object]]) -> float:
    """Return the ``order`` of an edge, 0 where it has none that is a number."""
    order = link[3].get("order", 0)
    return order if isinstance(order, int | float) else 0


def _named(data: Mapping[str, object], names: tuple[str, ...], default: str) -> str:
    return next((str(data[name]) for name in names if data.get(name) is not None), default)


def _known(
    data: Mapping[str, object], record: type[Unit | Edge | CausalGraph]
) -> dict[str, object]:
    names = {field.name for field in fields(record)}
    return {name: value for name, value in data.items() if name in names}
