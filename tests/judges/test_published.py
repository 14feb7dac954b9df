"""The published protocol, end to end: the evaluator's stored replies in, its scores out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from prism.engine.score import score_all
from prism.engine.session import Session
from prism.files.document import parse_document
from prism.files.source import read_source
from prism.judges.model.judge import OpenAIJudge
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.parsers.openai import OpenAIParser
from prism.settings import Settings
from prism.suites.base import Setup
from prism.suites.whatif.files.whatif import MetricsItem, read_metrics
from prism.suites.whatif.report import WhatIfReport
from tests.judges.asking import QUICK
from tests.scripted.answers import (
    Answer,
    fault,
    is_probe,
    probe_answer,
    says,
    system,
    unmarked,
    user,
)
from tests.scripted.server import Server


def records(data: Path) -> list[MetricsItem]:
    files = sorted((data / "whatif" / "native").glob("metrics_*.json"))
    documents = [parse_document(read_source(str(file))) for file in files]
    return [record for document in documents for record in read_metrics(document)]


def stored_replies(record: MetricsItem) -> dict[str, str]:
    """The stored reply to each question, by how our prompts put the question."""
    texts = {node.id: node.text for node in record.parsed_dag.nodes}
    replies = {}
    for edge, score in zip(record.parsed_dag.edges, record.metrics.pm.edges, strict=True):
        source = f"<<<BEGIN source>>>\n{texts[edge.source]}\n<<<END source>>>"
        target = f"<<<BEGIN target>>>\n{texts[edge.target]}\n<<<END target>>>"
        asked = f"labelled {edge.relation_type}:\n\nSource:\n{source}\n\nTarget:\n{target}"
        replies[asked] = str(score.raw["raw"])
    for mark in record.metrics.rm.criterion_evaluations:
        name = f"The criterion: <<<BEGIN name>>>\n{mark.name}\n<<<END name>>>"
        replies[name] = f"{mark.reason}\nVERDICT: {mark.score:g}"
    return replies


def evaluator(record: MetricsItem) -> Any:
    """A server that says what the paper's evaluator said, and has no structured output."""
    replies = stored_replies(record)

    def script(body: dict[str, Any], number: int) -> Answer:
        if "response_format" in body:
            return fault(400, "response_format is not supported", "response_format")
        if is_probe(body):
            return probe_answer(body)
        if "discourse units" in system(body):
            return says(record.parsed_rst_raw)
        asked = unmarked(user(body))
        return next((says(said) for put, said in replies.items() if put in asked), fault(404))

    return script


async def scored(record: MetricsItem, url: str) -> WhatIfReport:
    async with Client(Endpoint(url, "k"), retry=QUICK) as client:
        parser = OpenAIParser("gpt-5.4", client, on_failure="stop")
        setup = Setup(parser, OpenAIJudge("gpt-5.4", client), protocol="published")
        report = (await score_all([record.item()], setup))[0]
    assert isinstance(report, WhatIfReport)
    return report


def test_every_stored_score_is_reproduced(data):
    found = records(data)
    assert len(found) >= 10
    for record in found:
        with Server(evaluator(record)) as server:
            report = asyncio.run(scored(record, server.base_url))
        process, rubric = report.process.published, report.rubric
        assert (process.coverage, rubric.coverage) == (1.0, 1.0)
        assert process.value == pytest.approx(record.pm_score, abs=1e-9)
        assert rubric.value == pytest.approx(record.rm_score, abs=1e-9)
        assert report.final.published.value == pytest.approx(record.total_score, abs=1e-9)


def test_a_metrics_file_can_stand_in_for_parser_and_judge(data):
    file = data / "whatif" / "native" / "metrics_glm-5.1.json"
    (record,) = [r for r in read_metrics(parse_document(read_source(str(file)))) if r.metrics]

    async def run() -> WhatIfReport:
        async with Session(Settings()) as session:
            parser = await session.parser(f"replay:{file}")
            judge = await session.judge(f"replay:{file}")
            setup = Setup(parser, judge, protocol="published")
            return (await score_all([record.item()], setup))[0]

    report = asyncio.run(run())
    assert report.final.published.value == pytest.approx(record.total_score, abs=1e-9)
    assert report.final.published.coverage == 1.0
