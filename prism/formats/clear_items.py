"""CLEAR's questions as ground-truth items, as far as the query grammar reaches.

These are: is a set a valid back-door or front-door set, does one exist, find one; are two nodes
d-separated; is an effect identifiable; is a node an ancestor, descendant, parent or child; is there
a directed path, or a directed edge. The other questions of the files (lists, counts, options,
topological orders …) and all questions about cyclic or undirected graphs are left out.
"""

import re
from typing import cast

import networkx
from pydantic import JsonValue

from prism.errors import BadInput
from prism.faults import Fault, refuse
from prism.formats.clear import read_graph
from prism.formats.document import Document, record_path, records
from prism.formats.scm import diagram_record
from prism.formats.truth import truth_item
from prism.items import Item
from prism.scm.truth import Truth

__all__ = ["faults", "query_of", "read_items"]

Record = dict[str, JsonValue]

_SETS = r"valid {}door adjustment set for treatment (?P<x>\w) and outcome (?P<y>\w)"
_BACK, _FRONT = _SETS.format("back"), _SETS.format("front")
_SET = r"(?P<set>\{[^}]*\}|set\(\))"
_RELATED = r"Is node (?P<x>\w) one of {} of node (?P<y>\w)"
_QUERIES: tuple[tuple[str, str], ...] = (
    (rf"Is {_SET} a {_BACK}", "backdoor({x}, {y} | {set})"),
    (rf"Is {_SET} a {_FRONT}", "frontdoor({x}, {y} | {set})"),
    (rf"(?:Does there exist a|Find one) {_BACK}", "backdoor({x}, {y})"),
    (rf"(?:Does there exist a|Find one) {_FRONT}", "frontdoor({x}, {y})"),
    (
        rf"Are node (?P<x>\w) and node (?P<y>\w) d-separated by nodeset {_SET}",
        "dsep({x}, {y} | {set})",
    ),
    (
        r"Can the cause effect of treatment (?P<x>\w) on outcome (?P<y>\w) can be identified",
        "identify({y} | do({x}))",
    ),
    (_RELATED.format("ancestors"), "affects({x}, {y})"),
    (_RELATED.format("descendants"), "affects({y}, {x})"),
    (_RELATED.format("parents"), "direct_cause({x}, {y})"),
    (_RELATED.format("children"), "direct_cause({y}, {x})"),
    (r"Is there a directed path from (?P<x>\w) to (?P<y>\w)\b", "affects({x}, {y})"),
    (r"Is (?P<x>\w)->(?P<y>\w) an edge", "direct_cause({x}, {y})"),
)


def faults(document: Document) -> list[Fault]:
    """Return every record whose graph or questions cannot be read."""
    return _read(document)[1]


def read_items(document: Document) -> list[Item]:
    """Return one item a question of the query grammar, ``UID/PLACE``, with its stored answer.

    Raises
    ------
    BadRecord
        A graph or a question cannot be read; the message names its place.
    BadInput
        No question of the file is of the query grammar.
    """
    items, found = _read(document)
    if found:
        raise refuse(document.name, found)
    if not items:
        raise BadInput("no question here has a computable answer", where=document.name)
    return items


def query_of(question: str) -> str | None:
    """Return a question as a query, or None where the grammar does not reach.

    >>> query_of("Is {'T', 'L'} a valid backdoor adjustment set for treatment Q and outcome I?")
    'backdoor(Q, I | L, T)'
    >>> query_of("How many nodes does this graph have?")
    """
    for pattern, query in _QUERIES:
        if match := re.match(pattern, question):
            parts = match.groupdict()
            members = sorted(re.findall(r"'(\w+)'", parts.get("set") or ""))
            parts["set"] = ", ".join(members) or "∅"
            return query.format_map(parts)
    return None


def _read(document: Document) -> tuple[list[Item], list[Fault]]:
    items: list[Item] = []
    found = []
    for i, record in enumerate(cast("list[Record]", records(document))):
        try:
            items += _items(record)
        except (KeyError, TypeError, BadInput) as exc:
            what = f"the field {exc} is missing" if isinstance(exc, KeyError) else str(exc)
            found.append(Fault(record_path(document, i), what))
    return items, found


def _items(record: Record) -> list[Item]:
    description = str(record["description"])
    graph = read_graph(description)
    items: list[Item] = []
    if graph.undirected or not networkx.is_directed_acyclic_graph(graph.nx):
        return items
    for place, entry in enumerate(cast("list[Record]", record["questions_and_answers"])):
        query = query_of(str(entry["question"]))
        if query is None:
            continue
        finds = entry["question_type"] == "FO"
        truth = Truth(
            scm=diagram_record(graph.diagram), query=query, expects="set" if finds else "yes_no"
        )
        name, gold = f"{record['uid']}/{place}", str(entry["answer"])
        item = truth_item(name, str(entry["question"]), truth, description)
        items.append(item.model_copy(update={"gold": (gold,)}))
    return items
