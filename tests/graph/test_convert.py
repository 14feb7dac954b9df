"""Every format reads back what it wrote; foreign graphs are read; faults are one line."""

import json
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.errors import GraphFault
from prism.files.graph import read_graph
from prism.graph import RELATIONS, CausalGraph, Cue, Edge, Origin, Unit, Written
from prism.graph.convert import (
    from_dict,
    from_networkx,
    from_node_link,
    to_dict,
    to_networkx,
)
from prism.graph.graphml import from_graphml, to_graphml

HOSTILE = [
    "",
    "\\",
    "\\e",
    "\\u0000",
    "\x00",
    "\r",
    "]]>",
    "<script>",
    "\x1b[31m",
    "\ufffe",
    "\u202e",
    "a\nb",
    "0",
    "00",
    " 1_0",
    "é́🜂",
]
TEXT = st.text(max_size=8) | st.sampled_from(HOSTILE)
SHARE = st.floats(0, 1)
COUNT = st.integers(0, 2**40)


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    ids = draw(st.lists(TEXT, min_size=1, max_size=5, unique=True))
    spans = st.none() | st.tuples(COUNT, COUNT).map(sorted)

    def unit(name: str) -> Unit:
        start, end = draw(spans) or (None, None)
        return Unit(
            name, draw(TEXT), start, end, draw(st.none() | COUNT),
            draw(st.sampled_from(["event", "state", "mechanism"])),
            draw(st.sampled_from(["affirmed", "negated"])),
            draw(st.sampled_from(["asserted", "possible", "attributed"])),
            draw(SHARE),
        )  # fmt: skip

    end = st.sampled_from(ids)
    written = st.builds(Written, end, end, TEXT, st.sampled_from([None, "SN", "NS", "NN"]))
    cue = st.none() | st.builds(Cue, TEXT, st.none() | COUNT, st.none() | COUNT)
    edge = st.builds(
        Edge, st.just(""), end, end, TEXT | st.sampled_from(sorted(RELATIONS)), cue,
        st.lists(written, max_size=2).map(tuple),
        st.sampled_from(["cue", "turned", "kept"]), SHARE,
    )  # fmt: skip
    keys = draw(st.lists(TEXT.filter(lambda key: "/" not in key), max_size=6, unique=True))
    edges = []
    for key in keys:
        e = draw(edge)
        edges.append(
            Edge(key, e.source, e.target, e.label, e.cue, e.written, e.decision, e.confidence)
        )
    origin = st.builds(Origin, TEXT, st.none() | st.just("sentences"), st.just("claim"), COUNT)
    pairs = st.lists(st.tuples(end, end), max_size=2).map(tuple)
    units = tuple(map(unit, ids))
    text = draw(TEXT) if all(u.end is None for u in units) else ""
    return CausalGraph(units, tuple(edges), draw(pairs), text, draw(origin))


@given(graphs())
def test_every_format_reads_back_what_it_wrote(graph: CausalGraph) -> None:
    assert from_dict(to_dict(graph)) == graph
    assert read_graph(json.loads(json.dumps(to_dict(graph))), "g.json") == graph
    assert from_networkx(to_networkx(graph)) == graph
    linked = networkx.node_link_data(to_networkx(graph), edges="edges")
    assert from_node_link(json.loads(json.dumps(linked))) == graph
    assert from_graphml(to_graphml(graph)) == graph


@given(graphs())
def test_networkx_reads_what_we_export(graph: CausalGraph) -> None:
    drawn = networkx.parse_graphml(to_graphml(graph), force_multigraph=True)
    assert len(drawn) == len(graph.units)
    assert drawn.number_of_edges() == len(graph.edges)


def test_dicts_are_plain_json_and_versioned() -> None:
    graph = CausalGraph.of("ab", [(0, 1, "CAUSE")])
    assert to_dict(graph)["schema_version"] == "1.0"
    assert json.loads(json.dumps(to_dict(graph))) == to_dict(graph)


def test_the_dag_of_a_whatifbench_record_is_read() -> None:
    """Source: the record format of zju-gt/WhatIfBench (own values)."""
    dag = {
        "nodes": [{"id": "EDU1", "text": "frost came"}, {"id": "EDU2", "text": "fruit was lost"}],
        "edges": [{"source": "EDU1", "target": "EDU2", "relation_type": "RESULT", "reason": "x"}],
    }
    graph = from_node_link(dag)
    assert [unit.text for unit in graph.units] == ["frost came", "fruit was lost"]
    assert [(e.id, e.label) for e in graph.edges] == [("e1", "RESULT")]


def test_foreign_graphml_is_read_as_it_is() -> None:
    foreign = networkx.DiGraph()
    foreign.add_node(1, label="C:\\users")
    foreign.add_edge(1, 2, weight=0.5)
    read = from_graphml("\n".join(networkx.generate_graphml(foreign)))
    assert [(u.id, u.text) for u in read.units] == [("1", "C:\\users"), ("2", "2")]
    assert [(e.source, e.label, e.target) for e in read.edges] == [("1", "CAUSE", "2")]


VALID: dict[str, Any] = to_dict(CausalGraph.of("ab", [(0, 1, "CAUSE")]))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"schema_version": "2.0"}, r"\$\.schema_version: Input should be '1\.0'"),
        ({"unit": []}, r"\$\.unit: unknown key"),
        ({"units": [{"id": "u1"}]}, r"\$\.units\[0\]\.text: required key is missing"),
        ({"units": [{"id": "u1", "text": "a", "grounding": 2}]}, r"\$\.units\[0\]\.grounding: .*1"),
        ({"units": [{"id": "u1", "text": "a", "start": -1}]}, r"\$\.units\[0\]\.start: .*0"),
        ({"units": [{"id": "u1", "text": "a", "kind": "fact"}]}, r"\$\.units\[0\]\.kind: "),
        ({"edges": [{"id": "e1", "source": "u1", "target": "u2", "label": 3}]}, r"\$\.edges\[0\]"),
        ({"units": [{"id": "u1", "text": "a"}] * 2, "edges": []}, r"the unit id 'u1' occurs twice"),
        ({"units": [{"id": "u1", "text": "a"}]}, r"e1 names the unit 'u2', which is not in the"),
        ({"bidirected": [["u1", "u9"]]}, r"bidirected edge names the unit 'u9'"),
        (
            {"units": [{"id": "u1", "text": "a", "start": 2, "end": 1}], "edges": []},
            r"unit 'u1' spans 2 to 1",
        ),
    ],
)
def test_faults_of_a_document_are_one_line(change: dict[str, Any], line: str) -> None:
    with pytest.raises(GraphFault, match=line) as fault:
        from_dict(VALID | change)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "text",
    ["", "<graphml>", "not xml", "<html/>", "<!DOCTYPE x [<!ENTITY a 'b'>]><graphml>&a;</graphml>",
     "\n".join(networkx.generate_graphml(networkx.path_graph(2)))],
)  # fmt: skip
def test_faulty_graphml_is_one_line(text: str) -> None:
    with pytest.raises(GraphFault) as fault:
        from_graphml(text)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "data",
    [{}, {"nodes": 3, "edges": []}, {"nodes": [3], "edges": []},
     {"nodes": [], "edges": [{"source": 1}]}, {"nodes": [{"id": {}}], "edges": []},
     {"directed": False, "nodes": [], "edges": []}],
)  # fmt: skip
def test_faulty_node_link_data_is_one_line(data: dict[str, Any]) -> None:
    with pytest.raises(GraphFault) as fault:
        from_node_link(data)
    assert "\n" not in str(fault.value)
