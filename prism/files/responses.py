"""Files of responses: plain text, JSON Lines, or CSV with a header."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.files.document import Document, document_parts, parse_document, record_path, records
from prism.files.foreign import refuse_foreign_json
from prism.files.source import Source
from prism.files.table import LONGEST_FIELD, delimiter_of, is_table
from prism.files.textfile import TextFile
from prism.validation import Fault

__all__ = [
    "TEXT_KEYS",
    "Response",
    "faults",
    "gaps",
    "is_responses",
    "named_as_json",
    "read_responses",
    "stream_responses",
]

TEXT_KEYS = ("response", "text", "model_answer", "answer")
_ID_KEYS = ("item", "id", "canonical_id")


@dataclass(frozen=True, slots=True)
class Response:
    """One response, its own id, and the id of the item it answers where the file says.

    ``setting`` names how it was prompted, ``seed`` the shuffle of the options it was shown,
    ``phrasing`` which phrasing of the request it answers.
    """

    text: str
    item: str | None = None
    id: str | None = None
    model: str | None = None
    setting: str | None = None
    seed: int | None = None
    phrasing: str | None = None

    @property
    def about(self) -> dict[str, JsonValue]:
        """What the file says of the response, for the item's ``meta``."""
        told = {
            "model": self.model,
            "setting": self.setting,
            "seed": self.seed,
            "phrasing": self.phrasing,
        }
        return {key: value for key, value in told.items() if value is not None}


def is_responses(document: Document) -> bool:
    """Whether the document is a list of records that hold nothing but responses.

    A record may lack its response, or hold null: that is a gap of this record alone.
    """
    rows = records(document)
    return all(
        isinstance(row, dict) and "question" not in row and "story" not in row for row in rows
    ) and any(_may_respond(row) for row in rows)


def _may_respond(row: JsonValue) -> bool:
    keys = ("response", "text", "model_answer")
    return isinstance(row, dict) and any(
        key in row and isinstance(row[key], str | None) for key in keys
    )


def faults(document: Document) -> list[Fault]:
    """Return every record whose response is there and no text."""
    return [
        Fault(f"{record_path(document, i)}.{key}", "the response is not a text", "give a string")
        for i, row in enumerate(records(document))
        if isinstance(row, dict) and _text(row) is None
        for key in TEXT_KEYS
        if row.get(key) is not None
    ]


def gaps(document: Document) -> int:
    """Return how many records hold no response: each is unscored, and the others stand."""
    return sum(isinstance(row, dict) and not _text(row) for row in records(document))


def read_responses(source: Source) -> list[Response]:
    """Return the responses in ``source``: a JSON or CSV file's records, else the text itself.

    Raises
    ------
    BadRecord
        No response is a text, a CSV file has no such column, or a file named as JSON neither.
    UnknownFormat
        The file is of another format, prism's own or a foreign one, and no text.
    """
    if is_table(source.name):
        return list(_rows_of_csv(source.name, source.text.split("\n")))
    document = _document(source)
    if document is not None and is_responses(document):
        return _responses(document)
    if named_as_json(source.name):
        raise BadRecord(
            "no record here holds a response",
            where=source.name,
            mend=f"name it one of {', '.join(TEXT_KEYS)}, or give a text by another name",
        )
    if document is not None:
        refuse_foreign_json(source.name, document.value)
    return [Response(source.text)]


def named_as_json(name: str) -> bool:
    """Whether the name of a file promises JSON or JSON Lines."""
    return PurePath(name).suffix.lower() in {".json", ".jsonl", ".ndjson"}


def stream_responses(file: TextFile) -> Iterator[Response]:
    """Yield the responses in ``file``; of JSON Lines and CSV some lines at a time are held.

    Raises
    ------
    BadRecord
        As :func:`read_responses`.
    """
    if is_table(file.name):
        yield from _rows_of_csv(file.name, file.lines())
        return
    parts = document_parts(file)
    first = next(parts, None)
    if first is None or not is_responses(first):
        yield from read_responses(file.whole())
        return
    for part in chain([first], parts):
        yield from _responses(part)


def _responses(document: Document) -> list[Response]:
    """Return the responses; one that is no text is a gap, as one that is missing."""
    rows = [row for row in records(document) if isinstance(row, dict)]
    found = faults(document)
    if found and len(found) >= len(rows):
        raise BadRecord(found[0].what, where=f"{document.name}: {found[0].path}")
    return [_response(row) for row in rows]


def _document(source: Source) -> Document | None:
    """Parse what a name or a first line marks as JSON; a response may well start with a bracket."""
    if named_as_json(source.name):
        return parse_document(source)
    try:
        return parse_document(source)
    except BadRecord:
        return None


def _rows_of_csv(name: str, lines: Iterable[str]) -> Iterator[Response]:
    csv.field_size_limit(LONGEST_FIELD)
    rows = iter(lines)
    header = next(rows, "")
    # A field in quotes may go on in the next line.
    whole = (f"{line}\n" for line in chain([header], rows))
    reader = csv.DictReader(whole, delimiter=delimiter_of(name, header), strict=True)
    try:
        if not any(key in (reader.fieldnames or ()) for key in TEXT_KEYS):
            raise BadRecord(
                "no column holds the responses",
                where=f"{name}: line 1",
                mend=f"name a column one of {', '.join(TEXT_KEYS)}",
            )
        for row in reader:
            if None in row:
                raise BadRecord(
                    "the row has more fields than the header",
                    where=f"{name}: line {reader.line_num}",
                    mend="put a text that holds the delimiter between double quotes",
                )
            yield _response(row)
    except csv.Error as exc:
        raise BadRecord(f"not valid CSV: {exc}", where=f"{name}: line {reader.line_num}") from exc


def _text(row: Mapping[str, object]) -> str | None:
    texts = (row.get(key) for key in TEXT_KEYS)
    return next((text for text in texts if isinstance(text, str)), None)


def _response(row: Mapping[str, object]) -> Response:
    item = next((str(row[key]) for key in _ID_KEYS if row.get(key) not in (None, "")), None)
    model = row.get("model") or row.get("model_name")
    setting, seed = row.get("setting"), str(row.get("seed", ""))
    return Response(
        _text(row) or "",
        item,
        str(row["id"]) if row.get("id") not in (None, "") else None,
        str(model) if model else None,
        str(setting) if setting else None,
        int(seed) if seed.lstrip("-").isdecimal() else None,
        str(row["phrasing"]).strip().upper() if row.get("phrasing") else None,
    )
