"""Reads CLEAR: a graph in words, and questions about it.

Facts about the files (CLEAR, EMNLP 2024; read in the public data): one file a topic; graphs are
undirected (UG), directed and perhaps cyclic (DG), DAGs or ADMGs; question types are FA (find all),
FO (find one), HM (how many), YN, EX (does it exist) and MC (four options).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import networkx
from pydantic import JsonValue

from prism.errors import BadRecord
from prism.scm.diagram import Diagram
from prism.suites.truth.files.cladder import load_records

__all__ = ["OPTION", "GraphQuestion", "read_clear", "read_graph"]

_NODES = re.compile(r"\bnodes ((?:\w, )*\w)\b")
_DIRECTED = re.compile(r"(\w)->(\w)")
_BIDIRECTED = re.compile(r"(\w)<->(\w)")
_UNDIRECTED = re.compile(r"(\w)-(\w)\b")
OPTION = re.compile(r"^([A-D])\. (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Graph:
    """A graph that may be undirected or cyclic."""

    nodes: tuple[str, ...]
    directed: tuple[tuple[str, str], ...] = ()
    bidirected: tuple[tuple[str, str], ...] = ()
    undirected: tuple[tuple[str, str], ...] = ()

    @property
    def diagram(self) -> Diagram:
        """The graph as a causal diagram; a cyclic one is refused."""
        return Diagram(self.nodes, self.directed, self.bidirected)

    @property
    def nx(self) -> "networkx.DiGraph[str]":
        """The directed part, cycles included."""
        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.directed)
        return graph


@dataclass(frozen=True)
class GraphQuestion:
    """One question: its graph, its type and text, the options of MC, and the stored answer."""

    id: str
    topic: str
    graph: Graph
    kind: str
    text: str
    options: dict[str, str]
    gold: JsonValue


def read_clear(path: Path) -> Iterator[GraphQuestion]:
    """Yield the questions of one topic file.

    Raises
    ------
    UnreadableFile, UnknownFormat, BadRecord
        The file or a record is not CLEAR's.
    """
    for record in load_records(path):
        try:
            graph = read_graph(record["description"])
            for place, entry in enumerate(record["questions_and_answers"]):
                yield GraphQuestion(
                    id=f"{path.stem}/{record['uid']}/{place}",
                    topic=path.stem,
                    graph=graph,
                    kind=entry["question_type"],
                    text=OPTION.sub("", entry["question"]).strip(),
                    options=dict(OPTION.findall(entry["question"])),
                    gold=entry["answer"],
                )
        except KeyError as exc:
            raise BadRecord(f"the field {exc} is missing", where=str(path)) from exc


def read_graph(text: str) -> Graph:
    """Read a graph described in words.

    >>> g = read_graph("an ADMG with nodes A, B, directed edges A->B and bi-directed edges A<->B.")
    >>> g.directed, g.bidirected
    ((('A', 'B'),), (('A', 'B'),))
    """
    match = _NODES.search(text)
    if match is None:
        raise BadRecord(f"no nodes in {text[:60]!r}")
    return Graph(
        tuple(match[1].split(", ")),
        tuple(_DIRECTED.findall(text)),
        tuple(_BIDIRECTED.findall(text)),
        tuple(_UNDIRECTED.findall(text)),
    )
