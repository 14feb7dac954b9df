"""The report of a scored explanation."""

from collections.abc import Mapping
from typing import Literal

from prism.graph.structure import Structure
from prism.records.probe import Probe
from prism.records.report import Conventions, Final, Report, Section
from prism.records.score import Protocol, Score
from prism.records.verdict import Verdict

__all__ = ["CriterionLine", "EdgeLine", "OutcomeLine", "Process", "WhatIfReport"]


class Process(Conventions):
    """The process metric: causal edges under both conventions, and all edges beside them.

    ``all`` is None where links that are not causal were not asked.
    """

    all: Score | None = None


class EdgeLine(Section):
    """One edge of the graph with what was asked of it and what was answered.

    ``directed`` and ``published`` hold the verdicts under the two conventions (several published
    ones where twins were merged). ``misoriented`` says that the judge found the link to hold the
    other way round. ``stated`` says that words of the text mark the link, which its verdict may
    still find unsupported; None in reports of versions that did not tell.
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
    stated: bool | None = None
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


class CriterionLine(Section):
    """One criterion with its mark (1 to 10, None where unscored) and verdict."""

    name: str
    mark: int | None
    verdict: Verdict
    probe: Probe


class OutcomeLine(Section):
    """What was asked of the outcome of a closed item, and what was answered."""

    verdict: Verdict
    probe: Probe


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

    def edge_verdicts(self) -> Mapping[str, Verdict]:
        """Return the verdict on every judged edge by id, under the headline's convention."""
        told = {edge.id: edge.verdict(self.process.headline) for edge in self.edges}
        return {name: verdict for name, verdict in told.items() if verdict is not None}

    @property
    def headline(self) -> Score:
        """The final score by the convention asked for; without a rubric, the process metric."""
        return self.process.score if self.final is None else self.final.score

    @property
    def partly_unscored(self) -> bool:
        """Whether the headline, or a score beside it, lacks an answer."""
        beside = (self.process.score, self.process.all, self.rubric, self.outcome)
        return super().partly_unscored or any(score is not None and score.gaps for score in beside)
