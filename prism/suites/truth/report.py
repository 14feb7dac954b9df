"""The report of a reply to a question that a structural causal model answers."""

from typing import Literal

from pydantic import JsonValue

from prism.records.report import Report, Section
from prism.records.score import Score

__all__ = ["TruthLine", "TruthReport"]


class TruthLine(Section):
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
