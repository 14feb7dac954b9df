"""One scored task as tables and statistics need it: numbers, slices and verdicts, no texts."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from prism.envelope import (
    EditReport,
    FailureMode,
    Final,
    LadderReport,
    Report,
    TruthReport,
    WhatIfReport,
)
from prism.items import Item, Score, Verdict
from prism.judges.controls import ControlResult
from prism.metrics.failure import Symptoms, symptoms
from prism.runs.benchmarks import Benchmark
from prism.runs.records import Answered, Variant

__all__ = ["Line", "line_of"]


class Line(BaseModel):
    """A report reduced to its sufficient statistics.

    Attributes
    ----------
    item, variant, cluster, slices
        Which task it is, what it is resampled with, and what tables group it by.
    signature
        How its numbers came about.
    scores
        Scores by name; ``final`` is the headline.
    shape
        Numbers of the graph and the response: units, causal edges, longest path, words …
    marks
        What was judged, by the probe's subject; None where it is unscored.
    symptoms
        What failure modes are read from.
    modes
        Failure modes that the suite itself names.
    notes
        Codes of the report's warnings.
    served
        Models that gave the verdicts.
    controls
        How the judge did on edges with known answers, where they were put to it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    item: str
    variant: dict[str, str]
    cluster: str
    slices: dict[str, str]
    signature: str
    scores: dict[str, Score]
    shape: dict[str, float] = {}
    marks: dict[str, str | None] = {}
    symptoms: Symptoms | None = None
    modes: tuple[FailureMode, ...] = ()
    notes: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    controls: ControlResult | None = None


def line_of(
    benchmark: Benchmark,
    item: Item,
    variant: Variant,
    report: Report,
    verdicts: Mapping[str, Verdict],
    answer: Answered,
) -> Line:
    """Return the line of one report on ``answer``; ``verdicts`` are what it counts, by subject."""
    shape = {"words": float(len(item.texts.get("response", "").split()))}
    scores: dict[str, Score] = {}
    slices: dict[str, str] = {}
    found = None
    if isinstance(report, WhatIfReport):
        scores, found = _whatif_scores(report), symptoms(report, item.texts.get("question", ""))
        shape |= _shape(report)
    elif isinstance(report, LadderReport | TruthReport):
        scores = {"final": report.final}
    elif isinstance(report, EditReport):
        scores, slices = _edit_scores(report), _edit_slices(report)
    models = (verdict.provenance.model_served for verdict in verdicts.values())
    cut = ("answer_truncated",) if answer.provenance.finish_reason == "length" else ()
    return Line(
        item=item.id,
        variant=dict(variant),
        cluster=benchmark.cluster(item),
        slices={**slices, **benchmark.slices(item), **variant},
        signature=report.signature,
        scores=scores,
        shape=shape,
        marks={subject: verdict.value for subject, verdict in verdicts.items()},
        symptoms=found,
        modes=report.failure_modes,
        notes=(*(warning.code for warning in report.warnings), *cut),
        served=tuple(sorted({served for served in models if served is not None})),
    )


def _whatif_scores(report: WhatIfReport) -> dict[str, Score]:
    process, final = report.process, report.final
    named = {
        "final": final.directed if isinstance(final, Final) else process.directed,
        "published": final.published if isinstance(final, Final) else process.published,
        "PM": process.directed,
        "PM published": process.published,
        "PM all": process.all,
        "RM": report.rubric,
        "OM": report.outcome,
    }
    return {name: score for name, score in named.items() if score is not None}


def _edit_scores(report: EditReport) -> dict[str, Score]:
    scores = {"final": report.final}
    for name, check in report.checks.items():
        worst, best = (check.value, check.value) if check.value is not None else (0.0, 1.0)
        scores[name] = Score(
            value=check.value,
            coverage=check.coverage,
            bounds=(worst, best),
            n=1,
            total=check.value or 0.0,
            reason=check.reason if check.value is None else None,
        )
    if report.strict is not None:
        scores["E2 strict"] = Score.mean([float(report.strict)])
    return scores


def _edit_slices(report: EditReport) -> dict[str, str]:
    """Return the shape of the story's graph, which stands where the file names no graph type."""
    return {"graph type": report.motif} if report.motif else {}


def _shape(report: WhatIfReport) -> dict[str, float]:
    shape = report.structure
    numbers: dict[str, float | None] = {
        "units": shape.units,
        "edges": shape.edges,
        "causal edges": shape.causal_edges,
        "longest path": shape.longest_path.length,
        "fragmentation": shape.fragmentation,
        "unlinked": shape.unlinked,
        "cycles": len(shape.cycles),
    }
    return {name: float(value) for name, value in numbers.items() if value is not None}
