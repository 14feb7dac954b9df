"""PM under both conventions, against values worked out by hand."""

import pytest

from prism.graph import CausalGraph, Written
from prism.graph.orient import orient
from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.verdict import Provenance, Verdict
from prism.suites.whatif import process

ITEM = Item(id="i", kind="whatif", texts={"response": "a b c"})


def graph(*links: tuple[str, str, str]) -> CausalGraph:
    base = CausalGraph.of(["a", "b", "c"])
    return base.replace(edges=orient([Written(*link) for link in links], base.position))


def lines(g: CausalGraph, protocol: str, all_edges: bool = False, **answers: str) -> tuple:
    asked = process.probes(ITEM, g, protocol, Prompts(), all_edges=all_edges)
    verdicts = {}
    for probe in asked:
        answer = answers[probe.subject.replace("/", "_")]
        value = answer if answer in probe.menu else None
        verdicts[probe.subject] = Verdict(
            probe=probe.digest,
            value=value,
            reason=None if value else answer,
            provenance=Provenance(judge="t"),
        )
    return process.edge_lines(g, asked, verdicts)


def test_one_probe_an_edge_when_directed_and_one_a_written_link_when_published() -> None:
    g = graph(("u1", "u2", "CAUSE"), ("u2", "u1", "RESULT"), ("u2", "u3", "CONTRAST"))
    assert [p.subject for p in process.probes(ITEM, g, "directed", Prompts())] == ["e1"]
    every = process.probes(ITEM, g, "directed", Prompts(), all_edges=True)
    assert [p.subject for p in every] == ["e1", "e2/0"]
    published = process.probes(ITEM, g, "published", Prompts())
    assert [p.subject for p in published] == ["e1/0", "e1/1", "e2/0"]
    assert [p.question.source for p in published] == ["a", "b", "b"]


@pytest.mark.parametrize(
    ("answer", "directed", "published", "misoriented"),
    [("forward", 1.0, 0.0, False), ("backward", 1.0, 1.0, True), ("none", 0.0, 0.0, False)],
)
def test_a_directed_verdict_settles_the_written_order(
    answer: str, directed: float, published: float, misoriented: bool
) -> None:
    g = graph(("u2", "u1", "RESULT"))  # turned: the edge runs u1 → u2, written u2 → u1
    made = lines(g, "directed", e1=answer)
    score = process.score(made)
    assert (score.directed.value, score.published.value) == (directed, published)
    assert made[0].misoriented is misoriented


@pytest.mark.parametrize(
    ("answer", "directed", "reason"),
    [("yes", None, "judged_reversed"), ("no", None, "judged_reversed")],
)
def test_a_verdict_for_effect_to_cause_says_nothing_of_cause_to_effect(
    answer: str, directed: None, reason: str
) -> None:
    score = process.score(lines(graph(("u2", "u1", "RESULT")), "published", e1_0=answer))
    assert score.directed.value is directed
    assert score.directed.unscored == {reason: 1}
    assert score.directed.bounds == (0.0, 1.0)
    assert score.published.value == (1.0 if answer == "yes" else 0.0)


def test_of_twins_the_one_asked_cause_to_effect_answers() -> None:
    g = graph(("u1", "u2", "CAUSE"), ("u2", "u1", "RESULT"))
    score = process.score(lines(g, "published", e1_0="yes", e1_1="no"))
    assert score.directed.value == 1.0
    assert score.published.value == 0.5
    assert score.published.n == 2


def test_a_failed_verdict_is_missing_not_zero() -> None:
    g = graph(("u1", "u2", "CAUSE"), ("u2", "u3", "CAUSE"))
    score = process.score(lines(g, "directed", e1="forward", e2="truncated")).directed
    assert (score.value, score.coverage, score.bounds) == (1.0, 0.5, (0.5, 1.0))
    assert score.unscored == {"truncated": 1}


def test_a_missing_twin_leaves_the_edge_open_unless_the_other_says_yes() -> None:
    g = graph(("u1", "u2", "CAUSE"), ("u1", "u2", "CONSEQUENCE"))
    assert len(g.edges) == 1
    open_ = process.score(lines(g, "published", e1_0="no", e1_1="truncated")).directed
    assert (open_.value, open_.bounds, open_.unscored) == (None, (0.0, 1.0), {"truncated": 1})
    settled = process.score(lines(g, "published", e1_0="truncated", e1_1="yes")).directed
    assert (settled.value, settled.bounds) == (1.0, (1.0, 1.0))


@pytest.mark.parametrize("protocol", ["directed", "published"])
@pytest.mark.parametrize("links", [[], [("u1", "u2", "CONTRAST")]])
def test_an_answer_without_a_causal_edge_has_process_zero_in_both_conventions(
    protocol: str, links: list
) -> None:
    made = lines(graph(*links), protocol, e1_0="yes")
    score = process.score(made, protocol)
    for number in (score.published, score.directed, score):
        assert (number.value, number.bounds, number.coverage) == (0.0, (0.0, 0.0), 1.0)
        assert (number.reason, number.unscored, number.n) == ("no_causal_edge", {}, 0)


def test_the_convention_asked_for_is_the_headline() -> None:
    g = graph(("u2", "u1", "RESULT"))  # written effect → cause
    made = lines(g, "directed", e1="forward")
    assert process.score(made, "directed").value == 1.0
    assert process.score(made, "published").value == 0.0
    assert process.score(made, "published").beside == ("directed", process.score(made).directed)


def test_all_edges_are_absent_where_they_were_not_asked() -> None:
    g = graph(("u1", "u2", "CAUSE"), ("u2", "u3", "CONTRAST"))
    assert process.score(lines(g, "directed", e1="forward")).all is None
    every = lines(g, "directed", all_edges=True, e1="forward", e2_0="no")
    assert process.score(every, all_edges=True).all.value == 0.5
    published = lines(g, "published", e1_0="yes", e2_0="no")
    assert process.score(published, "published").all.value == 0.5
