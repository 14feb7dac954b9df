"""The one JSON envelope of every report, and its sections by kind."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from prism.graph.structure import Structure
from prism.items import (
    DistractorKind,
    Finding,
    Kind,
    Probe,
    Protocol,
    Reason,
    Rung,
    Score,
    Span,
    Verdict,
)

__all__ = [
    "AnchorLine",
    "Answer",
    "Check",
    "ClaimLine",
    "ControlLine",
    "Controls",
    "CriterionLine",
    "DistractorLine",
    "EdgeLine",
    "EditReport",
    "FactLine",
    "FailureMode",
    "Final",
    "LadderReport",
    "Notice",
    "OutcomeLine",
    "ParserLine",
    "Process",
    "Quantity",
    "Report",
    "TruthLine",
    "TruthReport",
    "Votes",
    "WhatIfReport",
]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ParserLine(_Section):
    """Which parser made the graph, what stood in for it, and how sound the graph is.

    ``grounded`` and ``known_labels`` are shares in [0, 1]. ``acyclic`` and ``connected`` are
    measures of our own (the paper's graph validity was judged by people). ``turned``, ``kept``,
    ``cue`` and ``merged`` count what the direction rule did to the causal edges.
    """

    name: str
    fallback: str | None = None
    granularity: str
    grounded: float
    known_labels: float
    acyclic: bool
    connected: bool
    self_loops: int
    turned: int
    kept: int
    cue: int
    merged: int


class FailureMode(_Section):
    """A named way in which a response fails, with what shows it."""

    mode: str
    evidence: str


class Notice(_Section):
    """A warning: something the reader should know, with the span it is about."""

    code: str
    message: str
    span: Span | None = None


class ControlLine(_Section):
    """Controls of one kind: how many the judge believed of those it judged.

    ``rate`` is believed ÷ judged, in [0, 1], None where none was judged.
    """

    judged: int
    believed: int
    unscored: int = 0
    rate: float | None


class Controls(_Section):
    """How the judge did on probes whose answer is known; they are never counted in a score.

    ``kinds`` holds the false positives by kind: ``reversed``, ``shuffled``, ``non_descendant``,
    ``canary``; ``all`` those of all kinds together. With ``alarm`` the judge believed a canary, a
    unit that is nowhere in the response: its other verdicts deserve no trust.
    """

    kinds: dict[str, ControlLine]
    all: ControlLine
    alarm: bool


class Votes(_Section):
    """How far the judges of a panel, or the replicates of one judge, agree.

    ``voters`` is how many votes each probe could get, ``agreement`` the share of the pairs of
    votes on one probe that agree. ``support`` holds, by edge probe, the share of its votes that
    support the edge. ``process`` is a 95 % interval of this response's process metric given these
    votes, by Monte Carlo over its causal edges; None without votes on any. Random in it are the
    votes alone: text and graph are held fixed. Each edge has half a vote more for and against
    (Jeffreys prior), so that votes which all agree leave a width, too.
    """

    voters: int
    agreement: float | None
    support: dict[str, float]
    process: tuple[float, float] | None


class _Conventions(_Section):
    """A score under both conventions, of which the one that was asked for is the headline.

    ``headline`` names it, ``score`` is it; what is read of it here (``value``, ``bounds`` …) is
    read of the headline.
    """

    headline: Protocol = "directed"
    published: Score
    directed: Score

    @property
    def score(self) -> Score:
        """The headline."""
        return self.published if self.headline == "published" else self.directed

    @property
    def beside(self) -> tuple[Protocol, Score]:
        """The other convention, and the score under it."""
        if self.headline == "published":
            return "directed", self.directed
        return "published", self.published

    @property
    def value(self) -> float | None:
        """The headline's number in [0, 1]; None where it is unscored."""
        return self.score.value

    @property
    def bounds(self) -> tuple[float, float]:
        """The headline with every missing verdict at its worst and at its best."""
        return self.score.bounds

    @property
    def coverage(self) -> float:
        """Judged ÷ asked, of the headline."""
        return self.score.coverage

    @property
    def n(self) -> int:
        """How many verdicts the headline asked for."""
        return self.score.n

    @property
    def unscored(self) -> dict[Reason, int]:
        """How many verdicts the headline lacks, by reason."""
        return self.score.unscored

    @property
    def reason(self) -> Reason | Finding | None:
        """Why the headline has no value; beside a value, the finding that settled it."""
        return self.score.reason


class Final(_Conventions):
    """The final score under both conventions."""


class Process(_Conventions):
    """The process metric: causal edges under both conventions, and all edges beside them.

    ``all`` is None where links that are not causal were not asked.
    """

    all: Score | None = None


class EdgeLine(_Section):
    """One edge of the graph with what was asked of it and what was answered.

    ``directed`` and ``published`` hold the verdicts under the two conventions (several published
    ones where twins were merged). ``misoriented`` says that the judge found the link to hold the
    other way round.
    """

    id: str
    source: str
    target: str
    label: str
    causal: bool
    cue: str | None
    decision: str
    directed: Verdict | None = None
    published: tuple[Verdict, ...] = ()
    misoriented: bool = False
    probes: tuple[Probe, ...] = ()

    def verdict(self, convention: Protocol) -> Verdict | None:
        """Return what was found of the edge under ``convention``; None where it was not asked.

        Under the published one it is supported if one of its written links is, and not if none
        is; between the two it is open.
        """
        if convention == "directed" and self.directed is not None:
            return self.directed
        for value in ("yes", None):
            found = next((each for each in self.published if each.value == value), None)
            if found is not None:
                return found
        return next(iter(self.published), None)


class CriterionLine(_Section):
    """One criterion with its mark (1 to 10, None where unscored) and verdict."""

    name: str
    mark: int | None
    verdict: Verdict
    probe: Probe


class OutcomeLine(_Section):
    """What was asked of the outcome of a closed item, and what was answered."""

    verdict: Verdict
    probe: Probe


class Report(_Section):
    """What every report holds, whatever its kind.

    ``response`` tells the responses of one file to one item apart: the response's id there, or its
    number. ``graph`` is the scored graph in prism's graph format, so that a report can be shown.
    ``controls`` is there where controls were asked for, ``votes`` where several judged.
    """

    schema_version: Literal["1.0"] = "1.0"
    kind: Kind
    item: str
    response: str | None = None
    signature: str
    parser: ParserLine | None
    final: Final | Score | None
    failure_modes: tuple[FailureMode, ...] = ()
    warnings: tuple[Notice, ...] = ()
    controls: Controls | None = None
    votes: Votes | None = None
    graph: dict[str, JsonValue] | None = None

    @property
    def headline(self) -> Score | None:
        """The number the report is about: the final score by the convention asked for."""
        return self.final.score if isinstance(self.final, Final) else self.final

    @property
    def name(self) -> str:
        """What a table calls it: the item, after the response where several answer the item."""
        return self.item if self.response is None else f"{self.response} · {self.item}"

    def to_json(self) -> str:
        """Return the report as JSON text, stable byte for byte."""
        return self.model_dump_json(indent=2) + "\n"

    def to_line(self) -> str:
        """Return the report as one line of JSON Lines."""
        return self.model_dump_json() + "\n"


class WhatIfReport(Report):
    """A scored explanation; of kind ``structure`` where no rubric was given.

    ``answer`` is what ``outcome`` rests on, for closed items.
    """

    kind: Literal["whatif", "structure"]
    final: Final | None
    process: Process
    rubric: Score | None
    outcome: Score | None
    answer: OutcomeLine | None = None
    structure: Structure
    edges: tuple[EdgeLine, ...]
    criteria: tuple[CriterionLine, ...] = ()

    @property
    def headline(self) -> Score:
        """The final score by the convention asked for; without a rubric, the process metric."""
        return self.process.score if self.final is None else self.final.score


class Answer(_Section):
    """A multiple-choice answer: what was given, what was read from it, and whether it is right.

    ``extracted`` and ``right`` are indices of options from 0, in the order of the file;
    ``place`` is where the chosen option stood when the question was put, ``order`` which option
    stood where. Without an extracted option ``reason`` says why; the answer then counts neither
    as right nor as wrong, and ``correct`` is None.
    """

    given: str
    extracted: int | None
    right: int | None
    correct: bool | None
    reason: Literal["ambiguous", "refused", "empty", "no_answer"] | None = None
    place: int | None = None
    order: tuple[int, ...] = ()


class DistractorLine(_Section):
    """One wrong option and what kind of wrong it is; None where that is undecided.

    ``strengths`` are those of the graph facts; ``label`` is the kind the file names; ``verdict``
    is a judge's, which decides where it has a value.
    """

    option: int
    text: str
    kind: DistractorKind | None
    confidence: float
    evidence: str
    strengths: dict[DistractorKind, float]
    label: DistractorKind | None = None
    verdict: Verdict | None = None
    probe: Probe | None = None
    chosen: bool = False


class LadderReport(Report):
    """A multiple-choice answer on one rung of the ladder; ``final`` is 1 or 0, or unscored.

    ``context`` and ``setting`` are what tables group by: the context's name in its file, and the
    prompting setting where the answer says.
    """

    kind: Literal["ladder"]
    final: Score
    rung: Rung | None
    answer: Answer
    distractors: tuple[DistractorLine, ...]
    context: str
    setting: str | None = None
    model: str | None = None


class TruthLine(_Section):
    """The answer that a structural causal model gives, and the model's answer held against it.

    ``answer`` is the computed value (None where it is not identified: then ``bounds`` holds, or
    where none can be computed: then a warning says why),
    ``expected`` the reply that follows from it: yes or no, a number, or the right sets (None where
    the bounds leave it open). ``agrees`` is None where nothing can be said. ``assumption`` names
    what was assumed about the mechanisms; ``steps`` is the derivation.
    """

    query: str
    answer: JsonValue
    bounds: tuple[float, float] | None
    sharp: bool | None
    assumption: str | None
    expected: JsonValue
    model_answer: JsonValue
    agrees: bool | None
    tolerance: float | None
    steps: tuple[str, ...]


class TruthReport(Report):
    """A reply to a question whose answer is computed from a structural causal model."""

    kind: Literal["truth"] = "truth"
    final: Score
    truth: TruthLine


class ClaimLine(_Section):
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


class Check(_Section):
    """One check: 1 passes, 0 fails, None unscored (then ``reason`` says why).

    A check that had no claim to ask is unscored, ``not_applicable``: nothing asked is nothing
    passed.
    """

    value: float | None
    coverage: float
    reason: Reason | None = None
    claims: tuple[ClaimLine, ...] = ()


class AnchorLine(_Section):
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


class FactLine(_Section):
    """A fact of the story, where it stands towards the intervention, and its derived status."""

    text: str
    unit: str
    span: Span
    standing: Literal["invariant", "intervened", "descendant", "undecided"]
    why: str
    status: str | None = None


class Quantity(_Section):
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
