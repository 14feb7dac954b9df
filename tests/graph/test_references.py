"""Every reference graph is answered right, and no wrong answer is given."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from prism.files.graph import ReferenceGraph, graph_faults, read_graph
from prism.graph import CausalGraph
from prism.graph.motif import motif
from prism.graph.paths import longest_path
from prism.graph.reach import descendants, do, non_descendants, reaches
from prism.graph.separation import d_separated
from prism.graph.structure import cycles, fragmentation, parts, soundness, structure, unlinked_share
from prism.resources import folder

FILES = sorted(
    (f for f in folder("graphs").iterdir() if f.name.endswith(".json")), key=lambda f: f.name
)


def in_order(graph: CausalGraph, units: frozenset[str]) -> list[str]:
    return sorted(units, key=graph.position.__getitem__)


QUERIES: dict[str, Callable[..., Any]] = {
    "acyclic": lambda g: soundness(g).acyclic,
    "causal_edges": lambda g: structure(g).causal_edges,
    "connected": lambda g: soundness(g).connected,
    "cycles": lambda g: [list(cycle) for cycle in cycles(g)],
    "d_separated": d_separated,
    "descendants": lambda g, unit: in_order(g, descendants(g, unit)),
    "do": lambda g, *units: [edge.id for edge in do(g, *units).edges],
    "fragmentation": fragmentation,
    "grounded": lambda g: soundness(g).grounded,
    "known_labels": lambda g: soundness(g).known_labels,
    "longest_path": lambda g: longest_path(g).length,
    "longest_path_units": lambda g: [list(members) for members in longest_path(g).units],
    "motif": motif,
    "non_descendants": lambda g, unit: in_order(g, non_descendants(g, unit)),
    "parts": lambda g: [list(part) for part in parts(g)],
    "reaches": reaches,
    "self_loops": lambda g: soundness(g).self_loops,
    "unlinked": unlinked_share,
}
VALUES = {name: json.loads(file.read_text("utf-8")) for file in FILES for name in [file.name]}


def same(answer: Any, expected: Any) -> bool:
    if isinstance(answer, float) and isinstance(expected, float):
        return answer == pytest.approx(expected)
    return type(answer) is type(expected) and answer == expected


@pytest.mark.smoke
def test_there_are_enough_and_every_query_is_used() -> None:
    asked = {answer["query"] for value in VALUES.values() for answer in value["answers"]}
    assert len(FILES) >= 30
    assert asked == QUERIES.keys()


@pytest.mark.parametrize("file", VALUES)
def test_right_and_wrong_answers(file: str) -> None:
    value = VALUES[file]
    assert file == f"{value['name']}.json"
    assert graph_faults(value) == []
    graph: CausalGraph = read_graph(value, file)
    for answer in ReferenceGraph.model_validate(value).answers:
        found = QUERIES[answer.query](graph, *answer.args)
        assert same(found, answer.right), (answer.query, answer.args, found)
        assert not any(same(found, wrong) for wrong in answer.wrong), (answer.query, found)
