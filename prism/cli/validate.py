"""``prism validate``: what a file is, and what is wrong with it."""

import json
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from prism.cli.emit import console, notice
from prism.display.plain import counted, one_line
from prism.errors import BadInput, BadRecord, GraphFault
from prism.files.document import Document, parse_document
from prism.files.foreign import is_graphml
from prism.files.formats import RESPONSES
from prism.files.ratings import Sheet, is_sheet
from prism.files.responses import gaps, named_as_json
from prism.files.source import Source, read_source
from prism.runs.schema import RUN
from prism.store.sqlite import is_sqlite, tables
from prism.store.verdicts import STORE
from prism.suites.reading import detect, format_of, open_document, read_graphml, sheet_of, unwrapped

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism validate benchmark.json
  prism validate q17.json && prism score answer.txt --rubric q17.json

\b
Exit codes: 0 no fault, 3 faults or unreadable.
"""


@click.command("validate", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
def command(file: str) -> int:
    """Say which format FILE is, and every fault in it with its JSON path."""
    screen = console()
    if is_sqlite(Path(file)):
        return _database(Path(file), screen)
    source = read_source(file)
    for entry in source.notices:
        notice(entry.message)
    if is_graphml(source.text):
        return _graphml(source, screen)
    try:
        parsed = parse_document(source)
        document = unwrapped(parsed) if parsed is not None else _known_table(source)
        sheet = sheet_of(source)
        if document is None and sheet.matches(source):
            return _sheet(sheet, source, screen)
    except BadRecord as exc:
        screen.print(Text(f"✗ {one_line(str(exc))}", style="red"))
        return exc.exit_code
    if document is not None:
        return _records(document, screen)
    return _text(source, screen)


def _records(document: Document, screen: Console) -> int:
    """Say what a file of records is, and list its faults."""
    row = detect(document)
    faults = row.faults(document)
    count = counted(len(faults), "fault") if faults else "no fault"
    if row is RESPONSES and (empty := gaps(document)):
        count += f", {counted(empty, 'record')} without a response (unscored, the others count)"
    style = "red" if faults else "green"
    screen.print(
        Text.assemble(
            (f"{'✗' if faults else '✓'} {row.name}", f"bold {style}"), f": {row.title}, {count}"
        )
    )
    for fault in faults:
        mend = f" ({fault.mend})" if fault.mend else ""
        said = f"  {one_line(fault.what + mend)}"
        screen.print(Text.assemble(("  " + one_line(fault.path), "cyan"), said))
    return BadRecord.exit_code if faults else 0


def _graphml(source: Source, screen: Console) -> int:
    """Say whether a file that looks like markup is a graph in GraphML."""
    try:
        read_graphml(source)
    except GraphFault as exc:
        screen.print(Text(f"✗ graphml: {one_line(str(exc))}", style="red"))
        return exc.exit_code
    screen.print(Text.assemble(("✓ graphml", "bold green"), ": a causal graph, no fault"))
    return 0


def _text(source: Source, screen: Console) -> int:
    """Say how long a text is; a name that promises records is a fault."""
    characters, words = len(source.text), len(source.text.split())
    told = f"{counted(characters, 'character')}, {counted(words, 'word')}"
    if named_as_json(source.name):
        what = "one bare value" if _is_json(source.text) else "a text"
        screen.print(Text(f"✗ named as JSON, but it holds {what} and no record: {told}", "red"))
        return BadRecord.exit_code
    screen.print(Text(f"✓ text: {told}"))
    return 0


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _sheet(sheet: Sheet, source: Source, screen: Console) -> int:
    """Say how many ratings a sheet holds, and of how many raters."""
    ratings = sheet.read(source)
    units, raters = ({getattr(each, key) for each in ratings} for key in ("unit", "rater"))
    counts = (
        counted(len(ratings), "rating"),
        counted(len(units), "unit"),
        counted(len(raters), "rater"),
    )
    told = f": {sheet.title}, {counts[0]} of {counts[1]} by {counts[2]}"
    screen.print(Text.assemble(("✓ ratings", "bold green"), told))
    return 0


def _database(path: Path, screen: Console) -> int:
    """Say which of prism's own files a SQLite file is."""
    rows = tables(path)
    if RUN.mark in rows:
        arms, tasks = counted(rows[RUN.mark], "arm"), counted(rows.get("task", 0), "task")
        told = f": a run for 'prism report', {arms}, {tasks}"
        screen.print(Text.assemble(("✓ run", "bold green"), told))
        return 0
    if STORE.mark in rows:
        told = f": a store of {counted(rows[STORE.mark], 'kept answer')} for '--store'"
        screen.print(Text.assemble(("✓ store", "bold green"), told))
        return 0
    screen.print(Text("✗ a SQLite file, but neither a run nor a store of prism's", "red"))
    return BadInput.exit_code


def _known_table(source: Source) -> Document | None:
    """Return a CSV, TSV or XML file whose columns or elements are those of a known format.

    A sheet to rate may hold responses as well, and instructions before its header.
    """
    sheet = is_sheet(source)
    try:
        document = open_document(source)
    except BadRecord:
        if sheet:
            return None
        raise
    found = format_of(document) if document else None
    return None if found is None or (sheet and found is RESPONSES) else document
