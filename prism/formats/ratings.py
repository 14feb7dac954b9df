"""What people rated: sheets filled in by hand, read as spreadsheets leave them.

Spreadsheets change the encoding, the delimiter and the quotes, write decimal commas, add empty
rows and columns and change the order of rows. All that is put up with. A sheet has a column that
names what was rated (``id``), a rating, and possibly the rater; or one column a rater.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from prism.errors import BadRecord
from prism.formats.source import Source

__all__ = ["Rating", "is_sheet", "mark_of", "passed", "read_ratings"]

ID: Final = ("id", "unit", "item")
RATER: Final = ("rater", "worker", "workerid", "annotator")
RATING: Final = ("rating", "label", "verdict", "mark")
_COLUMN: Final = re.compile(r"(?:rater|rating|label|annotator)[ _-]*\w+")
_YES: Final = frozenset(
    {"yes", "y", "true", "t", "1", "pass", "passed", "valid", "ok", "x", "✓", "ja"}
)
_NO: Final = frozenset({"no", "n", "false", "f", "0", "fail", "failed", "invalid", "✗", "nein"})


@dataclass(frozen=True, slots=True)
class Rating:
    """What one rater said of one thing; ``text`` is as written, without outer blanks.

    ``sheet`` is where it stands, where several sheets are read together.
    """

    unit: str
    rater: str
    text: str
    sheet: str = ""


def read_ratings(source: Source) -> list[Rating]:
    r"""Return the ratings of a sheet; cells left empty are no ratings.

    Lines before the header, such as instructions, are passed over.

    Raises
    ------
    BadRecord
        No header names what was rated and a rating, or nothing is filled in.

    >>> sheet = Source("s.csv", "How to rate\n\nid;Rating;comment\nr1; Yes ;\nr2;;\n;;\n")
    >>> read_ratings(sheet)
    [Rating(unit='r1', rater='s', text='Yes', sheet='')]
    """
    rows = _rows(source.text)
    for number, row in enumerate(rows):
        if (header := _header(row)) is not None:
            return _read(header, rows[number + 1 :], source.name)
    raise BadRecord(
        "no header with a column 'id' and a column 'rating'",
        where=source.name,
        mend="give a sheet that 'prism sample' wrote, filled in",
    )


def is_sheet(source: Source) -> bool:
    """Whether ``source`` is a sheet to rate, filled in or not."""
    return any(_header(row) is not None for row in _rows(source.text))


def passed(text: str) -> bool | None:
    """Return a yes or no however it was written; None for anything else, such as ``Other``.

    >>> passed(" TRUE"), passed("Nein."), passed("Other")
    (True, False, None)
    """
    word = text.strip().strip(".!'\"").lower()
    return True if word in _YES else False if word in _NO else None


def mark_of(text: str) -> float | None:
    """Return a number however it was written; None where it is none.

    >>> mark_of("7,5"), mark_of("8/10"), mark_of("good")
    (7.5, 8.0, None)
    """
    found = re.fullmatch(r"'?([+-]?\d+(?:[.,]\d+)?)\s*(?:/\s*\d+|%)?", text.strip())
    return float(found[1].replace(",", ".")) if found else None


@dataclass(frozen=True, slots=True)
class _Header:
    """Which column names what was rated and, by name, which hold ratings; and the rater's."""

    unit: int
    ratings: Mapping[int, str]
    rater: int | None


def _header(row: Sequence[str]) -> _Header | None:
    names = [cell.strip().lower() for cell in row]
    unit, ratings = _first(names, ID), _rating_columns(names)
    return _Header(unit, ratings, _first(names, RATER)) if unit is not None and ratings else None


def _read(header: _Header, rows: Sequence[Sequence[str]], name: str) -> list[Rating]:
    found = []
    alone = PurePath(name).stem
    named = [cells for row in rows if _cell(cells := [c.strip() for c in row], header.unit)]
    for cells in named:
        for place, column in header.ratings.items():
            if text := _cell(cells, place):
                who = "" if header.rater is None else _cell(cells, header.rater)
                alike = column if len(header.ratings) > 1 else alone
                found.append(Rating(cells[header.unit].lstrip("'"), who or alike, text))
    if not found:
        raise BadRecord(
            f"the sheet is not filled in: none of its {len(named)} rows has a rating",
            where=name,
            mend=f"write into the column {' or '.join(map(repr, header.ratings.values()))}",
        )
    return found


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _rows(text: str) -> list[list[str]]:
    """Return the rows by the delimiter that cuts most of them into equally many cells."""
    csv.field_size_limit(2**27)
    best: list[list[str]] = []
    score = -1
    for delimiter in ",;\t|":
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        header = max((len(row) for row in rows if _header(row) is not None), default=0)
        if header > score:
            best, score = rows, header
    return best


def _rating_columns(names: Sequence[str]) -> dict[int, str]:
    """Return the columns that hold ratings: the one called rating, or one a rater."""
    single = _first(names, RATING)
    if single is not None:
        return {single: names[single]}
    return {place: name for place, name in enumerate(names) if _COLUMN.fullmatch(name)}


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)
