"""Panels, replicates and controls."""

import asyncio
from collections import Counter

import pytest

from prism.errors import UsageError
from prism.graph import CausalGraph
from prism.judges.controls import CANARY, false_positives, make_controls
from prism.judges.panel import Panel, agreement, vote_interval
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from tests.judges.asking import RESPONSE, edge


class Says:
    """A judge that always gives the same value, or the same reason for none."""

    def __init__(self, value: str) -> None:
        self.value, self.name = value, f"says:{value}"

    async def answer(self, probes):
        failed = self.value in ("refused", "empty")
        said = {"reason": self.value} if failed else {"value": self.value}
        return [
            Verdict(probe=p.digest, provenance=Provenance(judge=self.name), **said) for p in probes
        ]


def verdict(*values: str) -> Verdict:
    panel = Panel([Says(value) for value in values])
    return asyncio.run(panel.answer([edge(0)]))[0]


@pytest.mark.parametrize(
    ("votes", "value", "confidence"),
    [
        ("forward forward none", "forward", 2 / 3),
        ("forward refused forward", "forward", 1.0),
        ("none refused", "none", 1.0),
        ("forward none backward none", "none", 0.5),
    ],
)
def test_the_majority_of_those_who_vote_decides(votes, value, confidence):
    found = verdict(*votes.split())
    assert (found.value, found.confidence) == (value, confidence)
    assert found.provenance.judge.startswith("panel:says:")
    assert "says:" in found.rationale


@pytest.mark.parametrize(
    ("votes", "reason"),
    [
        ("forward none", "tie"),
        ("forward forward none none backward", "tie"),
        ("forward none refused", "tie"),
        ("refused refused empty", "refused"),
    ],
)
def test_a_tie_or_an_empty_poll_is_unscored(votes, reason):
    assert (verdict(*votes.split()).value, verdict(*votes.split()).reason) == (None, reason)


@pytest.mark.parametrize(
    ("votes", "counted"),
    [
        ("forward forward none", {"forward": 2, "none": 1}),
        ("forward none", {"forward": 1, "none": 1}),
        ("none refused", {"none": 1}),
        ("refused empty", {}),
    ],
)
def test_votes_live_on_the_verdict_and_nowhere_else(votes, counted):
    panel = Panel([Says(value) for value in votes.split()])
    before = dict(vars(panel))
    (found,) = asyncio.run(panel.answer([edge(0)]))
    assert found.votes == counted
    assert Verdict.model_validate_json(found.model_dump_json()).votes == counted
    assert vars(panel) == before


def test_a_panel_tells_what_all_its_judges_read_and_sent():
    class Reads(Says):
        async def answer(self, probes):
            said = {"prompts": (f"p@{self.value}",), "sent": (f"dropped={self.value}",)}
            given = Provenance(judge="x", mode=self.value[:4], **said)
            found = await super().answer(probes)
            return [v.model_copy(update={"provenance": given}) for v in found]

    for values in (["forward", "none", "none"], ["forward", "none"]):
        panel = Panel([Reads(value) for value in values])
        given = asyncio.run(panel.answer([edge(0)]))[0].provenance
        assert given.prompts == ("p@forward", "p@none")
        assert given.sent == ("dropped=forward", "dropped=none")
        assert given.mode == "forw+none"


def test_a_panel_of_one_is_refused():
    with pytest.raises(UsageError):
        Panel([Says("forward")])


@pytest.mark.parametrize(
    ("ballots", "share"), [([{"a": 3}], 1.0), ([{"a": 1, "b": 1}], 0.0), ([{"a": 1}], None)]
)
def test_agreement_is_the_share_of_agreeing_pairs(ballots, share):
    assert agreement(ballots) == share


def test_the_interval_narrows_with_votes_and_holds_the_share():
    few = [{"yes": 2, "no": 1}, {"no": 3}] * 10
    many = [{"yes": 40}, {"no": 40}] * 10
    low, high = vote_interval(few, frozenset({"yes"}))
    lower, upper = vote_interval(many, frozenset({"yes"}))
    assert low < 1 / 3 < high
    assert lower <= 0.5 <= upper
    assert upper - lower < high - low
    assert vote_interval(few, frozenset({"yes"})) == (low, high)


GRAPH = CausalGraph.of(
    ["the rain was heavy", "the dam broke", "the valley flooded", "bread rose", "toast was made"],
    [(0, 1, "CAUSE"), (1, 2, "CAUSE"), (3, 4, "CAUSE")],
    text=RESPONSE,
)


def probes(menu: tuple[str, ...] = ("forward", "backward", "none")) -> list[Probe]:
    texts = {"response": RESPONSE}
    unit = GRAPH.by_id
    return [
        Probe(
            kind="edge",
            subject=e.id,
            texts=texts,
            question={
                "source": unit[e.source].text,
                "target": unit[e.target].text,
                "relation": e.label,
                "source_start": 1,
                "target_start": 2,
            },
            menu=menu,
            prompt="edge_directed",
        )
        for e in GRAPH.edges
    ]


def test_controls_are_of_four_kinds_and_none_is_an_edge_of_the_graph():
    asked = probes()
    controls = make_controls(asked, GRAPH)
    count = Counter(control.kind for control in controls)
    assert set(count) == {"reversed", "shuffled", "non_descendant", "canary"}
    assert count["canary"] == 1
    assert not {c.probe.digest for c in controls} & {p.digest for p in asked}
    assert len({c.probe.subject for c in controls}) == len(controls)
    pairs = {(p.question["source"], p.question["target"]) for p in asked}
    for control in controls:
        pair = control.probe.question["source"], control.probe.question["target"]
        if control.kind == "reversed":
            assert pair[::-1] in pairs
            assert control.probe.question["source_start"] == 2
        elif control.kind == "canary":
            assert pair[0] == CANARY
        else:
            rain = {"the rain was heavy", "the dam broke", "the valley flooded"}
            assert (pair[0] in rain) != (pair[1] in rain)


def test_the_chain_reaches_so_its_ends_are_no_control():
    ends = {"the rain was heavy", "the valley flooded"}
    found = [c for c in make_controls(probes(), GRAPH, each=99) if c.kind != "reversed"]
    assert not [
        c for c in found if {c.probe.question["source"], c.probe.question["target"]} == ends
    ]


@pytest.mark.parametrize(
    ("value", "rate", "alarm"),
    [("none", 0.0, False), ("forward", 1.0, True), ("backward", None, True)],
)
def test_false_positives(value, rate, alarm):
    controls = make_controls(probes(), GRAPH)
    verdicts = asyncio.run(Says(value).answer([c.probe for c in controls]))
    result = false_positives(controls, verdicts)
    reversed_ones = sum(c.kind == "reversed" for c in controls)
    expected = 1 - reversed_ones / len(controls) if rate is None else rate
    assert result.rate == pytest.approx(expected)
    assert result.alarm is alarm


def test_controls_nobody_judged_count_for_nothing():
    controls = make_controls(probes(("yes", "no")), GRAPH)
    verdicts = asyncio.run(Says("refused").answer([c.probe for c in controls]))
    result = false_positives(controls, verdicts)
    assert (result.rate, result.alarm, result.judged) == (None, False, {})


def test_without_edges_there_are_no_controls():
    assert make_controls([], GRAPH) == []
