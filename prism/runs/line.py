"""One scored task as tables and statistics need it: numbers, slices and verdicts, no texts."""

from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue

from prism.errors import UsageError
from prism.judges.controls import ControlResult
from prism.judges.quality import Polled, polled
from prism.records.item import Item
from prism.records.report import FailureMode, Report
from prism.records.score import Score
from prism.records.verdict import Verdict
from prism.runs.records import Answered
from prism.suites.base import Suite, Variant
from prism.suites.modes import Limits, Modes, Shown

__all__ = ["Line", "line_of", "score_called"]

# What scores are called in words.
_IN_WORDS: Final = {"process": "PM", "rubric": "RM", "outcome": "OM"}


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
        What failure modes can be read from anew with other limits.
    modes
        The report's failure modes.
    notes
        Codes of the report's warnings.
    served
        Models that gave the verdicts.
    controls
        How the judge did on edges with known answers, where they were put to it.
    votes
        How far the judges of a panel, or the replicates of one, agreed.
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
    symptoms: dict[str, JsonValue] | None = None
    modes: tuple[FailureMode, ...] = ()
    notes: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    controls: ControlResult | None = None
    votes: Polled | None = None

    def shown(self, modes: Modes | None, limits: Limits) -> Shown:
        """Return the failure modes with other ``limits``, where they depend on limits."""
        if modes is None or self.symptoms is None:
            return Shown(self.modes)
        return modes.again(self.symptoms, limits)


def line_of(
    suite: Suite,
    item: Item,
    variant: Variant,
    report: Report,
    verdicts: Mapping[str, Verdict],
    answer: Answered,
) -> Line:
    """Return the line of one report on ``answer``; ``verdicts`` are what it counts, by subject."""
    counted = suite.tally(report)
    symptoms = suite.modes.look(report, item) if suite.modes is not None else None
    models = (verdict.provenance.model_served for verdict in verdicts.values())
    cut = ("answer_truncated",) if answer.provenance.finish_reason == "length" else ()
    words = float(len(item.texts.get("response", "").split()))
    return Line(
        item=item.id,
        variant=dict(variant),
        cluster=suite.cluster(item),
        slices={**counted.slices, **suite.sliced(item, variant)},
        signature=report.signature,
        scores=dict(counted.scores),
        shape={"words": words, **counted.shape},
        marks={subject: verdict.value for subject, verdict in verdicts.items()},
        symptoms=symptoms.model_dump(mode="json") if symptoms is not None else None,
        modes=report.failure_modes,
        notes=(*(warning.code for warning in report.warnings), *cut),
        served=tuple(sorted({served for served in models if served is not None})),
        votes=polled(verdicts.values()),
    )


def score_called(name: str, known: Iterable[str]) -> str:
    """Return which of the ``known`` scores is meant by ``name``; large and small letters are one.

    Raises
    ------
    UsageError
        None is called so.

    >>> score_called("pm", ["final", "PM"]), score_called("outcome", ["final", "OM"])
    ('PM', 'OM')
    """
    scores = list(dict.fromkeys(known))
    wanted = _IN_WORDS.get(name.casefold(), name).casefold()
    for score in scores:
        if score.casefold() == wanted:
            return score
    known_ones = ", ".join(scores) or "none"
    raise UsageError(f"no score {name!r}", where="--score", mend=f"known: {known_ones}")
