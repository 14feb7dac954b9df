"""Tables: CSV and TSV files with a header, as records."""

import csv
import io
from pathlib import PurePath

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.formats.document import Document
from prism.formats.source import Source

__all__ = ["parse_table"]

_SUFFIXES = {".csv": ",;", ".tsv": "\t"}
_LONGEST_FIELD = 2**27


def parse_table(source: Source) -> Document | None:
    r"""Return the rows of a table as records, or None where the name does not end like one.

    Of the delimiters that go with the suffix, the one most frequent in the header counts.
    ``numbers`` holds the line on which each row ends.

    Raises
    ------
    BadRecord
        A row does not fit the header or a quote is not closed; the message names the line.

    >>> parse_table(Source("t.csv", "a;b\n1;2\n")).value
    [{'a': '1', 'b': '2'}]
    """
    delimiters = _SUFFIXES.get(PurePath(source.name).suffix.lower())
    if delimiters is None:
        return None
    header = source.text.partition("\n")[0]
    delimiter = max(delimiters, key=header.count)
    csv.field_size_limit(_LONGEST_FIELD)
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
