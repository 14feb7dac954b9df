"""Files of responses: plain text, JSON Lines, or CSV with a header."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.faults import Fault, json_path
from prism.formats.document import Document, parse_document
from prism.formats.source import Source

__all__ = ["TEXT_KEYS", "Response", "faults", "is_responses", "read_responses"]

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
    rows = document.value if isinstance(document.value, list) else [document.value]
    return bool(rows) and all(
        isinstance(row, dict)
        and "question" not in row
        and "story" not in row
        and any(key in row for key in ("response", "text", "model_answer"))
        for row in rows
    )


def faults(document: Document) -> list[Fault]:
    """Return every record without a response text."""
    rows = document.value if isinstance(document.value, list) else [document.value]
    return [
        Fault(json_path((i,)), f"no response text; one of {', '.join(TEXT_KEYS)} is needed")
        for i, row in enumerate(rows)
        if not isinstance(row, dict) or _text(row) is None
    ]


def read_responses(source: Source) -> list[Response]:
    """Return the responses in ``source``: a JSON or CSV file's records, else the text itself.

    Raises
    ------
    BadRecord
        A record has no response text, or a CSV file no such column.
    """
    delimiter = _DELIMITERS.get(PurePath(source.name).suffix.lower())
    if delimiter:
        return _rows_of_csv(source, delimiter)
    document = _document(source)
    if document is None or not is_responses(document):
        return [Response(source.text)]
    rows = document.value if isinstance(document.value, list) else [document.value]
    found = faults(document)
    if found:
        raise BadRecord(found[0].what, where=f"{source.name}: {found[0].path}")
    return [_response(row) for row in rows if isinstance(row, dict)]


def _document(source: Source) -> Document | None:
    """Parse what a name or a first line marks as JSON; a response may well start with a bracket."""
    marked = PurePath(source.name).suffix.lower() in {".json", ".jsonl", ".ndjson"}
    if marked:
        return parse_document(source)
    try:
        return parse_document(source)
    except BadRecord:
        return None


def _rows_of_csv(source: Source, delimiter: str) -> list[Response]:
    csv.field_size_limit(2**27)
    reader = csv.DictReader(io.StringIO(source.text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as exc:
        raise BadRecord(
            f"not valid CSV: {exc}", where=f"{source.name}: line {reader.line_num}"
        ) from exc
    if not any(key in (reader.fieldnames or ()) for key in TEXT_KEYS):
        raise BadRecord(
            "no column holds the responses",
            where=f"{source.name}: line 1",
            mend=f"name a column one of {', '.join(TEXT_KEYS)}",
        )
    for number, row in enumerate(rows, 1):
        if _text(row) is None:
            raise BadRecord("no response text", where=f"{source.name}: record {number}")
    return [_response(row) for row in rows]


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
