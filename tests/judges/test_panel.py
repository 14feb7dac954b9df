"""Panels, replicates and controls."""

import asyncio
from collections import Counter
from itertools import combinations

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
    pairs = {(p.question.source, p.question.target) for p in asked}
    for control in controls:
        pair = control.probe.question.source, control.probe.question.target
        if control.kind == "reversed":
            assert pair[::-1] in pairs
            assert control.probe.question.source_start == 2
        elif control.kind == "canary":
            assert pair[0] == CANARY
        else:
            rain = {"the rain was heavy", "the dam broke", "the valley flooded"}
            assert (pair[0] in rain) != (pair[1] in rain)


def test_the_chain_reaches_so_its_ends_are_no_control():
    ends = {"the rain was heavy", "the valley flooded"}
    found = [c for c in make_controls(probes(), GRAPH, each=99) if c.kind != "reversed"]
    assert not [c for c in found if {c.probe.question.source, c.probe.question.target} == ends]


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


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_the_interval_holds_the_middle_of_the_poisson_binomial(level: float) -> None:
    """An edge is supported with the mean of its posterior; their number is a convolution."""
    ballots = [{"yes": 3, "no": 1}, {"no": 2}, {}, {"yes": 1}, {"yes": 2, "maybe": 1}] * 40
    masses = [1.0]
    for ballot in ballots:
        chance = (ballot.get("yes", 0) + 0.5) / (sum(ballot.values()) + 1)
        masses = [
            (masses[k] if k < len(masses) else 0.0) * (1 - chance)
            + (masses[k - 1] if k else 0.0) * chance
            for k in range(len(masses) + 1)
        ]
    for seed in range(3):
        ends = vote_interval(ballots, frozenset({"yes"}), level=level, seed=seed)
        for end, tail in zip(ends, ((1 - level) / 2, (1 + level) / 2), strict=True):
            place = round(end * len(ballots))
            assert end == pytest.approx(place / len(ballots), abs=0.003)
            assert sum(masses[:place]) < tail + 0.03
            assert sum(masses[: place + 1]) > tail - 0.03


def test_an_interval_by_default_is_of_95_per_cent_by_four_thousand_draws() -> None:
    ballots = [{"yes": 1}, {"no": 1}, {}] * 5
    told = vote_interval(ballots, frozenset({"yes"}))
    assert told == vote_interval(ballots, frozenset({"yes"}), level=0.95, draws=4000, seed=0)
    low, high = vote_interval(ballots, frozenset({"yes"}), draws=1)
    assert low == high
    with pytest.raises(UsageError):
        vote_interval([], frozenset({"yes"}))


@pytest.mark.parametrize(
    ("ballots", "share"),
    [
        ([{"a": 2, "b": 1}], 1 / 3),
        ([{"a": 3, "b": 1}], 1 / 2),
        ([{"a": 2, "b": 2}, {"a": 1}, {}], 1 / 3),
        ([{"a": 2}, {"a": 1, "b": 1}, {"b": 2}], 2 / 3),
        ([], None),
    ],
)
def test_agreement_by_pairs(ballots, share):
    pairs = [
        (a, b)
        for ballot in ballots
        for votes in [[v for v, n in ballot.items() for _ in range(n)]]
        for a, b in combinations(votes, 2)
    ]
    assert agreement(ballots) == (sum(a == b for a, b in pairs) / len(pairs) if pairs else None)
    assert agreement(ballots) == (None if share is None else pytest.approx(share))


def test_a_panel_says_who_said_what_in_its_own_name() -> None:
    class Reasoned(Says):
        async def answer(self, probes):
            found = await super().answer(probes)
            return [v.model_copy(update={"rationale": f"by {self.value}"}) for v in found]

    values = ("none", "forward", "refused", "forward")
    judges = [Reasoned(value) for value in values]
    found = asyncio.run(Panel(judges).answer([edge(0), edge(1)]))
    assert [v.probe for v in found] == [edge(0).digest, edge(1).digest]
    said = ", ".join(f"says:{value}: {value}" for value in values)
    assert {v.rationale for v in found} == {f"{said}. by forward"}
    assert {v.provenance.judge for v in found} == {
        "panel:says:none,says:forward,says:refused,says:forward"
    }
    assert {v.provenance.mode for v in found} == {None}
    named = Panel(judges[:2], name="two")
    assert named.name == "two"
    [tied] = asyncio.run(named.answer([edge(0)]))
    assert (tied.provenance.judge, tied.rationale) == (
        "two", "says:none: none, says:forward: forward",
    )  # fmt: skip
    assert tied.probe == edge(0).digest


@pytest.mark.parametrize(
    ("votes", "reason"), [("empty refused refused", "refused"), ("empty empty refused", "empty")]
)
def test_the_commonest_reason_stands_where_nobody_votes(votes, reason):
    assert verdict(*votes.split()).reason == reason
