"""Connector probes answered by the embedded judge, from the story's own causes."""

from prism.entailment.fit import fit, joined
from prism.records.probe import Probe
from prism.records.question import ConnectorQuestion
from prism.records.verdict import Provenance, Span, Verdict

__all__ = ["answer"]

_DECIDED, _PRESUMED = 0.8, 0.5  # confidence where the story decides, and where it is silent


def answer(probe: Probe) -> Verdict:
    """Return whether the connector that ``probe`` asks about fits."""
    asked, response = probe.asks(ConnectorQuestion), probe.texts["response"]
    cue = asked.start, asked.end
    first, second = (asked.first_start, asked.first_end), (asked.second_start, asked.second_end)
    link = joined(response, cue, first, second, asked.cause or "arg2", asked.sense)
    found = fit(probe.texts.get("story", ""), link, probe.texts.get("request", ""))
    return Verdict(
        probe=probe.digest,
        value=found.value,
        code="story" if found.decided else "presumed",
        rationale=f"{found.why}: “{link.cause}” and “{link.effect}”",
        confidence=_DECIDED if found.decided else _PRESUMED,
        spans=(Span(role="response", start=cue[0], end=cue[1], text=response[slice(*cue)]),),
        provenance=Provenance(judge="local"),
    )
