"""The real command, killed at random moments and met with trouble; see benchmarks/chaos.py."""

import pytest

from benchmarks import chaos
from tests.scripted.server import Server

EDGES = 80


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return chaos.chain(tmp_path_factory.mktemp("chaos"), EDGES)


@pytest.fixture(scope="module")
def calm(work):
    """The report of an untroubled run."""
    with Server(keep_requests=False) as server:
        assert work.run(server.base_url, "calm.sqlite", "calm.jsonl") == 0
        assert server.good == EDGES + 2
    return work.report("calm.jsonl")


def test_killed_at_random_moments_nothing_is_lost_or_paid_twice(work, calm):
    assert all(chaos.killed(work, calm, times=4).values())


def test_a_hostile_server_costs_coverage_and_nothing_else(work, calm):
    assert all(chaos.hostile(work, calm).values())
