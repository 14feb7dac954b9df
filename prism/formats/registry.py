"""Every format prism reads, one row each: how it is recognised, checked and turned into items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import process as fuzzy

from prism.errors import BadInput, ItemNotFound, UnknownFormat
from prism.faults import Fault
from prism.formats import (
    calm_items,
    clear_items,
    cobe,
    copa,
    edit,
    graph,
    meter,
    neighbours,
    pasta,
    report,
    responses,
    rubric,
    scm,
    scm_files,
    timetravel,
    truth,
    whatif,
)
from prism.formats.copa import parse_copa
from prism.formats.document import Document, parse_document
from prism.formats.source import Source
from prism.formats.table import parse_table
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.graph.graphml import from_graphml
from prism.items import Item

__all__ = ["FORMATS", "Format", "detect", "find_item", "load_graph", "open_document", "read_items"]


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


FORMATS: tuple[Format, ...] = (
    Format(
        "prism-rubric",
        "prism's own rubric",
        rubric.is_rubric_file,
        rubric.faults,
        lambda document: [rubric.read_rubric_file(document)],
    ),
    Format("prism-graph", "a causal graph", graph.is_graph_file, graph.faults),
    Format("prism-report", "a report", report.is_report, report.faults),
    Format("prism-scm", "a structural causal model", scm.is_scm, scm.faults),
    Format(
        "cladder-models",
        "CLadder's models",
        scm_files.is_cladder_models,
        scm_files.cladder_faults,
    ),
    Format(
        "prism-truth",
        "prism's own ground-truth items",
        truth.is_truth,
        truth.faults,
        truth.read_items,
    ),
    Format(
        "calm", "CaLM's questions", calm_items.is_calm, calm_items.faults, calm_items.read_items
    ),
    Format(
        "clear",
        "CLEAR's questions about graphs",
        clear_items.is_clear,
        clear_items.faults,
        clear_items.read_items,
    ),
    Format("cobe", "CoBe's records", cobe.is_cobe, cobe.faults, cobe.read_items),
    Format("prism-edit", "prism's own edit items", edit.is_edit, edit.faults, edit.read_items),
    Format(
        "timetravel",
        "TimeTravel's stories",
        timetravel.is_timetravel,
        timetravel.faults,
        timetravel.read_items,
    ),
    Format("pasta", "PASTA's stories", pasta.is_pasta, pasta.faults, pasta.read_items),
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
        whatif.is_rubric,
        whatif.rubric_faults,
        whatif.read_rubric_item,
    ),
    Format(
        "whatif-metrics",
        "a WhatIfBench metrics file",
        whatif.is_metrics,
        whatif.metrics_faults,
        whatif.read_items,
    ),
    Format(
        "whatif-answers",
        "a WhatIfBench answers file",
        whatif.is_answers,
        whatif.faults,
        whatif.read_items,
    ),
    Format(
        "whatif-benchmark",
        "a WhatIfBench benchmark file or item",
        whatif.is_benchmark,
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


def load_graph(source: Source) -> CausalGraph:
    """Return the graph of a graph file, a node-link file, a GraphML file or a report.

    Raises
    ------
    BadInput
        The file holds no graph, or has a fault.
    """
    if source.text.lstrip().startswith("<"):
        return from_graphml(source.text)
    document = parse_document(source)
    if document is None:
        raise UnknownFormat(
            "this is not a graph", where=source.name, mend="give graph JSON or GraphML"
        )
    if report.is_report(document):
        held = report.read_report(source).graph
        if held is None:
            raise BadInput("this report holds no graph", where=source.name)
        return from_dict(held)
    return graph.read_graph(document.value, source.name)


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
