"""The outcome metric (OM): does a closed question's answer agree with the accepted ones?"""

from collections.abc import Mapping, Sequence

from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.question import OutcomeQuestion
from prism.records.score import Score
from prism.records.subject import OutcomeSubject, subject_text
from prism.records.verdict import Verdict
from prism.suites.whatif.report import OutcomeLine

__all__ = ["MENU", "SUBJECT", "outcome_line", "probes", "score"]

MENU = ("agree", "disagree")
SUBJECT = subject_text(OutcomeSubject())


def probes(item: Item, prompts: Prompts, *, published: bool = False) -> list[Probe]:
    """Return the one probe of a closed item; none for an open one.

    ``published`` puts the first of the accepted answers alone, as the paper's code does.
    """
    if not item.gold:
        return []
    return [
        Probe(
            kind="outcome",
            subject=SUBJECT,
            texts={r: item.texts[r] for r in ("question", "response") if r in item.texts},
            question=OutcomeQuestion(gold=item.gold[:1] if published else item.gold),
            menu=MENU,
            prompt="outcome",
            prompt_digest=prompts.get("outcome").digest,
        )
    ]


def outcome_line(asked: Sequence[Probe], verdicts: Mapping[str, Verdict]) -> OutcomeLine | None:
    """Return what was asked of the outcome and what was answered, or None for an open item."""
    probe = next((probe for probe in asked if probe.kind == "outcome"), None)
    return None if probe is None else OutcomeLine(verdict=verdicts[probe.subject], probe=probe)


def score(verdicts: Mapping[str, Verdict]) -> Score | None:
    """Return OM (1 agrees, 0 does not), or None for an open item."""
    verdict = verdicts.get(SUBJECT)
    if verdict is None:
        return None
    if verdict.value is None:
        return Score.mean([verdict.reason or "judge_error"])
    return Score.mean([1.0 if verdict.value == "agree" else 0.0])
