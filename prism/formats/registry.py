"""Every format prism reads, one row each: how it is recognised, checked and turned into items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import process as fuzzy

from prism.errors import BadInput, ItemNotFound, UnknownFormat
from prism.formats import copa, meter, neighbours, responses, rubric, whatif
from prism.formats.copa import parse_copa
from prism.formats.document import Document, Fault, parse_document
from prism.formats.source import Source
from prism.formats.table import parse_table
from prism.items import Item

__all__ = ["FORMATS", "Format", "detect", "find_item", "open_document", "read_items"]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Attributes
    ----------
    name
        What ``prism validate`` calls it.
    title
        The same in words.
    matches
        Whether a document looks like it; the first row that matches wins.
    faults
        Every fault of such a document.
    items
        The items in it, or None for files that hold none.
    """

    name: str
    title: str
    matches: Callable[[Document], bool]
    faults: Callable[[Document], list[Fault]]
    items: Callable[[Document], list[Item]] | None = None


def _has_metrics(document: Document) -> bool:
    rows = [record for _, record in whatif.records(document)]
    return bool(rows) and all(isinstance(row, dict) and "parsed_dag" in row for row in rows)


def _has_answers(document: Document) -> bool:
    rows = [record for _, record in whatif.records(document)]
    return any(
        whatif.is_item(row) and isinstance(row, dict) and ("model_answer" in row or "answer" in row)
        for row in rows
    )


def _has_items(document: Document) -> bool:
    rows = [record for _, record in whatif.records(document)]
    wrapped = isinstance(document.value, dict) and isinstance(document.value.get("items"), list)
    return wrapped or (bool(rows) and any(whatif.is_item(row) for row in rows))


def _bare_rubric(document: Document) -> list[Item]:
    read = whatif.read_rubric(document)
    texts = {"question": read.focus} if read.focus else {}
    return [Item(id=read.title or "rubric", kind="whatif", texts=texts, rubric=read)]


FORMATS: tuple[Format, ...] = (
    Format(
        "prism-rubric",
        "prism's own rubric",
        rubric.is_rubric_file,
        rubric.faults,
        lambda document: [rubric.read_rubric_file(document)],
    ),
    Format(
        "meter",
        "METER's contexts with their questions, published or prism's own",
        meter.is_nested,
        meter.faults,
        meter.read_nested,
    ),
    Format(
        "meter-flat",
        "METER's questions, one a line",
        meter.is_flat,
        meter.flat_faults,
        meter.read_flat,
    ),
    Format(
        "crass",
        "CRASS",
        neighbours.is_crass,
        neighbours.crass_faults,
        neighbours.read_crass,
    ),
    Format(
        "e-care",
        "e-CARE",
        neighbours.is_ecare,
        neighbours.ecare_faults,
        neighbours.read_ecare,
    ),
    Format("copa", "COPA", copa.is_copa, copa.copa_faults, copa.read_copa),
    Format(
        "yes-no",
        "CLadder's or CounterBench's yes-or-no questions",
        neighbours.is_yes_no,
        neighbours.yes_no_faults,
        neighbours.read_yes_no,
    ),
    Format(
        "whatif-rubric",
        "a bare WhatIfBench rubric",
        lambda document: whatif.is_rubric(document.value),
        whatif.rubric_faults,
        _bare_rubric,
    ),
    Format(
        "whatif-metrics",
        "a WhatIfBench metrics file",
        _has_metrics,
        lambda document: whatif.faults(document, whatif.MetricsItem),
        whatif.read_items,
    ),
    Format(
        "whatif-answers",
        "a WhatIfBench answers file",
        _has_answers,
        whatif.faults,
        whatif.read_items,
    ),
    Format(
        "whatif-benchmark",
        "a WhatIfBench benchmark file or item",
        _has_items,
        whatif.faults,
        whatif.read_items,
    ),
    Format("responses", "a file of responses", responses.is_responses, responses.faults),
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
    raise UnknownFormat(
        "this JSON is none of the formats prism knows",
        where=document.name,
        mend=f"known: {', '.join(row.name for row in FORMATS)}",
    )


def open_document(source: Source) -> Document | None:
    """Return the records of a JSON, JSON Lines, CSV, TSV or COPA file; None for other texts.

    Raises
    ------
    BadRecord
        It looks like one of these and has a fault; the message names the place.
    """
    return parse_document(source) or parse_table(source) or parse_copa(source)


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
    row = detect(document)
    if row.items is None:
        raise BadInput(
            f"{row.title} holds no items", where=source.name, mend="give a rubric or a benchmark"
        )
    return row.items(document)


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
    nearest = fuzzy.extractOne(wanted, [item.id for item in items])
    raise ItemNotFound(
        f"no item {wanted!r}",
        where=where,
        mend=f"did you mean {nearest[0]!r}?" if nearest else "the file holds no items",
    )
