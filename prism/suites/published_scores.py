"""Figures of the papers, for reading beside one's own; always marked as published."""

import json
import re
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = [
    "About",
    "PublishedRow",
    "PublishedScores",
    "PublishedTable",
    "read_published",
    "same_model",
]

About = Literal["scores", "agreement"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublishedRow(_Record):
    """Figures of one model, by name; ``spread`` is the paper's ±.

    ``strategy`` is how it was asked, where the row is about one strategy alone.
    """

    model: str
    strategy: str = ""
    scores: dict[str, float]
    spread: dict[str, float] = {}

    @property
    def name(self) -> str:
        """What a table calls the row."""
        return f"{self.model} {self.strategy}".strip()


class PublishedTable(_Record):
    """One table of a paper: scores of models, or how far judge and people agree.

    ``beside`` says that its figures may stand beside those of a run, of some ``strategies`` alone
    where these are given; ``columns_of`` names the column that is the final score of each strategy,
    where columns are strategies.
    """

    about: About
    title: str
    unit: str
    note: str = ""
    beside: bool = False
    strategies: tuple[str, ...] = ()
    columns_of: dict[str, str] = {}
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

    def beside(self, model: str, strategy: str) -> dict[str, float]:
        """Return what the paper reports of ``model`` asked with ``strategy``, by score or rung.

        Empty where it has no row of that name; in per cent.

        >>> read_published("prism.suites.whatif").beside("openai:glm-5.1", "plain")["PM"]
        54.07
        """
        found: dict[str, float] = {}
        for table in self.tables:
            for row in table.rows if table.beside else ():
                asked = {row.strategy} if row.strategy else set(table.strategies) or {strategy}
                if not same_model(row.model, model) or strategy not in asked:
                    continue
                figures = row.scores
                if table.columns_of:
                    column = table.columns_of.get(strategy, "")
                    figures = {"final": figures[column]} if column in figures else {}
                found = {**figures, **found}
        return found


def same_model(one: str, other: str) -> bool:
    """Whether two names mean one model, however provider, date and punctuation are written.

    >>> same_model("openai:Claude-Opus-4.7", "anthropic/claude-opus-4-7")
    True
    >>> same_model("GPT-5.4", "gpt-5.4-2026-03-05"), same_model("GPT-5.4", "GPT-5.4-Pro")
    (True, False)
    """
    return bool(_key(one)) and _key(one) == _key(other)


def _key(name: str) -> str:
    bare = re.split(r"[:/]", name)[-1].casefold()
    bare = re.sub(r"[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|preview|latest)$", "", bare)
    return "".join(character for character in bare if character.isalnum())


def read_published(package: str) -> PublishedScores:
    """Return the figures in ``published.json`` of the suite whose folder is ``package``.

    >>> read_published("prism.suites.edit").tables[0].rows[0].scores["final"]
    61.34
    """
    text = (files(package) / "published.json").read_text("utf-8")
    return PublishedScores.model_validate(json.loads(text))
