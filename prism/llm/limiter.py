"""How many calls may be out at once: additive increase, multiplicative decrease."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prism.errors import UsageError

__all__ = ["Limiter"]


class Limiter:
    """Slots for calls; their number grows on success and halves when the endpoint pushes back.

    Until the first push-back every success adds a slot (the number doubles a round trip);
    afterwards a round of successes adds one. Refusals of calls that were already out when the
    number was halved do not halve it again.

    Parameters
    ----------
    start, floor, cap
        Number of slots at first, at least and at most.
    """

    def __init__(self, start: int = 16, floor: int = 1, cap: int = 64) -> None:
        if not 1 <= floor <= start <= cap:
            raise UsageError(
                f"cannot run {floor} to {cap} calls at once, starting with {start}",
                mend="choose 1 <= floor <= start <= cap",
            )
        self.floor, self.cap = floor, cap
        self.limit = float(start)
        self.out = 0
        self.peak = 0
        self.halvings = 0
        self._steep = True
        self._queue: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold one slot for the time of the block; first come, first served."""
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        self._admit()
        try:
            await turn
            yield
        finally:
            # A turn that was cancelled while it waited never had a slot.
            if not turn.cancelled():
                self.out -= 1
            self._admit()

    def _admit(self) -> None:
        while self._queue and self.out < int(self.limit):
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                self.out += 1
                self.peak = max(self.peak, self.out)

    def succeeded(self) -> None:
        """Note a call that the endpoint served."""
        self.limit = min(self.cap, self.limit + (1 if self._steep else 1 / self.limit))

    def refused(self, era: int) -> None:
        """Note a push-back (429, or Retry-After) for a call that began in ``era``.

        ``era`` is the value of ``halvings`` at the time the call was sent.
        """
        self._steep = False
        if era == self.halvings:
            self.halvings += 1
            self.limit = max(self.floor, self.limit / 2)
