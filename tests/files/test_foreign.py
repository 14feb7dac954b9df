"""Foreign formats are named in one line by every command; prose that looks a little like one stays
prose."""

import io
import zipfile
from typing import Any

import pytest

from prism.files.foreign import foreign_bytes, foreign_json, foreign_text, is_graphml


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


TEXTS = [
    ("digraph { rain -> flood; }", "DOT"),
    ("// mine\nstrict digraph G {\n  rain -> flood\n", "DOT"),
    ('graph "g" {\n a -- b\n}\n', "DOT"),
    ("graph {}", "DOT"),
    ("dag { x -> y ; z -> y }", "dagitty"),
    ('g <- dagitty("dag { x -> y }")', "dagitty"),
    ('pdag "p" {\nx -- y\n}', "dagitty"),
    ("graph TD\n  A --> B\n", "Mermaid"),
    ("flowchart LR;\n A-->B", "Mermaid"),
    ("@startuml\nA -> B\n@enduml", "PlantUML"),
    ("*Vertices 2\n1 a\n2 b\n*Arcs\n1 2\n", "Pajek"),
    ("graph [\n directed 1\n node [ id 1 ]\n]", "GML"),
    ('Creator "y"\nVersion 1\ngraph\n[\n node\n [ id 1 ]\n]\n', "GML"),
    ('<?xml version="1.0"?>\n<gexf version="1.2"><graph/></gexf>', "GEXF"),
    ('<?xml version="1.0"?>\n<!DOCTYPE BIF [ <!ELEMENT BIF (x)*> ]>\n<BIF><x/></BIF>', "XMLBIF"),
    ('<BIF VERSION="0.3"><NETWORK/></BIF>', "XMLBIF"),
    ("<smile version='1.0'></smile>", "XDSL"),
    ("<!doctype html><p>It rained.</p>", "HTML"),
    ("<html><body>It rained.</body></html>", "HTML"),
    ('<?xml version="1.0"?><notes><n>It rained.</n></notes>', "<notes>"),
    ("<graphml></graphml>", "GraphML"),
    (r"{\rtf1\ansi It rained.}", "RTF"),
    (r"\documentclass{article}\begin{document}x\end{document}", "LaTeX"),
    ("network unknown {\n}\nvariable a {\n}", "BIF"),
    ("format: prism-rubric\nid: dam\nquestion: Why?\ncriteria:\n  - name: Chain\n", "YAML"),
    ("%YAML 1.2\n---\na: 1\n", "YAML"),
    ("item,response\ndam,It rained.\n", "table of responses"),
    ("item\tresponse\ndam\tIt rained.\n", "table of responses"),
]
PROSE = [
    "Graph {A} shows that the road flooded because it rained.",
    "The graph { a -> b } says that rain floods roads.",
    "graph { of the year } was what they called it, because it fell.",
    "digraph is the word for two letters, because of Greek.",
    "A dag is a graph; {it} has no cycle.",
    "network effects { as they say } made it grow.",
    "{It rained, so the road flooded.}",
    "[1] It rained. [2] So the road flooded.",
    "<answer>It rained, so the road flooded.</answer>",
    "<think>Why?</think> It rained.",
    "Cause: rain\nEffect: the road flooded",
    "Because:\n - it rained\n - the dam broke\nthe road flooded.",
    "x = 5\ny = 6, because x is 5",
    "item, response and rain: the road flooded.\nIt rained, so it did.",
    "```mermaid\ngraph TD\nA-->B\n```\nIt rained because A led to B.",
    "Graph TD Bank [sic] fell, because rates rose.",
    "Creator and creature differ, because [node] is Latin.",
    "---\nIt rained.\n---\nSo it flooded.",
]


@pytest.mark.parametrize(("text", "word"), TEXTS)
def test_a_foreign_text_is_named(text: str, word: str) -> None:
    found = foreign_text("a.txt", text)
    assert found is not None
    assert word in found.what
    assert found.mend


@pytest.mark.parametrize("text", PROSE)
def test_prose_stays_prose(text: str) -> None:
    assert foreign_text("a.txt", text) is None


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"%PDF-1.7\n%\xe2", "PDF"),
        (zipped("word/document.xml"), "Word"),
        (zipped("xl/workbook.xml"), "Excel"),
        (zipped("a.txt"), "zip"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"PAR1\x15", "Parquet"),
        (b"\x80\x04\x95\x00", "pickle"),
        ("It rained.".encode("utf-16-le"), "UTF-16"),
        ("It rained.".encode("utf-16-be"), "UTF-16"),
    ],
)
def test_foreign_bytes_are_named(raw: bytes, word: str) -> None:
    found = foreign_bytes(raw)
    assert found is not None
    assert word in found.what


@pytest.mark.parametrize(
    "raw", [b"It rained.", b"PARIS is wet.", b"BIF", b"GIF", b"\xef\xbb\xbfIt"]
)
def test_text_is_not_binary(raw: bytes) -> None:
    assert foreign_bytes(raw) is None


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ({"nbformat": 4, "cells": []}, "notebook"),
        ([{"role": "user", "content": "Why?"}], "chat"),
        ({"elements": {"nodes": []}}, "Cytoscape"),
        ({"a": 1, "b": 2}, "'a', 'b'"),
        ([], "no record"),
        ([1, 2], "no objects"),
    ],
)
def test_foreign_json_is_named(value: Any, word: str) -> None:
    assert word in foreign_json(value).what


def test_graphml_is_known_behind_a_prologue() -> None:
    assert is_graphml('\ufeff<?xml version="1.0"?>\n<!-- mine -->\n<graphml xmlns="x"/>')
    assert not is_graphml("<graph/>")
    assert not is_graphml("graphml")
