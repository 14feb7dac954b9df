"""What worker processes gain, beside what this machine gives two busy loops.

    python -m benchmarks.parallel [--texts 16] [--jobs 2]

A machine's virtual cores are seldom worth a core each, so the speed-up of parsing is held against
that of plain arithmetic in as many processes; at least 85 % of it is promised. Both are measured in
turns, many short rounds; the median counts.
"""

import argparse
import asyncio
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from prism.parsers.embedded import EmbeddedParser
from prism.runs.workers import Crew, CrewParser

PROMISED = 0.85
ROUNDS = 15
DEMO = Path(__file__).parent / "demo"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--texts", type=int, default=16)
    options.add_argument("--jobs", type=int, default=2)
    chosen = options.parse_args()
    sources = [file.read_text("utf-8") for file in sorted(DEMO.glob("*/*.txt"))]
    texts = [f"In case {n}. {sources[n % len(sources)]}" for n in range(chosen.texts)]
    with Crew(1) as one, Crew(chosen.jobs) as several:
        for crew in (one, several):  # start the workers and load their models
            asyncio.run(parse_all(crew, texts[: 4 * chosen.jobs]))
        shares, machines, parses = [], [], []
        for _ in range(ROUNDS):
            machines.append(spin(1, chosen.jobs) / spin(chosen.jobs, chosen.jobs))
            parses.append(clock(one, texts) / clock(several, texts))
            shares.append(parses[-1] / machines[-1])
    share = median(shares)
    kept = "ok" if share >= PROMISED else "MISSED"
    print(f"{chosen.jobs} busy loops at once   {median(machines):5.2f} times one after the other")
    print(f"{chosen.jobs} parsing workers      {median(parses):5.2f} times one worker")
    told = ", ".join(f"{one:.0%}" for one in sorted(shares))
    print(f"share of the machine   {share:5.0%} ({told})   promised {PROMISED:.0%}   {kept}")


async def parse_all(crew: Crew, texts: list[str]) -> None:
    parser = CrewParser(crew, EmbeddedParser())
    await asyncio.gather(*(parser.parse(text) for text in texts))


def clock(crew: Crew, texts: list[str]) -> float:
    return timed(lambda: asyncio.run(parse_all(crew, texts)))


def spin(at_once: int, loops: int) -> float:
    """Return how long ``loops`` busy loops take with ``at_once`` processes."""
    with get_context("spawn").Pool(at_once) as pool:
        pool.map(busy, [1] * at_once, chunksize=1)  # start-up does not count
        return timed(lambda: pool.map(busy, [1_000_000] * 4 * loops, chunksize=1))


def busy(steps: int) -> int:
    total = 0
    for step in range(steps):
        total += step * step % 7
    return total


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
