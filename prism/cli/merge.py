"""``prism merge``: several runs in one file."""

from pathlib import Path

import click

from prism.report.plain import one_line
from prism.runs.ledger import Ledger, arms_of

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism merge gpt.db claude.db --out both.db
"""


@click.command("merge", epilog=EXAMPLES)
@click.argument("runs", nargs=-1, required=True, metavar="RUN.db…")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The file to write.")
def command(runs: tuple[str, ...], out: Path) -> int:
    """Put the arms of all RUN.db files into one; the files themselves stay as they are.

    Arms of the same configuration become one; of a task that several hold, what came furthest is
    kept. What was judged and paid for comes along.
    """
    with arms_of(runs):
        pass  # nothing is written where one is none
    with Ledger(out) as ledger:
        for name in runs:
            ledger.absorb(Path(name))
        for arm in ledger.arms():
            counts = ledger.counts(arm)
            click.echo(f"{one_line(arm.plan.name)}: {counts['line']} of {counts['tasks']} scored")
    return 0
