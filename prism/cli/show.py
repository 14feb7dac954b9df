"""``prism show``: draw the causal graph of a text, a graph file or a report."""

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Literal

import click

from prism.cli.emit import console, foretell, notice, write_text
from prism.cli.options import granularity_option, spacy_option
from prism.display.plain import counted
from prism.display.show import FILE_FORMATS, TERMINAL_FORMATS, show, show_in_terminal
from prism.display.view import verdicts, view
from prism.engine.score import run_sync
from prism.errors import UnknownFormat
from prism.files.document import parse_document
from prism.files.foreign import is_graphml
from prism.files.formats import GRAPH
from prism.files.source import Source, read_source
from prism.graph import CausalGraph
from prism.llm.reasoning import split_reasoning
from prism.parsers.embedded import EmbeddedParser
from prism.parsers.telling import parser_notices
from prism.records.report import Report
from prism.suites.reading import known_format, load_graph
from prism.suites.registry import suite_of
from prism.suites.reports import REPORT, is_report, read_report

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism show answer.txt                           the causal skeleton
  prism show answer.txt --format text             units and cues marked in the text itself
  prism show answer.txt --format html --out g.html
  prism show report.json --focus u5 --radius 2    what surrounds one unit
  prism show corrected.json --diff report.json    what was changed by hand
  prism show answer.txt --format json --out g.json        to be corrected by hand, and then
  prism score answer.txt --graph g.json                   scored
"""
GRAPH_SUFFIXES = (".json", ".graphml", ".xml")
_RECORDS = (".jsonl", ".ndjson", ".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class _Options:
    file: str
    form: str
    causal: bool
    focus: str | None
    radius: int
    diff: str | None
    item: str | None
    out: str
    granularity: Literal["clause", "claim"]
    spacy: str | None


@click.command("show", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice([*TERMINAL_FORMATS, *FILE_FORMATS]),
    default="tree",
    show_default=True,
    help="tree, table and text are for the terminal; svg and html need nothing but a browser.",
)
@click.option("--causal", is_flag=True, help="Only causal links and the units they join.")
@click.option("--focus", metavar="NODE", help="Only what surrounds this unit.")
@click.option(
    "--radius",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="How many links away from it.",
)
@click.option("--diff", metavar="OTHER", help="Mark what changed against another graph or text.")
@click.option("--item", metavar="ID", help="Which report of a file with several.")
@click.option("--out", default="-", show_default=True, metavar="FILE|-", help="Where to write.")
@granularity_option
@spacy_option
def command(**values: Any) -> int:
    """Draw the causal graph of FILE: a text, a graph (JSON, GraphML), a report, or - for a pipe."""
    options = _Options(**values)
    graph, report = _read(options.file, options)
    shown = view(
        graph,
        causal=options.causal,
        focus=options.focus,
        radius=options.radius,
        against=_read(options.diff, options)[0] if options.diff else None,
        judged=verdicts(report) if report is not None else None,
    )
    if report is not None and options.form == "html":
        shown = replace(shown, panel=suite_of(report.kind).panel(report) or "")
    if options.form in TERMINAL_FORMATS and options.out == "-":
        screen = console()
        screen.print(show_in_terminal(shown, options.form, screen.width))
        return 0
    title = PurePath(options.file).name if options.file != "-" else "Causal graph"
    write_text(show(shown, options.form, title=title), options.out)
    if options.out != "-":
        notice(f"{options.out} is written")
    return 0


def _read(name: str, options: _Options) -> tuple[CausalGraph, Report | None]:
    """Return the graph of a file, and the report where it is one."""
    source = read_source(name)
    for entry in source.notices:
        notice(entry.message)
    if is_graphml(source.text):
        return load_graph(source), None
    table = PurePath(source.name).suffix.lower() in _RECORDS
    if table or _holds_graph(source):
        document = parse_document(source)
        if document is not None and is_report(document):
            return load_graph(source, options.item), read_report(source, options.item)
    if table:
        raise UnknownFormat(
            "this is a file of records, not one text",
            where=name,
            mend="give one text, graph or report; 'prism score' takes many",
        )
    if _holds_graph(source):
        return load_graph(source), None
    if (known := known_format(source)) is not None:
        raise UnknownFormat(
            f"this is {known[0].title}, and not one text or graph",
            where=name,
            mend="give one text, graph or report; 'prism score' takes many",
        )
    return _parsed(source, options), None


def _parsed(source: Source, options: _Options) -> CausalGraph:
    foretell(source.text)
    parser = EmbeddedParser(options.granularity, options.spacy)
    text, thoughts = split_reasoning(source.text)
    if thoughts:
        words = counted(len(thoughts.split()), "word")
        notice(f"{source.name}: {words} of reasoning around the answer are left out")
    graph = run_sync(lambda: parser.parse(text))
    for entry in parser_notices(graph):
        notice(f"{source.name}: {entry.message}")
    return graph


def _holds_graph(source: Source) -> bool:
    """Whether the file is meant as a graph: by its name, or by what it holds."""
    if PurePath(source.name).suffix.lower() in GRAPH_SUFFIXES:
        return True
    known = known_format(source)
    return known is not None and known[0] in (GRAPH, REPORT)
