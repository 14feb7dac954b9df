"""JSON and JSON Lines documents: parsed whole, or refused with the place of the fault."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.files.foreign import refuse_foreign
from prism.files.source import Source, clean
from prism.files.textfile import TextFile

__all__ = [
    "Document",
    "document_parts",
    "parse_document",
    "record_path",
    "records",
]

MAX_DEPTH = 200  # deeper nesting is no format of ours and could exhaust the stack
PART: Final = 1000  # lines of JSON Lines that are held together


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file of records.

    ``lines`` tells that it held one record a line (JSON Lines, a table); ``numbers`` are the
    numbers of those lines, from 1, also where a single record stands on a single line. Where it is
    a part of a file, ``before`` records stand before it. ``key`` is that under which they stand,
    where the list of them is wrapped in an object.
    """

    name: str
    value: JsonValue
    lines: bool = False
    numbers: tuple[int, ...] = ()
    before: int = 0
    key: str = ""


def parse_document(source: Source) -> Document | None:
    """Parse ``source`` as JSON, else as JSON Lines; None where it does not look like either.

    Raises
    ------
    BadRecord
        It looks like JSON and has a fault: the line and column, and what was expected.
    UnknownFormat
        It is in a format of others; the line names it.
    """
    refuse_foreign(source.name, source.text)
    text = source.text.strip()
    if not text or text[0] not in "{[":
        return None
    try:
        return Document(source.name, _load(text), numbers=_only_line(source.text))
    except json.JSONDecodeError as exc:
        if exc.msg == "Extra data" and text[0] == "{":
            return _of_lines(source.name, _load_lines(source.name, source.text.split("\n")))
        raise BadRecord(
            f"not valid JSON: {exc.msg}",
            where=f"{source.name}: line {exc.lineno}, column {exc.colno}",
            mend="mend the file at that place",
        ) from exc
    except (RecursionError, ValueError) as exc:
        raise BadRecord(
            "the JSON is nested too deeply or holds a number that cannot be read",
            where=source.name,
            mend=f"at most {MAX_DEPTH} levels",
        ) from exc


def document_parts(file: TextFile) -> Iterator[Document]:
    """Yield the records of a file of JSON Lines, so many at a time; nothing of other files.

    Raises
    ------
    BadRecord
        A line has a fault.
    """
    if not _has_lines(file):
        return
    rows, before = _load_lines(file.name, file.lines()), 0
    while part := list(islice(rows, PART)):
        yield _of_lines(file.name, part, before)
        before += len(part)


def _has_lines(file: TextFile) -> bool:
    """Whether the first line is a whole object, and another follows."""
    first, *further = islice((line for line in file.lines() if line.strip()), 2)
    try:
        return bool(further) and isinstance(_load(first), dict)
    except (RecursionError, ValueError):
        return False


def _of_lines(name: str, rows: Iterable[tuple[int, JsonValue]], before: int = 0) -> Document:
    numbers, values = zip(*rows, strict=True)
    return Document(name, list(values), lines=True, numbers=numbers, before=before)


def _only_line(text: str) -> tuple[int, ...]:
    """Return the number of the line that holds the whole record, or () for several lines."""
    body = text.strip()
    if body[0] != "{" or "\n" in body:
        return ()
    return (text[: text.index(body)].count("\n") + 1,)


def _load(text: str) -> JsonValue:
    return _scrub(json.loads(text, parse_constant=_no_constant))


def _load_lines(name: str, lines: Iterable[str]) -> Iterator[tuple[int, JsonValue]]:
    """Yield every record with the number of its line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, _load(line)
        except (RecursionError, ValueError) as exc:
            what = exc.msg if isinstance(exc, json.JSONDecodeError) else "not valid JSON"
            raise BadRecord(
                f"not valid JSON: {what}",
                where=f"{name}: line {number}",
                mend="one JSON object a line",
            ) from exc


def _scrub(value: JsonValue, depth: int = 0) -> JsonValue:
    """Return ``value`` with every string made writable; refuse what is nested too deeply."""
    if depth > MAX_DEPTH:
        raise ValueError("too deep")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_scrub(entry, depth + 1) for entry in value]
    if isinstance(value, dict):
        return {clean(key): _scrub(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number too large")
    return value


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")


def records(document: Document) -> list[JsonValue]:
    """Return the records of a file that holds a list of them, or one."""
    return document.value if isinstance(document.value, list) else [document.value]


def record_path(document: Document, index: int) -> str:
    """Return the JSON path of record ``index``, after its line where the file holds one a line.

    >>> record_path(Document("a.jsonl", [{}, {}], lines=True, numbers=(1, 4)), 1)
    'line 4: $'
    """
    if document.numbers:
        return f"line {document.numbers[index]}: $"
    below = f"$.{document.key}" if document.key else "$"
    return f"{below}[{index}]" if isinstance(document.value, list) else "$"
