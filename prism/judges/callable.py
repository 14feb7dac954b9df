"""Any callable as a judge: the seam for other harnesses."""

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Sequence

from prism.records.probe import Probe
from prism.records.verdict import Provenance, Reason, Verdict

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
        What the signature calls it; if not given, its qualified name, and for a lambda or a
        partial, which share theirs with others, the line of the code as well.
    """

    def __init__(self, reply: Reply, name: str | None = None) -> None:
        self._reply = reply
        self._name = name or _name_of(reply)

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


def _name_of(reply: Reply) -> str:
    """Return the name of a callable that has been given none.

    >>> _name_of(print), _name_of(functools.partial(inspect.unwrap)).partition(":")[0]
    ('print', 'unwrap')
    """
    inner: object = reply
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = str(getattr(inner, "__qualname__", type(inner).__qualname__))
    code = getattr(inner, "__code__", getattr(type(inner).__call__, "__code__", None))
    shared = inner is not reply or name.endswith("<lambda>")
    return f"{name}:{code.co_firstlineno}" if shared and code is not None else name
