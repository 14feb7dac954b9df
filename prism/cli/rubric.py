"""``prism rubric``: write a rubric to fill in."""

from pathlib import Path

import click

from prism.cli.emit import notice, write_text
from prism.errors import BadInput, UsageError
from prism.files.source import clean
from prism.suites.whatif.files.rubric import skeleton

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism rubric new "What if the tides stopped?" --out tides.json
  prism rubric new "What if the tides stopped?" --criteria 3 > tides.json
"""


@click.group("rubric", epilog=EXAMPLES)
def command() -> None:
    """Write a rubric to fill in."""


@command.command("new", short_help="Write a rubric for QUESTION to fill in.", epilog=EXAMPLES)
@click.argument("question", metavar="QUESTION")
@click.option("--out", default="-", metavar="FILE|-", show_default=True, help="Where to write it.")
@click.option(
    "--criteria", default=5, show_default=True, type=click.IntRange(1, 20), help="How many."
)
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
def new(question: str, out: str, criteria: int, force: bool) -> int:
    """Write a rubric for QUESTION whose texts, marked TODO, are to be filled in."""
    if not question.strip():
        raise UsageError("the question is empty", where="QUESTION")
    if out != "-" and Path(out).exists() and not force:
        raise BadInput("the file is there already", where=out, mend="use --force to replace it")
    rubric = skeleton(clean(question), criteria=criteria)
    write_text(rubric.model_dump_json(indent=2, exclude_defaults=False) + "\n", out)
    if out != "-":
        notice(f"{out} is written; fill in what is marked TODO, then 'prism validate {out}'")
    return 0
