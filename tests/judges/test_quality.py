"""Dry runs tell what is asked; reports tell what is to be thought of the judge."""

import asyncio
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from prism.engine.dryrun import dry_run
from prism.engine.score import score_all
from prism.engine.session import Session
from prism.judges.controls import CANARY
from prism.llm.budget import Price
from prism.llm.estimate import Estimate
from prism.records.item import Criterion, Item, Rubric
from prism.records.report import Report
from prism.report.terminal import render
from prism.settings import Settings
from prism.suites.base import Setup
from tests.scripted.answers import Answer, is_probe, says, unfenced, user, well
from tests.scripted.server import Server

TEXT = "The valley flooded because the dam broke. So people fled. Roads closed since it snowed."
ITEM = Item(
    id="q",
    kind="whatif",
    texts={"question": "What if the dam broke?", "response": TEXT},
    rubric=Rubric(criteria=(Criterion(name="Depth"), Criterion(name="Order"))),
)


def session(server: Server, work: Any, judge: str = "openai:m", **settings: Any) -> Any:
    """Do ``work`` with a setup and a session on ``server``."""
    parser = settings.pop("parser", "embedded")

    async def run() -> Any:
        async with Session(Settings(base_url=server.base_url, **settings)) as opened:
            setup = Setup(await opened.parser(parser), await opened.judge(judge))
            return await work(setup, opened)

    return asyncio.run(run())


def told(server: Server, **settings: Any) -> Estimate:
    prices = {"m": Price(prompt=1, completion=1)}
    return session(server, lambda setup, _: dry_run([ITEM], setup, None, prices), **settings)


def scored(server: Server, controls: bool = False, **settings: Any) -> Report:
    def work(setup: Setup, opened: Session) -> Any:
        told = replace(setup, decoding=setup.judge.decoding)
        return score_all([ITEM], told, controls=controls)

    return session(server, work, **settings)[0]


def codes(report: Report) -> dict[str, str]:
    return {warning.code: warning.message for warning in report.warnings}


@pytest.mark.parametrize("settings", [{}, {"replicates": 3}, {"judge": "panel:openai:m,openai:n"}])
def test_a_dry_run_asks_nothing_and_a_run_then_asks_just_that(settings):
    with Server() as server:
        before = told(server, **settings)
        assert server.started == 0
        scored(server, **settings)
        bodies = [body for body in server.requests if not is_probe(body)]
    sent = sum(len(message["content"]) for body in bodies for message in body["messages"])
    assert before.exact
    assert sum(count for count, _ in before.calls.values()) == len(bodies)
    assert before.characters == (sent, sent)


def test_what_the_store_holds_is_not_asked_again(tmp_path):
    with Server() as server:
        scored(server, store=tmp_path / "s")
        assert told(server, store=tmp_path / "s").calls == {}


def test_with_a_parser_of_a_model_only_the_edges_are_an_interval():
    with Server() as server:
        before = told(server, parser="openai:m")
        assert server.started == 0
    assert before.calls["parse"] == (1, 1)
    assert before.calls["criterion"] == (2, 2)
    low, high = before.calls["edge"]
    assert 0 < low < high
    assert before.cost is not None


def test_a_local_run_asks_no_model():
    with Server() as server:
        assert told(server, judge="local").calls == {}


def gullible(body: dict[str, Any], number: int) -> Answer:
    """A judge that believes every edge."""
    if is_probe(body) or "forward" not in user(body):
        return well(body)
    return says('{"rationale": "sure", "code": "stated", "verdict": "forward"}')


def shown(*reports: Report) -> str:
    screen = Console(width=100, record=True, file=io.StringIO())
    for part in render(reports, 100):
        screen.print(part)
    return screen.export_text()


def test_a_judge_that_believes_everything_is_found_out_and_nothing_of_it_counted():
    with Server(gullible) as server:
        plain = scored(server)
        report = scored(server, controls=True)
    assert report.process == plain.process
    assert plain.controls is None
    assert "Controls" not in shown(plain)
    told = report.controls
    assert told is not None
    assert set(told.kinds) <= {"reversed", "shuffled", "non_descendant", "canary"}
    assert all(line.rate == 1 and line.believed == line.judged for line in told.kinds.values())
    assert told.all.judged == sum(line.judged for line in told.kinds.values()) > 3
    assert told.alarm
    assert "canary" in codes(report)
    assert "Alarm" in shown(report)
    assert "100%" in shown(report)


def test_a_judge_that_believes_nothing_raises_no_alarm():
    def doubts(body: dict[str, Any], number: int) -> Answer:
        believes = not is_probe(body) and "forward" in user(body)
        return says('{"verdict": "none"}') if believes else well(body)

    with Server(doubts) as server:
        report = scored(server, controls=True)
    assert report.controls is not None
    assert (report.controls.all.believed, report.controls.alarm) == (0, False)
    assert "canary" not in codes(report)
    assert "Alarm" not in shown(report)
    assert "0%" in shown(report)


def test_controls_without_an_answer_are_told_and_are_no_false_positives():
    def silent(body: dict[str, Any], number: int) -> Answer:
        return says("") if not is_probe(body) and CANARY in user(body) else gullible(body, number)

    with Server(silent) as server:
        report = scored(server, controls=True)
    assert report.controls is not None
    line = report.controls.kinds["canary"]
    assert (line.judged, line.unscored, line.rate) == (0, 1, None)
    assert not report.controls.alarm
    assert "0/1" in shown(report)


def test_controls_of_several_reports_are_told_together():
    with Server(gullible) as server:
        report = scored(server, controls=True)
    assert report.controls is not None
    row = next(line for line in shown(report, report).splitlines() if line.startswith("all "))
    assert row.split()[1] == str(2 * report.controls.all.believed)


def test_what_missing_verdicts_leave_open_is_told_for_one_report_and_for_several():
    def script(body: dict[str, Any], number: int) -> Answer:
        return says("") if "Depth" in user(body) else well(body)

    with Server(script) as server:
        report = scored(server)
    low, high = (f"{100 * bound:.1f}" for bound in report.final.directed.bounds)
    assert low < high
    for screen in (shown(report), shown(report, report)):
        assert f"{low}–{high}" in screen
        assert "bounds" in screen
    with Server() as server:
        whole = scored(server)
    assert "bounds" not in shown(whole, whole)


def test_controls_leave_the_batches_of_the_score_as_they_are(tmp_path):
    settings = {"edges": "batch", "store": tmp_path / "s"}
    with Server() as server:
        plain = scored(server, **settings)
        before = server.good
        report = scored(server, controls=True, **settings)
        assert server.good == before + 1
    assert report.process == plain.process


def test_a_model_that_changes_under_way_marks_the_signature():
    def script(body: dict[str, Any], number: int) -> Answer:
        if is_probe(body):
            return well(body)
        answer = well(body)
        changed = answer.body.replace(b"scripted-1", b"scripted-2")
        return replace(answer, body=changed) if "Depth" in user(body) else answer

    with Server(script) as server:
        report = scored(server)
    assert "scripted-1@fp1 and scripted-2@fp1" in codes(report)["mixed"]
    assert "served=mixed" in report.signature
    with Server() as server:
        assert "mixed" not in scored(server).signature


def test_replicates_say_how_far_they_agree_and_what_that_leaves_open():
    with Server() as server:
        report = scored(server, replicates=3)
    votes = report.votes
    assert votes is not None
    assert (votes.voters, votes.agreement) == (3, 1.0)
    assert set(votes.support.values()) <= {0.0, 1.0}
    assert votes.process is not None
    assert votes.process[0] <= report.process.directed.value <= votes.process[1]
    assert "3 votes a probe" in shown(report)
    assert "Monte Carlo" in shown(report)


def test_judges_in_dispute_are_told_edge_by_edge():
    def script(body: dict[str, Any], number: int) -> Answer:
        if is_probe(body) or "forward" not in unfenced(body):
            return well(body)
        return says(json.dumps({"verdict": "none" if body["model"] == "c" else "forward"}))

    with Server(script) as server:
        report = scored(server, judge="panel:openai:a,openai:b,openai:c")
        assert scored(server).votes is None
    votes = report.votes
    assert votes is not None
    causal = [edge.id for edge in report.edges if edge.causal]
    assert {votes.support[edge] for edge in causal} == {2 / 3}
    assert report.process.directed.value == 1.0
    assert votes.agreement is not None
    assert votes.agreement < 1
