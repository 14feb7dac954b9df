"""A rating sheet comes back whatever a spreadsheet did to it."""

import csv
import io
from pathlib import Path

import pytest

from prism.errors import BadRecord
from prism.files.ratings import Rating, Scale, is_sheet, passed, read_ratings, scaled
from prism.files.source import Source, read_source

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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7.0), ("7,5", 7.5), ("'8", 8.0), ("9/10", 9.0), ("1", 1.0), ("10", 10.0),
        ("n/a", None), ("4/5", None), ("70%", None), ("0", None), ("10.1", None), ("-1", None),
        ("yes", None), ("nan", None), ("inf", None),
    ],
)  # fmt: skip
def test_marks(text: str, value: float | None) -> None:
    assert Scale(marks=True).value(text) == value


def test_a_percentage_is_a_mark_of_a_hundred() -> None:
    hundred = Scale(True, 0, 100)
    assert (hundred.value("70%"), hundred.value("70/100"), hundred.value("7/10")) == (70, 70, None)


def rated(*texts: str, sheet: str = "s.csv", unit: str = "u") -> list[Rating]:
    return [Rating(f"{unit}{n}", sheet, text, sheet) for n, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "marks"),
    [
        (("1", "0", "1"), False),
        (("yes", "No", "Other: hm"), False),
        (("1", "2", "10"), True),
        (("1", "yes", "0"), False),
        (("3", "unclear", "1"), True),
    ],
)
def test_the_scale_is_told_by_what_stands_there(texts: tuple[str, ...], marks: bool) -> None:
    ((scale, found),) = scaled(rated(*texts))
    assert (scale.marks, len(found)) == (marks, 3)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("good", "bad"), r'"good" in cell u0/rating is no rating, nor is "bad" in cell u1/rating'),
        (("yes", "maybe"), '"maybe" in cell u1/rating is no rating'),
        (("yes", "7"), '"7" in cell u1/rating is no rating'),
        (("1", "0", "1", "7"), '"7" in cell u3/rating is no rating'),
        (("4", "11", "-1", "0"), "u1/rating = 11, u2/rating = -1, u3/rating = 0"),
        (("4", "7", "high"), '"high" in cell u2/rating is no rating .write numbers from 1 to 10'),
        (("2", *["99"] * 9), "u5/rating = 99 and 4 more"),
    ],
)
def test_what_is_no_rating_is_named_by_its_cell(texts: tuple[str, ...], told: str) -> None:
    with pytest.raises(BadRecord, match=f"^s.csv: .*{told}"):
        scaled(rated(*texts))


def test_sheets_that_share_a_unit_share_their_scale() -> None:
    marks, ones = rated("4", "7", sheet="a"), rated("1", "1", sheet="b")
    assert [scale.marks for scale, _ in scaled([*marks, *ones])] == [True]
    apart = rated("1", "0", sheet="c", unit="v")
    assert [scale.marks for scale, _ in scaled([*marks, *apart])] == [True, False]


@pytest.mark.parametrize("gap", ["NA", "nan", "N/A", "null", "None", "-", " ", "#N/A"])
def test_words_for_nothing_are_empty_cells(gap: str) -> None:
    sheet = Source("s.csv", f"id,rater_1,rater_2\nu1,1,{gap}\nna,2,2\n")
    assert [(r.unit, r.text) for r in read_ratings(sheet)] == [
        ("u1", "1"),
        ("na", "2"),
        ("na", "2"),
    ]


def test_both_headers_are_named() -> None:
    with pytest.raises(BadRecord, match=r"'id' and a column 'rating'.*rater_1, rater_2"):
        read_ratings(Source("s.csv", "id,r1,r2\nu1,1,NA\n"))


@pytest.mark.parametrize("header", ["id,rating", "id,response,rating,x", "id,rater a,rater b"])
def test_a_sheet_that_is_not_filled_in_says_so(header: str) -> None:
    empty = "," * header.count(",")
    sheet = Source("s.csv", f"How to rate\n\n{header}\nr1{empty}\nr2{empty}\n")
    assert is_sheet(sheet)
    with pytest.raises(BadRecord, match="not filled in: none of its 2 rows"):
        read_ratings(sheet)
    assert not is_sheet(Source("t.csv", "question,answer\na,b\n"))


def test_one_odd_word_among_marks_does_not_turn_the_scale() -> None:
    with pytest.raises(BadRecord, match='"x" in cell u2/rating') as caught:
        scaled(rated("7", "3", "x", "9"))
    assert "from 1 to 10" in str(caught.value)
