"""The embedded judge: verdicts from the words of the text alone, an estimate and no more.

No language model, no network, the same answer every time. It knows what a text says and how it
says it, not whether it is true: an edge holds if the text states it (cue, direction, two ends that
say something, nothing against it) and its ends belong together or to the question, an outcome
agrees if the accepted answer is found. A criterion gets no mark: what was found of what its bands
ask for is told as evidence, for the mark that this suggests is no better than a constant on records
it has not seen (``benchmarks/fidelity``, which also prints the agreement with a language model's
verdicts).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Final

from prism.judges.base import Bench, Judge, JudgeKind
from prism.judges.local import criterion_evidence
from prism.judges.local.content import text_content
from prism.judges.local.edge_ruling import rule
from prism.judges.local.outcome_evidence import find_answer
from prism.judges.model.reading import read
from prism.records.probe import Probe
from prism.records.question import CriterionQuestion, EdgeQuestion, OutcomeQuestion
from prism.records.verdict import Provenance, Reason, Span, Verdict
from prism.text.finding import Range

__all__ = ["KIND", "LocalJudge"]

_NAME: Final = "local"
_SHOWN: Final = 8  # spans that evidence for a criterion is shown with
_NAMED: Final = 5  # things named in its account
_LONG: Final = 120  # characters of an answer quoted in a rationale


class LocalJudge(Judge):
    """Answers edge, outcome, claim and connector probes, an estimate each.

    A criterion is ``not_estimated``, with the evidence found; every other kind is unscored,
    ``not_applicable``.

    >>> import asyncio
    >>> text = "The road flooded because it rained."
    >>> probe = Probe(kind="edge", subject="e1", texts={"response": text},
    ...               question={"source": "because it rained", "target": "The road flooded",
    ...                         "relation": "CAUSE"}, menu=("forward", "backward", "none"))
    >>> [verdict] = asyncio.run(LocalJudge().answer([probe]))
    >>> verdict.value, verdict.rationale
    ('forward', 'source causes target: “because” says so')
    """

    estimates = True
    reads_prompts = False
    portable = True

    @property
    def name(self) -> str:
        """The name in signatures and provenance."""
        return _NAME

    async def answer(self, probes: Sequence[Probe]) -> Sequence[Verdict]:
        """Return one verdict a probe, in order."""
        return [_answer(probe) for probe in probes]


async def _make(rest: str, bench: Bench) -> Judge:
    del rest, bench
    return LocalJudge()


KIND: Final = JudgeKind(_NAME, _make, estimates=True, reads_prompts=False)


def _answer(probe: Probe) -> Verdict:
    response = probe.texts.get("response", "")
    if probe.kind not in _KINDS and probe.kind not in _HOMES:
        return _unscored(probe, "not_applicable", f"the local judge does not answer {probe.kind}")
    if not response.strip():
        return _unscored(probe, "empty", "there is no response to judge")
    judge = _KINDS.get(probe.kind) or _judge_from(_HOMES[probe.kind])
    return judge(probe)


@cache
def _judge_from(home: str) -> Callable[[Probe], Verdict]:
    judge: Callable[[Probe], Verdict] = import_module(home).answer
    return judge


def _unscored(probe: Probe, reason: Reason, why: str) -> Verdict:
    return Verdict(
        probe=probe.digest, reason=reason, rationale=why, provenance=Provenance(judge=_NAME)
    )


def _verdict(
    probe: Probe,
    value: str,
    why: str,
    confidence: float,
    spans: Sequence[Range | None] = (),
    code: str | None = None,
) -> Verdict:
    return Verdict(
        probe=probe.digest,
        value=value,
        code=code,
        rationale=why,
        confidence=round(confidence, 3),
        spans=_spans(probe, spans),
        provenance=Provenance(judge=_NAME),
    )


def _spans(probe: Probe, places: Sequence[Range | None]) -> tuple[Span, ...]:
    text = probe.texts["response"]
    return tuple(
        Span(role="response", start=place[0], end=place[1], text=text[slice(*place)])
        for place in dict.fromkeys(places)
        if place is not None
    )


def _edge(probe: Probe) -> Verdict:
    """Judge whether, and which way round, the text states the link."""
    asked = probe.asks(EdgeQuestion)
    reading, relation = read(probe.texts["response"]), asked.relation
    source, target = (reading.end(*end) for end in asked.ends)
    ruling = rule(reading, text_content(probe.texts.get("question", "")), source, target, relation)
    value: str = ruling.way
    if "forward" not in probe.menu:
        value = "yes" if ruling.way == "forward" else "no"
    spans = (source.chars, target.chars, ruling.chars)
    return _verdict(probe, value, ruling.words, ruling.confidence, spans, ruling.code)


def _criterion(probe: Probe) -> Verdict:
    """Tell what of all that the criterion asks for stands in the response; give no mark."""
    asked = probe.asks(CriterionQuestion)
    evidence = criterion_evidence.weigh(
        read(probe.texts["response"]),
        text_content(probe.texts.get("question", "")),
        asked.name,
        asked.description,
        asked.bands,
    )
    told = _unscored(probe, "not_estimated", _account(evidence))
    spans = _spans(probe, [found.chars for found in evidence.found[:_SHOWN]])
    return told.model_copy(update={"spans": spans})


def _account(evidence: criterion_evidence.Evidence) -> str:
    """Return in one line what was found and what was not."""
    found = {finding.concept for finding in evidence.found}
    have = [word for concept, word in evidence.asked.items() if concept in found]
    lack = [word for concept, word in evidence.asked.items() if concept not in found]
    parts = [f"{len(have)} of {len(evidence.asked)} asked-for notions found"]
    if have:
        parts[0] += f" ({', '.join(have[:_NAMED])}{' …' if len(have) > _NAMED else ''})"
    if lack:
        parts.append(f"missing: {', '.join(lack[:_NAMED])}{' …' if len(lack) > _NAMED else ''}")
    parts.append(
        f"{evidence.new_words} word{'' if evidence.new_words == 1 else 's'} beyond the question"
    )
    if evidence.hedges is not None:
        parts.append(f"{evidence.hedges:.1f} hedges per hundred words")
    if evidence.conflicts:
        parts.append(f"{evidence.conflicts} statements contradict one another")
    return "; ".join(parts)


def _outcome(probe: Probe) -> Verdict:
    """Look for one of the accepted answers in the response."""
    answers = probe.asks(OutcomeQuestion).gold
    response = probe.texts["response"]
    found = next((hit for answer in answers if (hit := find_answer(response, answer))), None)
    if found is None:
        why = f"none of the accepted answers is there: {'; '.join(answers)[:_LONG]}"
        return _verdict(probe, "disagree", why, 0.6)
    why = f"the accepted answer “{found.answer[:_LONG]}” stands there"
    return _verdict(probe, "agree", why, found.likeness, [found.chars])


_KINDS: Final[Mapping[str, Callable[[Probe], Verdict]]] = {
    "edge": _edge,
    "criterion": _criterion,
    "outcome": _outcome,
}
# The checks of edits are loaded when the first such probe is met: most runs never see one.
_HOMES: Final[Mapping[str, str]] = {
    "claim": "prism.judges.local.claims",
    "connector": "prism.judges.local.connector_fit",
}
