"""What people rated: sheets filled in by hand, read as spreadsheets leave them.

Spreadsheets change the encoding, the delimiter and the quotes, write decimal commas, add empty
rows and columns and change the order of rows. All that is put up with. A sheet has a column that
names what was rated (``id``), a rating, and possibly the rater; or one column a rater. What is
filled in and is no rating is not put up with: it is named by its cell, for leaving it out would
bend every figure that rests on the sheet.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from prism.errors import BadRecord
from prism.files.source import Source

__all__ = ["Rating", "Scale", "Sheet", "doubled", "is_sheet", "passed", "read_ratings", "scaled"]

ID: Final = ("id", "unit", "item")
RATER: Final = ("rater", "worker", "workerid", "annotator")
RATING: Final = ("rating", "label", "verdict", "mark")
_COLUMN: Final = re.compile(r"(?:rater|rating|label|annotator)[ _-]*\w+")
_YES: Final = frozenset(
    {"yes", "y", "true", "t", "1", "pass", "passed", "valid", "ok", "x", "✓", "ja"}
)
_NO: Final = frozenset({"no", "n", "false", "f", "0", "fail", "failed", "invalid", "✗", "nein"})
# What programs write into cells that are empty.
_GAPS: Final = frozenset({"na", "n/a", "#n/a", "nan", "null", "none", "-", "–", "."})
_OTHER: Final = re.compile(
    r"other\b.*|unsure|unclear|(?:cannot|can't) tell|don't know|\?", re.DOTALL
)
_NAMED: Final = 5  # faulty cells that a message names


@dataclass(frozen=True, slots=True)
class Rating:
    """What one rater said of one thing; ``text`` is as written, without outer blanks.

    ``sheet`` and ``column`` are where it stands.
    """

    unit: str
    rater: str
    text: str
    sheet: str = ""
    column: str = field(default="rating", compare=False)

    @property
    def cell(self) -> str:
        """The row and column it stands in."""
        return f"{self.unit}/{self.column}"


@dataclass(frozen=True, slots=True)
class Scale:
    """What ratings are given on: pass and fail, or marks from ``bottom`` to ``top``."""

    marks: bool
    bottom: float = 1.0
    top: float = 10.0

    def value(self, text: str) -> float | None:
        """Return 1 or 0 for pass or fail, or the mark; None for anything else.

        A mark written as a share of something, such as ``8/10``, has to be one of ``top``.

        >>> Scale(True).value("7,5"), Scale(True).value("8/10"), Scale(True).value("4/5")
        (7.5, 8.0, None)
        >>> Scale(False).value("Nein."), Scale(False).value("good")
        (0.0, None)
        """
        if not self.marks:
            said = passed(text)
            return None if said is None else float(said)
        mark = _number(text, self.top)
        return mark if mark is not None and self.bottom <= mark <= self.top else None

    @property
    def told(self) -> str:
        """What may stand in a cell, in words."""
        if self.marks:
            return f"numbers from {self.bottom:g} to {self.top:g}"
        return "Yes, No or Other"


def read_ratings(source: Source) -> list[Rating]:
    r"""Return the ratings of a sheet; cells left empty are no ratings.

    Lines before the header, such as instructions, are passed over.

    Raises
    ------
    BadRecord
        No header names what was rated and a rating, or nothing is filled in.

    >>> sheet = Source("s.csv", "How to rate\n\nid;Rating;comment\nr1; Yes ;\nr2;NA;\n;;\n")
    >>> read_ratings(sheet)
    [Rating(unit='r1', rater='s', text='Yes', sheet='s.csv', column='rating')]
    """
    rows = _rows(source.text)
    for number, row in enumerate(rows):
        if (header := _header(row)) is not None:
            return _read(header, rows[number + 1 :], source.name)
    raise BadRecord(
        "no header with a column 'id' and a column 'rating', or with 'id' and one column a rater "
        "(rater_1, rater_2 …)",
        where=source.name,
        mend="rename the columns, or give a sheet that 'prism sample' wrote, filled in",
    )


def is_sheet(source: Source) -> bool:
    """Whether ``source`` is a sheet to rate, filled in or not."""
    return any(_header(row) is not None for row in _rows(source.text))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of sheet: what it is in words, whether a file is one, and the ratings in it."""

    title: str
    matches: Callable[[Source], bool]
    read: Callable[[Source], list[Rating]]


def passed(text: str) -> bool | None:
    """Return a yes or no however it was written; None for anything else, such as ``Other``.

    >>> passed(" TRUE"), passed("Nein."), passed("Other")
    (True, False, None)
    """
    word = text.strip().strip(".!'\"").lower()
    return True if word in _YES else False if word in _NO else None


def scaled(
    ratings: Sequence[Rating], bottom: float = 1.0, top: float = 10.0
) -> list[tuple[Scale, list[Rating]]]:
    """Return the ratings by the scale they are given on; sheets that share a unit share it.

    Parameters
    ----------
    bottom, top
        The lowest and the highest mark people could give.

    Raises
    ------
    BadRecord
        Cells that hold no rating on their scale; they are named.

    >>> sheet = [Rating("u1", "a", "yes"), Rating("u2", "a", "no")]
    >>> [(scale.marks, len(found)) for scale, found in scaled(sheet)]
    [(False, 2)]
    >>> scaled([*sheet, Rating("u3", "a", "good", "s.csv")])
    Traceback (most recent call last):
    prism.errors.BadRecord: s.csv: "good" in cell u3/rating is no rating (write Yes, No or Other)
    """
    found: dict[Scale, list[Rating]] = {}
    for together in _together(ratings):
        scale = Scale(_are_marks(together, bottom, top), bottom, top)
        faults = [r for r in together if scale.value(r.text) is None and not _untold(r.text)]
        if faults:
            raise _no_ratings(faults, scale)
        found.setdefault(scale, []).extend(together)
    return list(found.items())


def doubled(ratings: Sequence[Rating]) -> Iterator[tuple[Rating, Rating]]:
    """Yield the ratings of one thing by one rater that stand twice, first and later one.

    >>> [(a.text, b.text) for a, b in doubled([Rating("u", "x", "1"), Rating("u", "x", "0")])]
    [('1', '0')]
    """
    first: dict[tuple[str, str], Rating] = {}
    for rating in ratings:
        before = first.setdefault((rating.unit, rating.rater), rating)
        if before is not rating:
            yield before, rating


def _together(ratings: Sequence[Rating]) -> Iterator[list[Rating]]:
    """Yield the ratings of sheets that share units, in order; other sheets stand by themselves."""
    units: dict[str, set[str]] = {}
    for rating in ratings:
        units.setdefault(rating.sheet, set()).add(rating.unit)
    groups: list[tuple[set[str], set[str]]] = []  # sheets, and their units
    for sheet, rated in units.items():
        names, every = {sheet}, set(rated)
        for group in [group for group in groups if group[1] & rated]:
            names, every = names | group[0], every | group[1]
            groups.remove(group)
        groups.append((names, every))
    for names, _ in groups:
        yield [rating for rating in ratings if rating.sheet in names]


def _are_marks(ratings: Sequence[Rating], bottom: float, top: float) -> bool:
    """Whether people gave marks rather than passes.

    Numbers that are neither 0 nor 1 are marks. They decide it, unless as many cells say yes or no
    in words, or are 0, which is no mark where marks start above it.
    """
    numbers = [_number(rating.text, top) for rating in ratings]
    words = [r for r, n in zip(ratings, numbers, strict=True) if n is None and not _untold(r.text)]
    said = sum(passed(rating.text) is not None for rating in words)
    beyond = sum(number not in (None, 0.0, 1.0) for number in numbers)
    zeros = sum(number == 0.0 for number in numbers) if bottom > 0 else 0
    return beyond > zeros + said


def _number(text: str, top: float) -> float | None:
    """Return a number however it was written; None where it is none, or a share of another top."""
    found = re.fullmatch(r"'?([+-]?\d+(?:[.,]\d+)?)\s*(?:/\s*(\d+)|(%))?", text.strip())
    if found is None:
        return None
    of = 100.0 if found[3] else float(found[2] or top)
    return float(found[1].replace(",", ".")) if of == top else None


def _untold(text: str) -> bool:
    """Whether a rater says that there is no telling."""
    return _OTHER.fullmatch(text.strip().lower()) is not None


def _no_ratings(faults: Sequence[Rating], scale: Scale) -> BadRecord:
    sheets = ", ".join(dict.fromkeys(rating.sheet for rating in faults if rating.sheet))
    off = [r for r in faults if scale.marks and _number(r.text, scale.top) is not None]
    more = f" and {len(faults) - _NAMED} more" if len(faults) > _NAMED else ""
    if len(off) == len(faults):
        cells = ", ".join(f"{r.cell} = {r.text}" for r in faults[:_NAMED])
        what = f"off the scale from {scale.bottom:g} to {scale.top:g}: {cells}{more}"
        mend = "mend the cells, or tell the scale by --bottom and --top"
    else:
        first, *rest = (f'"{r.text[:40]}" in cell {r.cell}' for r in faults[:_NAMED])
        others = f", nor is {', '.join(rest)}{more}" if rest else ""
        what, mend = f"{first} is no rating{others}", f"write {scale.told}"
    return BadRecord(what, where=sheets or None, mend=mend)


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
            if (text := _cell(cells, place)) and text.lower() not in _GAPS:
                who = "" if header.rater is None else _cell(cells, header.rater)
                alike = column if len(header.ratings) > 1 else alone
                unit = cells[header.unit].lstrip("'")
                found.append(Rating(unit, who or alike, text, name, column))
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
