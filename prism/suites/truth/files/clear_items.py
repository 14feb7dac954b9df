"""CLEAR's questions as ground-truth items, as far as the query grammar reaches.

A question's words give the list that it is about (ancestors of a node, back-door sets, paths …),
its type what is asked of it: find all members (FA) or one (FO), count them (HM), is there one (EX),
is this one (YN), which option is one (MC). Left out are what blocks a single path, cycles, Markov
equivalent graphs, and all questions about cyclic or undirected graphs.
"""

import re
from typing import cast

import networkx
from pydantic import JsonValue

from prism.errors import BadInput
from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.records.item import Item
from prism.scm.query import LISTS
from prism.scm.truth import Truth
from prism.suites.truth.files.clear import OPTION, read_graph
from prism.suites.truth.files.scm import diagram_record
from prism.suites.truth.files.truth import truth_item
from prism.validation import Fault

__all__ = ["is_clear", "query_of", "read_clear", "truth_of"]

Record = dict[str, JsonValue]

_SET = r"(?P<set>\{[^}]*\}|set\(\))"
_DOOR = r"valid (?P<door>back|front)door adjustment set"
_EFFECT = r"treatment (?P<x>\w) and outcome (?P<y>\w)"
_ENDS = r"from (?:node )?(?P<x>\w) to (?:node )?(?P<y>\w)\b"
_PAIR = r"node (?P<x>\w) and node (?P<y>\w)\b"
_RELATED = r"Is node (?P<x>\w) one of {} of node (?P<y>\w)"
_RELATIVES = "ancestors|descendants|parents|children"
_QUERIES: tuple[tuple[str, str], ...] = (  # the first pattern found in a question counts
    (rf"Is {_SET} a {_DOOR} for {_EFFECT}", "{door}door({x}, {y} | {set})"),
    (rf"{_DOOR} for {_EFFECT}", "{door}door({x}, {y})"),
    (rf"{_PAIR} d-separated by nodeset {_SET}", "dsep({x}, {y} | {set})"),
    (rf"d-separate {_PAIR}", "separators({x}, {y})"),
    (r"cause effect of treatment (?P<x>\w) on outcome (?P<y>\w)", "identify({y} | do({x}))"),
    (_RELATED.format("ancestors"), "affects({x}, {y})"),
    (_RELATED.format("descendants"), "affects({y}, {x})"),
    (_RELATED.format("parents"), "direct_cause({x}, {y})"),
    (_RELATED.format("children"), "direct_cause({y}, {x})"),
    (r"Is there a directed path from (?P<x>\w) to (?P<y>\w)\b", "affects({x}, {y})"),
    (r"Is (?P<x>\w)->(?P<y>\w) an edge", "direct_cause({x}, {y})"),
    (rf"node (?P<x>\w) have any (?P<kind>{_RELATIVES})", "{kind}({x})"),
    (rf"(?P<kind>{_RELATIVES}).* node (?P<x>\w)\b", "{kind}({x})"),
    (r"\b(?P<kind>chain|fork)s?\b", "{kind}s()"),
    (r"v-structure", "v_structures()"),
    (rf"\b(?P<kind>backdoor|directed) paths?\b.* {_ENDS}", "{kind}_paths({x}, {y})"),
    (rf"\bpaths?\b.* {_ENDS}", "paths({x}, {y})"),
    (r"uniquely partitioned into a set C\(G\)", "c_components()"),
    (r"Is it a C-(?P<kind>component|forest|tree)", "c_{kind}()"),
    (r"markov blanket of node (?P<x>\w)", "markov_blanket({x})"),
    (r"maximal root set", "root_set()"),
    (r"topological ordering", "orders()"),
    (r"\b(?P<kind>edge|node)s?\b.* (?:of this graph|this graph have)", "{kind}s()"),
)
_MEMBER = re.compile(r"(?:Is|Does nodes)(?: node)? (.+?) (?:an?|one|the|form) ")
_WHOLE = ("markov_blanket", "root_set")


def is_clear(document: Document) -> bool:
    """Whether the records are CLEAR's: a graph in words, and questions about it."""
    rows = records(document)
    return bool(rows) and all(
        isinstance(row, dict) and {"description", "questions_and_answers", "uid"} <= row.keys()
        for row in rows
    )


def read_clear(document: Document) -> Found:
    """Return one item a question of the query grammar, ``UID/PLACE``, with its stored answer.

    A record whose graph or questions cannot be read is a fault.
    """
    items: list[Item] = []
    found = []
    for i, record in enumerate(cast("list[Record]", records(document))):
        try:
            items += _items(record)
        except (KeyError, TypeError, BadInput) as exc:
            what = f"the field {exc} is missing" if isinstance(exc, KeyError) else str(exc)
            found.append(Fault(record_path(document, i), what))
    return items_or_faults(found, lambda: items)


def query_of(question: str) -> str | None:
    """Return what a question is about as a query, or None where the grammar does not reach.

    >>> query_of("Is {'T', 'L'} a valid backdoor adjustment set for treatment Q and outcome I?")
    'backdoor(Q, I | L, T)'
    >>> query_of("How many nodes does this graph have?")
    'nodes()'
    >>> query_of("Are there any cycles in this graph?")
    """
    for pattern, query in _QUERIES:
        if match := re.search(pattern, question):
            parts = match.groupdict()
            members = sorted(re.findall(r"'(\w+)'", parts.get("set") or ""))
            parts["set"] = ", ".join(members) or "∅"
            return query.format_map(parts)
    return None


def truth_of(question: str, kind: str, scm: dict[str, JsonValue]) -> Truth | None:
    """Return the computable form of a question of a type such as ``FA``, or None.

    >>> truth_of("How many ancestors does node Y have?", "HM", {}).expects
    'number'
    >>> truth_of("Is X->Y a directed path from X to Y?", "YN", {}).member
    'X->Y'
    """
    first = question.partition("\n")[0]
    query = query_of(first)
    if query is None:
        return None
    truth = Truth(scm=scm, query=query)
    name = query.partition("(")[0]
    update: dict[str, object] = {}
    match kind:
        case "YN":
            member = _MEMBER.match(first) if name in LISTS else None
            update = {"member": member[1]} if member else {}
        case "HM":
            update = {"expects": "number", "tolerance": 0.0}
        case "MC":
            options = {label: text.strip() for label, text in OPTION.findall(question)}
            update = {"expects": "choice", "options": options, "above": "NOT" not in first}
        case "FA" | "FO":
            update = _finding(first, kind, name)
    return truth.model_copy(update=update)


def _finding(question: str, kind: str, name: str) -> dict[str, object]:
    """Return what makes a truth of ``Find all …`` or ``Find one …``, the best where it says so."""
    if name in _WHOLE:
        return {"expects": "set"}
    if kind == "FA":
        return {"expects": "all"}
    if re.search("minimal|shortest", question):
        return {"expects": "one", "best": "least"}
    if re.search("maximal|longest", question):
        return {"expects": "one", "best": "greatest"}
    return {"expects": "one" if name in LISTS else "set"}


def _items(record: Record) -> list[Item]:
    description = str(record["description"])
    graph = read_graph(description)
    items: list[Item] = []
    if graph.undirected or not networkx.is_directed_acyclic_graph(graph.nx):
        return items
    scm = diagram_record(graph.diagram)
    for place, entry in enumerate(cast("list[Record]", record["questions_and_answers"])):
        question = str(entry["question"])
        truth = truth_of(question, str(entry["question_type"]), scm)
        if truth is None:
            continue
        item = truth_item(f"{record['uid']}/{place}", question, truth, description)
        items.append(item.model_copy(update={"gold": (str(entry["answer"]),)}))
    return items
