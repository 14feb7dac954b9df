"""Connector probes answered by the embedded judge, from the story's causes and what was reversed."""

from prism.claims.fit import fit
from prism.items import Probe, Provenance, Span, Verdict

__all__ = ["answer"]

_DECIDED, _PRESUMED = 0.8, 0.5  # confidence where the story decides, and where it is silent


def answer(probe: Probe) -> Verdict:
    """Return whether the connector that ``probe`` asks about fits."""
    asked, response = probe.question, probe.texts["response"]
    sides = (str(asked["first"]), str(asked["second"]))
    cause, effect = sides if asked.get("cause") == "arg1" else sides[::-1]
    found = fit(probe.texts.get("story", ""), cause, effect, str(asked["sense"]))
    start, end = int(str(asked["start"])), int(str(asked["end"]))
    return Verdict(
        probe=probe.digest,
        value=found.value,
        code="story" if found.decided else "presumed",
        rationale=found.why,
        confidence=_DECIDED if found.decided else _PRESUMED,
        spans=(Span(role="response", start=start, end=end, text=response[start:end]),),
        provenance=Provenance(judge="local"),
    )
