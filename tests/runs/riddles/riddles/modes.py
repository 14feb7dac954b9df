"""How answers to riddles fail, and the table of it by level and setting."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field
from rich.console import RenderableType
from rich.text import Text

from prism.records.item import Item
from prism.records.report import FailureMode
from prism.suites.modes import Modes, ModeTable
from riddles.report import RiddleReport

__all__ = ["MODES", "TABLE"]


class _Limits(BaseModel):
    links: int = Field(1, description="Says Little: causal links an answer must have.")


class _Symptoms(BaseModel):
    model_config = ConfigDict(frozen=True)

    links: int


class LevelRow(BaseModel):
    """How many answers of a level show a mode."""

    level: str
    counts: dict[str, int]


def _look(report: RiddleReport, item: Item) -> _Symptoms:
    del item
    return _Symptoms(links=len(report.links))


def _read(found: _Symptoms, limits: _Limits) -> tuple[FailureMode, ...]:
    if found.links >= limits.links:
        return ()
    return (FailureMode(mode="Says Little", evidence=f"{found.links} causal links"),)


def _rows(cells: Mapping[tuple[str, str], Counter[str]]) -> list[LevelRow]:
    return [LevelRow(level=level, counts=dict(n)) for (_, level), n in sorted(cells.items())]


def _render(
    arms: Sequence[Sequence[LevelRow]], heads: Sequence[str], width: int
) -> Iterator[RenderableType]:
    del width
    for head, rows in zip(heads, arms, strict=True):
        for row in rows:
            yield Text(f"{head} {row.level}: {row.counts.get('Says Little', 0)} say little")


def _published(width: int) -> Iterator[RenderableType]:
    del width
    yield Text("no paper counts riddles")


MODES = Modes(_Limits, _Symptoms, _look, _read, bare=lambda found: not found.links)
TABLE = ModeTable("Riddles that say little", ("setting", "domain"), _rows, _render, _published)
