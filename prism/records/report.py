"""The one JSON envelope of every report; its sections by kind stand with their suites."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from prism.records.item import Kind
from prism.records.score import Protocol, Score
from prism.records.verdict import Finding, Reason, Span, Verdict

__all__ = [
    "ControlLine",
    "Controls",
    "Conventions",
    "FailureMode",
    "Final",
    "Notice",
    "ParserLine",
    "Report",
    "Section",
    "Votes",
]


class Section(BaseModel):
    """A part of a report: immutable, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ParserLine(Section):
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


class FailureMode(Section):
    """A named way in which a response fails, with what shows it."""

    mode: str
    evidence: str


class Notice(Section):
    """A warning: something the reader should know, with the span it is about."""

    code: str
    message: str
    span: Span | None = None


class ControlLine(Section):
    """Controls of one kind: how many the judge believed of those it judged.

    ``rate`` is believed ÷ judged, in [0, 1], None where none was judged.
    """

    judged: int
    believed: int
    unscored: int = 0
    rate: float | None


class Controls(Section):
    """How the judge did on probes whose answer is known; they are never counted in a score.

    ``kinds`` holds the false positives by kind: ``reversed``, ``shuffled``, ``non_descendant``,
    ``canary``; ``all`` those of all kinds together. With ``alarm`` the judge believed a canary, a
    unit that is nowhere in the response: its other verdicts deserve no trust.
    """

    kinds: dict[str, ControlLine]
    all: ControlLine
    alarm: bool


class Votes(Section):
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


class Conventions(Section):
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


class Final(Conventions):
    """The final score under both conventions."""


class Report(Section):
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
    def partly_unscored(self) -> bool:
        """Whether something that was asked has no answer, or nothing was asked at all.

        What a judge cannot estimate is withheld, not missing.
        """
        headline = self.headline
        if headline is None or (headline.value is None and not headline.withheld):
            return True
        return headline.gaps > 0

    @property
    def name(self) -> str:
        """What a table calls it: the item, after the response where several answer the item."""
        return self.item if self.response is None else f"{self.response} · {self.item}"

    def edge_verdicts(self) -> Mapping[str, Verdict]:
        """Return the verdict on every judged edge of the graph by id; none unless a suite says."""
        return {}

    def to_json(self) -> str:
        """Return the report as JSON text, stable byte for byte."""
        return self.model_dump_json(indent=2) + "\n"

    def to_line(self) -> str:
        """Return the report as one line of JSON Lines."""
        return self.model_dump_json() + "\n"
