"""Failure modes: each shows where its graph or verdicts say so, and only there."""

import pytest

from prism.engine.score import run_sync, score_all
from prism.graph import CausalGraph
from prism.judges.callable import CallableJudge
from prism.parsers.given import GivenParser
from prism.records.item import Criterion, Item, Rubric
from prism.suites.base import Setup
from prism.suites.whatif.failure import MODES, Symptoms, Thresholds, failure_modes, symptoms

QUESTION = "What if the dam had burst?"
CHAIN = ["The dam burst", "water filled the valley", "the crops drowned", "prices rose"]


def shown(texts, edges, answers, *, marks="8", limits=None, question=QUESTION):
    """The failure modes of a response with this graph, judged by ``answers`` per edge id."""
    graph = CausalGraph.of(texts, edges)
    rubric = Rubric(criteria=(Criterion(name="Chain"), Criterion(name="Facts")))
    item = Item(
        id="i",
        kind="whatif",
        texts={"question": question, "response": ". ".join(texts)},
        rubric=rubric,
    )

    def reply(probe):
        return marks if probe.kind == "criterion" else answers.get(probe.subject, "forward")

    setup = Setup(parser=GivenParser(graph), judge=CallableJudge(reply, "local"))
    (report,) = run_sync(lambda: score_all([item], setup))
    found = failure_modes(symptoms(report, question), limits)
    assert all(mode.evidence for mode in found)
    return {mode.mode for mode in found}


EDGES = [(0, 1, "CAUSE"), (1, 2, "CAUSE"), (2, 3, "CAUSE")]


def test_a_sound_chain_shows_none() -> None:
    assert shown(CHAIN, EDGES, {}) == set()


def test_causal_gap_by_a_broken_path_and_by_share() -> None:
    assert shown(CHAIN, EDGES, {"e2": "none"}) == {"Causal Gap"}
    aside = [*CHAIN, "the mayor resigned", "a vote was held"]
    loose = [*EDGES, (0, 4, "CAUSE"), (4, 5, "CAUSE")]
    assert shown(aside, loose, {"e4": "none"}) == set()
    assert "Causal Gap" in shown(aside, loose, {"e1": "none", "e4": "none", "e5": "none"})


def test_no_causal_edge_is_a_gap_without_mechanism() -> None:
    assert shown(CHAIN, [(0, 1, "CONTRAST")], {}) == {"Causal Gap", "Mechanism Missing"}


def test_one_step_has_no_mechanism() -> None:
    assert shown(CHAIN[:2], EDGES[:1], {}) == {"Mechanism Missing"}
    assert shown(CHAIN[:2], EDGES[:1], {}, limits=Thresholds(path=1)) == set()


def test_fragmentation() -> None:
    apart = ["The dam burst", "water filled the valley", "the crops drowned"]
    texts = [*apart, "taxes fell", "trade grew", "ships came", "songs changed", "schools opened"]
    edges = [(0, 1, "CAUSE"), (1, 2, "CAUSE"), (3, 4, "CAUSE"), (5, 6, "CAUSE")]
    assert "Topology Fragmentation" in shown(texts, edges, {})
    assert "Topology Fragmentation" not in shown(
        texts, edges, {}, limits=Thresholds(fragmentation=0.7)
    )


def test_premise_drift() -> None:
    other = ["The king married", "the court moved", "the capital grew"]
    assert "Premise Drift" in shown(other, EDGES[:2], {})
    late = [
        "Taxes fell",
        "trade grew",
        "ports opened",
        "ships came",
        "the dam burst",
        "prices rose",
    ]
    edges = [(n, n + 1, "CAUSE") for n in range(3)] + [(3, 5, "CAUSE"), (5, 4, "CAUSE")]
    assert "Premise Drift" in shown(late, edges, {})
    assert "Premise Drift" not in shown(CHAIN, EDGES, {})


def test_rubric_misalignment() -> None:
    assert shown(CHAIN, EDGES, {}, marks="3") == {"Rubric Misalignment"}
    assert shown(CHAIN, EDGES, {}, marks="7") == {"Rubric Misalignment"}  # 30 below the process
    assert shown(CHAIN, EDGES, {}, marks="7", limits=Thresholds(behind=0.4)) == set()


def test_several_at_once_in_fixed_order() -> None:
    found = [mode.mode for mode in failure_modes(Symptoms(criteria=2, low=("a", "b")))]
    assert found == [mode for mode in MODES if mode in found]
    assert len(found) == 3


@pytest.mark.parametrize("missing", [{}, {"e1": None}])
def test_unscored_edges_are_not_unsupported(missing) -> None:
    assert "Causal Gap" not in shown(CHAIN, EDGES, missing)
