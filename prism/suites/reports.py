"""Report files: what ``prism score --json`` wrote, read back."""

from typing import Final

from pydantic import JsonValue, ValidationError
from rapidfuzz import process as fuzzy

from prism.errors import ItemNotFound, UnknownFormat, UsageError
from prism.files.document import Document, parse_document, record_path, records
from prism.files.formats import Format, Found
from prism.files.source import Source
from prism.records.report import Report
from prism.suites.registry import suite_of
from prism.validation import Fault, faults_of, refuse

__all__ = ["REPORT", "faults", "is_report", "read_report"]


def is_report(document: Document) -> bool:
    """Whether the document is a report of any kind, or holds one a line."""
    return any(map(_looks_like_one, records(document)))


def faults(document: Document) -> list[Fault]:
    """Return every fault of a file of reports."""
    return [
        fault
        for i, record in enumerate(records(document))
        for fault in _faults(record, record_path(document, i))
    ]


REPORT: Final = Format(
    "prism-report",
    "a report",
    is_report,
    lambda document: Found(faults=tuple(faults(document))),
    rank=-1,
    holds_items=False,
)


def read_report(source: Source, wanted: str | None = None) -> Report:
    """Return the report in ``source``; of several the one on the item, or response, ``wanted``.

    Raises
    ------
    BadRecord, UnknownFormat
        The file is not a report, or has a fault.
    ItemNotFound
        It holds several reports and not the one that is wanted; the nearest is named.
    """
    document = parse_document(source)
    if document is None or not is_report(document):
        raise UnknownFormat(
            "this is not a report",
            where=source.name,
            mend="'prism score RESPONSE --json FILE' writes one",
        )
    if found := faults(document):
        raise refuse(source.name, found)
    reports = [_read(record) for record in records(document)]
    if wanted is None and len(reports) == 1:
        return reports[0]
    for report in reports:
        if wanted in (report.name, report.response, report.item):
            return report
    names = [report.name for report in reports]
    if wanted is None:
        mend = f"name one with --item, such as {names[0]!r}"
        raise ItemNotFound(f"the file holds {len(names)} reports", where=source.name, mend=mend)
    near = fuzzy.extractOne(wanted, names)
    raise ItemNotFound(
        f"no report on {wanted!r}", where=source.name, mend=f"did you mean {near[0]!r}?"
    )


def _looks_like_one(record: JsonValue) -> bool:
    return (
        isinstance(record, dict) and "signature" in record and isinstance(record.get("kind"), str)
    )


def _faults(record: JsonValue, place: str) -> list[Fault]:
    if not isinstance(record, dict) or not _looks_like_one(record):
        return [Fault(place, "not a report", "leave it out")]
    try:
        _read(record)
    except ValidationError as error:
        return faults_of(error, place)
    except UsageError as error:  # no suite makes reports of its kind
        return [Fault(f"{place}.kind", error.what, error.mend or "")]
    return []


def _read(record: JsonValue) -> Report:
    kind = str(record["kind"]) if isinstance(record, dict) else ""
    return suite_of(kind).model(kind).model_validate(record)
