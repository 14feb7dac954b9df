"""The records that travel through prism: Item, Probe, Verdict, Score, Signature.

Everything else is a function from one record to the next::

    text ──parse──▶ CausalGraph ──ask──▶ Probe ──judge──▶ Verdict ──count──▶ Score
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

__all__ = [
    "Choice",
    "Claims",
    "Criterion",
    "DistractorKind",
    "Finding",
    "Item",
    "Kind",
    "Probe",
    "Protocol",
    "Provenance",
    "Reason",
    "Rubric",
    "Rung",
    "Score",
    "Signature",
    "Span",
    "Verdict",
    "digest",
    "digest_of_parts",
]

# What is asked of an item; which suite scores which kind, the suites themselves say.
Kind = str
Reason = Literal[
    "parse_failure",
    "judge_error",
    "refused",
    "truncated",
    "empty",
    "over_budget",
    "interrupted",
    "judged_reversed",
    "tie",
    "not_applicable",
]
# What an answer shows that settles a score without a verdict; it stands beside the value.
Finding = Literal["no_causal_edge"]
# The convention by which questions are put, and by which the headline counts.
Protocol = Literal["published", "directed"]


Rung = Literal["discovery", "intervention", "counterfactual"]
DistractorKind = Literal["contradictory", "unfounded", "causal_reversal", "irrelevant_fact"]


class _Record(BaseModel):
    """Immutable, strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def digest(value: JsonValue) -> str:
    """Return the SHA-256 of ``value`` as canonical JSON, in hex.

    >>> digest({"b": 1, "a": "é"}) == digest({"a": "é", "b": 1})
    True
    """
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def digest_of_parts(parts: Iterable[str]) -> str:
    r"""Return the digest of the text that ``parts`` make up, of which one at a time is held.

    >>> digest_of_parts(["a\nb", "é"]) == digest("a\nbé")
    True
    """
    found = hashlib.sha256(b'"')
    for part in parts:
        found.update(json.dumps(part)[1:-1].encode())
    found.update(b'"')
    return found.hexdigest()


@lru_cache(maxsize=64)
def _text_digest(text: str) -> str:
    """Digest of one long text, computed once for the many probes that share it."""
    return digest(text)


class Span(_Record):
    """A stretch of text: half-open character offsets into the text that plays ``role``."""

    role: str
    start: int
    end: int
    text: str = ""


class Criterion(_Record):
    """One criterion of a rubric: what it asks for and what each band of marks looks like.

    ``bands`` maps a range of marks on the 1–10 scale, such as ``"7-8"``, to its description.
    """

    name: str
    description: str = ""
    bands: dict[str, str] = Field(default_factory=dict)


class Rubric(_Record):
    """Criteria frozen for one question; a response's mark is the mean over criteria ÷ 10."""

    title: str = ""
    focus: str = ""
    criteria: tuple[Criterion, ...] = ()


class Claims(_Record):
    """What an edit must preserve (E1) and what it must revise (E2), one claim an entry."""

    preserve: tuple[str, ...] = ()
    revise: tuple[str, ...] = ()


class Choice(_Record):
    """The options of a multiple-choice question; ``answer`` is the index of the right one.

    ``kinds`` names the kind of each distractor where the file labels them, None at the answer.
    ``evidence`` is the span of the context that supports the right option. ``digits`` is the digit
    of the first option where the file says that answers may be digits; None where letters alone
    name options.
    """

    options: tuple[str, ...]
    answer: int | None = None
    rung: Rung | None = None
    kinds: tuple[DistractorKind | None, ...] | None = None
    evidence: str | None = None
    digits: int | None = None

    def reordered(self, order: Sequence[int]) -> Self:
        """Return the same choice with option ``order[i]`` in place ``i``.

        >>> Choice(options=("x", "y", "z"), answer=2).reordered([2, 0, 1]).answer
        0
        """
        answer = None if self.answer is None else list(order).index(self.answer)
        changes: dict[str, Any] = {
            "options": tuple(self.options[place] for place in order),
            "answer": answer,
            "kinds": self.kinds and tuple(self.kinds[place] for place in order),
        }
        return self.model_copy(update=changes)


class Item(_Record):
    """What a suite hands over: texts by the role they play, and what to hold them against.

    Roles: ``question, response`` (whatif); ``story, request, response`` (edit);
    ``context, question, response`` (ladder).
    """

    id: str
    kind: Kind
    texts: dict[str, str] = Field(default_factory=dict)
    rubric: Rubric | None = None
    claims: Claims | None = None
    choice: Choice | None = None
    gold: tuple[str, ...] = ()
    truth: dict[str, JsonValue] | None = None
    domain: str | None = None
    meta: dict[str, JsonValue] = Field(default_factory=dict)

    def with_text(self, role: str, text: str) -> Self:
        """Return a copy in which ``text`` plays ``role``."""
        return self.model_copy(update={"texts": {**self.texts, role: text}})


class Probe(_Record):
    """One small question that a score needs answered.

    Attributes
    ----------
    kind
        What is asked: ``edge``, ``criterion``, ``outcome``, ``claim``, ``connector``, ``choice`` …
    subject
        What of the item it is about, such as an edge id; not part of the digest.
    texts
        The long texts by role, shared by many probes of one response.
    question
        The small fields that change from probe to probe (source, target, relation, offsets …).
    menu
        The answers a judge may give.
    prompt
        Name of the prompt that puts the question to a language model.
    prompt_digest
        Digest of that prompt's text ('' for judges that read no prompt).
    """

    kind: str
    subject: str
    texts: dict[str, str] = Field(default_factory=dict)
    question: dict[str, JsonValue] = Field(default_factory=dict)
    menu: tuple[str, ...]
    prompt: str = ""
    prompt_digest: str = ""

    @cached_property
    def digest(self) -> str:
        """Content hash of everything that could change the answer (``subject`` is a mere name)."""
        asked = self.model_dump(mode="json", exclude={"subject", "texts"})
        texts: JsonValue = {role: _text_digest(text) for role, text in self.texts.items()}
        return digest(asked | {"texts": texts})


class Provenance(_Record):
    """Who answered and how; tokens are counts.

    ``prompts`` names what was read in order to ask, ``NAME@DIGEST`` each, and ``sent`` what the
    endpoint made of the request beyond its mode: ``max_tokens>=4096``, ``dropped=seed``.
    """

    judge: str
    model_requested: str | None = None
    model_served: str | None = None
    fingerprint: str | None = None
    mode: str | None = None
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    prompts: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()


class Verdict(_Record):
    """What a judge said of a probe: a value from its menu, or unscored with a reason.

    Exactly one of ``value`` and ``reason`` is set. ``code`` is a judge's short code for why
    (``reversed_claim``), ``rationale`` its words, ``spans`` what it rests on. ``votes`` counts, by
    value, what the judges of a panel said, or the replicates of one judge; empty for a single one.
    """

    probe: str
    value: str | None = None
    reason: Reason | None = None
    code: str | None = None
    rationale: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)
    spans: tuple[Span, ...] = ()
    votes: dict[str, int] = Field(default_factory=dict)
    provenance: Provenance

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.value is None) == (self.reason is None):
            raise ValueError("a verdict has either a value or the reason why it has none")
        return self


class Score(_Record):
    """A number in [0, 1] with what it rests on.

    Attributes
    ----------
    value
        The mean over what was judged, or None (then ``reason`` says why).
    coverage
        Judged ÷ asked, in [0, 1]; 1 where nothing was asked.
    bounds
        What the value would be with every missing verdict at its worst and at its best: they
        contain the value, and a verdict that goes missing can only widen them.
    unscored
        How many verdicts are missing, by reason.
    n
        How many verdicts were asked for.
    total
        Sum over what was judged: with ``n`` and ``unscored`` the sufficient statistic. None where
        the score is no mean over marks, such as the average of several scores.
    reason
        Why there is no value; beside a value, the finding that settled it (``no_causal_edge``).
    """

    value: float | None
    coverage: float = 1.0
    bounds: tuple[float, float]
    unscored: dict[Reason, int] = Field(default_factory=dict)
    n: int
    total: float | None = None
    reason: Reason | Finding | None = None

    @model_validator(mode="after")
    def _lawful(self) -> Self:
        low, high = self.bounds
        if self.value is None and self.reason is None:
            raise ValueError("a score has either a value or the reason why it has none")
        if self.value is not None and not low - 1e-9 <= self.value <= high + 1e-9:
            raise ValueError(f"the value {self.value} lies outside its bounds {low} to {high}")
        return self

    @classmethod
    def mean(
        cls, marks: Iterable[float | Reason], *, worst: float = 0.0, best: float = 1.0
    ) -> "Score":
        """Count ``marks`` into a score: a number is a mark, a string is why one is missing.

        Parameters
        ----------
        marks
            One entry a probe.
        worst, best
            The range a mark can take; missing ones stand there in the bounds.

        >>> s = Score.mean([1.0, 0.0, "truncated", 1.0])
        >>> round(s.value, 3), s.coverage, s.bounds, s.unscored
        (0.667, 0.75, (0.5, 0.75), {'truncated': 1})
        >>> Score.mean([]).reason
        'not_applicable'
        """
        entries = list(marks)
        judged = [float(mark) for mark in entries if not isinstance(mark, str)]
        missing = Counter(mark for mark in entries if isinstance(mark, str))
        n, gaps, total = len(entries), sum(missing.values()), sum(judged)
        if not n:
            return cls(value=None, bounds=(worst, best), n=0, total=0.0, reason="not_applicable")
        value = total / len(judged) if judged else None
        bounds = (total + gaps * worst) / n, (total + gaps * best) / n
        return cls(
            value=value,
            coverage=len(judged) / n,
            bounds=_around(value, bounds),
            unscored=dict(sorted(missing.items())),
            n=n,
            total=total,
            reason=None if judged else missing.most_common(1)[0][0],
        )

    @classmethod
    def every(cls, marks: Iterable[float | Reason]) -> "Score":
        """Return 1 where every mark is 1, 0 where one is 0; unscored where one is missing.

        What was not asked has not been passed: without marks there is no value. Where a mark is 0
        the bounds say so, whatever is missing beside it.

        >>> Score.every([1.0, "truncated"]).bounds, Score.every([0.0, "truncated"]).bounds
        ((0.0, 1.0), (0.0, 0.0))
        >>> Score.every([]).reason
        'not_applicable'
        """
        entries = list(marks)
        missing = [mark for mark in entries if isinstance(mark, str)]
        if not entries:
            missing = ["not_applicable"]
        failed = 0.0 in entries
        return cls.mean(missing[:1] or [float(not failed)], best=0.0 if failed else 1.0)

    @classmethod
    def average(cls, parts: Iterable["Score"]) -> "Score":
        """Return the unweighted mean of several scores; None where any part has no value.

        >>> Score.average([Score.mean([1.0]), Score.mean([0.0])]).value
        0.5
        """
        scores = list(parts)
        values = [score.value for score in scores]
        unscored: Counter[Reason] = Counter()
        for score in scores:
            unscored.update(score.unscored)
        n = sum(score.n for score in scores)
        known = [value for value in values if value is not None]
        value = sum(known) / len(known) if known and len(known) == len(values) else None
        low, high = (sum(score.bounds[end] for score in scores) for end in (0, 1))
        bounds = (low / len(scores), high / len(scores)) if scores else (0.0, 1.0)
        return cls(
            value=value,
            coverage=(n - sum(unscored.values())) / n if n else 1.0,
            bounds=_around(value, bounds),
            unscored=dict(sorted(unscored.items())),
            n=n,
            reason=None
            if value is not None
            else next((s.reason for s in scores if s.value is None), "not_applicable"),
        )


def _around(value: float | None, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return ``bounds`` with ``value`` within: rounding may put it outside by a last digit."""
    if value is None:
        return bounds
    return min(bounds[0], value), max(bounds[1], value)


class Signature(_Record):
    """How a number came about, in one line of fixed order; printed beside every number.

    Numbers whose signatures differ are not averaged unless the user insists.

    >>> print(Signature(prism="0.1.0", parser="embedded", metrics="whatif:directed", judge="local"))
    prism=0.1.0|parser=embedded|metrics=whatif:directed|prompts=-|judge=local|decoding=-|seed=-
    """

    prism: str
    parser: str
    metrics: str
    prompts: str | None = None
    judge: str | None = None
    decoding: str | None = None
    seed: int | None = None

    def __str__(self) -> str:
        """Return the one-line form."""
        fields: Mapping[str, Any] = self.model_dump()
        return "|".join(f"{name}={'-' if v is None else v}" for name, v in fields.items())
