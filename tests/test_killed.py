"""The real command, killed at random moments and met with trouble; see benchmarks/chaos.py."""

import json

import pytest

from benchmarks import chaos
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from tests.scripted.server import Server

EDGES = 150


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """One response whose graph is given, so that the command starts quickly."""
    folder = tmp_path_factory.mktemp("chaos")
    units = [f"step {number} was taken" for number in range(EDGES + 1)]
    links = [(number, number + 1, "CAUSE") for number in range(EDGES)]
    chaos.prepare(folder, 1, 1)
    (folder / "responses.jsonl").write_text(json.dumps({"response": "; ".join(units)}))
    graph = folder / "graph.json"
    graph.write_text(json.dumps(to_dict(CausalGraph.of(units, links, text="; ".join(units)))))
    return chaos.Work(folder, ("--graph", str(graph)))


@pytest.fixture(scope="module")
def calm(work):
    """The report of an untroubled run."""
    with Server(keep_requests=False) as server:
        assert work.run(server.base_url, "calm.sqlite", "calm.jsonl") == 0
        assert server.good == EDGES + 2
    return work.report("calm.jsonl")


def test_killed_at_random_moments_nothing_is_lost_or_paid_twice(work, calm):
    assert all(chaos.killed(work, calm, times=6).values())


def test_a_hostile_server_costs_coverage_and_nothing_else(work, calm):
    assert all(chaos.hostile(work, calm).values())
