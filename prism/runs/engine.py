"""Drives the stages over a run's file: so many tasks at once, one writer, resumed where it broke.

All tasks pass one stage before the next begins. What a stage comes to is committed in batches;
when the run is broken off, what is under way is dropped and what is finished is committed.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from prism.runs.ledger import Ledger
from prism.runs.progress import Progress, Watcher
from prism.runs.records import STAGES, Arm, Outcome, Stage, Work
from prism.runs.stages import Crafts, OutOfBudget

__all__ = ["Engine"]

BATCH: Final = 100  # outcomes committed together
PATIENCE: Final = 0.5  # seconds after which fewer are committed


@dataclass
class Engine:
    """Runs the arms of ``ledger``.

    Parameters
    ----------
    at_once
        How many tasks may be under way in each stage; memory grows with it, not with the run.
    watch
        Told of every change.
    most
        How many tasks a stage takes on; None for all.
    """

    ledger: Ledger
    at_once: int = 16
    watch: Watcher = lambda progress: None
    most: int | None = None
    _finished: list[Outcome] = field(default_factory=list)
    _committed: float = field(default_factory=time.monotonic)

    async def run(self, arm: Arm, crafts: Crafts) -> None:
        """Bring every task of ``arm`` as far as it will go.

        Raises
        ------
        OutOfBudget
            The run may spend no more.
        """
        self.ledger.reopen(arm)
        stopped: OutOfBudget | None = None
        for stage in STAGES:
            try:
                await self._pass(arm, stage, crafts)
            except OutOfBudget as exc:
                # What follows may be free: parsing, judging locally, counting.
                stopped = exc
        if stopped is not None:
            raise stopped

    async def _pass(self, arm: Arm, stage: Stage, crafts: Crafts) -> None:
        to_do = self.ledger.to_do(arm, stage)
        total = to_do if self.most is None else min(to_do, self.most)
        progress = Progress(arm.plan.name, stage, total)
        progress.read(crafts.client)
        progress.cost_before = progress.cost
        self.watch(progress)
        try:
            await self._flow(islice(self.ledger.pending(arm, stage), self.most), crafts, progress)
        finally:
            self._commit()
            progress.finished = True
            self.watch(progress)

    async def _flow(self, pending: Iterator[Work], crafts: Crafts, progress: Progress) -> None:
        """Keep ``at_once`` pieces of work under way until none is left or the budget is.

        Once the budget is used up nothing is begun, but what is under way, and paid for, is kept.
        """
        under_way = set[asyncio.Task[Outcome]]()
        stopped: OutOfBudget | None = None
        try:
            while under_way or progress.total:
                for work in pending if stopped is None else ():
                    under_way.add(asyncio.create_task(crafts.do(progress.stage, work)))
                    if len(under_way) >= self.at_once:
                        break
                if not under_way:
                    break
                done, under_way = await asyncio.wait(
                    under_way, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE
                )
                # An error ends the stage, but takes nothing with it that is finished.
                for task in sorted(done, key=lambda task: task.exception() is not None):
                    stopped = self._take(task, progress) or stopped
                progress.read(crafts.client)
                self.watch(progress)
                if len(self._finished) >= BATCH or time.monotonic() - self._committed > PATIENCE:
                    self._commit()
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        if stopped is not None:
            raise stopped

    def _take(self, task: asyncio.Task[Outcome], progress: Progress) -> OutOfBudget | None:
        """Take over what a task came to; return the error of one that the budget forbids."""
        error = task.exception()
        if isinstance(error, OutOfBudget):
            return error
        outcome = task.result()
        self._finished.append(outcome)
        progress.unscored += outcome.unscored
        if outcome.failure is None:
            progress.done += 1
        else:
            progress.failed += 1
        return None

    def _commit(self) -> None:
        batch, self._finished = self._finished, []
        if batch:
            self.ledger.commit(batch)
        self._committed = time.monotonic()
