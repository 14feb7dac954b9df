"""A dry run tells what a run then does: calls and prompt characters to the last one."""

import pytest

from prism.judges.model.estimate import estimate, unseen_edges
from prism.judges.model.messages import Writer, group_calls
from prism.llm.budget import Price
from prism.llm.estimate import between
from prism.llm.fence import Fence
from prism.parsers.openai import OpenAIParser
from prism.prompts import Prompts
from tests.judges.asking import RESPONSE, answers, criterion, edge, outcome
from tests.scripted.answers import is_probe
from tests.scripted.server import Server

WRITER = Writer(Prompts(), True, Fence())
PROBES = [
    *(edge(i) for i in range(45)),
    *(edge(i, "published") for i in range(3)),
    criterion(0),
    criterion(1),
    outcome(),
]


def estimated(probes, edges="each", price=None, writer=WRITER):
    calls = [[probes[i] for i in places] for places in group_calls(probes, edges)]
    return estimate(calls, writer, edges=edges, price=price)


@pytest.mark.parametrize(("edges", "calls"), [("each", 48), ("batch", 4)])
def test_calls_and_characters_are_those_of_the_run(edges, calls):
    told = estimated(PROBES, edges)
    with Server() as server:
        answers(server, PROBES, edges=edges)
        bodies = [body for body in server.requests if not is_probe(body)]
    sent = sum(len(m["content"]) for body in bodies for m in body["messages"])
    assert told.exact
    assert told.calls == {"edge": (calls, calls), "criterion": (2, 2), "outcome": (1, 1)}
    assert told.characters == (sent, sent)
    assert told.cost is None


def test_nothing_to_ask_costs_nothing():
    told = estimated([], price=Price(prompt=1, completion=1))
    assert (told.calls, told.characters, told.cost) == ({}, (0, 0), (0, 0))


def test_an_unparsed_text_has_one_parse_call_and_an_interval_of_edges():
    text = " ".join(["word"] * 500)
    price = Price(prompt=2, completion=8)
    least, most = (
        estimated(probes, price=price) for probes in unseen_edges(text, edge(0, response=text))
    )
    told = between(least, most) + OpenAIParser("m", None).cost(text, {"m": price})
    assert told.calls == {"parse": (1, 1), "edge": (30, 60)}
    assert not told.exact
    assert told.cost is not None
    assert 0 < told.cost[0] < told.cost[1]
    assert told.cost[1] == pytest.approx(price.of(told.prompt_tokens[1], told.reply_tokens[1]))


def test_estimates_add_up():
    one = estimated(PROBES[:5], price=Price(prompt=1, completion=1))
    both = one + one
    assert both.calls == {"edge": (10, 10)}
    assert both.cost == (one.cost[0] * 2, one.cost[1] * 2)


def test_examples_can_be_left_out():
    bare = estimated([edge(0)], writer=Writer(Prompts(), False, Fence()))
    assert bare.characters[0] < estimated([edge(0)]).characters[0]
    assert len(RESPONSE) < bare.characters[0]
