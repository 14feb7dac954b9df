"""The file format of riddles: neither JSON nor a table.

One riddle a paragraph: its level, what is asked, and the causes that would explain it::

    %riddles
    easy: is the cellar wet
    = a burst pipe
    = the flood
"""

import re
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from prism.files.document import Document
from prism.files.formats import Format, Found, read_records
from prism.files.ratings import Rating, Sheet
from prism.files.source import Source
from prism.records.item import Item
from riddles.truth import Riddle

__all__ = ["FORMATS", "RiddleRecord"]

_MARK: Final = "%riddles"
_ASKED: Final = re.compile(r"(\w+): (.+)")


class RiddleRecord(BaseModel):
    """One riddle as its file tells it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: str
    why: str
    causes: tuple[str, ...] = Field(min_length=1)

    def item(self) -> Item:
        """Return prism's record; it is called by what it asks."""
        return Item(
            id=self.why.replace(" ", "-"),
            kind="riddles",
            texts={"question": self.why},
            truth=Riddle(causes=self.causes).model_dump(mode="json"),
            domain=self.level,
        )


def parse(source: Source) -> Document | None:
    """Return the riddles of a file as records, each at its line; None where it has no mark."""
    head, _, body = source.text.partition("\n")
    if head.strip() != _MARK:
        return None
    numbers, rows = zip(*_rows(body), strict=True)
    return Document(source.name, [*rows], lines=True, numbers=numbers)


def _rows(body: str) -> Iterator[tuple[int, JsonValue]]:
    number = 2
    for paragraph in body.split("\n\n"):
        lines = paragraph.strip().splitlines()
        if lines:
            asked = _ASKED.fullmatch(lines[0])
            told = dict(zip(("level", "why"), asked.groups(), strict=True)) if asked else {}
            causes = [line.removeprefix("= ") for line in lines[1:] if line.startswith("= ")]
            yield number, {**told, "causes": causes}
        number += paragraph.count("\n") + 2


def _is_riddles(document: Document) -> bool:
    rows = document.value if isinstance(document.value, list) else []
    return any(isinstance(row, dict) and {"why", "causes"} <= row.keys() for row in rows)


def _read(document: Document) -> Found:
    return read_records(document, RiddleRecord, lambda read: [read.item()], lambda read: read.why)


def _is_sheet(source: Source) -> bool:
    return source.text.startswith("%solved\n")


def _ratings(source: Source) -> list[Rating]:
    """Return what is noted of each answer: its name, an equals sign, and whether it explains."""
    rows = (line.partition(" = ") for line in source.text.splitlines()[1:])
    return [Rating(unit, "keeper", solved) for unit, _, solved in rows]


SHEET: Final = Sheet("solved riddles", _is_sheet, _ratings)
FORMATS: Final = (Format("riddles", "riddles", _is_riddles, _read, parse=parse, sheet=SHEET),)
