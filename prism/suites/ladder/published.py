"""Figures of the METER paper, for reading beside one's own; always marked as published."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from prism.records.item import DistractorKind, Rung
from prism.suites.published_scores import PublishedRow, PublishedScores, PublishedTable

__all__ = [
    "PublishedAccuracy",
    "PublishedErrors",
    "PublishedMeter",
    "published_meter",
    "published_tables",
]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublishedAccuracy(_Row):
    """Accuracy of one model in one setting on one rung, in per cent."""

    model: str
    setting: str
    rung: Rung
    accuracy: float


class PublishedErrors(_Row):
    """Kinds of one model's ``n`` wrong answers on one rung, in per cent."""

    model: str
    setting: str
    rung: Rung
    n: int
    shares: dict[DistractorKind, float]


class Saliency(_Row):
    """Layer averages of the information flow on one rung, correct and wrong answers apart."""

    rung: Rung
    correct: dict[str, float]
    wrong: dict[str, float]


class PublishedMeter(_Row):
    """The paper's rows with their source."""

    published: Literal[True]
    source: str
    unit: str
    accuracy: tuple[PublishedAccuracy, ...]
    error_kinds: tuple[PublishedErrors, ...]
    saliency: Saliency


@lru_cache(maxsize=1)
def published_meter() -> PublishedMeter:
    """Return the published figures.

    >>> rows = published_meter()
    >>> rows.published, len(rows.accuracy), len(rows.error_kinds)
    (True, 54, 6)
    """
    text = (files("prism.suites.ladder") / "published.json").read_text("utf-8")
    return PublishedMeter.model_validate(json.loads(text))


def published_tables() -> PublishedScores:
    """Return METER's accuracies, one row a model and setting, and the kinds of wrong answers.

    >>> [table.title for table in published_tables().tables]
    ['Accuracy', 'Kinds of wrong answers']
    """
    meter = published_meter()
    scores: dict[tuple[str, str], dict[str, float]] = {}
    for row in meter.accuracy:
        scores.setdefault((row.model, row.setting), {})[row.rung] = row.accuracy
    kinds = {
        (f"{row.model} {row.setting}, {row.rung} ({row.n} wrong)", ""): {
            kind.replace("_", " "): share for kind, share in row.shares.items()
        }
        for row in meter.error_kinds
    }
    tables = (
        _table("Accuracy", scores, meter.unit, beside=True),
        _table("Kinds of wrong answers", kinds, meter.unit, beside=False),
    )
    return PublishedScores(published=True, source=meter.source, tables=tables)


def _table(
    title: str, found: dict[tuple[str, str], dict[str, float]], unit: str, *, beside: bool
) -> PublishedTable:
    rows = tuple(
        PublishedRow(model=model, strategy=strategy, scores=scores)
        for (model, strategy), scores in found.items()
    )
    return PublishedTable(about="scores", title=title, unit=unit, rows=rows, beside=beside)
