"""A judge that answers from what was judged before."""

from collections.abc import Mapping, Sequence

from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict

__all__ = ["ReplayJudge"]


class ReplayJudge:
    """Answers every probe from stored verdicts; a probe nobody answered is unscored.

    Parameters
    ----------
    name
        What the signature calls it, such as ``replay:metrics.json``.
    verdicts
        Stored verdicts by probe digest.
    """

    def __init__(self, name: str, verdicts: Mapping[str, Verdict]) -> None:
        self._name = name
        self._verdicts = verdicts

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
