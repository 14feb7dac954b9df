"""Edits through the openai judge: three letters as published, or a status for every claim."""

import asyncio
import json
from typing import Any

import pytest

from prism.engine.score import score_all
from prism.judges.model.judge import OpenAIJudge
from prism.llm.client import Client, Retry
from prism.llm.endpoint import Endpoint
from prism.parsers.embedded import EmbeddedParser
from prism.records.item import Item
from prism.suites.base import Protocol, Setup
from prism.suites.edit.report import EditReport
from tests.scripted.answers import Answer, is_probe, probe_answer, says, unfenced
from tests.scripted.server import Script, Server
from tests.suites.edit.test_suite import CLAIMS, GOOD, REQUEST, STORY


def scored(server: Server, protocol: Protocol) -> EditReport:
    item = Item(
        id="x",
        kind="edit",
        texts={"story": STORY, "request": REQUEST, "response": GOOD},
        claims=CLAIMS,
    )

    async def ask() -> EditReport:
        retry = Retry(tries=2, first=0.001, longest=0.005)
        async with Client(Endpoint(server.base_url, "sk-secret"), retry=retry) as client:
            judge = OpenAIJudge("m", client)
            setup = Setup(parser=EmbeddedParser(), judge=judge, protocol=protocol)
            [report] = await score_all([item], setup)
        assert isinstance(report, EditReport)
        return report

    return asyncio.run(ask())


def asked(server: Server) -> list[dict[str, Any]]:
    return [body for body in server.requests if not is_probe(body)]


ASKS = {
    "E0": "check the causal connectors",
    "E1": "facts that must have survived",
    "E2": "facts that can no longer be true",
}


def letters(**said: str) -> Script:
    """Answers each check with its letter, told apart by what the prompt itself asks."""

    def script(body: dict[str, Any], number: int) -> Answer:
        if is_probe(body):
            return probe_answer(body)
        [name] = (name for name, words in ASKS.items() if words in unfenced(body))
        return says(said[name])

    return script


def test_three_independent_calls_of_one_letter_as_published() -> None:
    with Server(letters(E0="T", E1="T", E2="F")) as server:
        report = scored(server, "published")
    calls = asked(server)
    assert len(calls) == 3
    assert len({unfenced(body) for body in calls}) == 3
    assert all("exactly one letter" in unfenced(body) for body in calls)
    assert {len(body["messages"]) for body in calls} == {2}  # none sees another's answer
    values = {name: check.value for name, check in report.checks.items()}
    assert values == {"E0": 1.0, "E1": 1.0, "E2": 0.0}
    assert (report.passed, report.strict) == (False, None)
    assert report.signature.find("letters") > 0


@pytest.mark.parametrize("bad", ["", "T and F", "maybe"])
def test_an_unreadable_letter_leaves_the_edit_unscored(bad: str) -> None:
    with Server(letters(E0="T", E1=bad, E2="T")) as server:
        report = scored(server, "published")
    assert report.checks["E1"].value is None
    assert report.checks["E1"].reason is not None
    assert (report.passed, report.final.value) == (None, None)


def holding(body: dict[str, Any], number: int) -> Answer:
    """Says of every claim that it holds, and of every connective that it fits."""
    if is_probe(body):
        return probe_answer(body)
    verdict = "holds" if "holds" in unfenced(body) else "fits"
    return says(json.dumps({"quote": "", "rationale": "so", "code": "", "verdict": verdict}))


def test_every_claim_is_asked_and_the_embedded_finding_stands_beside() -> None:
    with Server(holding) as server:
        report = scored(server, "directed")
    lines = [line for check in report.checks.values() for line in check.claims]
    scored_claims = [line for line in lines if line.probe is not None]
    assert len(asked(server)) >= len(scored_claims) >= 3
    assert [line.status for line in report.checks["E1"].claims] == ["holds"]
    e2 = report.checks["E2"].claims
    assert [(line.status, line.graph) for line in e2] == [
        ("holds", "contradicted"),
        ("holds", "contradicted"),
    ]
    assert all(line.disagree for line in e2)
    told = [w.message for w in report.warnings if w.code == "disagreement"]
    assert len(told) == len(e2)
    assert all("judge says holds" in message for message in told)
    assert report.passed is False
