"""The report of a multiple-choice answer on one rung of the ladder."""

from typing import Literal

from prism.records.item import DistractorKind, Rung
from prism.records.probe import Probe
from prism.records.report import Report, Section
from prism.records.score import Score
from prism.records.verdict import Verdict

__all__ = ["Answer", "DistractorLine", "LadderReport"]


class Answer(Section):
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


class DistractorLine(Section):
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
