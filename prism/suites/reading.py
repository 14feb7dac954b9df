"""Every format prism reads, one row each: how it is recognised, checked and turned into items.

The module of a format is loaded when a document shows a sign of it, since some bring whole rooms
along.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain
from typing import Any

from rapidfuzz import process as fuzzy

from prism.errors import BadInput, BadRecord, GraphFault, ItemNotFound, UnknownFormat
from prism.files import graph
from prism.files.document import Document, document_parts, parse_document, records
from prism.files.foreign import foreign_json, is_graphml, refuse_foreign_json
from prism.files.source import Source
from prism.files.table import parse_table
from prism.files.textfile import TextFile
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.graph.graphml import from_graphml
from prism.records.item import Item
from prism.suites import reports as report
from prism.suites.ladder.files.copa import parse_copa
from prism.validation import Fault, refuse

__all__ = [
    "FORMATS",
    "Format",
    "detect",
    "find_item",
    "known_format",
    "load_graph",
    "not_found",
    "open_document",
    "read_graphml",
    "read_items",
    "stream_items",
    "unwrapped",
]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Attributes
    ----------
    name
        What ``prism validate`` calls it.
    title
        The same in words.
    module
        The module of prism that knows it.
    test, check, reader
        Names of its functions: does a document look like it, what are its faults, what are its
        items, where it has no fault; ``reader`` is None for files that hold none.
    signs
        Keys of which some record of such a file has at least one; none where its shape tells.
    in_parts
        Whether a file of one record a line may be read part by part: no record needs to know what
        stands in another.
    """

    name: str
    title: str
    module: str
    test: str
    check: str = "faults"
    reader: str | None = "read_items"
    signs: frozenset[str] = frozenset()
    in_parts: bool = False

    def matches(self, document: Document) -> bool:
        """Whether ``document`` looks like it; the first row that matches wins."""
        if self.signs and not any(
            isinstance(row, dict) and not self.signs.isdisjoint(row) for row in records(document)
        ):
            return False
        return bool(self._call(self.test, document))

    def faults(self, document: Document) -> list[Fault]:
        """Return every fault of such a document."""
        found: list[Fault] = self._call(self.check, document)
        return found

    def items(self, document: Document) -> list[Item]:
        """Return the items of such a document.

        Raises
        ------
        BadInput
            It has a fault, or files of this format hold no items.
        """
        if self.reader is None:
            raise BadInput(
                f"{self.title} holds no items",
                where=document.name,
                mend="give a rubric or a benchmark",
            )
        if found := self.faults(document):
            raise refuse(document.name, found)
        items: list[Item] = self._call(self.reader, document)
        return items

    def _call(self, name: str, document: Document) -> Any:
        function: Callable[[Document], Any] = getattr(import_module(f"prism.{self.module}"), name)
        return function(document)


def _signs(words: str) -> frozenset[str]:
    return frozenset(words.split(","))


FORMATS: tuple[Format, ...] = (
    Format("prism-rubric", "prism's own rubric", "suites.whatif.files.rubric", "is_rubric_file"),
    Format("prism-graph", "a causal graph", "files.graph", "is_graph_file", reader=None),
    Format("prism-report", "a report", "suites.reports", "is_report", reader=None),
    Format(
        "prism-scm",
        "a structural causal model",
        "suites.truth.files.scm",
        "is_scm",
        reader=None,
        signs=_signs("format,mechanisms,edges"),
    ),
    Format(
        "cladder-models",
        "CLadder's models",
        "suites.truth.files.scm_files",
        "is_cladder_models",
        check="cladder_faults",
        reader=None,
        signs=_signs("params"),
    ),
    Format(
        "prism-truth",
        "prism's own ground-truth items",
        "suites.truth.files.truth",
        "is_truth",
        signs=_signs("truth"),
        in_parts=True,
    ),
    Format(
        "calm",
        "CaLM's questions",
        "suites.truth.files.calm_items",
        "is_calm",
        signs=_signs("gt_answer"),
    ),
    Format(
        "clear",
        "CLEAR's questions about graphs",
        "suites.truth.files.clear_items",
        "is_clear",
        signs=_signs("questions_and_answers"),
    ),
    Format(
        "cobe",
        "CoBe's records",
        "suites.edit.files.cobe",
        "is_cobe",
        signs=_signs("Core Set ID,Story"),
        in_parts=True,
    ),
    Format(
        "prism-edit",
        "prism's own edit items",
        "suites.edit.files.edit",
        "is_edit",
        signs=_signs("story"),
        in_parts=True,
    ),
    Format(
        "timetravel",
        "TimeTravel's stories",
        "suites.edit.files.timetravel",
        "is_timetravel",
        signs=_signs("counterfactual"),
    ),
    Format(
        "pasta",
        "PASTA's stories",
        "suites.edit.files.pasta",
        "is_pasta",
        signs=_signs("Answer.mod_assertion"),
    ),
    Format(
        "meter",
        "METER's contexts with their questions, published or prism's own",
        "suites.ladder.files.meter",
        "is_nested",
        reader="read_nested",
        signs=_signs("questions"),
        in_parts=True,
    ),
    Format(
        "meter-flat",
        "METER's questions, one a line",
        "suites.ladder.files.meter",
        "is_flat",
        "flat_faults",
        "read_flat",
        signs=_signs("ladder"),
    ),
    Format(
        "crass",
        "CRASS",
        "suites.ladder.files.neighbours",
        "is_crass",
        "crass_faults",
        "read_crass",
        signs=_signs("QCC"),
    ),
    Format(
        "e-care",
        "e-CARE",
        "suites.ladder.files.neighbours",
        "is_ecare",
        "ecare_faults",
        "read_ecare",
        signs=_signs("ask-for"),
    ),
    Format(
        "copa",
        "COPA",
        "suites.ladder.files.copa",
        "is_copa",
        "copa_faults",
        "read_copa",
        signs=_signs("asks-for"),
    ),
    Format(
        "yes-no",
        "CLadder's or CounterBench's yes-or-no questions",
        "suites.ladder.files.neighbours",
        "is_yes_no",
        "yes_no_faults",
        "read_yes_no",
        signs=_signs("given_info"),
    ),
    Format(
        "whatif-rubric",
        "a bare WhatIfBench rubric",
        "suites.whatif.files.whatif",
        "is_rubric",
        "rubric_faults",
        "read_rubric_item",
    ),
    Format(
        "whatif-metrics",
        "a WhatIfBench metrics file",
        "suites.whatif.files.whatif",
        "is_metrics",
        "metrics_faults",
    ),
    Format(
        "whatif-answers",
        "a WhatIfBench answers file",
        "suites.whatif.files.whatif",
        "is_answers",
        in_parts=True,
    ),
    Format(
        "whatif-benchmark",
        "a WhatIfBench benchmark file or item",
        "suites.whatif.files.whatif",
        "is_benchmark",
        in_parts=True,
    ),
    Format("responses", "a file of responses", "files.responses", "is_responses", reader=None),
)


def detect(document: Document) -> Format:
    """Return the format of ``document``.

    Raises
    ------
    UnknownFormat
        None of the rows matches.
    """
    for row in FORMATS:
        if row.matches(document):
            return row
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
    row = next((row for row in FORMATS if row.matches(document)), None)
    if row is None:
        refuse_foreign_json(source.name, document.value)
        return None
    return row, document


def open_document(source: Source) -> Document | None:
    """Return the records of a JSON, JSON Lines, CSV, TSV or COPA file; None for other texts.

    Raises
    ------
    BadRecord
        It looks like one of these and has a fault; the message names the place.
    """
    document = parse_document(source)
    if document is not None:
        return unwrapped(document)
    return parse_table(source) or parse_copa(source)


def unwrapped(document: Document) -> Document:
    """Return the list under ``items`` where the file is of a known format without the wrapper."""
    rows = document.value.get("items") if isinstance(document.value, dict) else None
    if not isinstance(rows, list) or any(row.matches(document) for row in FORMATS):
        return document
    bare = replace(document, value=rows, numbers=(), key="items")
    return bare if any(row.matches(bare) for row in FORMATS) else document


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
    row = detect(first) if first is not None else None
    if first is None or row is None or not row.in_parts:
        yield from read_items(file.whole())
        return
    for part in chain([first], parts):
        yield from row.items(part)


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
    if not (graph.is_graph_file(document) or report.is_report(document)):
        raise UnknownFormat(
            f"this is {detect(document).title} and not a graph",
            where=source.name,
            mend="a graph has 'units' and 'edges', or 'nodes' and 'edges'",
        )
    if report.is_report(document):
        held = report.read_report(source, wanted).graph
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
