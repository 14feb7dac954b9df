"""Workers may be killed at any time: no job is lost, and none hangs."""

import asyncio
import os
import signal
import threading
import time

import pytest

from prism.engine.score import run_sync
from prism.errors import BadInput
from prism.parsers.registry import make_parser
from prism.runs.workers import Crew, CrewParser

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")
TEXTS = [f"The road {n} flooded because it rained. So the bridge was closed." for n in range(30)]


def kill(crew: Crew, times: int, pause: float, stop: threading.Event) -> None:
    killed = 0
    while killed < times and not stop.is_set():
        time.sleep(pause)
        for pid in crew.pids:
            os.kill(pid, signal.SIGKILL)
            killed += 1


def test_killed_workers_lose_no_job() -> None:
    expected = [run_sync(lambda t=t: make_parser("embedded").parse(t)) for t in TEXTS]
    stop = threading.Event()
    with Crew(1) as crew:
        parser = CrewParser(crew, "clause", None)

        async def parse_all() -> list[object]:
            return list(await asyncio.gather(*(parser.parse(text) for text in TEXTS)))

        killer = threading.Thread(target=kill, args=(crew, 2, 1.0, stop))
        killer.start()
        found = asyncio.run(parse_all())
        stop.set()
        killer.join()
        assert crew.deaths >= 1
    assert found == expected


def test_a_job_that_costs_three_workers_is_given_up() -> None:
    stop = threading.Event()
    with Crew(1) as crew:
        killer = threading.Thread(target=kill, args=(crew, 1000, 0.05, stop))
        killer.start()
        with pytest.raises(BadInput, match="3 worker processes"):
            asyncio.run(CrewParser(crew, "clause", None).parse(TEXTS[0]))
        stop.set()
        killer.join()


def test_closing_kills_the_workers() -> None:
    with Crew(1) as crew:
        asyncio.run(CrewParser(crew, "clause", None).parse(TEXTS[0]))
        (pid,) = crew.pids
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
