"""Lists that can be asked of a diagram: relatives, paths, sets, edges, orders.

Each list has members of one form: a name, a path ``X->M<-Y``, an edge, an order ``X, M, Y``, or a
set of names. Whether something belongs to it is decided without listing where a criterion does.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import networkx

from prism.errors import BadInput
from prism.scm import adjustment, patterns
from prism.scm.diagram import Diagram, ancestors, descendants, directed_paths, is_d_separated, paths
from prism.scm.identify import c_components
from prism.scm.query import StructureQuery

__all__ = ["Form", "Member", "best", "form_of", "is_member", "members", "read_members"]

Member = str | frozenset[str]
Form = Literal["name", "path", "edge", "order", "set"]

MOST = 10_000
_ARROWS = {"→": "->", "←": "<-", "↔": "<->", "⟶": "->", "⟵": "<-"}
_PATH = re.compile(r"\b\w+(?:\s*(?:<->|<-|->)\s*\w+)+")
_LINK = re.compile(r"\b(\w+)\s*(<->|<-|->)\s*(\w+)")
_GROUP = re.compile(r"[{(\[]([^{}()\[\]]*)[})\]]|\bset\(\)|∅")
_NAMES = re.compile(r"\W*\w+(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)\w+)*\W*")
_ORDER = re.compile(r"\W*\w+(?:\s*(?:,|->|>)\s*\w+)+\W*")


@dataclass(frozen=True, slots=True)
class _List:
    form: Form
    find: Callable[..., Iterable[Member]]
    holds: Callable[..., bool] | None = None


def form_of(kind: str) -> Form:
    """Return the form of the members of a list.

    >>> form_of("ancestors"), form_of("backdoor")
    ('name', 'set')
    """
    return _LISTS[kind].form


def members(diagram: Diagram, query: StructureQuery) -> tuple[Member, ...]:
    """Return everything that the query asks for.

    Raises
    ------
    BadInput
        There are more than 10,000, or a name is unknown.

    >>> members(Diagram.of("X->M->Y"), StructureQuery("ancestors", ("Y",)))
    ('X', 'M')
    """
    diagram.require(query.names)
    found = tuple(islice(_LISTS[query.kind].find(diagram, *query.names), MOST + 1))
    if len(found) > MOST:
        raise BadInput(f"{query.kind} has more than {MOST} members", mend="ask about one of them")
    return found


def is_member(diagram: Diagram, query: StructureQuery, member: Member) -> bool:
    """Whether a member belongs to the list; a set given for a list of names must be all of it.

    >>> g = Diagram.of("Z->X, Z->Y, X->Y")
    >>> is_member(g, StructureQuery("backdoor", ("X", "Y")), frozenset("Z"))
    True
    """
    diagram.require(query.names)
    listed = _LISTS[query.kind]
    if listed.holds is not None and isinstance(member, frozenset):
        diagram.require(member)
        return listed.holds(diagram, *query.names, member)
    found = members(diagram, query)
    if isinstance(member, frozenset) and listed.form == "name":
        return member == frozenset(found)
    return member in found


def best(found: Iterable[Member], end: Literal["least", "greatest"]) -> tuple[Member, ...]:
    """Return the smallest or largest members: sets by inclusion, all else by their length.

    >>> best(["X->Y", "X->M->Y"], "least")
    ('X->Y',)
    """
    found = tuple(found)
    sets = [member for member in found if isinstance(member, frozenset)]
    if sets:
        least = end == "least"
        return tuple(a for a in sets if not any(b < a if least else b > a for b in sets))
    sizes = [len(re.findall(r"\w+", str(member))) for member in found]
    wanted = (min if end == "least" else max)(sizes, default=0)
    return tuple(member for member, size in zip(found, sizes, strict=True) if size == wanted)


def read_members(text: str, form: Form) -> tuple[Member, ...] | None:
    """Return the members that a text writes, in order; None where it writes none.

    >>> read_members("X -> M <- Y", "path"), read_members("{'B', 'A'}", "name")
    (('X->M<-Y',), ('B', 'A'))
    """
    for sign, arrow in _ARROWS.items():
        text = text.replace(sign, arrow)
    found: Iterable[Member]
    match form:
        case "path":
            found = (re.sub(r"\s+", "", path) for path in _PATH.findall(text))
        case "edge":
            found = (_edge(*link) for link in _LINK.findall(text))
        case "order":
            found = [", ".join(re.findall(r"\w+", text))] if _ORDER.fullmatch(text) else []
        case "set":
            groups = [group[0] for group in _GROUP.finditer(text)]
            found = (frozenset(_words(group)) for group in groups if group != "[]")
        case "name":
            groups = [group[0] for group in _GROUP.finditer(text)]
            if groups:
                return tuple(dict.fromkeys(_words(groups[-1])))
            found = _words(text) if _NAMES.fullmatch(text) else []
    return tuple(dict.fromkeys(found)) or None


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word not in ("set", "and")]


def _edge(a: str, arrow: str, b: str) -> str:
    if arrow == "<->":
        return f"{min(a, b)}<->{max(a, b)}"
    return f"{a}->{b}" if arrow == "->" else f"{b}->{a}"


def _edges(diagram: Diagram) -> Iterator[str]:
    yield from (f"{a}->{b}" for a, b in diagram.edges)
    yield from (_edge(a, "<->", b) for a, b in diagram.bidirected)


def _separators(diagram: Diagram, x: str, y: str) -> Iterable[frozenset[str]]:
    rest = set(diagram.nodes) - {x, y}
    return adjustment.subsets(rest, lambda z: is_d_separated(diagram, {x}, {y}, z))


def _separates(diagram: Diagram, x: str, y: str, z: frozenset[str]) -> bool:
    return not z & {x, y} and is_d_separated(diagram, {x}, {y}, z)


def _are_instruments(diagram: Diagram, x: str, y: str, zs: frozenset[str]) -> bool:
    return bool(zs) and all(adjustment.is_instrument(diagram, z, x, y) for z in zs)


def _in_order(diagram: Diagram, names: Iterable[str]) -> list[str]:
    held = set(names)
    return [name for name in diagram.nodes if name in held]


_LISTS: Mapping[str, _List] = {
    "nodes": _List("name", lambda g: g.nodes),
    "edges": _List("edge", _edges),
    "root_set": _List("name", lambda g: _in_order(g, patterns.root_set(g))),
    "ancestors": _List("name", lambda g, x: _in_order(g, ancestors(g, {x}) - {x})),
    "descendants": _List("name", lambda g, x: _in_order(g, descendants(g, {x}) - {x})),
    "parents": _List("name", lambda g, x: g.parents(x)),
    "children": _List("name", lambda g, x: g.directed.successors(x)),
    "markov_blanket": _List("name", lambda g, x: _in_order(g, patterns.markov_blanket(g, x))),
    "paths": _List("path", lambda g, x, y: map("".join, paths(g, x, y))),
    "directed_paths": _List("path", lambda g, x, y: map("->".join, directed_paths(g, x, y))),
    "backdoor_paths": _List(
        "path", lambda g, x, y: map("".join, adjustment.backdoor_paths(g, x, y))
    ),
    "separators": _List("set", _separators, _separates),
    "backdoor": _List("set", adjustment.backdoor_sets, adjustment.is_backdoor_set),
    "frontdoor": _List("set", adjustment.frontdoor_sets, adjustment.is_frontdoor_set),
    "instruments": _List("name", adjustment.instruments, _are_instruments),
    "c_components": _List("set", c_components),
    "chains": _List("set", lambda g: map(frozenset, patterns.chains(g))),
    "forks": _List("set", lambda g: map(frozenset, patterns.forks(g))),
    "v_structures": _List("set", lambda g: map(frozenset, patterns.v_structures(g))),
    "orders": _List("order", lambda g: map(", ".join, networkx.all_topological_sorts(g.directed))),
}
