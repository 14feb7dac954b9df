"""Files of responses: plain text, JSON Lines, or CSV with a header."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.faults import Fault
from prism.formats.document import (
    Document,
    document_parts,
    parse_document,
    record_path,
    records,
)
from prism.formats.source import Source
from prism.formats.textfile import TextFile

__all__ = [
    "TEXT_KEYS",
    "Response",
    "faults",
    "is_responses",
    "named_as_json",
    "read_responses",
    "stream_responses",
]

TEXT_KEYS = ("response", "text", "model_answer", "answer")
_ID_KEYS = ("item", "id", "canonical_id")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


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
    """Whether the document is a list of records that hold nothing but responses."""
    rows = records(document)
    return bool(rows) and all(
        isinstance(row, dict)
        and "question" not in row
        and "story" not in row
        and any(key in row for key in ("response", "text", "model_answer"))
        for row in rows
    )


def faults(document: Document) -> list[Fault]:
    """Return every record without a response text."""
    what = f"no response text; one of {', '.join(TEXT_KEYS)} is needed"
    return [
        Fault(record_path(document, i), what)
        for i, row in enumerate(records(document))
        if not isinstance(row, dict) or _text(row) is None
    ]


def read_responses(source: Source) -> list[Response]:
    """Return the responses in ``source``: a JSON or CSV file's records, else the text itself.

    Raises
    ------
    BadRecord
        A record has no response text, a CSV file no such column, or a file named as JSON neither.
    """
    delimiter = _DELIMITERS.get(PurePath(source.name).suffix.lower())
    if delimiter:
        return list(_rows_of_csv(source.name, source.text.split("\n"), delimiter))
    document = _document(source)
    if document is not None and is_responses(document):
        return _responses(document)
    if named_as_json(source.name):
        raise BadRecord(
            "no record here holds a response",
            where=source.name,
            mend=f"name it one of {', '.join(TEXT_KEYS)}, or give a text by another name",
        )
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
    delimiter = _DELIMITERS.get(PurePath(file.name).suffix.lower())
    if delimiter:
        yield from _rows_of_csv(file.name, file.lines(), delimiter)
        return
    parts = document_parts(file)
    first = next(parts, None)
    if first is None or not is_responses(first):
        yield from read_responses(file.whole())
        return
    for part in chain([first], parts):
        yield from _responses(part)


def _responses(document: Document) -> list[Response]:
    found = faults(document)
    if found:
        raise BadRecord(found[0].what, where=f"{document.name}: {found[0].path}")
    return [_response(row) for row in records(document) if isinstance(row, dict)]


def _document(source: Source) -> Document | None:
    """Parse what a name or a first line marks as JSON; a response may well start with a bracket."""
    if named_as_json(source.name):
        return parse_document(source)
    try:
        return parse_document(source)
    except BadRecord:
        return None


def _rows_of_csv(name: str, lines: Iterable[str], delimiter: str) -> Iterator[Response]:
    csv.field_size_limit(2**27)
    whole = (f"{line}\n" for line in lines)  # a field in quotes may go on in the next line
    reader = csv.DictReader(whole, delimiter=delimiter, strict=True)
    try:
        if not any(key in (reader.fieldnames or ()) for key in TEXT_KEYS):
            raise BadRecord(
                "no column holds the responses",
                where=f"{name}: line 1",
                mend=f"name a column one of {', '.join(TEXT_KEYS)}",
            )
        for row in reader:
            if _text(row) is None:
                raise BadRecord("no response text", where=f"{name}: line {reader.line_num}")
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
