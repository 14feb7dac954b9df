"""Headline figures of the papers, for reading beside one's own; always marked as published."""

import json
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from prism.suites.published_rows import published_meter

__all__ = ["PublishedRow", "PublishedScores", "published_scores"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublishedRow(_Record):
    """Scores of one model in per cent, by name; ``spread`` is the paper's ±."""

    model: str
    scores: dict[str, float]
    spread: dict[str, float] = {}


class PublishedScores(_Record):
    """The rows of one paper with their source; they enter no statistic."""

    published: Literal[True]
    source: str
    unit: str
    note: str = ""
    rows: tuple[PublishedRow, ...]


def published_scores(suite: str) -> PublishedScores | None:
    """Return the published figures of a benchmark, or None where we hold none.

    >>> published_scores("cobe").rows[0].scores["final"]
    61.34
    >>> published_scores("meter").rows[0].model
    'GPT-4o ZS'
    """
    if suite == "meter":
        return _meter()
    file = files("prism.suites") / "published" / f"{suite}.json"
    if not file.is_file():
        return None
    return PublishedScores.model_validate(json.loads(file.read_text("utf-8")))


def _meter() -> PublishedScores:
    """Return METER's accuracies: one row a model and setting, one score a rung."""
    meter = published_meter()
    scores: dict[str, dict[str, float]] = {}
    for row in meter.accuracy:
        scores.setdefault(f"{row.model} {row.setting}", {})[row.rung] = row.accuracy
    rows = tuple(PublishedRow(model=model, scores=found) for model, found in scores.items())
    return PublishedScores(published=True, source=meter.source, unit=meter.unit, rows=rows)
