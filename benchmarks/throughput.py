"""How close judging comes to the ideal, against the scripted server in a process of its own.

Run as ``python -m benchmarks.throughput`` from the checkout. Three figures, all of one run:

1. 500 ms latency, 64 slots: ideal time (calls × latency ÷ slots) ÷ time taken; demand 0.85.
2. 50 ms latency, 64 slots: our calls a second ÷ those of a bare loop over the SDK's async client;
   demand 0.85 (the client itself is the limit there). Both take turns, so that other work on the
   machine strikes both: the ratio of the medians counts, the ratios of the pairs show its spread.
   Beside it the same of the processor time of this process.
3. The same work as the public reference does it: edges of one item in sequence, 16 items at once,
   full answer last in every prompt. Wall time and prompt characters that no cache can share, as
   ratios to ours.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Self

import openai

from prism.judges.model.judge import OpenAIJudge
from prism.judges.model.messages import Writer
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.llm.fence import Fence
from prism.llm.limiter import Limiter
from prism.prompts import Prompts
from prism.records.probe import Probe
from prism.store.cached import StoredJudge
from prism.store.verdicts import Store

SLOTS = 64
DEMAND = 0.85
WORDS = (
    "rain soil wind tide grain mill coal steam rail ship trade price wage town school law"
).split()


def response(number: int, dice: random.Random) -> list[Probe]:
    """One response of about 700 words with its 40 edge and 5 criterion probes."""
    units = [" ".join(dice.choices(WORDS, k=14)) for _ in range(50)]
    texts = {"question": f"What if number {number} had happened?", "response": ". ".join(units)}
    edges = [
        Probe(
            kind="edge",
            subject=f"e{i}",
            texts=texts,
            question={"source": units[i], "target": units[i + 1], "relation": "CAUSE"},
            menu=("forward", "backward", "none"),
            prompt="edge_directed",
        )
        for i in range(40)
    ]
    bands = {f"{low}-{low + 1}": " ".join(dice.choices(WORDS, k=20)) for low in (1, 3, 5, 7, 9)}
    criteria = [
        Probe(
            kind="criterion",
            subject=f"c{i}",
            texts=texts,
            question={"name": f"criterion {i}", "description": "how deep it goes", "bands": bands},
            menu=tuple(str(mark) for mark in range(1, 11)),
            prompt="criterion",
        )
        for i in range(5)
    ]
    return edges + criteria


@contextmanager
def scripted(latency: float) -> Iterator[str]:
    """Serve the scripted server from its own process; yield its base URL."""
    command = [sys.executable, "-m", "tests.scripted.server", "--latency", str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Spent(NamedTuple):
    """Seconds by the clock on the wall, and of this process's processor time."""

    wall: float
    processor: float

    @classmethod
    def now(cls) -> Self:
        """Return the time of both clocks."""
        return cls(time.perf_counter(), time.process_time())

    def until_now(self) -> "Spent":
        """Return what was spent since ``self``."""
        wall, processor = Spent.now()
        return Spent(wall - self.wall, processor - self.processor)


Way = Callable[[str, list[list[Probe]]], Coroutine[Any, Any, Spent]]


def in_turn(url: str, responses: list[list[Probe]], rounds: int) -> list[tuple[Spent, Spent]]:
    """Do the work by turns as ours and as the bare loop, each first every other time."""
    pairs = []
    for number in range(rounds):
        ways: list[Way] = [ours, bare]
        order = ways if number % 2 == 0 else ways[::-1]
        spent = {way: asyncio.run(way(url, responses)) for way in order}
        pairs.append((spent[ours], spent[bare]))
    return pairs


def compared(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Return the ratio of the medians, bare loop ÷ ours, and the range of the pairs' ratios."""
    mine, loop = zip(*pairs, strict=True)
    ratios = sorted(theirs / own for own, theirs in pairs)
    return {
        "ratio of medians": round(median(loop) / median(mine), 3),
        "lowest pair": round(ratios[0], 3),
        "highest pair": round(ratios[-1], 3),
    }


async def ours(url: str, responses: list[list[Probe]]) -> Spent:
    """Judge all responses at once, every verdict stored; from first to last call."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        limiter = Limiter(start=SLOTS, cap=SLOTS)
        async with Client(Endpoint(url, "none"), limiter=limiter) as client:
            judge = OpenAIJudge("m", client)
            await judge.answer(responses[0][:1])
            stored = StoredJudge(judge, store)
            begin = Spent.now()
            answers = await asyncio.gather(*(stored.answer(probes) for probes in responses))
            taken = begin.until_now()
    assert all(verdict.value for verdicts in answers for verdict in verdicts)
    return taken


async def bare(url: str, responses: list[list[Probe]]) -> Spent:
    """Send the same prompts through the SDK's own client and do nothing with the replies."""
    writer = Writer(Prompts(), True, Fence())
    prompts = [writer.write([p], None, "json_schema") for probes in responses for p in probes]
    slots = asyncio.Semaphore(SLOTS)
    fast = openai.DefaultAioHttpClient()
    async with openai.AsyncOpenAI(base_url=url, api_key="none", http_client=fast) as client:

        async def one(messages: Any) -> None:
            async with slots:
                await client.chat.completions.create(model="m", messages=messages, temperature=0)

        await one(prompts[0])
        begin = Spent.now()
        await asyncio.gather(*(one(messages) for messages in prompts))
        return begin.until_now()


async def reference(url: str, responses: list[list[Probe]]) -> Spent:
    """The order of the public reference: one item's probes in sequence, 16 items at once."""
    writer = Writer(Prompts(), True, Fence())
    items = asyncio.Semaphore(16)
    fast = openai.DefaultAioHttpClient()
    async with openai.AsyncOpenAI(base_url=url, api_key="none", http_client=fast) as client:

        async def item(probes: list[Probe]) -> None:
            async with items:
                for probe in probes:
                    messages: Any = writer.write([probe], None, "json_schema")
                    await client.chat.completions.create(model="m", messages=messages)

        begin = Spent.now()
        await asyncio.gather(*(item(probes) for probes in responses))
        return begin.until_now()


def unshared(responses: list[list[Probe]], *, answer_last: bool) -> int:
    """Return the prompt characters after what each prompt shares with the one before it."""
    writer, total = Writer(Prompts(), True, Fence()), 0
    for probes in responses:
        before = ""
        for probe in probes:
            system, user = (m["content"] for m in writer.write([probe], None, "json_schema"))
            if answer_last:
                answer = probe.texts["response"]
                user = user.replace(answer, "") + answer
            whole = system + user
            same = next(
                (i for i, (a, b) in enumerate(zip(whole, before, strict=False)) if a != b),
                min(len(whole), len(before)),
            )
            total += len(whole) - same
            before = whole
    return total


def main() -> int:
    """Print the figures; return 1 where a demand is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--responses", type=int, default=50)
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    dice = random.Random(0)
    responses = [response(number, dice) for number in range(chosen.responses)]
    calls = sum(map(len, responses))
    ideal = calls * 0.5 / SLOTS
    with scripted(0.5) as url:
        shares = [ideal / asyncio.run(ours(url, responses)).wall for _ in range(chosen.rounds // 2)]
    with scripted(0.05) as url:
        pairs = in_turn(url, responses, chosen.rounds)
        sequence = asyncio.run(reference(url, responses)).wall
    quick = median(mine.wall for mine, _ in pairs)
    wall = compared([(mine.wall, loop.wall) for mine, loop in pairs])
    last = unshared(responses, answer_last=True)
    first = unshared(responses, answer_last=False)
    figures = {
        "calls": calls,
        "500 ms: share of the ideal": [round(share, 3) for share in shares],
        "50 ms: speed by a bare SDK loop's": wall,
        "50 ms: the same of processor time": compared(
            [(mine.processor, loop.processor) for mine, loop in pairs]
        ),
        "50 ms: calls a second": round(calls / quick),
        "reference order: times our wall time at 50 ms": round(sequence / quick, 2),
        "reference order: times our unshared prompt characters": round(last / first, 2),
    }
    print(json.dumps(figures, indent=2))
    return int(median(shares) < DEMAND or wall["ratio of medians"] < DEMAND)


if __name__ == "__main__":
    raise SystemExit(main())
