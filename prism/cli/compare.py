"""``prism compare``: two or more models on the same items."""

import click
from pydantic import TypeAdapter

from prism.cli.emit import console, notice, write_text
from prism.cli.options import json_option
from prism.errors import UsageError
from prism.report.comparison import Comparison, compare_all, comparison_view
from prism.runs.columns import read_columns
from prism.runs.ledger import arms_of
from prism.runs.plan import arm_names

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism compare gpt.db claude.db
  prism compare run.db               the arms of one run with each other
  prism compare a.db b.db --pass 100 --json compared.json
"""


@click.command("compare", epilog=EXAMPLES)
@click.argument("runs", nargs=-1, required=True, metavar="RUN.db…")
@click.option(
    "--pass", "passing", type=click.FloatRange(0, 100), default=60, show_default=True,
    help="Final score from which a task counts as passed.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampling.")
@json_option
def command(runs: tuple[str, ...], passing: float, seed: int, json_file: str | None) -> int:
    """Compare the arms of RUN.db files pairwise on the tasks that both have scored."""
    with arms_of(runs, notice) as opened:
        arms = [read_columns(ledger, arm) for ledger, arm in opened]
        damaged = any(ledger.damaged for ledger, _ in opened)
    if len(arms) < 2:
        raise UsageError("two arms are needed", mend="give two runs, or one with several arms")
    names = arm_names([columns.arm.plan for columns in arms])
    found = compare_all(arms, names, passing=passing / 100, seed=seed)
    if json_file is not None:
        text = TypeAdapter(list[Comparison]).dump_json(found, indent=2).decode()
        write_text(text + "\n", json_file)
    if json_file != "-":
        screen = console()
        for entry in found:
            screen.print(comparison_view(entry, screen.width))
    return 4 if damaged else 0
