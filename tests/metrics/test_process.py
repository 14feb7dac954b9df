"""PM under both conventions, against values worked out by hand."""

import pytest

from prism.graph import CausalGraph, Written
from prism.graph.orient import orient
from prism.items import Item, Provenance, Verdict
from prism.metrics import process
from prism.prompts import Prompts

ITEM = Item(id="i", kind="whatif", texts={"response": "a b c"})


def graph(*links: tuple[str, str, str]) -> CausalGraph:
    base = CausalGraph.of(["a", "b", "c"])
    return base.replace(edges=orient([Written(*link) for link in links], base.position))


def lines(g: CausalGraph, protocol: str, **answers: str) -> tuple:
    asked = process.probes(ITEM, g, protocol, Prompts())
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
    assert [p.subject for p in process.probes(ITEM, g, "directed", Prompts())] == ["e1", "e2/0"]
    published = process.probes(ITEM, g, "published", Prompts())
    assert [p.subject for p in published] == ["e1/0", "e1/1", "e2/0"]
    assert [p.question["source"] for p in published] == ["a", "b", "b"]


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


def test_without_a_causal_edge_published_is_zero_and_directed_has_no_value() -> None:
    score = process.score(lines(graph(("u1", "u2", "CONTRAST")), "directed", e1_0="yes"))
    assert score.published.value == 0.0
    assert (score.directed.value, score.directed.reason) == (None, "no_causal_edge")
    assert score.all.value == 1.0
