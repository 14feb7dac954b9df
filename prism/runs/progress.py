"""What a run tells while it is under way: one snapshot, updated by the stages, read by views."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from prism.llm.client import Client
from prism.runs.records import Stage

__all__ = ["Progress", "Watcher"]


@dataclass(slots=True)
class Progress:
    """How far one stage of one arm is.

    ``done`` and ``failed`` count tasks of ``total``, which is what was to do when the stage began;
    ``unscored`` counts what came out without a value: verdicts, then final scores. ``calls``,
    ``retries``, ``tokens`` and ``cost`` are those of the whole run so far; times are in seconds.
    """

    arm: str
    stage: Stage
    total: int
    done: int = 0
    failed: int = 0
    unscored: int = 0
    calls: int = 0
    retries: int = 0
    tokens: int = 0
    cost: float = 0.0
    cost_before: float = 0.0
    finished: bool = False
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Time since the stage began."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return (self.done + self.failed) / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds left at this rate; None before there is one."""
        gone = self.done + self.failed
        return (self.total - gone) / self.rate if gone and self.rate else None

    @property
    def projected_cost(self) -> float:
        """Cost of the run when this stage is through, at what a task has cost so far."""
        gone = self.done + self.failed
        spent = self.cost - self.cost_before
        return self.cost + (spent / gone * (self.total - gone) if gone else 0.0)

    def read(self, client: Client | None) -> None:
        """Take over what the client has spent by now."""
        if client is not None:
            bill = client.budget.bill
            self.calls, self.tokens, self.cost = bill.calls, bill.tokens, bill.cost
            self.retries = max(0, client.tries - bill.calls)


Watcher = Callable[[Progress], None]
