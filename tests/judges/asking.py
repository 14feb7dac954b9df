"""Probes and judges for the tests of judging."""

import asyncio
from collections.abc import Sequence
from typing import Any

from prism.judges.model.judge import OpenAIJudge
from prism.llm.client import Client, Retry
from prism.llm.endpoint import Endpoint
from prism.records.probe import Probe
from prism.records.verdict import Verdict
from tests.scripted.server import Server

RESPONSE = "The dam broke because the rain was heavy. So the valley flooded, and people fled."
UNITS = ("The dam broke", "the rain was heavy", "the valley flooded", "people fled")
TEXTS = {"question": "What if the dam broke?", "response": RESPONSE}
QUICK = Retry(tries=4, first=0.001, longest=0.005)


def edge(i: int, protocol: str = "directed", response: str = RESPONSE) -> Probe:
    """The i-th distinct edge probe of a response."""
    source, target = UNITS[i % 4], UNITS[(i + 1 + i // 4 % 3) % 4]
    return Probe(
        kind="edge",
        subject=f"e{i}",
        texts={**TEXTS, "response": response},
        question={
            "source": f"{source} ({i})",
            "target": target,
            "relation": "CAUSE",
            "source_start": None,
            "source_end": None,
            "target_start": None,
            "target_end": None,
        },
        menu=("forward", "backward", "none") if protocol == "directed" else ("yes", "no"),
        prompt=f"edge_{protocol}",
    )


def criterion(i: int) -> Probe:
    return Probe(
        kind="criterion",
        subject=f"c{i}",
        texts=TEXTS,
        question={"name": f"Depth {i}", "description": "goes deep", "bands": {"1-2": "shallow"}},
        menu=tuple(str(mark) for mark in range(1, 11)),
        prompt="criterion",
    )


def outcome() -> Probe:
    return Probe(
        kind="outcome",
        subject="om",
        texts=TEXTS,
        question={"gold": ["people fled"]},
        menu=("agree", "disagree"),
        prompt="outcome",
    )


def check(name: str) -> Probe:
    """A probe about an edit: one letter for several claims, or a status for one."""
    story = {"story": "The dam broke.", "request": "Had it held?", "response": RESPONSE}
    letter = name != "edit_claim"
    if letter:
        story = {"response": RESPONSE}
    return Probe(
        kind="letter" if letter else "claim",
        subject=name,
        texts=story,
        question={"claims": "it rained. it broke."}
        if letter
        else {"claim": "it rained", "expected": "kept"},
        menu=("T", "F") if letter else ("holds", "contradicted", "revised", "omitted"),
        prompt=name,
    )


async def ask(server: Server, probes: Sequence[Probe], **options: Any) -> list[Verdict]:
    """Answer ``probes`` with a fresh client; ``client`` options go to the client."""
    client = {"retry": QUICK, "timeout": 120.0, **options.pop("client", {})}
    async with Client(Endpoint(server.base_url, "sk-secret"), **client) as way_out:
        return await OpenAIJudge("m", way_out, **options).answer(probes)


def answers(server: Server, probes: Sequence[Probe], **options: Any) -> list[Verdict]:
    return asyncio.run(ask(server, probes, **options))
