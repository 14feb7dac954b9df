"""What a judge is."""

from collections.abc import Sequence
from typing import Protocol

from prism.items import Probe, Verdict

__all__ = ["Judge"]


class Judge(Protocol):
    """Answers probes; ``name`` stands in the signature and in every verdict's provenance."""

    @property
    def name(self) -> str:
        """``local``, ``openai:MODEL``, ``replay:FILE``, ``panel:A,B`` or a callable's own name."""
        ...

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order; failures are unscored, not raised."""
        ...
