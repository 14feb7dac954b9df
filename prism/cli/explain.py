"""``prism explain``: how one edge or criterion was judged."""

import click

from prism.cli.emit import console
from prism.envelope import WhatIfReport
from prism.errors import BadInput
from prism.formats.report import read_report
from prism.formats.source import read_source
from prism.report.explain import explain

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism score answer.txt --rubric q17.json --json report.json
  prism explain report.json e3            an edge
  prism explain report.json c2            the second criterion
  prism explain report.json "Mechanism"   a criterion by name
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("report", metavar="REPORT")
@click.argument("name", metavar="EDGE|CRITERION")
def command(report: str, name: str) -> int:
    """Say how one edge or criterion of REPORT was judged.

    Prints the question that was asked, the verdict, the spans it rests on and the reason.
    """
    read = read_report(read_source(report))
    if not isinstance(read, WhatIfReport):
        raise BadInput(f"a report of kind {read.kind!r} has no edges or criteria", where=report)
    console().print(explain(read, name))
    return 0
