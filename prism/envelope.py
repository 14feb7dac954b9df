"""The one JSON envelope of every report, and its sections by kind."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from prism.items import Kind, Probe, Score, Span, Verdict

__all__ = [
    "CriterionLine",
    "EdgeLine",
    "FailureMode",
    "Final",
    "Notice",
    "ParserLine",
    "PathLine",
    "Process",
    "Report",
    "Structure",
    "TruthLine",
    "TruthReport",
    "WhatIfReport",
]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


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


class Final(_Section):
    """The final score under both conventions."""

    published: Score
    directed: Score


class Process(_Section):
    """The process metric: causal edges under both conventions, and all edges beside them."""

    published: Score
    directed: Score
    all: Score


class PathLine(_Section):
    """The longest causal path: its number of edges and its units, cause first.

    A strongly connected component counts as one node; ``units`` lists all its members.
    """

    length: int
    units: tuple[tuple[str, ...], ...]


class Structure(_Section):
    """What the graph itself says, without a judge.

    ``fragmentation`` is 1 − (causally linked units in the largest weak component ÷ all causally
    linked units), None without a causal edge; ``unlinked`` the share of units that carry no
    causal edge; ``components`` the weak components of the causally linked part.
    """

    units: int
    edges: int
    causal_edges: int
    longest_path: PathLine
    fragmentation: float | None
    unlinked: float
    components: int
    cycles: tuple[tuple[str, ...], ...]
    motif: str | None = None


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


class CriterionLine(_Section):
    """One criterion with its mark (1 to 10, None where unscored) and verdict."""

    name: str
    mark: int | None
    verdict: Verdict
    probe: Probe


class Report(_Section):
    """What every report holds, whatever its kind.

    ``graph`` is the scored graph in prism's graph format, so that a report can be shown.
    """

    schema_version: Literal["1.0"] = "1.0"
    kind: Kind
    item: str
    signature: str
    parser: ParserLine | None
    final: Final | Score | None
    failure_modes: tuple[FailureMode, ...] = ()
    warnings: tuple[Notice, ...] = ()
    graph: dict[str, JsonValue] | None = None

    def to_json(self) -> str:
        """Return the report as JSON text, stable byte for byte."""
        return self.model_dump_json(indent=2) + "\n"


class WhatIfReport(Report):
    """A scored explanation; of kind ``structure`` where no rubric was given."""

    kind: Literal["whatif", "structure"]
    final: Final | None
    process: Process
    rubric: Score | None
    outcome: Score | None
    structure: Structure
    edges: tuple[EdgeLine, ...]
    criteria: tuple[CriterionLine, ...] = ()


class TruthLine(_Section):
    """The answer that a structural causal model gives, and the model's answer held against it.

    ``answer`` is the computed value (None where it is not identified: then ``bounds`` holds),
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
