"""The checks, claims, facts and changes of an edit, told in full."""

from collections.abc import Iterator, Mapping
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import one_line
from prism.display.telling import Entry, asked, line, passage, quoted, verdict
from prism.records.question import ClaimQuestion, ConnectorQuestion
from prism.suites.edit.report import AnchorLine, Check, ClaimLine, EditReport, FactLine
from prism.suites.edit.terminal import claim_key

__all__ = ["entries"]

_CHECKS: Mapping[str, str] = {
    "E0": "every connector of the rewrite fits what it joins",
    "E1": "every fact that the change does not cause still holds",
    "E2": "no fact that the change does away with still holds",
}
_QUESTIONS = {
    "claim": "what became of this claim in the rewrite?",
    "connector": "does this connector fit what it joins?",
    "letter": "T or F: does the rewrite keep to these claims?",
}
_MEANINGS = {
    "holds": "holds: the rewrite still says so, or nothing in it speaks against it",
    "contradicted": "contradicted: the rewrite says the opposite",
    "revised": "revised: the rewrite says something else in its place",
    "hypothetical": "hypothetical: the rewrite only supposes it",
    "omitted": "omitted: the rewrite no longer speaks of it",
    "fits": "fits",
    "wrong_direction": "wrong direction: cause and effect are joined the wrong way round",
    "wrong_polarity": "wrong polarity: it should concede where it gives a reason, or the reverse",
    "unrelated": "unrelated: what it joins does not hang together",
}
_LATENT = {
    "kept": "kept: the rewrite leaves it as it was",
    "broken": "broken: the rewrite says otherwise",
    "undecided": "undecided: words do not tell",
}
_STANDING = {
    "invariant": "must stay: no causal path leads here from the change",
    "intervened": "is what the change does away with",
    "descendant": "may change: it follows from what is changed",
    "undecided": "undecided: the story's graph does not tell",
}


def entries(report: EditReport) -> Iterator[Entry]:
    """Yield the changes, the checks, their claims and connectors, and the facts of the story."""
    for number, anchor in enumerate(report.intervention, 1):
        at = "a new event" if anchor.unit is None else f"at {anchor.unit}"
        yield Entry((f"i{number}",), partial(_change, anchor), at, anchor.text)
    for name, check in sorted(report.checks.items()):
        told = _outcome(check)
        yield Entry((name,), partial(_check, name, check, report), told, _CHECKS[name])
        for claim in check.claims:
            names = (claim_key(claim, report.versions), claim.id, claim.text)
            status = (claim.status or f"unscored: {claim.reason}").replace("_", " ")
            yield Entry(names, partial(_claim, claim), status, claim.text)
    for unit in dict.fromkeys(fact.unit for fact in report.invariants):
        facts = [fact for fact in report.invariants if fact.unit == unit]
        told = ", ".join(dict.fromkeys(fact.standing for fact in facts))
        texts = "; ".join(fact.text for fact in facts)
        yield Entry((unit,), partial(_facts, unit, report), told, texts)
    for number, (fact, state) in enumerate(report.latent.items(), 1):
        yield Entry((f"E5/{number}", fact), partial(_latent, fact, state), state, fact)


def _check(name: str, check: Check, report: EditReport) -> Iterator[RenderableType]:
    yield Text.assemble((name, "bold"), f"  {_CHECKS[name]}: {_outcome(check)}")
    if check.reason:
        yield line("reason", check.reason.replace("_", " "))
    if not check.claims:
        yield line("asked", "nothing: there is nothing of the kind")
    for claim in check.claims:
        status = (claim.status or claim.reason or "").replace("_", " ")
        yield line(claim_key(claim, report.versions), f"{status}: {claim.text}")


def _outcome(check: Check) -> str:
    return {1.0: "passes", 0.0: "fails", None: "unscored"}[check.value]


def _latent(fact: str, state: str) -> Iterator[RenderableType]:
    yield Text(one_line(fact), style="bold")
    yield passage("implied by the story, which does not tell it")
    yield line("rewrite", _LATENT[state])


def _claim(told: ClaimLine) -> Iterator[RenderableType]:
    yield Text(one_line(told.text), style="bold")
    match told.probe.question:
        case ClaimQuestion(expected=expected):
            yield line("expected", f"to be {expected}")
        case ConnectorQuestion(first=first, second=second, sense=sense):
            yield quoted("before", first)
            yield quoted("after", second)
            yield line("sense", sense.lower())
    yield Text()
    yield from asked(told.probe, _QUESTIONS[told.probe.kind])
    yield from verdict(told.verdict, _MEANINGS)
    if told.graph is not None and told.disagree:
        yield line("graph", f"the embedded finding is another: {told.graph}")


def _change(told: AnchorLine) -> Iterator[RenderableType]:
    yield Text(one_line(told.text), style="bold")
    if told.instead:
        yield quoted("instead of", told.instead)
    if told.unit is None or told.unit_text is None:
        yield line("at", "a new event: the story tells nothing of the kind")
    else:
        yield quoted(f"at {one_line(told.unit)}", told.unit_text)
        yield line("likeness", f"{told.score:.2f}")


def _facts(unit: str, report: EditReport) -> Iterator[RenderableType]:
    for fact in report.invariants:
        if fact.unit == unit:
            yield from _fact(fact)


def _fact(fact: FactLine) -> Iterator[RenderableType]:
    yield Text(one_line(fact.text), style="bold")
    yield passage(_STANDING[fact.standing])
    yield line("why", fact.why)
    if fact.status is not None:
        yield line("rewrite", _MEANINGS.get(fact.status, fact.status))
    yield line("story", f"“{one_line(fact.span.text)}” ({fact.span.start}–{fact.span.end})")
