"""Figures of the papers, for reading beside one's own; always marked as published."""

import json
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from prism.suites.published_rows import published_meter

__all__ = ["About", "PublishedRow", "PublishedScores", "PublishedTable", "published_scores"]

About = Literal["scores", "agreement"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublishedRow(_Record):
    """Figures of one model, by name; ``spread`` is the paper's ±."""

    model: str
    scores: dict[str, float]
    spread: dict[str, float] = {}


class PublishedTable(_Record):
    """One table of a paper: scores of models, or how far judge and people agree."""

    about: About
    title: str
    unit: str
    note: str = ""
    rows: tuple[PublishedRow, ...]

    @property
    def columns(self) -> list[str]:
        """The names of the figures, in order."""
        return list(dict.fromkeys(name for row in self.rows for name in row.scores))

    def cells(self, row: PublishedRow) -> list[str]:
        """Return the figures of ``row`` as they are shown, a dash where there is none."""
        form = ".2f" if self.unit else "g"
        told = {name: f"{value:{form}}" for name, value in row.scores.items()}
        told |= {name: f"{told[name]} ±{spread:{form}}" for name, spread in row.spread.items()}
        return [told.get(name, "–") for name in self.columns]


class PublishedScores(_Record):
    """The tables of one paper with their source; they enter no statistic."""

    published: Literal[True]
    source: str
    tables: tuple[PublishedTable, ...]

    def only(self, about: About) -> list[PublishedTable]:
        """Return the tables about ``about``."""
        return [table for table in self.tables if table.about == about]


def published_scores(suite: str) -> PublishedScores | None:
    """Return the published figures of a benchmark, or None where we hold none.

    >>> published_scores("cobe").tables[0].rows[0].scores["final"]
    61.34
    >>> [table.title for table in published_scores("meter").tables]
    ['Accuracy', 'Kinds of wrong answers']
    """
    if suite == "meter":
        return _meter()
    file = files("prism.suites") / "published" / f"{suite}.json"
    if not file.is_file():
        return None
    return PublishedScores.model_validate(json.loads(file.read_text("utf-8")))


def _meter() -> PublishedScores:
    """Return METER's accuracies, one row a model and setting, and the kinds of wrong answers."""
    meter = published_meter()
    scores: dict[str, dict[str, float]] = {}
    for row in meter.accuracy:
        scores.setdefault(f"{row.model} {row.setting}", {})[row.rung] = row.accuracy
    kinds = {
        f"{row.model} {row.setting}, {row.rung} ({row.n} wrong)": {
            kind.replace("_", " "): share for kind, share in row.shares.items()
        }
        for row in meter.error_kinds
    }
    tables = (
        _table("Accuracy", scores, meter.unit),
        _table("Kinds of wrong answers", kinds, meter.unit),
    )
    return PublishedScores(published=True, source=meter.source, tables=tables)


def _table(title: str, found: dict[str, dict[str, float]], unit: str) -> PublishedTable:
    rows = tuple(PublishedRow(model=model, scores=scores) for model, scores in found.items())
    return PublishedTable(about="scores", title=title, unit=unit, rows=rows)
