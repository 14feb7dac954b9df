"""Supervised worker processes for work that needs the processor: parsing, local judging.

One thread looks after each process: hands it a job, waits for the result or for its end. A worker
that dies or hangs (killed, out of memory) is replaced and its job is given to another; a job that
has cost three workers is given up. Jobs and results are plain records.

concurrent.futures fails every job of a pool when one of its workers dies, and gives a job no time
limit. pebble starts workers anew, but they share one pipe: of 200 jobs during which five workers
were killed it stood still for a minute, then gave up 78 that nothing was wrong with (5.2; LGPL).
"""

import asyncio
import multiprocessing
import queue
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final, Self

from pydantic import JsonValue

from prism.errors import InternalError, PrismError, Unavailable
from prism.graph import CausalGraph
from prism.graph.convert import from_dict, to_dict
from prism.judges.base import Judge
from prism.parsers.base import Parser
from prism.records.probe import Probe
from prism.records.verdict import Verdict

if TYPE_CHECKING:
    Pipe = Connection[Any, Any]

__all__ = ["Crew", "CrewJudge", "CrewParser", "JudgeJob", "ParseJob"]

LIVES: Final = 3
PATIENCE: Final = 600.0  # seconds after which a worker counts as hung


@dataclass(frozen=True, slots=True)
class ParseJob:
    """Parse a text."""

    parser: Parser
    text: str


@dataclass(frozen=True, slots=True)
class JudgeJob:
    """Answer probes."""

    judge: Judge
    probes: Sequence[Probe]


Job = ParseJob | JudgeJob
Result = dict[str, JsonValue] | list[Verdict]


@dataclass(slots=True)
class _Order:
    """A job, what its result is to be put into, and how many workers it has cost."""

    job: Job
    result: "Future[Result]" = field(default_factory=Future)
    deaths: int = 0


class Crew:
    """So many workers; use as ``with Crew(size) as crew``.

    They are started when the first jobs come, and end with the crew or with the process that
    started them, however it ends.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.deaths = 0
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._processes: set[BaseProcess] = set()
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        for _thread in self._threads:
            self._orders.put(None)
        for process in list(self._processes):
            process.kill()
        for thread in self._threads:
            thread.join()

    def parser(self, parser: Parser) -> Parser:
        """Return ``parser`` at work in these processes, where it can be; else as it is."""
        return CrewParser(self, parser) if parser.portable else parser

    def judge(self, judge: Judge) -> Judge:
        """Return ``judge`` at work in these processes, where it can be; else as it is."""
        return CrewJudge(self, judge) if judge.portable else judge

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers that are alive."""
        return sorted(p.pid for p in list(self._processes) if p.pid is not None)

    async def do(self, job: Job) -> Result:
        """Return what ``job`` comes to.

        Raises
        ------
        PrismError
            What the job failed with.
        InternalError
            It failed for no reason that prism knows, or has cost three workers.
        Unavailable
            The workers were ended before it was done.
        """
        if len(self._threads) < self.size:
            thread = threading.Thread(target=self._look_after, daemon=True)
            self._threads.append(thread)
            thread.start()
        order = _Order(job)
        self._orders.put(order)
        return await asyncio.wrap_future(order.result)

    def _look_after(self) -> None:
        """Keep one worker busy; runs in a thread of its own."""
        process, pipe = self._start()
        while (order := self._orders.get()) is not None and not self._closing.is_set():
            if not order.result.set_running_or_notify_cancel():
                continue
            while not order.result.done():
                try:
                    _settle(order, _exchange(process, pipe, order.job))
                except (EOFError, OSError):
                    self._bury(process, pipe)
                    if self._closing.is_set():
                        order.result.set_exception(Unavailable("the run was broken off"))
                        return
                    order.deaths += 1
                    self.deaths += 1
                    if order.deaths >= LIVES:
                        order.result.set_exception(
                            InternalError(f"has cost {LIVES} worker processes")
                        )
                    process, pipe = self._start()
        self._bury(process, pipe)

    def _start(self) -> tuple[BaseProcess, "Pipe"]:
        # A fresh interpreter: a fork would take over the locks of threads that do not come along.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs,), daemon=True)
        process.start()
        # The worker must hold the only other end, so that its death is seen here as end of file.
        theirs.close()
        self._processes.add(process)
        if self._closing.is_set():  # too late to be among those that are being killed
            process.kill()
        return process, ours

    def _bury(self, process: BaseProcess, pipe: "Pipe") -> None:
        self._processes.discard(process)
        pipe.close()
        process.kill()
        process.join()


class CrewParser(Parser):
    """A parser in worker processes."""

    def __init__(self, crew: Crew, parser: Parser) -> None:
        self._crew, self._parser = crew, parser

    @property
    def name(self) -> str:
        """The name of the parser inside."""
        return self._parser.name

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``."""
        document = await self._crew.do(ParseJob(self._parser, text))
        if not isinstance(document, dict):
            raise TypeError("a parse job gives a graph")
        return from_dict(document)


class CrewJudge(Judge):
    """A judge in worker processes."""

    def __init__(self, crew: Crew, judge: Judge) -> None:
        self._crew, self._judge = crew, judge

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self._judge.name

    @property
    def estimates(self) -> bool:
        """As the judge inside."""
        return self._judge.estimates

    @property
    def reads_prompts(self) -> bool:
        """As the judge inside."""
        return self._judge.reads_prompts

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order."""
        verdicts = await self._crew.do(JudgeJob(self._judge, tuple(probes)))
        if not isinstance(verdicts, list):
            raise TypeError("a judge job gives verdicts")
        return verdicts


def work(pipe: "Pipe") -> None:
    """Do one job after the other until the pipe closes; the body of a worker process."""
    # Ctrl-C reaches the whole group; the parent decides what becomes of its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(perform(job))
        except PrismError as exc:
            pipe.send(exc)
        except Exception as exc:
            pipe.send(InternalError.of(exc))


def perform(job: Job) -> Result:
    """Return what ``job`` comes to: a graph in prism's format, or verdicts."""
    if isinstance(job, ParseJob):
        return to_dict(asyncio.run(job.parser.parse(job.text)))
    return list(asyncio.run(job.judge.answer(job.probes)))


def _exchange(process: BaseProcess, pipe: "Pipe", job: Job) -> Result | PrismError:
    """Return the result, or why there is none."""
    pipe.send(job)
    ready = wait([pipe, process.sentinel], timeout=PATIENCE)
    if pipe not in ready and not pipe.poll():
        raise EOFError("the worker died or hangs")
    result: Result | PrismError = pipe.recv()
    return result


def _settle(order: _Order, result: Result | PrismError) -> None:
    if isinstance(result, PrismError):
        order.result.set_exception(result)
    else:
        order.result.set_result(result)
