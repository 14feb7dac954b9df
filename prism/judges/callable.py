"""Any callable as a judge: the seam for other harnesses."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence

from prism.items import Probe, Provenance, Reason, Verdict

__all__ = ["CallableJudge", "Reply"]

Answer = str | int | None | Verdict
Reply = Callable[[Probe], Answer | Awaitable[Answer]]
_AT_ONCE = 16  # calls of an asynchronous callable that are out together


class CallableJudge:
    """Asks ``reply`` once a probe: in order, an asynchronous one 16 probes at a time.

    Parameters
    ----------
    reply
        Takes a probe and returns an entry of its menu, a verdict, or None for no answer; may be
        asynchronous. What it raises is recorded as ``judge_error`` and the run goes on.
    name
        What the signature calls it; the callable's own name if not given.
    """

    def __init__(self, reply: Reply, name: str | None = None) -> None:
        self._reply = reply
        self._name = name or str(getattr(reply, "__name__", type(reply).__name__))

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._name

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order."""
        gate = asyncio.Semaphore(_AT_ONCE)

        async def ask(probe: Probe) -> Verdict:
            async with gate:
                return await self._ask(probe)

        return await asyncio.gather(*map(ask, probes))

    async def _ask(self, probe: Probe) -> Verdict:
        provenance = Provenance(judge=self._name)
        try:
            answer = self._reply(probe)
            answer = await answer if inspect.isawaitable(answer) else answer
        except Exception as exc:
            return Verdict(
                probe=probe.digest,
                reason="judge_error",
                rationale=f"{type(exc).__name__}: {exc}",
                provenance=provenance,
            )
        if isinstance(answer, Verdict):
            return answer
        if answer is None or str(answer) not in probe.menu:
            reason: Reason = "empty" if answer is None else "parse_failure"
            return Verdict(probe=probe.digest, reason=reason, provenance=provenance)
        return Verdict(probe=probe.digest, value=str(answer), provenance=provenance)
