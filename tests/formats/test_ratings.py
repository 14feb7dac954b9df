"""A rating sheet comes back whatever a spreadsheet did to it."""

import csv
import io
from pathlib import Path

import pytest

from prism.errors import BadRecord
from prism.formats.ratings import is_sheet, mark_of, passed, read_ratings
from prism.formats.source import Source, read_source

ROWS = [
    ["Rate every row; think, then write."],
    [],
    ["id", "response", "rating", "comment"],
    ["r1x", "one, two; three\nfour", "Yes", ""],
    ["r2x", "=1+1", " NO ", "why not"],
    ["r3x", "x", "", ""],
]
WANTED = {("r1x", "Yes"), ("r2x", "NO")}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 2, 0)])
def test_whatever_a_spreadsheet_does(
    tmp_path: Path, delimiter: str, encoding: str, ends: str, quoting: int, order: tuple[int, ...]
) -> None:
    width = max(map(len, ROWS)) + 2  # spreadsheets fill short rows, and add empty columns
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=ends, quoting=quoting)
    table = [[row[place] for place in order] for row in ROWS[2:]]
    rows = [*ROWS[:2], table[0], *reversed(table[1:])]
    writer.writerows([row + [""] * (width - len(row)) for row in rows])
    writer.writerow([""] * width)
    file = tmp_path / "sheet.csv"
    file.write_bytes(out.getvalue().encode(encoding))
    found = read_ratings(read_source(str(file)))
    assert {(rating.unit, rating.text) for rating in found} == WANTED
    assert {rating.rater for rating in found} == {"sheet"}


def test_one_column_a_rater_and_one_row_a_rating() -> None:
    wide = Source("s.csv", "id,rater 1,rater 2\na,yes,no\nb,,no\n")
    long = Source("s.csv", "id,rater,rating\na,rater 1,yes\na,rater 2,no\nb,rater 2,no\n")
    assert set(read_ratings(wide)) == set(read_ratings(long))


def test_no_header() -> None:
    with pytest.raises(BadRecord, match="column 'id'"):
        read_ratings(Source("s.csv", "a,b\n1,2\n"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes", True), ("WAHR", None), ("TRUE", True), ("0", False), ("Other: unclear", None)],
)
def test_passes(text: str, value: bool | None) -> None:
    assert passed(text) is value


@pytest.mark.parametrize(("text", "value"), [("7", 7.0), ("7,5", 7.5), ("'8", 8.0), ("n/a", None)])
def test_marks(text: str, value: float | None) -> None:
    assert mark_of(text) == value


@pytest.mark.parametrize("header", ["id,rating", "id,response,rating,x", "id,rater a,rater b"])
def test_a_sheet_that_is_not_filled_in_says_so(header: str) -> None:
    empty = "," * header.count(",")
    sheet = Source("s.csv", f"How to rate\n\n{header}\nr1{empty}\nr2{empty}\n")
    assert is_sheet(sheet)
    with pytest.raises(BadRecord, match="not filled in: none of its 2 rows"):
        read_ratings(sheet)
    assert not is_sheet(Source("t.csv", "question,answer\na,b\n"))
