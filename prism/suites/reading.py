"""Reads files by what they hold: of every format there is, the suites' and those of no suite."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from rapidfuzz import process as fuzzy

from prism.errors import BadInput, BadRecord, GraphFault, ItemNotFound, UnknownFormat
from prism.files import graph
from prism.files.document import Document, document_parts, parse_document, records
from prism.files.foreign import foreign_json, is_graphml, refuse_foreign_json
from prism.files.formats import GRAPH, RESPONSES, Format
from prism.files.ratings import Sheet, is_sheet, read_ratings
from prism.files.source import Source
from prism.files.table import parse_table
from prism.files.textfile import TextFile
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.graph.graphml import from_graphml
from prism.records.item import Item
from prism.suites.registry import suite_formats
from prism.suites.reports import REPORT, is_report, read_report

__all__ = [
    "detect",
    "find_item",
    "format_of",
    "known_format",
    "load_graph",
    "not_found",
    "open_document",
    "read_graphml",
    "read_items",
    "sheet_of",
    "stream_items",
    "unwrapped",
]


_OWN: Final = (GRAPH, REPORT, RESPONSES)  # those that belong to no suite

_SHEET: Final = Sheet("a rating sheet for 'prism agree'", is_sheet, read_ratings)


def format_of(document: Document) -> Format | None:
    """Return the format of ``document``; None where it is in none that prism knows."""
    keys = {key for row in records(document) if isinstance(row, dict) for key in row}
    known = sorted([*_OWN, *suite_formats(keys)], key=lambda form: form.rank)
    return next((form for form in known if form.matches(document)), None)


def detect(document: Document) -> Format:
    """Return the format of ``document``.

    Raises
    ------
    UnknownFormat
        It is in none that prism knows; the line says what it is instead.
    """
    if (found := format_of(document)) is not None:
        return found
    foreign = foreign_json(document.value)
    raise UnknownFormat(
        f"this is {foreign.what}: none of the formats prism knows",
        where=document.name,
        mend=foreign.mend,
    )


def known_format(source: Source) -> tuple[Format, Document] | None:
    """Return the format of a file whose name promises nothing, and its records; None for a text.

    A text may well look like JSON: then what cannot be parsed, or has no known shape, is a text.

    Raises
    ------
    UnknownFormat
        It is in a format of others; the line names it.
    """
    try:
        document = open_document(source)
    except BadRecord:
        return None
    if document is None:
        return None
    found = format_of(document)
    if found is None:
        refuse_foreign_json(source.name, document.value)
        return None
    return found, document


def open_document(source: Source) -> Document | None:
    """Return the records of a JSON, JSON Lines, CSV or TSV file; None for other texts.

    Formats that are none of these parse their files themselves.

    Raises
    ------
    BadRecord
        It looks like one of these and has a fault; the message names the place.
    """
    document = parse_document(source)
    if document is not None:
        return unwrapped(document)
    if (table := parse_table(source)) is not None:
        return table
    parsed = (form.parse(source) for form in suite_formats(frozenset()) if form.parse is not None)
    return next((document for document in parsed if document is not None), None)


def unwrapped(document: Document) -> Document:
    """Return the list under ``items`` where the file is of a known format without the wrapper."""
    rows = document.value.get("items") if isinstance(document.value, dict) else None
    if not isinstance(rows, list) or format_of(document) is not None:
        return document
    bare = replace(document, value=rows, numbers=(), key="items")
    return bare if format_of(bare) is not None else document


def sheet_of(source: Source) -> Sheet:
    """Return how the ratings in ``source`` are read: as a suite's sheet, or else as prism's own."""
    header = {name.strip('" ') for name in source.text.partition("\n")[0].split(",")}
    known = (form.sheet for form in suite_formats(header) if form.sheet is not None)
    return next((sheet for sheet in known if sheet.matches(source)), _SHEET)


def read_items(source: Source) -> list[Item]:
    """Return the items of a rubric, benchmark or answers file.

    Raises
    ------
    BadInput
        The file is not JSON, has a fault, or holds no items.
    """
    document = open_document(source)
    if document is None:
        raise UnknownFormat(
            "no rubric, benchmark or table of questions",
            where=source.name,
            mend="'prism rubric new' writes a rubric to fill in",
        )
    return detect(document).items(document)


def stream_items(file: TextFile) -> Iterator[Item]:
    """Yield the items of a rubric, benchmark or answers file.

    Of a file of one record a line, some lines at a time are held, where its format allows; ids
    that stand in two of its parts are then for the caller to find.

    Raises
    ------
    BadInput
        The file is not JSON, has a fault, or holds no items.
    """
    parts = document_parts(file)
    first = next(parts, None)
    form = detect(first) if first is not None else None
    if first is None or form is None or not form.in_parts:
        yield from read_items(file.whole())
        return
    for part in chain([first], parts):
        yield from form.items(part)


def load_graph(source: Source, wanted: str | None = None) -> CausalGraph:
    """Return the graph of a graph file, a node-link file, a GraphML file or a report.

    ``wanted`` names the item, or the response, of a file of several reports.

    Raises
    ------
    BadInput
        The file holds no graph, or has a fault.
    """
    if is_graphml(source.text):
        return read_graphml(source)
    document = open_document(source)
    if document is None:
        raise UnknownFormat(
            "this is not a graph", where=source.name, mend="give graph JSON or GraphML"
        )
    if not (graph.is_graph_file(document) or is_report(document)):
        raise UnknownFormat(
            f"this is {detect(document).title} and not a graph",
            where=source.name,
            mend="a graph has 'units' and 'edges', or 'nodes' and 'edges'",
        )
    if is_report(document):
        held = read_report(source, wanted).graph
        if held is None:
            raise BadInput("this report holds no graph", where=source.name)
        return from_dict(held)
    return graph.read_graph(document.value, source.name)


def read_graphml(source: Source) -> CausalGraph:
    """Return the graph of a GraphML file.

    Raises
    ------
    GraphFault
        The file has a fault; the message names it, and the node or edge it stands at.
    """
    try:
        return from_graphml(source.text)
    except GraphFault as exc:
        place = f"{source.name}: {exc.where}" if exc.where else source.name
        raise GraphFault(exc.what, where=place, mend=exc.mend) from exc


def find_item(items: Sequence[Item], wanted: str, where: str) -> Item:
    """Return the item whose id, or whose number in its file, is ``wanted``.

    Raises
    ------
    ItemNotFound
        There is none; the nearest id is named.
    """
    for item in items:
        if item.id == wanted:
            return item
    for item in items:
        if str(item.meta.get("id")) == wanted:
            return item
    raise not_found(wanted, [item.id for item in items], where)


def not_found(wanted: str, ids: Sequence[str], where: str) -> ItemNotFound:
    """Return the error for an item that is not there; the nearest id is named."""
    nearest = fuzzy.extractOne(wanted, ids)
    return ItemNotFound(
        f"no item {wanted!r}",
        where=where,
        mend=f"did you mean {nearest[0]!r}?" if nearest else "the file holds no items",
    )
