"""``prism explain``: how anything in a report was judged."""

import click

from prism.cli.emit import console
from prism.formats.report import read_report
from prism.formats.source import read_source
from prism.report.explain import explain, keys
from prism.report.plain import one_line

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism score answer.txt --rubric q17.json --json report.json
  prism explain report.json               the names of all that was judged
  prism explain report.json e3            an edge
  prism explain report.json c2            the second criterion
  prism explain report.json "Mechanism"   a criterion by name
  prism explain report.json outcome       the outcome of a closed question
  prism explain edit.json E1              a check of an edit, with all its claims
  prism explain edit.json E1/2            the second claim of it; u4 a fact, i1 a change
  prism explain ladder.json B             an option of a multiple-choice question; answer
  prism explain truth.json truth          a computed answer, with the whole derivation
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("report", metavar="REPORT")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--item", metavar="ID", help="Which report of a file with several.")
def command(report: str, name: str | None, item: str | None) -> int:
    """Say how an edge, criterion, claim, option or answer of REPORT was judged.

    Prints the question that was asked, the verdict, the spans it rests on and the reason; without
    NAME the names of everything that can be told.
    """
    found = read_report(read_source(report), item)
    if name is None:
        for key in keys(found):
            click.echo(one_line(key))
    else:
        console().print(explain(found, name))
    return 0
