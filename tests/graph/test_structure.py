"""Fragmentation, parts, cycles and soundness: laws and slow oracles."""

import json
import os
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.graph.structure import cycles, fragmentation, parts, soundness, structure, unlinked_share

END = st.integers(0, 6)
LABEL = st.sampled_from(["CAUSE", "RESULT", "ELABORATION", "made-up"])
GRAPHS = st.builds(
    CausalGraph.of, st.just("abcdefg"), st.lists(st.tuples(END, END, LABEL), max_size=12)
)
DATA = Path(os.environ.get("PRISM_DATA", "../shared/data")) / "whatif"


def merged_sets(graph: CausalGraph) -> list[set[str]]:
    """Weak components of the causal edges by merging sets until nothing changes."""
    groups: list[set[str]] = []
    for edge in graph.edges:
        if edge.label not in {"CAUSE", "RESULT"}:
            continue
        new = {edge.source, edge.target}
        touching = [group for group in groups if group & new]
        groups = [group for group in groups if not group & new] + [new.union(*touching)]
    return groups


@given(GRAPHS)
def test_parts_fragmentation_and_unlinked_by_merging_sets(graph: CausalGraph) -> None:
    groups = merged_sets(graph)
    linked = sum(map(len, groups))
    assert sorted(map(sorted, parts(graph))) == sorted(map(sorted, groups))
    assert [len(part) for part in parts(graph)] == sorted(map(len, groups), reverse=True)
    assert unlinked_share(graph) == pytest.approx(1 - linked / 7)
    if groups:
        assert fragmentation(graph) == pytest.approx(1 - max(map(len, groups)) / linked)
    else:
        assert fragmentation(graph) is None


@given(GRAPHS)
def test_cycles_are_cycles_one_for_each_component_and_shortest(graph: CausalGraph) -> None:
    every = list(networkx.simple_cycles(graph.causal))
    found = cycles(graph)
    for cycle in found:
        around = zip(cycle, cycle[1:] + cycle[:1], strict=True)
        assert all(graph.causal.has_edge(cause, effect) for cause, effect in around)
        if len(cycle) > 1:
            through = [c for c in every if cycle[0] in c and len(c) > 1]
            assert len(cycle) == min(map(len, through))
    assert bool(found) == bool(every)
    tangled = [c for c in networkx.strongly_connected_components(graph.causal) if len(c) > 1]
    loops = [unit for unit in graph.causal if graph.causal.has_edge(unit, unit)]
    assert len(found) == len(tangled) + len(loops)
    assert list(found) == sorted(found, key=lambda c: (graph.position[c[0]], len(c)))


def test_a_graph_with_exponentially_many_cycles_yields_one() -> None:
    n = 30
    complete = [(i, j, "CAUSE") for i in range(n) for j in range(n) if i != j]
    assert cycles(CausalGraph.of(["x"] * n, complete)) == (("u1", "u2"),)


@given(GRAPHS)
def test_structure_is_the_sum_of_its_functions(graph: CausalGraph) -> None:
    shape = structure(graph)
    assert shape.components == len(parts(graph))
    assert shape.units == 7
    assert shape.edges == len(graph.edges)
    assert shape.causal_edges == sum(e.label in {"CAUSE", "RESULT"} for e in graph.edges)


@given(GRAPHS)
def test_soundness_counts_over_edges_of_every_label(graph: CausalGraph) -> None:
    sound = soundness(graph)
    undirected = networkx.Graph(graph.nx)
    assert sound.connected == (networkx.number_connected_components(undirected) == 1)
    assert sound.acyclic == (not list(networkx.simple_cycles(networkx.DiGraph(graph.nx))))
    unknown = sum(edge.label == "made-up" for edge in graph.edges)
    known = 1 - unknown / len(graph.edges) if graph.edges else 1.0
    assert sound.known_labels == pytest.approx(known)
    assert sound.grounded == 0.0


@pytest.mark.skipif(not DATA.is_dir(), reason="no external data (set PRISM_DATA)")
def test_published_records_hold_four_disconnected_graphs_and_one_cycle() -> None:
    """Source: the remark on graph validity in WhatIfBench's public records."""
    graphs = []
    files = sorted((DATA / "native").glob("metrics_*.json"))
    items = [item for file in files for item in json.loads(file.read_text("utf-8"))["items"]]
    for stored in filter(None, (item.get("parsed_dag") for item in items)):
        place = {node["id"]: i for i, node in enumerate(stored["nodes"])}
        links = [(place[e["source"]], place[e["target"]], "CAUSE") for e in stored["edges"]]
        graphs.append(CausalGraph.of([node["text"] for node in stored["nodes"]], links))
    sound = [soundness(graph) for graph in graphs]
    assert len(graphs) == 10
    assert sum(not s.connected for s in sound) == 4
    assert sum(not s.acyclic for s in sound) == 1
