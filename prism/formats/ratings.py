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

__all__ = ["Rating", "mark_of", "passed", "read_ratings"]

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
        No header names what was rated and a rating.

    >>> sheet = Source("s.csv", "How to rate\n\nid;Rating;comment\nr1; Yes ;\nr2;;\n;;\n")
    >>> read_ratings(sheet)
    [Rating(unit='r1', rater='s', text='Yes', sheet='')]
    """
    rows = _rows(source.text)
    for number, row in enumerate(rows):
        names = [cell.strip().lower() for cell in row]
        unit = _first(names, ID)
        if unit is not None and (columns := _rating_columns(names)):
            return _read(rows[number + 1 :], unit, _first(names, RATER), columns, source.name)
    raise BadRecord(
        "no header with a column 'id' and a column 'rating'",
        where=source.name,
        mend="give a sheet that 'prism sample' wrote, filled in",
    )


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


def _read(
    rows: Sequence[Sequence[str]],
    unit: int,
    rater: int | None,
    columns: Mapping[int, str],
    name: str,
) -> list[Rating]:
    found = []
    alone = PurePath(name).stem
    for row in rows:
        cells = [cell.strip() for cell in row]
        if unit >= len(cells) or not cells[unit]:
            continue
        for place, column in columns.items():
            text = cells[place] if place < len(cells) else ""
            if text:
                who = cells[rater] if rater is not None and rater < len(cells) else ""
                several = len(columns) > 1
                found.append(
                    Rating(cells[unit].lstrip("'"), who or (column if several else alone), text)
                )
    return found


def _rows(text: str) -> list[list[str]]:
    """Return the rows by the delimiter that cuts most of them into equally many cells."""
    csv.field_size_limit(2**27)
    best: list[list[str]] = []
    score = -1
    for delimiter in ",;\t|":
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        header = max((len(row) for row in rows if _looks_like_header(row)), default=0)
        if header > score:
            best, score = rows, header
    return best


def _looks_like_header(row: Sequence[str]) -> bool:
    names = [cell.strip().lower() for cell in row]
    return _first(names, ID) is not None and bool(_rating_columns(names))


def _rating_columns(names: Sequence[str]) -> dict[int, str]:
    """Return the columns that hold ratings: the one called rating, or one a rater."""
    single = _first(names, RATING)
    if single is not None:
        return {single: names[single]}
    return {place: name for place, name in enumerate(names) if _COLUMN.fullmatch(name)}


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)
