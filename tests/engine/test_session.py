"""Sessions: from what a user set to judges and parsers at work."""

import asyncio
import json
import sqlite3
from typing import Any

import pytest

from prism.engine.session import Session
from prism.errors import UnreadableFile, UsageError
from prism.graph import CausalGraph
from prism.judges.local.judge import LocalJudge
from prism.llm.client import Retry
from prism.llm.records import Decoding
from prism.parsers.given import GivenParser
from prism.records.verdict import Verdict
from prism.settings import Settings
from prism.suites.base import Setup
from tests.judges.asking import RESPONSE, criterion, edge
from tests.scripted.answers import fault, is_probe, says, well
from tests.scripted.server import Server

PROBES = [*(edge(i) for i in range(5)), criterion(0)]


def judged(server: Server, spec: str, **settings: Any) -> tuple[list[Verdict], str | None]:
    async def run() -> tuple[list[Verdict], str | None]:
        whole = Settings(base_url=server.base_url, retry=Retry(3, 0.001, 0.01), **settings)
        async with Session(whole) as session:
            judge = await session.judge(spec)
            return list(await judge.answer(PROBES)), judge.decoding

    return asyncio.run(run())


def signed(verdicts: list[Verdict], decoding: str | None) -> str:
    """The decoding as it stands in the signature of a report on ``verdicts``."""
    setup = Setup(GivenParser(CausalGraph()), LocalJudge(), decoding=decoding)
    return setup.judged(verdicts).decoding or ""


def test_whoever_paid_for_the_verdicts_they_sign_alike(tmp_path):
    """A process that finds all verdicts paid for has asked the endpoint nothing."""
    with Server() as server:
        paid, _ = judged(server, "openai:m", store=tmp_path / "s")
        with sqlite3.connect(tmp_path / "s") as db:
            db.execute("DELETE FROM endpoints")
        asked = server.started
        found, line = judged(server, "openai:m", store=tmp_path / "s")
        assert server.started == asked
    assert found == paid
    assert (
        signed(found, line) == signed(paid, line) == "temperature=0.0;edges=each;mode=json_schema"
    )


def test_a_stored_run_is_repeated_without_the_server_and_signs_alike(tmp_path):
    with Server() as server:
        first, line = judged(server, "openai:m", store=tmp_path / "s")
        server.script = lambda body, number: says("out of order")
        again, same = judged(server, "openai:m", store=tmp_path / "s")
        replayed, _ = judged(server, f"replay:{tmp_path / 's'}")
    assert first == again == replayed
    assert line == same == "temperature=0.0;edges=each"
    assert signed(first, line) == signed(again, same)
    assert signed(again, same) == "temperature=0.0;edges=each;mode=json_schema"


def test_replicates_are_judged_apart_and_kept_apart(tmp_path):
    settings = {"replicates": 3, "decoding": Decoding(seed=5), "store": tmp_path / "s"}
    with Server() as server:
        verdicts, line = judged(server, "openai:m", **settings)
        seeds = {body["seed"] for body in server.requests if not is_probe(body)}
        assert server.good == 3 * len(PROBES)
        judged(server, "openai:m", **settings)
        assert server.good == 3 * len(PROBES)
    assert seeds == {5, 6, 7}
    assert {verdict.confidence for verdict in verdicts} == {1.0}
    assert line is not None
    assert line.endswith("replicates=3")


def test_the_signature_says_what_the_endpoint_made_of_the_decoding():
    def script(body, number):
        if "temperature" in body:
            return fault(400, "no temperature here", "temperature")
        if "Count from 1" in body["messages"][-1]["content"]:
            return says("", "length", usage={"completion_tokens_details": {"reasoning_tokens": 9}})
        return well(body)

    with Server(script) as server:
        verdicts, line = judged(server, "openai:m")
    assert all(verdict.value for verdict in verdicts)
    told = signed(verdicts, line)
    assert told.endswith("mode=json_schema;max_tokens>=4096;dropped=temperature")


def test_a_panel_asks_each_model():
    with Server() as server:
        verdicts, _ = judged(server, "panel:openai:a,openai:b")
        assert {body["model"] for body in server.requests} == {"a", "b"}
    assert {v.provenance.judge for v in verdicts} == {"panel:openai:a,openai:b"}


def test_no_judge_of_a_model_needs_no_endpoint(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    async def run() -> str:
        async with Session(Settings()) as session:
            return (await session.judge("local")).name + (await session.parser("embedded")).name

    assert asyncio.run(run()) == "localembedded"


@pytest.mark.parametrize("spec", ["openai:", "nobody", "panel:local", "replay:nothing"])
def test_unknown_judges_are_refused(spec):
    with Server() as server, pytest.raises((UsageError, UnreadableFile)):
        judged(server, spec)


def test_a_parser_shares_client_and_store_with_the_judge(tmp_path):
    reply = json.dumps({"units": [RESPONSE[:14], RESPONSE[15:]], "relations": []})

    def script(body, number):
        asks = "discourse units" in body["messages"][0]["content"]
        return says(reply) if asks else well(body)

    async def run(url: str) -> list[Any]:
        graphs = []
        for _ in range(2):
            async with Session(Settings(base_url=url, store=tmp_path / "s")) as session:
                await session.judge("openai:m")
                graphs.append(await (await session.parser("openai:m")).parse(RESPONSE))
        return graphs

    with Server(script) as server:
        first, second = asyncio.run(run(server.base_url))
        assert sum(not is_probe(body) for body in server.requests) == 1
    assert first == second
