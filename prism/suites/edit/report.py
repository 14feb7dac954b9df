"""The report of a scored edit."""

from typing import Literal

from pydantic import Field

from prism.records.probe import Probe
from prism.records.report import Report, Section
from prism.records.score import Score
from prism.records.verdict import Reason, Span, Verdict

__all__ = ["AnchorLine", "Check", "ClaimLine", "EditReport", "FactLine", "Quantity"]


class ClaimLine(Section):
    """One claim or connector of a check: its status, and the spans of evidence on both sides.

    ``status`` is one of holds, contradicted, revised, hypothetical, omitted; for a connector fits,
    wrong_direction, wrong_polarity, unrelated; T or F under the published protocol; None with the
    ``reason`` where nobody answered. ``graph`` is the embedded finding where a language model
    judged, and ``disagree`` says that the two are at odds.
    """

    id: str
    text: str
    status: str | None
    reason: Reason | None = None
    evidence: tuple[Span, ...] = ()
    why: str = ""
    verdict: Verdict
    probe: Probe
    graph: str | None = None
    disagree: bool = False


class Check(Section):
    """One check: 1 passes, 0 fails, None unscored (then ``reason`` says why).

    A check that had no claim to ask is unscored, ``not_applicable``: nothing asked is nothing
    passed.
    """

    value: float | None
    coverage: float
    reason: Reason | None = None
    claims: tuple[ClaimLine, ...] = ()


class AnchorLine(Section):
    """A stipulated change, and the story's unit it intervenes on (None where it adds an event).

    ``span`` and ``instead_span`` say where the request states the change and what it replaces;
    ``side`` says which of the two the unit speaks of.
    """

    text: str
    span: Span | None = None
    instead: str | None
    instead_span: Span | None = None
    side: Literal["original", "change"] | None = None
    unit: str | None
    unit_text: str | None
    score: float
    stipulated: bool = False


class FactLine(Section):
    """A fact of the story, where it stands towards the intervention, and its derived status."""

    text: str
    unit: str
    span: Span
    standing: Literal["invariant", "intervened", "descendant", "undecided"]
    why: str
    status: str | None = None


class Quantity(Section):
    """A quantity of the story and what became of it: the E4 sub-check."""

    text: str
    before: float
    after: float | None
    direction: Literal["up", "down", "same", "gone"]
    fits: bool | None = None
    evidence: str = ""


class EditReport(Report):
    """A scored edit: three checks, the intervention, and what the story's graph says must stay.

    ``passed`` is None where a check is unscored; ``strict`` asks that revised facts
    are revised, not left out; ``form`` tells what the reply is; ``latent`` are E5 facts,
    ``undecided`` where words cannot tell.
    """

    kind: Literal["edit"]
    final: Score
    checks: dict[Literal["E0", "E1", "E2"], Check]
    passed: bool | None
    strict: bool | None
    form: Literal["rewrite", "empty", "refused", "explained", "unchanged"]
    versions: int
    intervention: tuple[AnchorLine, ...]
    outcome: str | None
    invariants: tuple[FactLine, ...]
    derived: bool
    motif: str | None
    quantities: tuple[Quantity, ...] = ()
    latent: dict[str, str] = Field(default_factory=dict)
    phrasing: str | None = None
    domain: str | None = None
    model: str | None = None

    @property
    def partly_unscored(self) -> bool:
        """Whether the headline, or a check, lacks an answer."""
        return super().partly_unscored or any(c.coverage < 1 for c in self.checks.values())
