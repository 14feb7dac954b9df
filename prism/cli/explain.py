"""``prism explain``: how anything in a report was judged."""

from collections.abc import Iterator, Sequence

import click
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from prism.cli.emit import console, notice
from prism.display.plain import one_line, shorten
from prism.files.source import read_source
from prism.report.explain import explain, listed
from prism.suites.reports import read_report

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism score answer.txt --rubric q17.json --json report.json
  prism explain report.json               one line on each thing that was judged
  prism explain report.json e3            an edge
  prism explain report.json c2            the second criterion
  prism explain report.json Mech          a criterion by the beginning of its name
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
    NAME one line on everything that can be told: its name, the verdict, its text.
    """
    found = read_report(read_source(report), item)
    screen = console()
    if name is None:
        lines = list(listed(found))
        for told in _list(lines, screen.width):
            screen.print(told)
        if not lines:
            notice("this report holds no verdict to tell of")
    else:
        screen.print(explain(found, name))
    return 0


def _list(lines: Sequence[tuple[str, str, str]], width: int) -> Iterator[Text]:
    """Yield one line an entry; what does not fit is cut from its text."""
    rows = [(one_line(name), one_line(verdict), text) for name, verdict, text in lines]
    names, verdicts = (max((cell_len(row[n]) for row in rows), default=0) for n in (0, 1))
    for name, verdict, text in rows:
        head = f"{set_cell_size(name, names)}  {set_cell_size(verdict, verdicts)}  "
        yield Text(head + shorten(text, max(8, width - cell_len(head))))
