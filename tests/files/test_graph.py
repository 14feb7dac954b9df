"""The graph file: every fault with its path, and one line for a reader."""

from typing import Any

import networkx
import pytest

from prism.errors import BadRecord
from prism.files.graph import graph_faults, is_graph, is_node_link, read_graph
from prism.graph import CausalGraph
from prism.graph.convert import to_dict, to_networkx

GRAPH = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "RESULT")])


def test_all_faults_of_a_file_are_listed_with_their_paths() -> None:
    value: dict[str, Any] = to_dict(GRAPH)
    value["units"][2]["id"] = "u1"
    value["edges"][1]["id"] = "e1"
    value["bidirected"] = [["u1", "u7"]]
    assert [(fault.path, fault.what) for fault in graph_faults(value)] == [
        ("$.units[2].id", "'u1' stands at $.units[0].id too"),
        ("$.edges[1].id", "'e1' stands at $.edges[0].id too"),
        ("$.edges[1].target", "there is no unit 'u3'"),
        ("$.bidirected[0][1]", "there is no unit 'u7'"),
    ]
    with pytest.raises(BadRecord, match=r"^g\.json: \$\.units\[2\]\.id: .*, and 3 more faults"):
        read_graph(value, "g.json")


def test_a_good_file_has_no_fault() -> None:
    assert graph_faults(to_dict(GRAPH)) == []


def test_both_formats_are_told_apart_and_read() -> None:
    own = to_dict(GRAPH)
    linked = networkx.node_link_data(to_networkx(GRAPH), edges="edges")
    assert is_graph(own)
    assert not is_node_link(own)
    assert is_node_link(linked)
    assert not is_graph(linked)
    assert read_graph(own, "a") == read_graph(linked, "b") == GRAPH


@pytest.mark.parametrize(
    "value", [[], {}, "x", None, {"items": []}, {"nodes": [{"id": {}}], "links": []}]
)
def test_what_is_no_graph_is_refused_in_one_line(value: Any) -> None:
    with pytest.raises(BadRecord, match=r"^g\.json: ") as fault:
        read_graph(value, "g.json")
    assert "\n" not in str(fault.value)
