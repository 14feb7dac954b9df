"""JSON and JSON Lines documents: parsed whole, or refused with the place of the fault."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from prism.errors import BadRecord
from prism.formats.source import Source, clean

__all__ = [
    "Document",
    "Fault",
    "faults_of",
    "json_path",
    "parse_document",
    "record_place",
    "records",
    "refuse",
]

MAX_DEPTH = 200  # deeper nesting is no format of ours and could exhaust the stack


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file of records.

    ``lines`` tells that it held one record a line (JSON Lines, a table); ``numbers`` are then the
    numbers of those lines, from 1.
    """

    name: str
    value: JsonValue
    lines: bool = False
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file: its JSON path, what is wrong there, and how to mend it."""

    path: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        """Return ``path: what (mend)``."""
        return f"{self.path}: {self.what}" + (f" ({self.mend})" if self.mend else "")


def parse_document(source: Source) -> Document | None:
    """Parse ``source`` as JSON, else as JSON Lines; None where it does not look like either.

    Raises
    ------
    BadRecord
        It looks like JSON and has a fault: the line and column, and what was expected.
    """
    text = source.text.strip()
    if not text or text[0] not in "{[":
        return None
    try:
        return Document(source.name, _load(text))
    except json.JSONDecodeError as exc:
        if exc.msg == "Extra data" and text[0] == "{":
            records, numbers = _load_lines(source)
            return Document(source.name, records, lines=True, numbers=numbers)
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


def _load(text: str) -> JsonValue:
    return _scrub(json.loads(text, parse_constant=_no_constant))


def _load_lines(source: Source) -> tuple[list[JsonValue], tuple[int, ...]]:
    records: list[JsonValue] = []
    numbers: list[int] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            records.append(_load(line))
            numbers.append(number)
        except (RecursionError, ValueError) as exc:
            what = exc.msg if isinstance(exc, json.JSONDecodeError) else "not valid JSON"
            raise BadRecord(
                f"not valid JSON: {what}",
                where=f"{source.name}: line {number}",
                mend="one JSON object a line",
            ) from exc
    return records, tuple(numbers)


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
    return value


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")


def json_path(place: Iterator[str | int] | tuple[str | int, ...]) -> str:
    """Return a JSON path for the keys and indices in ``place``.

    >>> json_path(("items", 0, "rubrics"))
    '$.items[0].rubrics'
    """
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)


def records(document: Document) -> list[JsonValue]:
    """Return the records of a file that holds a list of them, or one."""
    return document.value if isinstance(document.value, list) else [document.value]


def record_place(document: Document, index: int) -> str:
    """Return where record ``index`` stands: its line, or its JSON path.

    >>> record_place(Document("a.jsonl", [{}, {}], lines=True, numbers=(1, 4)), 1)
    'line 4'
    """
    if document.numbers:
        return f"line {document.numbers[index]}"
    return f"$[{index}]" if isinstance(document.value, list) else "$"


def faults_of(error: ValidationError, *prefix: str | int) -> list[Fault]:
    """Return the faults that pydantic found, each with its JSON path below ``prefix``."""
    faults = []
    for entry in error.errors(include_url=False, include_context=False, include_input=False):
        what = entry["msg"]
        if entry["type"] == "extra_forbidden":
            what = "unknown key"
        elif entry["type"] == "missing":
            what = "required key is missing"
        faults.append(
            Fault(json_path((*prefix, *entry["loc"])), what.removeprefix("Value error, "))
        )
    return faults


def refuse(name: str, faults: list[Fault]) -> BadRecord:
    """Return the error for a file with ``faults``: the first one, and how many more there are."""
    more = f", and {len(faults) - 1} more faults" if len(faults) > 1 else ""
    return BadRecord(
        f"{faults[0].what}{more}",
        where=f"{name}: {faults[0].path}",
        mend=faults[0].mend or f"'prism validate {name}' lists every fault",
    )
