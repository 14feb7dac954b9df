"""The openai parser: structured or sectioned, repaired once, and never silently replaced."""

import asyncio
import json
from typing import Any

import pytest

from prism.errors import Unavailable
from prism.graph import CausalGraph
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.parsers.openai import OpenAIParser, read_structured
from tests.judges.asking import QUICK
from tests.scripted.answers import fault, is_probe, probe_answer, says, system, user
from tests.scripted.server import Server

TEXT = "The valley flooded because the dam broke. People fled."
UNITS = ["The valley flooded", "because the dam broke", "People fled."]
GOOD = {
    "units": UNITS,
    "relations": [
        {"source": 1, "target": 2, "label": "RESULT", "nuclearity": "SN"},
        {"source": 3, "target": 1, "label": "SEQUENCE", "nuclearity": "NN"},
    ],
}
SECTIONS = """**EDUs:**
EDU1: The valley flooded
EDU2: because the dam broke
EDU3: People fled.
RST ANALYSIS:
RELATION(EDU1, EDU2): RESULT [SN]
RELATION(EDU3, EDU1): SEQUENCE [NN]"""


def parse(script: Any, **options: Any) -> tuple[CausalGraph, list[dict[str, Any]]]:
    def whole(body: dict[str, Any], number: int) -> Any:
        return probe_answer(body) if is_probe(body) else script(body)

    async def run(url: str) -> CausalGraph:
        async with Client(Endpoint(url, "k"), retry=QUICK) as client:
            return await OpenAIParser("m", client, **options).parse(TEXT)

    with Server(whole) as server:
        graph = asyncio.run(run(server.base_url))
        return graph, [body for body in server.requests if not is_probe(body)]


def edges(graph: CausalGraph) -> set[tuple[str, str, str]]:
    text = {unit.id: unit.text for unit in graph.units}
    return {(text[e.source], e.label, text[e.target]) for e in graph.edges}


EXPECTED = {
    ("because the dam broke", "RESULT", "The valley flooded"),
    ("The valley flooded", "SEQUENCE", "People fled."),
}


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(GOOD),
        f"Here it is:\n```json\n{json.dumps(GOOD, indent=1)}\n```\nDone.",
        SECTIONS,
    ],
    ids=["json", "json in prose", "sections"],
)
def test_the_same_graph_is_read_from_every_form(reply):
    graph, asked = parse(lambda body: says(reply))
    assert edges(graph) == EXPECTED
    assert (graph.origin.parser, graph.origin.fallback) == ("openai:m", None)
    assert all(TEXT[u.start : u.end] == u.text for u in graph.units)
    assert len(asked) == 1
    assert asked[0]["max_completion_tokens"] == 16_384


def test_an_endpoint_without_structured_output_is_asked_for_sections():
    def script(body):
        return fault(400, "no", "response_format") if "response_format" in body else says(SECTIONS)

    def whole(body, number):
        answer = script(body)
        return answer if answer.status == 400 or not is_probe(body) else probe_answer(body)

    async def run(url):
        async with Client(Endpoint(url, "k"), retry=QUICK) as client:
            return await OpenAIParser("m", client).parse(TEXT)

    with Server(whole) as server:
        graph = asyncio.run(run(server.base_url))
        assert "RST ANALYSIS" in system(server.requests[-1])
    assert edges(graph) == EXPECTED


def test_a_faulty_reply_is_sent_back_once_with_what_is_wrong():
    replies = iter(["I would rather not say.", json.dumps(GOOD)])
    graph, asked = parse(lambda body: says(next(replies)))
    assert edges(graph) == EXPECTED
    assert graph.origin.fallback is None
    assert "it has no units" in user(asked[1])
    assert asked[1]["messages"][2]["content"] == "I would rather not say."


INVENTED = {"units": ["Cats purr all day", "Stars are far away"], "relations": []}


@pytest.mark.parametrize(
    "answer",
    [
        says("nothing"),
        says(""),
        says(json.dumps(GOOD), "length"),
        says(None, message={"refusal": "no"}),
        says(json.dumps(INVENTED)),
        fault(403, "no"),
    ],
    ids=["prose", "empty", "cut short", "refusal", "invented units", "forbidden"],
)
@pytest.mark.parametrize("stands_in", ["embedded", "sentences"])
def test_what_stands_in_is_flagged(answer, stands_in):
    graph, asked = parse(lambda body: answer, on_failure=stands_in)
    assert graph.origin.fallback == stands_in
    assert graph.origin.parser == "openai:m"
    assert graph.units
    assert len(asked) <= 4


def test_stop_means_stop():
    with pytest.raises(Unavailable, match="no graph"):
        parse(lambda body: says("nothing"), on_failure="stop")


def test_what_does_not_fit_is_left_out_and_counted():
    relations = [
        {"source": 1, "target": 9, "label": "CAUSE", "nuclearity": "SN"},
        {"source": 1, "target": 1, "label": "CAUSE", "nuclearity": "SN"},
        {"source": "1", "target": 2, "label": "CAUSE"},
        {"source": 2, "target": 1, "label": "", "nuclearity": "SN"},
        "CAUSE",
        {"source": 2, "target": 1, "label": "cause", "nuclearity": "??"},
    ]
    found = read_structured(json.dumps({"units": ["a", "b", 3, " "], "relations": relations}))
    assert found is not None
    assert [(link.source, link.target, link.label) for link in found.links] == [
        ("EDU2", "EDU1", "CAUSE")
    ]
    assert (len(found.units), found.dangling) == (2, 5)


@pytest.mark.parametrize("text", ["", "{", '{"units": 3}', "[1]", '{"a":' * 5000, "{}{}"])
def test_what_is_no_reply_is_none(text):
    assert read_structured(text) is None


def test_the_text_is_fenced():
    _, asked = parse(lambda body: says(json.dumps(GOOD)))
    assert f">>>\n{TEXT}\n<<<END explanation" in user(asked[0])
