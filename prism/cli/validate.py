"""``prism validate``: what a file is, and what is wrong with it."""

import click
from rich.console import Console
from rich.text import Text

from prism.cli.emit import console, notice
from prism.errors import BadRecord, GraphFault
from prism.formats.document import Document, parse_document
from prism.formats.registry import FORMATS, detect, open_document
from prism.formats.source import Source, read_source
from prism.graph.graphml import from_graphml
from prism.report.plain import one_line

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
    source = read_source(file)
    for entry in source.notices:
        notice(entry.message)
    screen = console()
    try:
        document = parse_document(source) or _known_table(source)
    except BadRecord as exc:
        screen.print(Text(f"✗ {one_line(str(exc))}", style="red"))
        return exc.exit_code
    if document is None and source.text.lstrip().startswith("<"):
        return _graphml(source, screen)
    if document is None:
        words = len(source.text.split())
        screen.print(Text(f"✓ text: {len(source.text)} characters, {words} words"))
        return 0
    row = detect(document)
    faults = row.faults(document)
    count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}" if faults else "no fault"
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
        from_graphml(source.text)
    except GraphFault as exc:
        screen.print(Text(f"✗ graphml: {one_line(str(exc))}", style="red"))
        return exc.exit_code
    screen.print(Text.assemble(("✓ graphml", "bold green"), ": a causal graph, no fault"))
    return 0


def _known_table(source: Source) -> Document | None:
    """Return a CSV, TSV or XML file whose columns or elements are those of a known format."""
    document = open_document(source)
    return document if document and any(row.matches(document) for row in FORMATS) else None
