"""Report files: what ``prism score --json`` wrote, read back."""

from pydantic import ValidationError

from prism.envelope import EditReport, LadderReport, Report, TruthReport, WhatIfReport
from prism.errors import BadRecord, UnknownFormat
from prism.faults import Fault, faults_of, refuse
from prism.formats.document import Document, parse_document
from prism.formats.source import Source

__all__ = ["faults", "is_report", "read_report"]

_MODELS: dict[str, type[Report]] = {
    "whatif": WhatIfReport,
    "structure": WhatIfReport,
    "ladder": LadderReport,
    "edit": EditReport,
    "truth": TruthReport,
}


def is_report(document: Document) -> bool:
    """Whether the document is a report of any kind."""
    value = document.value
    return isinstance(value, dict) and "signature" in value and str(value.get("kind")) in _MODELS


def faults(document: Document) -> list[Fault]:
    """Return every fault of a report."""
    try:
        _read(document)
    except ValidationError as error:
        return faults_of(error)
    return []


def read_report(source: Source) -> Report:
    """Return the report in ``source``.

    Raises
    ------
    BadRecord, UnknownFormat
        The file is not a report, or has a fault.
    """
    document = parse_document(source)
    if document is None or document.lines or not is_report(document):
        raise UnknownFormat(
            "this is not a report",
            where=source.name,
            mend="'prism score RESPONSE --json FILE' writes one",
        )
    try:
        return _read(document)
    except ValidationError as error:
        raise refuse(source.name, faults_of(error)) from error


def _read(document: Document) -> Report:
    value = document.value
    if not isinstance(value, dict):
        raise BadRecord("a report is an object", where=document.name)
    return _MODELS[str(value["kind"])].model_validate(value)
