"""Claim probes answered by the embedded judge: a claim's status, and the words it rests on."""

from prism.entailment.check import reading
from prism.entailment.evidence import rests_on, told_at
from prism.entailment.status import status
from prism.records.probe import Probe
from prism.records.question import ClaimQuestion
from prism.records.verdict import Provenance, Span, Verdict

__all__ = ["answer"]


def answer(probe: Probe) -> Verdict:
    """Return the status of the claim that ``probe`` asks about."""
    response, story = probe.texts["response"], probe.texts.get("story", "")
    asked = probe.asks(ClaimQuestion)
    claim, text = reading(asked.claim), reading(response)
    found = status(claim, text, reading(story), asked.expected)
    spans = [
        Span(role="response", start=a, end=b, text=response[a:b]) for a, b in rests_on(found, text)
    ]
    spans += [
        Span(role="story", start=a, end=b, text=story[a:b])
        for a, b in told_at(claim, reading(story))
    ]
    return Verdict(
        probe=probe.digest,
        value=found.status,
        code=found.why or None,
        rationale=found.account(claim, text),
        confidence=round(found.confidence, 3),
        spans=tuple(spans),
        provenance=Provenance(judge="local"),
    )
