"""Formats that prism does not read: each is named, with what to convert it to, and never guessed.

A file is taken for one of them by marks that prose does not bear: its first bytes, a keyword with
the bracket after it and the closing one at the end, the name of its outermost element. A text that
starts with a brace, or speaks of a graph, stays a text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from pydantic import JsonValue

from prism.errors import UnknownFormat

__all__ = [
    "Foreign",
    "foreign_bytes",
    "foreign_json",
    "foreign_text",
    "is_graphml",
    "refuse_foreign",
    "refuse_foreign_json",
]

_GRAPH: Final = (
    "convert it to GraphML or to JSON with 'nodes' and 'edges', as networkx.write_graphml or "
    "networkx.node_link_data write them"
)
_MODEL: Final = "convert it to BIF, or write prism's JSON: 'prism scm show -h' names the shapes"
_TEXT: Final = "save it as plain text in UTF-8"
_TABLE: Final = "save it as CSV, or as JSON Lines with one object a line"
_RECORDS: Final = 'write one object a line: {"item": ID, "response": TEXT}'


@dataclass(frozen=True, slots=True)
class Foreign:
    """A format of others: what it is in words, and what to convert it to."""

    what: str
    mend: str


_MAGIC: Final[Sequence[tuple[bytes, Foreign]]] = (
    (b"%PDF-", Foreign("a PDF file", "extract its text, as 'pdftotext FILE.pdf FILE.txt' does")),
    (b"%!PS", Foreign("a PostScript file", _TEXT)),
    (b"\x1f\x8b", Foreign("a gzip archive", "unpack it with 'gunzip'")),
    (b"BZh", Foreign("a bzip2 archive", "unpack it with 'bunzip2'")),
    (b"\xfd7zXZ\x00", Foreign("an xz archive", "unpack it with 'unxz'")),
    (b"\x28\xb5\x2f\xfd", Foreign("a Zstandard archive", "unpack it with 'unzstd'")),
    (b"7z\xbc\xaf\x27\x1c", Foreign("a 7z archive", "unpack it")),
    (b"Rar!\x1a\x07", Foreign("a RAR archive", "unpack it")),
    (b"\xd0\xcf\x11\xe0", Foreign("an old Word, Excel or PowerPoint file", f"{_TEXT} or as CSV")),
    (b"PAR1", Foreign("a Parquet file", _TABLE)),
    (b"ARROW1", Foreign("an Arrow file", _TABLE)),
    (b"FEA1", Foreign("a Feather file", _TABLE)),
    (b"Obj\x01", Foreign("an Avro file", _TABLE)),
    (b"\x89HDF", Foreign("an HDF5 file", _TABLE)),
    (b"\x93NUMPY", Foreign("a NumPy array", _TABLE)),
    (b"\x80\x02", Foreign("a pickle", f"it is never opened; {_TABLE}")),
    (b"\x80\x03", Foreign("a pickle", f"it is never opened; {_TABLE}")),
    (b"\x80\x04\x95", Foreign("a pickle", f"it is never opened; {_TABLE}")),
    (b"\x80\x05\x95", Foreign("a pickle", f"it is never opened; {_TABLE}")),
    (b"\x89PNG", Foreign("a PNG picture", "give the text itself")),
    (b"\xff\xd8\xff", Foreign("a JPEG picture", "give the text itself")),
    (b"GIF8", Foreign("a GIF picture", "give the text itself")),
    (b"\x7fELF", Foreign("a program", "give a text")),
)  # fmt: skip
_ZIPPED: Final[Sequence[tuple[bytes, Foreign]]] = (
    (b"word/", Foreign("a Word document (DOCX)", _TEXT)),
    (b"xl/", Foreign("an Excel workbook (XLSX)", _TABLE)),
    (b"ppt/", Foreign("a PowerPoint file (PPTX)", _TEXT)),
    (b"opendocument", Foreign("an OpenDocument file", f"{_TEXT} or as CSV")),
    (b"epub", Foreign("an e-book (EPUB)", _TEXT)),
)
_ZIP: Final = Foreign("a zip archive", "unpack it, and give a file in it")
_UTF16: Final = Foreign(
    "text in UTF-16 without a byte order mark", "save it as UTF-8, as 'iconv -f utf-16le' does"
)

_XML_ROOTS: Final[Mapping[str, Foreign]] = {
    "graphml": Foreign("a graph in GraphML", "'--graph FILE' and 'prism show' read it"),
    "bif": Foreign("a Bayesian network in XMLBIF", _MODEL),
    "smile": Foreign("a Bayesian network of GeNIe (XDSL)", _MODEL),
    "analysisnotebook": Foreign("a Bayesian network in XBN", _MODEL),
    "gexf": Foreign("a graph in GEXF", _GRAPH),
    "graph": Foreign("a graph in XGMML", _GRAPH),
    "gxl": Foreign("a graph in GXL", _GRAPH),
    "mxfile": Foreign("a diagram of draw.io", _GRAPH),
    "mxgraphmodel": Foreign("a diagram of draw.io", _GRAPH),
    "html": Foreign("an HTML page", _TEXT),
    "svg": Foreign("an SVG drawing", "give the graph it was drawn from"),
    "rdf:rdf": Foreign("RDF", _GRAPH),
}
_PROLOGUE: Final = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?[^>]*>)*", re.S
)
_ROOT: Final = re.compile(r"<([A-Za-z_][\w:.-]*)(?=[\s/>])")
_COMMENTS: Final = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*)*", re.S)

_DOT: Final = Foreign("a graph in DOT (Graphviz)", _GRAPH)
_DAGITTY: Final = Foreign("a graph of dagitty", _GRAPH)
_MERMAID: Final = Foreign("a Mermaid diagram", _GRAPH)
_OPENING: Final[Sequence[tuple[re.Pattern[str], Foreign]]] = tuple(
    (re.compile(pattern, re.I), foreign)
    for pattern, foreign in (
        (r"(?:strict\s+)?digraph\b[^{}\n]*\{", _DOT),
        (r"strict\s+graph\b[^{}\n]*\{", _DOT),
        (r"(?:dag|pdag|mag|pag)\s*(?:\"[^\"\n]*\"|\w*)\s*\{", _DAGITTY),
        (r"(?:\w+\s*<-\s*)?dagitty\s*\(\s*['\"]", _DAGITTY),
        (r"(?:graph|flowchart)\s+(?:TD|TB|BT|LR|RL)\b\s*(?:;|\n)", _MERMAID),
        (r"%%\{\s*init", _MERMAID),
        (r"@startuml\b", Foreign("a PlantUML diagram", _GRAPH)),
        (r"\*vertices\s+\d", Foreign("a graph in Pajek's format", _GRAPH)),
        (r"network\s+\"?[\w.-]*\"?\s*\{\s*(?:property\b[^\n]*\s*)*\}\s*(?:variable|probability|$)",
         Foreign("a Bayesian network in BIF", "'prism scm show FILE.bif' reads it by that name")),
        (r"net\s*\{", Foreign("a Bayesian network of Hugin", _MODEL)),
        (r"belief\s+network\s+\"", Foreign("a Bayesian network in DSC", _MODEL)),
        (r"@prefix\s+[\w-]*:\s*<", Foreign("RDF in Turtle", _GRAPH)),
        (r"%YAML\b", Foreign("YAML", "convert it to JSON")),
        (r"\{\\rtf\d", Foreign("a document in RTF", _TEXT)),
        (r"\\documentclass\b", Foreign("a document in LaTeX", _TEXT)),
    )
)  # fmt: skip
# These open with a word of English: what follows and the last bracket must fit as well.
_CLOSED: Final[Sequence[tuple[re.Pattern[str], Foreign]]] = tuple(
    (re.compile(pattern, re.I | re.S), foreign)
    for pattern, foreign in (
        (r"graph\b\s*(?:\"[^\"\n]*\"|\w*)\s*\{(?:\s*|[^{}]*(?:--|->|;|=).*)\}\s*$",
         _DOT),
        (r"(?:(?:creator|comment|version|label)\s+[^\n]*\s+)*graph\s*\[.*\b(?:node|directed|edge)\b.*\]\s*$",
         Foreign("a graph in GML", _GRAPH)),
    )
)  # fmt: skip
_BY_NAME: Final[Mapping[str, Foreign]] = {
    ".yaml": Foreign("YAML, by its name", "convert it to JSON"),
    ".yml": Foreign("YAML, by its name", "convert it to JSON"),
    ".toml": Foreign("TOML, by its name", "convert it to JSON; 'prism run --config' reads TOML"),
    ".dot": Foreign("a graph in DOT (Graphviz), by its name", _GRAPH),
    ".gv": Foreign("a graph in DOT (Graphviz), by its name", _GRAPH),
    ".gml": Foreign("a graph in GML, by its name", _GRAPH),
    ".mmd": Foreign("a Mermaid diagram, by its name", _GRAPH),
    ".html": Foreign("an HTML page, by its name", _TEXT),
    ".htm": Foreign("an HTML page, by its name", _TEXT),
    ".rtf": Foreign("a document in RTF, by its name", _TEXT),
    ".tex": Foreign("a document in LaTeX, by its name", _TEXT),
    ".dagitty": Foreign("a graph of dagitty, by its name", _GRAPH),
    ".bif": Foreign("a Bayesian network in BIF, by its name", "'prism scm show FILE.bif' reads it"),
    ".xmlbif": Foreign("a Bayesian network in XMLBIF, by its name", _MODEL),
}
_YAML_LINE: Final = re.compile(r"\s*(?:-\s+.*|(?:- )?[a-z_]\w*:(?:\s.*)?|#.*|---|\.\.\.)?$")
_YAML_KEY: Final = re.compile(
    r"^(?:- )?(?:format: prism-|(?:criteria|units|edges|nodes|mechanisms|rubrics|questions):\s*$)",
    re.M,
)
_CELLS: Final = re.compile(r"[ \t]*\"?[A-Za-z_][\w -]{0,30}\"?[ \t]*")
_RESPONSES: Final = frozenset({"response", "text", "model_answer", "answer"})
_CHOICES: Final = Foreign(
    "multiple-choice questions in a shape of others",
    'write METER\'s: {"context", "questions": [{"ladder", "question", "answer", "option_0", …}]}',
)
_NOTES: Final[Sequence[tuple[frozenset[str], Foreign]]] = tuple(
    (frozenset(keys.split(",")), foreign)
    for keys, foreign in (
        ("nbformat,cells", Foreign("a Jupyter notebook", _TEXT)),
        ("cells,metadata", Foreign("a Jupyter notebook", _TEXT)),
        ("choices,model", Foreign("the reply of a chat endpoint", _RECORDS)),
        ("choices,object", Foreign("the reply of a chat endpoint", _RECORDS)),
        ("custom_id,response", Foreign("the output of a batch of calls", _RECORDS)),
        ("custom_id,body", Foreign("a batch of calls", _RECORDS)),
        ("role,content", Foreign("the messages of a chat", _RECORDS)),
        ("messages", Foreign("the messages of a chat", _RECORDS)),
        ("conversations", Foreign("the messages of a chat", _RECORDS)),
        ("doc_id,resps", Foreign("the samples of lm-evaluation-harness", _RECORDS)),
        ("eval,samples", Foreign("a log of Inspect", _RECORDS)),
        ("elements", Foreign("a graph of Cytoscape", _GRAPH)),
        ("graph", Foreign("a graph in JSON Graph Format", _GRAPH)),
        ("graphs", Foreign("graphs in JSON Graph Format", _GRAPH)),
        ("links", Foreign("links without the nodes they join", _GRAPH)),
        ("rows,features", Foreign("a page of a dataset server", _TABLE)),
        (
            "question,criteria",
            Foreign(
                "questions with 'criteria', without the name of a rubric's format",
                'prism\'s rubric has "format": "prism-rubric", a WhatIfBench item has them under '
                "'rubrics'",
            ),
        ),
        (
            "question,rubric",
            Foreign("questions with a 'rubric'", "a WhatIfBench item has 'rubrics'"),
        ),
        (
            "question,story",
            Foreign("stories with a 'question'", "an edit item has 'story' and 'request'"),
        ),
        ("question,choices", _CHOICES),
        ("question,options", _CHOICES),
        (
            "question,context",
            Foreign(
                "questions about a context, as in SQuAD",
                'give {"id", "question"} with the context in the question, or questions with '
                "options in METER's shape",
            ),
        ),
        (
            "question,response",
            Foreign(
                "questions with a 'response'",
                "its key is 'model_answer' here; or give questions and responses in two files",
            ),
        ),
        ("$schema", Foreign("a JSON Schema", "give the data that it describes")),
        ("type,features", Foreign("GeoJSON", "give a format that prism knows")),
    )
)


def is_graphml(text: str) -> bool:
    """Whether ``text`` is XML whose outermost element is that of GraphML."""
    return _root(text) == "graphml"


def refuse_foreign(name: str, text: str) -> None:
    """Raise where the text of the file ``name`` is in a format that prism does not read.

    Raises
    ------
    UnknownFormat
        The line says what it is and what to convert it to.
    """
    if (found := foreign_text(name, text)) is not None:
        what = f"this is {found.what}, and not read here"
        raise UnknownFormat(what, where=name, mend=found.mend)


def foreign_text(name: str, text: str) -> Foreign | None:
    """Return the format of others that ``text`` is in, None where it may be prose or prism's own.

    >>> foreign_text("a.txt", "digraph { rain -> flood }").what
    'a graph in DOT (Graphviz)'
    >>> foreign_text("a.txt", "Graph {A} shows that the road flooded because it rained.")
    """
    body = text.lstrip("\ufeff \t\n")
    if body.startswith("<"):
        return _foreign_xml(body)
    opening = _COMMENTS.sub("", body, count=1) if body[:1] in "/#" else body
    for pattern, foreign in _OPENING:
        if pattern.match(opening):
            return foreign
    for pattern, foreign in _CLOSED:
        if (
            opening[:1].lower() in "gcvl"
            and opening.rstrip()[-1:] in "}]"
            and pattern.match(opening)
        ):
            return foreign
    if body.startswith(("{", "[")):
        return None
    if _is_yaml(body):
        return Foreign("YAML", "convert it to JSON")
    suffix = PurePath(name).suffix.lower()
    if suffix not in (".csv", ".tsv") and _is_responses_table(body):
        return Foreign("a table of responses without the name of one", "name it FILE.csv")
    return _BY_NAME.get(suffix)


def foreign_bytes(raw: bytes) -> Foreign | None:
    """Return the binary format that ``raw`` starts like, None for text and for unknown bytes.

    >>> foreign_bytes(b"PAR1...").what
    'a Parquet file'
    """
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        seen = raw[:4096] + raw[-65536:]  # names stand in the first entries and at the end
        return next((foreign for mark, foreign in _ZIPPED if mark in seen), _ZIP)
    if raw[257:262] == b"ustar":
        return Foreign("a tar archive", "unpack it, and give a file in it")
    if raw[:4] == b"RIFF" or raw[4:8] == b"ftyp" or raw[:3] == b"ID3":
        return Foreign("a recording or picture", "give the text itself")
    head = raw[:4096]
    half = len(head) // 2
    if half and b"\x00" in head and (not any(head[1::2]) or not any(head[: 2 * half : 2])):
        return _UTF16
    return next((foreign for magic, foreign in _MAGIC if raw.startswith(magic)), None)


def foreign_json(value: JsonValue) -> Foreign:
    """Return what a JSON document may be that is none of prism's formats; its keys at least.

    >>> foreign_json({"cells": [], "nbformat": 4}).what
    'a Jupyter notebook'
    """
    known = "'prism validate -h' and the README name the formats prism reads"
    if not isinstance(value, dict | list) or not value:
        return Foreign("JSON that holds no record", known)
    first = next((row for row in value if isinstance(row, dict)), None)
    record = value if isinstance(value, dict) else first
    if record is None:
        return Foreign("a list of JSON values that are no objects", _RECORDS)
    if str(record.get("format", "")).startswith("prism-"):
        return Foreign(f"a list of {record['format']!r}, wrapped", "give the list itself")
    for marks, foreign in _NOTES:
        if marks <= record.keys():
            return foreign
    lists = [key for key, rows in record.items() if _are_records(rows)]
    if isinstance(value, dict) and len(lists) == 1:
        inner = foreign_json(value[lists[0]])
        return Foreign(f"{inner.what}, in a list under {lists[0][:40]!r}", inner.mend)
    keys = ", ".join(repr(key[:40]) for key in list(record)[:4])
    return Foreign(f"JSON with the keys {keys}" if keys else "JSON without keys", known)


def _are_records(value: JsonValue) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def refuse_foreign_json(name: str, value: JsonValue) -> None:
    """Raise where JSON in a file ``name`` that promises a text is of a kind that no answer is.

    Raises
    ------
    UnknownFormat
        The line says what it is and what to convert it to.
    """
    record = value[0] if isinstance(value, list) and value else value
    for marks, foreign in _NOTES:
        if len(marks) > 1 and isinstance(record, dict) and marks <= record.keys():
            what = f"this is {foreign.what}, and no text"
            raise UnknownFormat(what, where=name, mend=foreign.mend)


def _root(text: str) -> str | None:
    """Return the name of the outermost element, in lower case, None where there is none."""
    body = text.lstrip("\ufeff \t\n")
    if not body.startswith("<"):
        return None
    prologue = _PROLOGUE.match(body)
    found = _ROOT.match(body, prologue.end() if prologue else 0)
    return found[1].lower() if found else None


def _foreign_xml(body: str) -> Foreign | None:
    """Return what the XML is; None for text in mere tags, and for COPA."""
    root, declared = _root(body) or "", body[:9].lower().startswith(("<?xml", "<!doctype"))
    if known := _XML_ROOTS.get("html" if body[:14].lower() == "<!doctype html" else root):
        whole = declared or root in ("html", "graphml") or body.rstrip().endswith(">")
        return known if whole else None
    if not declared or "<item" in body or root == "copa-corpus" or not root:
        return None  # what is no XML at all is for the reader of COPA to tell
    return Foreign(f"XML with the root <{root[:40]}>", "give GraphML, JSON or plain text")


def _is_yaml(body: str) -> bool:
    """Whether every line is one of YAML, and a key at the left margin is one of prism's."""
    if not _YAML_KEY.search(body):
        return False
    return all(_YAML_LINE.match(line) or line[:1] in " \t" for line in body.split("\n"))


def _is_responses_table(body: str) -> bool:
    """Whether the first line is a header that names a column of responses and others."""
    header, _, rest = body[:10_000].partition("\n")
    mark = max(",;\t|", key=header.count)
    cells = header.split(mark)
    names = {cell.strip(' \t"').lower() for cell in cells}
    return (
        len(cells) > 1
        and bool(names & _RESPONSES)
        and bool(names & {"item", "id", "canonical_id", "model", "model_name"})
        and all(map(_CELLS.fullmatch, cells))
        and mark in rest
    )
