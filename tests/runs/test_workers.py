"""Workers may be killed at any time: no job is lost, and none hangs."""

import asyncio
import os
import signal
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from prism.engine.score import run_sync
from prism.errors import InternalError, Unavailable
from prism.parsers.embedded import EmbeddedParser
from prism.runs import workers
from prism.runs.workers import Crew, CrewParser, ParseJob

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")
TEXTS = [f"The road {n} flooded because it rained. So the bridge was closed." for n in range(30)]


def kill(crew: Crew) -> None:
    for pid in crew.pids:
        os.kill(pid, signal.SIGKILL)


def test_killed_workers_lose_no_job() -> None:
    expected = [run_sync(lambda t=t: EmbeddedParser().parse(t)) for t in TEXTS]
    with Crew(1) as crew:
        parser = CrewParser(crew, EmbeddedParser())

        async def parse_all() -> list[object]:
            jobs = [asyncio.ensure_future(parser.parse(text)) for text in TEXTS]
            for place in (2, 9):  # in the midst of the work
                await jobs[place]
                kill(crew)
            return list(await asyncio.gather(*jobs))

        found = asyncio.run(parse_all())
        assert crew.deaths >= 1
    assert found == expected


def test_a_job_that_costs_three_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def exchange(process: BaseProcess, pipe: Any, job: object) -> Any:
        process.kill()  # before the job can be done
        process.join()
        return real(process, pipe, job)

    real = workers._exchange
    monkeypatch.setattr(workers, "_exchange", exchange)
    with Crew(1) as crew:
        with pytest.raises(InternalError, match="3 worker processes"):
            asyncio.run(CrewParser(crew, EmbeddedParser()).parse(TEXTS[0]))
        assert crew.deaths == 3


def test_closing_kills_the_workers() -> None:
    with Crew(1) as crew:
        asyncio.run(CrewParser(crew, EmbeddedParser()).parse(TEXTS[0]))
        (pid,) = crew.pids
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("fails", "error"),
    [
        (ParseJob(EmbeddedParser(), None), InternalError),  # type: ignore[arg-type]
        (ParseJob(EmbeddedParser(model="no_such_model"), "It rained."), Unavailable),
    ],
)
def test_a_job_fails_with_what_it_would_fail_with_here(
    fails: ParseJob, error: type[Exception]
) -> None:
    with Crew(1) as crew:
        with pytest.raises(error) as told:
            asyncio.run(crew.do(fails))
        assert crew.deaths == 0
    assert type(told.value) is error
    assert "\n" not in str(told.value)
