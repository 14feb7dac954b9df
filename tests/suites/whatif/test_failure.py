"""Failure modes: each shows where its graph or verdicts say so, and only there."""

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.engine.score import run_sync, score_all
from prism.graph import CausalGraph
from prism.judges.callable import CallableJudge
from prism.parsers.given import GivenParser
from prism.records.item import Criterion, Item, Rubric
from prism.suites.base import Setup
from prism.suites.whatif import failure
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


SOUND = {"causal": 8, "judged": 8, "path": 2, "linked": 8, "fragmentation": 0.0}
EDGE_IDS = tuple(f"e{n}" for n in range(1, 9))


def evidence(**more) -> dict[str, str]:
    return {mode.mode: mode.evidence for mode in failure_modes(Symptoms(**(SOUND | more)))}


@pytest.mark.parametrize(
    ("more", "mode", "told"),
    [
        # Premise Drift: 30 % of the words, then a quarter of the linked units
        ({"premise": ((0.3, 2),)}, None, ""),
        ({"premise": ((0.29, 8),)}, "Premise Drift", "(at best 29% of its words)"),
        ({"premise": ((0.1, 8), (0.2, 8))}, "Premise Drift", "(at best 20% of its words)"),
        ({"premise": ((0.3, 1),)}, "Premise Drift", "12% of the causally linked units follow"),
        ({"premise": ((0.3, 1), (0.9, 2), (0.1, 8))}, None, ""),
        ({"premise": ((0.1, 8), (0.9, 1))}, "Premise Drift", "12% of"),
        ({"premise": ()}, None, ""),
        # Causal Gap: more than two in five, or one on the longest path
        ({"judged": 5, "unsupported": EDGE_IDS[:2]}, None, ""),
        ({"judged": 5, "unsupported": EDGE_IDS[:3]}, "Causal Gap",
         "3 of 5 causal edges are unsupported: e1, e2, e3"),
        ({"unsupported": EDGE_IDS[:6]}, "Causal Gap", "e1, e2, e3, e4, e5 and 1 more"),
        ({"unsupported": EDGE_IDS[:5]}, "Causal Gap", ": e1, e2, e3, e4, e5"),
        ({"broken_path": ("e7",)}, "Causal Gap", "the longest path breaks at e7"),
        ({"judged": 0}, None, ""),
        ({"causal": 0}, "Causal Gap", "no causal edge"),
        # Topology Fragmentation: more than a half, or than three quarters without an edge
        ({"fragmentation": 0.5}, None, ""),
        ({"fragmentation": 0.51}, "Topology Fragmentation", "fragmentation 0.51"),
        ({"fragmentation": None}, None, ""),
        ({"unlinked": 0.75}, None, ""),
        ({"unlinked": 0.76}, "Topology Fragmentation", "76% of the units have no causal edge"),
        # Mechanism Missing: fewer than two edges, or more than a quarter without one
        ({"path": 1}, "Mechanism Missing", "the longest causal path has 1 of at least 2 edges"),
        ({"no_mechanism": EDGE_IDS[:2]}, None, ""),
        ({"no_mechanism": EDGE_IDS[:3]}, "Mechanism Missing", "no mechanism for e1, e2, e3"),
        # Rubric Misalignment: more than two in five low, or more than 20 behind
        ({"criteria": 5, "low": ("a", "b")}, None, ""),
        ({"criteria": 5, "low": ("a", "b", "c")}, "Rubric Misalignment", "low marks: a, b, c"),
        ({"pm": 0.75, "rm": 0.5}, "Rubric Misalignment", "lies 25 below the process score"),
        ({"pm": 0.5, "rm": 0.375}, None, ""),
        ({"pm": 0.5, "rm": 0.75}, None, ""),
        ({"pm": None, "rm": 0.5}, None, ""),
        ({"pm": 0.5, "rm": None}, None, ""),
    ],
)  # fmt: skip
def test_where_a_symptom_becomes_a_mode(more: dict, mode: str | None, told: str) -> None:
    found = evidence(**more)
    assert list(found) == ([mode] if mode else [])
    if mode:
        assert found[mode].endswith(told) or told in found[mode]
        assert "more" in told or " more" not in found[mode]


def test_units_without_an_edge_say_nothing_where_there_is_no_edge() -> None:
    assert evidence(causal=0, unlinked=1.0) == {"Causal Gap": "no causal edge"}


def test_what_was_not_parsed_shows_nothing_of_its_graph() -> None:
    assert evidence(parsed=False, causal=0, path=0, criteria=1, low=("a",)) == {
        "Rubric Misalignment": "low marks: a",
    }  # fmt: skip


def test_several_symptoms_of_a_mode_are_all_told() -> None:
    both = evidence(unsupported=EDGE_IDS[:4], broken_path=("e2",))
    assert both["Causal Gap"].split("; ")[1] == "the longest path breaks at e2"
    assert evidence(fragmentation=0.6, unlinked=0.8)["Topology Fragmentation"].count("; ") == 1


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=14))
def test_units_reach_themselves_and_their_descendants(pairs: list[tuple[int, int]]) -> None:
    graph: networkx.DiGraph = networkx.DiGraph([(str(a), str(b)) for a, b in pairs])
    assert failure._reached(graph) == {
        node: len(networkx.descendants(graph, node) | {node}) for node in graph
    }


def test_the_premise_is_looked_for_in_linked_units_alone() -> None:
    graph = CausalGraph.of([*CHAIN, "The dam burst again"], EDGES)
    shares = failure._premise(graph, QUESTION)
    assert [reached for _, reached in shares] == [4, 3, 2, 1]
    assert shares[0][0] > 0.3
    assert [share for share, _ in shares[1:]] == [0.0, 0.0, 0.0]
    assert failure._premise(graph, " ") == ()
    assert failure._premise(graph, "?! …") == ()
    assert failure._premise(CausalGraph.of(CHAIN), QUESTION) == ()


def test_symptoms_are_those_of_graph_verdicts_and_marks() -> None:
    graph = CausalGraph.of([*CHAIN, "Ada slept"], [*EDGES, (0, 3, "CAUSE"), (3, 4, "CONTRAST")])
    rubric = Rubric(criteria=tuple(Criterion(name=n) for n in ("four", "five", "none")))
    item = Item(id="i", kind="whatif", texts={"question": QUESTION, "response": ". ".join(CHAIN)},
                rubric=rubric)  # fmt: skip
    marks = {"c1": "4", "c2": "5", "c3": None}
    says = {"e1": "none", "e2": "backward", "e3": None, "e4": "none"}

    def reply(probe):
        return (marks | says).get(probe.subject)

    setup = Setup(parser=GivenParser(graph), judge=CallableJudge(reply, "local"))
    (report,) = run_sync(lambda: score_all([item], setup))
    found = symptoms(report, QUESTION)
    told = (found.parsed, found.linked, found.causal, found.judged, found.path, found.criteria)
    assert told == (True, 4, 4, 3, 3, 2)
    assert (found.unsupported, found.broken_path) == (("e1", "e4"), ("e1",))
    assert found.low == ("four (4/10)",)
    assert (found.fragmentation, found.unlinked) == (0.0, pytest.approx(0.2))
    assert (found.pm, found.rm) == (report.process.value, report.rubric.value)
    assert len(found.premise) == 4
