"""What a judge is."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from pydantic import JsonValue

from prism.records.probe import Probe
from prism.records.verdict import Verdict

__all__ = ["Judge", "Keep", "StreamingJudge"]

Keep = Callable[[Sequence[Verdict]], Awaitable[None]]


class Judge(Protocol):
    """Answers probes; ``name`` stands in the signature and in every verdict's provenance."""

    @property
    def name(self) -> str:
        """``local``, ``openai:MODEL``, ``replay:FILE``, ``panel:A,B`` or a callable's own name."""
        ...

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order; failures are unscored, not raised."""
        ...


class StreamingJudge(Judge, Protocol):
    """A judge whose verdicts are worth keeping and can be kept call by call as they come."""

    def calls(self, probes: Sequence[Probe]) -> list[list[Probe]]:
        """Return how ``probes`` are cut into calls; those of one call can sway one another."""
        ...

    def identity(self, probe: Probe, call: Sequence[Probe]) -> Mapping[str, JsonValue]:
        """Return everything requested in ``call`` that could change the answer to ``probe``.

        Its digest is the key under which the answer is kept.
        """
        ...

    async def put(self, call: Sequence[Probe], keep: Keep | None = None) -> list[Verdict]:
        """Make one call and return its verdicts in order.

        The call counts as under way until ``keep``, which is given them, has returned.
        """
        ...
