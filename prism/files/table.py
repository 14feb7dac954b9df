"""Tables: CSV and TSV files with a header, as records."""

import csv
import io
from pathlib import PurePath

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.files.document import Document
from prism.files.source import Source

__all__ = ["LONGEST_FIELD", "delimiter_of", "is_table", "parse_table"]

LONGEST_FIELD = 2**27  # characters
_SUFFIXES = {".csv": ",;\t|", ".tsv": "\t,;|"}


def is_table(name: str) -> bool:
    """Whether the name of a file promises a table with a header."""
    return PurePath(name).suffix.lower() in _SUFFIXES


def delimiter_of(name: str, header: str) -> str:
    """Return what stands between the fields of the table ``name``, by its first line.

    The most frequent of comma, semicolon, tab and bar; where none stands there, or as often as
    another, the one that goes with the suffix.

    >>> delimiter_of("t.csv", "item;response")
    ';'
    """
    return max(_SUFFIXES[PurePath(name).suffix.lower()], key=header.count)


def parse_table(source: Source) -> Document | None:
    r"""Return the rows of a table as records, or None where the name does not end like one.

    The delimiter is that of the header, see :func:`delimiter_of`. ``numbers`` holds the line on
    which each row ends.

    Raises
    ------
    BadRecord
        A row does not fit the header or a quote is not closed; the message names the line.

    >>> parse_table(Source("t.csv", "a;b\n1;2\n")).value
    [{'a': '1', 'b': '2'}]
    """
    if not is_table(source.name):
        return None
    delimiter = delimiter_of(source.name, source.text.partition("\n")[0])
    csv.field_size_limit(LONGEST_FIELD)
    reader = csv.DictReader(io.StringIO(source.text, newline=""), delimiter=delimiter, strict=True)
    rows: list[JsonValue] = []
    numbers = []
    try:
        for row in reader:
            if None in row or None in row.values():
                raise BadRecord(
                    "the row has more or fewer fields than the header",
                    where=f"{source.name}: line {reader.line_num}",
                    mend=f"give {len(reader.fieldnames or ())} fields",
                )
            rows.append(dict(row))
            numbers.append(reader.line_num)
    except csv.Error as exc:
        raise BadRecord(
            f"not a valid table: {exc}", where=f"{source.name}: line {reader.line_num}"
        ) from exc
    return Document(source.name, rows, lines=True, numbers=tuple(numbers))
