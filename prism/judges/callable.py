"""Any callable as a judge: the seam for other harnesses."""

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Sequence

from prism.errors import UsageError
from prism.judges.base import Answering, Judge
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Reason, Verdict

__all__ = ["CallableJudge", "OwnJudge", "Reply", "as_judge"]

Answer = str | int | None | Verdict
Reply = Callable[[Probe], Answer | Awaitable[Answer]]
_AT_ONCE = 16  # calls of an asynchronous callable that are out together


class CallableJudge(Judge):
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


class OwnJudge(Judge):
    """A judge with a name and answers; of what else it is, it says as much as it likes."""

    def __init__(self, inner: Answering) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._inner.name

    @property
    def estimates(self) -> bool:
        """As it says of itself."""
        return bool(getattr(self._inner, "estimates", False))

    @property
    def reads_prompts(self) -> bool:
        """As it says of itself."""
        return bool(getattr(self._inner, "reads_prompts", True))

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order."""
        return await self._inner.answer(probes)


def as_judge(given: Answering | Reply, name: str | None = None) -> Judge:
    """Return whatever can judge as a judge: one, an object that answers, or any callable.

    Raises
    ------
    UsageError
        It is none of these, or something that is no callable is given a ``name``.
    """
    if name is not None and not callable(given):
        raise UsageError("only a callable is given a name", where="name", mend="leave it out")
    if isinstance(given, Judge):
        return given
    if callable(given):
        return CallableJudge(given, name)
    if not callable(getattr(given, "answer", None)):
        mend = "give its name, a callable, or an object with a name and async answer(probes)"
        raise UsageError(f"{type(given).__name__} is no judge", where="judge", mend=mend)
    return OwnJudge(given)


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
