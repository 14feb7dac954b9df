"""A judge that answers from what was judged before."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from prism.judges.base import Bench, Judge, JudgeKind
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict

__all__ = ["KIND", "ReplayJudge"]


class ReplayJudge(Judge):
    """Answers every probe from stored verdicts; a probe nobody answered is unscored.

    Parameters
    ----------
    name
        What the signature calls it, such as ``replay:metrics.json``.
    verdicts
        Stored verdicts by probe digest.
    like
        The kind of judge that gave them, where it is one and the same: it is asked as that was.
    """

    def __init__(
        self, name: str, verdicts: Mapping[str, Verdict], like: JudgeKind | None = None
    ) -> None:
        self._name = name
        self._verdicts = verdicts
        self._like = like or KIND

    @property
    def estimates(self) -> bool:
        """As the judge whose verdicts they are."""
        return self._like.estimates

    @property
    def reads_prompts(self) -> bool:
        """As the judge whose verdicts they are."""
        return self._like.reads_prompts

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._name

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return the stored verdict of each probe."""
        return [self._verdicts.get(probe.digest) or self._missing(probe) for probe in probes]

    def _missing(self, probe: Probe) -> Verdict:
        return Verdict(
            probe=probe.digest,
            reason="not_applicable",
            rationale="no stored verdict answers this probe",
            provenance=Provenance(judge=self._name),
        )


async def _make(file: str, bench: Bench) -> Judge:
    return ReplayJudge(f"replay:{Path(file).name}", bench.verdicts(file))


KIND: Final = JudgeKind("replay:STORE", _make)
