r"""Import and export of GraphML.

XML cannot hold every character (control characters, a bare carriage return), and networkx drops
empty strings and reads an edge id as a number where it can. So prism writes a backslash as two,
such a character as ``\uXXXX`` and an empty string as ``\e``, which also stands before an edge id
that looks like a number. Files of other programs are read as they are.
"""

import json
import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import ParseError

import networkx

from prism.errors import GraphFault
from prism.graph.convert import from_networkx, to_networkx
from prism.graph.model import CausalGraph

__all__ = ["from_graphml", "to_graphml"]

_NESTED = frozenset({"bidirected", "cue", "origin", "written"})
_NOT_XML = re.compile("[\\\\\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(\\|e|u[0-9a-f]{4})")


def to_graphml(graph: CausalGraph) -> str:
    """Return ``graph`` as GraphML; :func:`from_graphml` reads it back without loss.

    >>> to_graphml(CausalGraph.of("ab", [(0, 1, "CAUSE")])).count("<edge ")
    1
    """
    plain = to_networkx(graph)
    flat: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(**_mapped(plain.graph, _flat))
    for node, data in plain.nodes(data=True):
        flat.add_node(_escaped(node), **_mapped(data, _flat))
    for source, target, key, data in plain.edges(keys=True, data=True):
        flat.add_edge(_escaped(source), _escaped(target), _escaped_key(key), **_mapped(data, _flat))
    return "\n".join(networkx.generate_graphml(flat)) + "\n"


def from_graphml(text: str) -> CausalGraph:
    """Return the graph in GraphML ``text``, prism's own or another program's.

    What another program wrote is read as :func:`prism.graph.convert.from_networkx` says.

    Raises
    ------
    GraphFault
        The text is no GraphML, declares a document type, is undirected, or has a fault in it.

    >>> from_graphml("<graphml><oops></graphml>")
    Traceback (most recent call last):
    prism.errors.GraphFault: not GraphML: mismatched tag: line 1, column 17
    """
    if "<!DOCTYPE" in text:
        raise GraphFault("a document type declaration is not accepted in GraphML")
    try:
        read = networkx.parse_graphml(text, force_multigraph=True)
    except (ParseError, KeyError, TypeError, ValueError, networkx.NetworkXError) as exc:
        raise GraphFault(f"not GraphML: {exc}") from exc
    return from_networkx(_restored(read) if "schema_version" in read.graph else read)


def _restored(flat: "networkx.MultiDiGraph[str]") -> "networkx.MultiDiGraph[str]":
    plain: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(
        **_restored_at("the graph", flat.graph)
    )
    for node, data in flat.nodes(data=True):
        plain.add_node(_unescaped(node), **_restored_at(f"node {node}", data))
    for source, target, key, data in flat.edges(keys=True, data=True):
        told = _restored_at(f"edge {_unescaped(str(key))}", data)
        plain.add_edge(_unescaped(source), _unescaped(target), _unescaped(str(key)), **told)
    return plain


def _restored_at(where: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the attributes of a node or edge; the fault names both it and its key."""
    told = {}
    for name, value in data.items():
        try:
            told[name] = _deep(name, value)
        except (ValueError, TypeError, RecursionError) as exc:
            raise GraphFault(
                f"the key {name!r} holds no JSON: {exc}",
                where=where,
                mend="mend that value, or leave the key out",
            ) from exc
    return told


def _mapped(
    data: Mapping[str, object], change: Callable[[str, object], object]
) -> dict[str, object]:
    return {name: change(name, value) for name, value in data.items()}


def _flat(name: str, value: object) -> object:
    if name in _NESTED:
        return _escaped(json.dumps(value))
    return _escaped(value) if isinstance(value, str) else value


def _deep(name: str, value: object) -> object:
    text = _unescaped(value) if isinstance(value, str) else value
    if name not in _NESTED:
        return text
    if not isinstance(text, str):
        raise TypeError("it is no text")
    found: object = json.loads(text)
    return found


def _escaped(text: str) -> str:
    if not text:
        return "\\e"
    return _NOT_XML.sub(
        lambda found: "\\\\" if found[0] == "\\" else f"\\u{ord(found[0]):04x}", text
    )


def _escaped_key(key: str) -> str:
    try:
        int(key)
    except ValueError:
        return _escaped(key)
    return f"\\e{_escaped(key)}"


def _unescaped(text: str) -> str:
    def original(found: re.Match[str]) -> str:
        code = found[1]
        return {"\\": "\\", "e": ""}.get(code) or (chr(int(code[1:], 16)) if code[1:] else "")

    return _ESCAPE.sub(original, text)
