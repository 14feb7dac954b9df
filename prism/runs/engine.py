"""Drives the stages over a run's file: so many tasks at once, one writer, resumed where it broke.

Every task goes its own way from answer to verdicts, so that one is parsed while another is judged;
when all are judged, they are counted. What a stage comes to is committed in batches; when the run
is broken off, what is under way is dropped and what is finished is committed.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from prism.runs.ledger import Ledger
from prism.runs.progress import Passing, Progress, Watcher
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
        How many tasks may be under way; memory grows with it, not with the run.
    watch
        Told of every change.
    most
        How many tasks are taken on; None for all.
    """

    ledger: Ledger
    at_once: int = 16
    watch: Watcher = lambda progress: None
    most: int | None = None
    _finished: list[Outcome] = field(default_factory=list)
    _committed: float = field(default_factory=time.monotonic)
    _progress: Progress = field(default_factory=lambda: Progress("", {}))
    _stopped: tuple[Stage, OutOfBudget] | None = None

    async def run(self, arm: Arm, crafts: Crafts) -> None:
        """Bring every task of ``arm`` as far as it will go.

        Raises
        ------
        OutOfBudget
            The run may spend no more.
        """
        self.ledger.reopen(arm)
        to_do = self.ledger.to_do(arm, self.most)
        progress = Progress(arm.plan.name, {stage: Passing(n) for stage, n in to_do.items()})
        progress.read(crafts.client)
        progress.cost_before, self._progress = progress.cost, progress
        try:
            # Counting comes last: only then is the decoding known that stands in every signature.
            for stages in (STAGES[:-1], STAGES[-1:]):
                await self._flow(arm, stages, crafts)
        finally:
            progress.read(crafts.client)
            progress.finished = True
            self.watch(progress)
        if self._stopped is not None:
            raise self._stopped[1]

    async def _flow(self, arm: Arm, stages: Sequence[Stage], crafts: Crafts) -> None:
        """Keep ``at_once`` tasks under way until none is left that may pass one of ``stages``."""
        works, last, begun = self.ledger.pending(arm, stages), 0, 0
        under_way = set[asyncio.Task[None]]()
        for stage in stages:
            self._progress.stages[stage].began = time.monotonic()
        try:
            while True:
                while len(under_way) < self.at_once and begun != self.most:
                    work = next(works, None)
                    if work is None:
                        break
                    last, begun = work.task, begun + 1
                    under_way.add(asyncio.create_task(self._bring(work, stages, crafts)))
                if not under_way:
                    break
                done, under_way = await asyncio.wait(
                    under_way, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE
                )
                if errors := [error for task in done if (error := task.exception())]:
                    raise errors[0]  # an error ends the run, and takes nothing that is finished
                if self._stopped is not None and self._stopped[0] in stages:
                    # What follows may be free, for what is paid: parsing, judging locally.
                    stages = stages[stages.index(self._stopped[0]) + 1 :]
                    works = self.ledger.pending(arm, stages, after=last)
                self._progress.read(crafts.client)
                self.watch(self._progress)
                if len(self._finished) >= BATCH or time.monotonic() - self._committed > PATIENCE:
                    self._commit()
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
            self._commit()

    async def _bring(self, work: Work, stages: Sequence[Stage], crafts: Crafts) -> None:
        """Take one task through ``stages``; it stops where one fails, or the budget is used up."""
        for stage in work.left:
            if stage not in stages or self._barred(stage):
                return
            try:
                outcome = await crafts.do(stage, work)
            except OutOfBudget as exc:
                if not self._barred(stage):
                    self._stopped = stage, exc
                return
            self._finished.append(outcome)
            self._progress.stages[stage].count(outcome)
            if outcome.value is None:
                return
            work = work.after(outcome)

    def _barred(self, stage: Stage) -> bool:
        """Whether nothing may be begun in ``stage``, for the budget is used up there or later."""
        if self._stopped is None:
            return False
        return STAGES.index(stage) <= STAGES.index(self._stopped[0])

    def _commit(self) -> None:
        batch, self._finished = self._finished, []
        if batch:
            self.ledger.commit(batch)
        self._committed = time.monotonic()
