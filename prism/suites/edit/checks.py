"""The edit checks: E1 every kept fact holds, E2 no revised one does, E0 every connector fits.

CoBe's three checks (arXiv 2610.13057), asked claim by claim and connector by connector, or, under
the published protocol, as three questions answered with one letter. Beside E2 as published, where
leaving a fact out passes, stands ``strict``: revised facts must be revised, not merely omitted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.question import ClaimQuestion, ConnectorQuestion, LetterQuestion, Question
from prism.records.score import Score
from prism.records.subject import ClaimSubject
from prism.records.verdict import Reason, Span, Verdict
from prism.suites.edit.invariants import Plan
from prism.suites.edit.report import Check, ClaimLine
from prism.text.connectives import Connective, connectives
from prism.text.nlp import analyse
from prism.text.rewrites import Rewrite

__all__ = [
    "CONNECTOR_MENU",
    "LETTERS",
    "STATUSES",
    "by_letter",
    "check",
    "claims_of",
    "passed",
    "probes",
    "strict",
]

CheckName = Literal["E0", "E1", "E2"]
STATUSES: Final = ("holds", "contradicted", "revised", "hypothetical", "omitted")
CONNECTOR_MENU: Final = ("fits", "wrong_direction", "wrong_polarity", "unrelated")
LETTERS: Final = ("T", "F")
_ASSERTING: Final = frozenset(
    {"CAUSE", "RESULT", "CONSEQUENCE", "EXPLANATION", "CONCESSION", "CONTRAST", "ANTITHESIS"}
)


def claims_of(item: Item, plan: Plan) -> tuple[tuple[CheckName, str], ...]:
    """Return the claims that are scored: the criteria, or what the story's graph supplies."""
    if item.claims is not None:
        kept, changed = item.claims.preserve, item.claims.revise
    else:
        kept = tuple(fact.text for fact in plan.invariants)
        mains = {fact.unit: fact for fact in reversed(plan.facts)}
        changed = tuple(
            fact.text for fact in reversed(mains.values()) if fact.standing == "intervened"
        )
    first: list[tuple[CheckName, str]] = [("E1", text) for text in kept]
    return (*first, *(("E2", text) for text in changed))


def probes(
    item: Item,
    plan: Plan,
    versions: Sequence[Rewrite],
    prompts: Prompts,
    *,
    published: bool,
    beside: bool = False,
) -> list[Probe]:
    """Return what is asked of every version of the story in the response.

    With ``beside``, the derived invariants are asked beside criteria, as those of a check ``D1``,
    and never scored.
    """
    asked: list[Probe] = []
    for number, version in enumerate(versions, 1):
        texts = {role: item.texts.get(role, "") for role in ("story", "request")}
        texts["response"] = version.text
        if published:
            asked += _letters(number, version.text, item, plan, prompts)
            continue
        counts: dict[str, int] = {}
        for name, text in claims_of(item, plan):
            counts[name] = counts.get(name, 0) + 1
            asked.append(
                _claim(ClaimSubject(number, name, counts[name]), texts, name, text, prompts)
            )
        if beside and item.claims is not None:
            for place, fact in enumerate(plan.invariants, 1):
                asked.append(
                    _claim(ClaimSubject(number, "D1", place), texts, "E1", fact.text, prompts)
                )
        for place, found in enumerate(_asserting(version.text), 1):
            asked.append(_connector(ClaimSubject(number, "E0", place), texts, found, prompts))
    return asked


def check(
    name: CheckName,
    asked: Iterable[Probe],
    answers: Mapping[str, Verdict],
    versions: Sequence[Rewrite],
) -> Check:
    """Count one check over all versions: 1 where it holds throughout, 0 where one breaks it.

    Unscored where nothing breaks it and something was not answered, and where no claim was there
    to ask (``not_applicable``); a text without connectors has none that does not fit, and passes
    E0. Spans of evidence are those of the whole reply.
    """
    lines = [
        _line(probe, answers[probe.subject], versions[about.version - 1])
        for probe in asked
        if isinstance(about := probe.about, ClaimSubject) and about.check == name
    ]
    if not lines and name != "E0":
        return Check(value=None, coverage=0.0, reason="not_applicable")
    broken = any(_breaks(name, line.status) for line in lines)
    gaps: list[Reason] = [line.reason for line in lines if line.reason is not None]
    value = 0.0 if broken else None if gaps else 1.0
    coverage = 1.0 - len(gaps) / len(lines) if lines else 1.0
    return Check(
        value=value,
        coverage=coverage,
        reason=gaps[0] if value is None else None,
        claims=tuple(lines),
    )


def by_letter(check: Check) -> bool:
    """Whether the check was asked as one question that is answered with a letter."""
    return any(line.probe.menu == LETTERS for line in check.claims)


def strict(e2: Check) -> Score:
    """Return 1 where every fact that must change is revised, 0 where one is kept or left out.

    One letter does not tell a fact that is revised from one left out: such a check is
    ``not_applicable``.
    """
    if not e2.claims:
        return Score.mean([e2.reason or "not_applicable"])
    if by_letter(e2):
        return Score.mean(["not_applicable"])
    marks: list[float | Reason] = [
        line.reason or float(line.status in ("contradicted", "revised")) for line in e2.claims
    ]
    return Score.mean([0.0]) if 0.0 in marks else Score.every(marks)


def passed(checks: Iterable[Check], strictly: Score | None = None) -> Score:
    """Return 1 where all checks pass, 0 where one fails, unscored where one is.

    ``strictly`` joins them where it is given: whether revised facts are revised. Where one fails
    beside one that is unscored, the bounds say that the edit fails.
    """
    marks: list[float | Reason] = [
        check.value if check.value is not None else check.reason or "judge_error"
        for check in checks
    ]
    if strictly is not None:
        marks += [strictly.value] if strictly.value is not None else list(strictly.unscored)
    return Score.every(marks)


def _breaks(name: CheckName, status: str | None) -> bool:
    if status is None or status in ("T", "fits"):
        return False
    if status == "F":
        return True
    return status != "holds" if name == "E1" else status == "holds" if name == "E2" else True


def _asserting(text: str) -> list[Connective]:
    return [found for found in connectives(analyse(text)) if found.sense in _ASSERTING]


def _claim(
    subject: ClaimSubject, texts: dict[str, str], name: str, text: str, prompts: Prompts
) -> Probe:
    return Probe(
        kind="claim",
        subject=subject,
        texts=texts,
        question=ClaimQuestion(claim=text, expected="kept" if name == "E1" else "changed"),
        menu=STATUSES,
        prompt="edit_claim",
        prompt_digest=prompts.get("edit_claim").digest,
    )


def _connector(
    subject: ClaimSubject, texts: dict[str, str], found: Connective, prompts: Prompts
) -> Probe:
    text = texts["response"]
    return Probe(
        kind="connector",
        subject=subject,
        texts=texts,
        question=ConnectorQuestion(
            connector=found.text,
            sense=found.sense,
            cause=found.cause,
            first=text[slice(*found.arg1)],
            second=text[slice(*found.arg2)],
            start=found.start,
            end=found.end,
            first_start=found.arg1[0],
            first_end=found.arg1[1],
            second_start=found.arg2[0],
            second_end=found.arg2[1],
        ),
        menu=CONNECTOR_MENU,
        prompt="edit_connector",
        prompt_digest=prompts.get("edit_connector").digest,
    )


def _letters(number: int, rewrite: str, item: Item, plan: Plan, prompts: Prompts) -> list[Probe]:
    """Three questions, one letter each: as in the paper of the rewrite and the criterion alone."""
    claims = claims_of(item, plan)
    asked = []
    for name in ("E0", "E1", "E2"):
        told = [text for check_name, text in claims if check_name == name]
        if name != "E0" and not told:
            continue
        prompt, words = f"edit_{name.lower()}", " ".join(map(_sentence, told))
        asked.append(
            Probe(
                kind="letter",
                subject=ClaimSubject(number, name, 1),
                texts={"response": rewrite},
                question=LetterQuestion(claims=words) if told else LetterQuestion(),
                menu=LETTERS,
                prompt=prompt,
                prompt_digest=prompts.get(prompt).digest,
            )
        )
    return asked


def _sentence(claim: str) -> str:
    return claim if claim.rstrip().endswith((".", "!", "?", "”", '"')) else f"{claim.rstrip()}."


def _line(probe: Probe, verdict: Verdict, version: Rewrite) -> ClaimLine:
    text = _asked(probe.question) or "-"
    return ClaimLine(
        id=probe.subject,
        text=text,
        status=verdict.value,
        reason=verdict.reason,
        evidence=tuple(_in_reply(span, version.start) for span in verdict.spans),
        why=verdict.rationale,
        verdict=verdict,
        probe=probe,
    )


def _in_reply(span: Span, shift: int) -> Span:
    """Move a span of one version to where it stands in the whole reply."""
    if span.role != "response":
        return span
    return span.model_copy(update={"start": span.start + shift, "end": span.end + shift})


def _asked(question: Question) -> str | None:
    match question:
        case ClaimQuestion(claim=told) | ConnectorQuestion(connector=told):
            return told
        case LetterQuestion(claims=several):
            return several
    return None
