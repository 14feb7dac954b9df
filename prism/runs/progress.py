"""What a run tells while it is under way: one snapshot, updated by the stages, read by views."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from prism.llm.client import Client
from prism.runs.records import Outcome, Stage

__all__ = ["Passing", "Progress", "Watcher"]


@dataclass(slots=True)
class Passing:
    """How far one stage is.

    ``done`` and ``failed`` count tasks of ``total``, which is what was to do when the run began;
    ``unscored`` counts what came out without a value: verdicts, or final scores. Times are in
    seconds.
    """

    total: int
    done: int = 0
    failed: int = 0
    unscored: int = 0
    began: float = field(default_factory=time.monotonic)
    ended: float | None = None

    def count(self, outcome: Outcome) -> None:
        """Take over what a task came to."""
        self.unscored += outcome.unscored
        if outcome.failure is None:
            self.done += 1
        else:
            self.failed += 1
        if self.gone == self.total:
            self.ended = time.monotonic()

    @property
    def gone(self) -> int:
        """Tasks that have passed the stage, or failed in it."""
        return self.done + self.failed

    @property
    def rate(self) -> float:
        """Tasks a second."""
        seconds = (self.ended or time.monotonic()) - self.began
        return self.gone / seconds if seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds left at this rate; None before there is one."""
        return (self.total - self.gone) / self.rate if self.gone and self.rate else None


@dataclass(slots=True)
class Progress:
    """How far one arm of a run is, stage by stage, and what the run has used so far.

    ``retries`` are those of the arm, all else that of the run.
    """

    arm: str
    stages: dict[Stage, Passing]
    calls: int = 0
    retries: int = 0
    tokens: int = 0
    cost: float = 0.0
    cost_before: float = 0.0
    finished: bool = False

    @property
    def projected_cost(self) -> float:
        """Cost of the run when the arm is through, at what a task has cost so far."""
        spent, passing = self.cost - self.cost_before, self.stages["verdicts"]
        return self.cost + spent / max(1, passing.gone) * (passing.total - passing.gone)

    @property
    def left(self) -> float | None:
        """Seconds left for the slowest stage; None before there is a rate."""
        known = [stage.left for stage in self.stages.values() if stage.left is not None]
        return max(known, default=None)

    def read(self, client: Client | None) -> None:
        """Take over what the client has spent by now."""
        if client is not None:
            bill = client.budget.bill
            self.calls, self.tokens, self.cost = bill.calls, bill.tokens, bill.cost
            self.retries = client.retries


Watcher = Callable[[Progress], None]
