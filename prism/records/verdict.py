"""What a judge said of a probe, and how it came about."""

from typing import Literal, Self

from pydantic import Field, model_validator

from prism.records.base import Record

__all__ = ["Finding", "Provenance", "Reason", "Span", "Verdict"]


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
    "not_estimated",
    "not_applicable",
]


# What an answer shows that settles a score without a verdict; it stands beside the value.
Finding = Literal["no_causal_edge"]


class Span(Record):
    """A stretch of text: half-open character offsets into the text that plays ``role``."""

    role: str
    start: int
    end: int
    text: str = ""


class Provenance(Record):
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


class Verdict(Record):
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
