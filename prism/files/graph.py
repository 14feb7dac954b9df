"""prism's graph file: one causal graph as JSON; a reference graph carries answers beside it.

Node-link JSON, as networkx and WhatIfBench's ``parsed_dag`` write it, is read too.
"""

from typing import Any, TypeGuard

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from prism.errors import BadRecord, GraphFault
from prism.files.document import Document
from prism.graph import CausalGraph
from prism.graph.convert import GraphDocument, from_node_link
from prism.validation import Fault, faults_of, json_path, refuse, repeated

__all__ = [
    "Answer",
    "ReferenceGraph",
    "faults",
    "graph_faults",
    "is_graph",
    "is_graph_file",
    "is_node_link",
    "read_graph",
]


class Answer(BaseModel):
    """What one query says of a reference graph, and answers that would be wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    query: str
    args: tuple[JsonValue, ...] = ()
    right: JsonValue
    wrong: tuple[JsonValue, ...] = Field(min_length=1)


class ReferenceGraph(GraphDocument):
    """A causal graph with known answers, as the files in ``graphs/`` hold it."""

    model_config = ConfigDict(title="Reference graph")

    name: str
    about: str
    answers: tuple[Answer, ...]


def is_graph(value: JsonValue) -> TypeGuard[dict[str, Any]]:
    """Whether parsed JSON looks like prism's graph format.

    >>> is_graph({"schema_version": "1.0", "units": []}), is_graph({"items": []})
    (True, False)
    """
    return isinstance(value, dict) and "units" in value


def is_node_link(value: JsonValue) -> TypeGuard[dict[str, Any]]:
    """Whether parsed JSON looks like node-link data.

    >>> is_node_link({"nodes": [], "edges": []})
    True
    """
    return isinstance(value, dict) and "nodes" in value and bool({"edges", "links"} & value.keys())


def graph_faults(value: dict[str, Any]) -> list[Fault]:
    """Return every fault of a graph document.

    >>> for fault in graph_faults({"schema_version": "1.0", "units": [{"id": "u1", "txt": "a"}]}):
    ...     print(fault)
    $.units[0].text: required key is missing
    $.units[0].txt: unknown key
    """
    try:
        document = _model(value).model_validate(value)
    except ValidationError as exc:
        return faults_of(exc)
    faults = _repeated(document) + _dangling(document)
    if not faults:
        try:
            document.graph()
        except GraphFault as exc:
            faults.append(Fault(exc.where or "$", exc.what))
    return faults


def is_graph_file(document: Document) -> bool:
    """Whether the document is a graph, in prism's format or as node-link data."""
    return is_graph(document.value) or is_node_link(document.value)


def faults(document: Document) -> list[Fault]:
    """Return every fault of a graph file."""
    value = document.value
    if is_graph(value):
        return graph_faults(value)
    try:
        read_graph(value, document.name)
    except BadRecord as exc:
        return [Fault("$", exc.what)]
    return []


def read_graph(value: JsonValue, name: str) -> CausalGraph:
    """Return the graph in parsed JSON from the file ``name``, in graph or node-link format.

    Raises
    ------
    BadRecord
        The first fault, with its JSON path and how many more there are.

    >>> read_graph({"schema_version": "1.0", "units": [{"id": "u1"}]}, "g.json")
    Traceback (most recent call last):
    prism.errors.BadRecord: g.json: $.units[0].text: required key is missing (...)
    """
    if is_graph(value):
        found = graph_faults(value)
        if found:
            raise refuse(name, found)
        return _model(value).model_validate(value).graph()
    if not is_node_link(value):
        raise BadRecord("this is not a graph", where=name, mend="a graph has 'units' and 'edges'")
    try:
        return from_node_link(value)
    except GraphFault as exc:
        raise BadRecord(str(exc), where=name) from exc


def _model(value: dict[str, Any]) -> type[GraphDocument]:
    return ReferenceGraph if "answers" in value else GraphDocument


def _repeated(document: GraphDocument) -> list[Fault]:
    units = ((f"$.units[{i}].id", unit.id) for i, unit in enumerate(document.units))
    edges = ((f"$.edges[{i}].id", edge.id) for i, edge in enumerate(document.edges))
    return repeated(units) + repeated(edges)


def _dangling(document: GraphDocument) -> list[Fault]:
    known = {unit.id for unit in document.units}
    ends: list[tuple[tuple[int | str, ...], str]] = []
    for place, edge in enumerate(document.edges):
        ends.append((("edges", place, "source"), edge.source))
        ends.append((("edges", place, "target"), edge.target))
    for place, pair in enumerate(document.bidirected):
        ends += [(("bidirected", place, side), end) for side, end in enumerate(pair)]
    return [
        Fault(json_path(path), f"there is no unit {end!r}")
        for path, end in ends
        if end not in known
    ]
