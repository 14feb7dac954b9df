"""``prism sample``: a blind rating sheet for people."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import click

from prism.cli.emit import notice, write_text
from prism.errors import UsageError
from prism.report.exports import harmless
from prism.runs.ledger import Ledger
from prism.runs.units import LEVELS, Level, Unit, draw
from prism.text.injection import signs

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism sample run.db --n 250 --seed 1 --out sheet.csv
  prism sample run.db --n 100 --unit edge --out edges.csv      causal edges
  prism agree run.db --human sheet-anna.csv --human sheet-ben.csv
"""
# What a rater is told; one line a row, before the header.
INSTRUCTIONS = {
    "response": (
        "Read the texts in the row, then judge the response as a whole.",
        "Does it do what was asked, with sound causes and effects? Write Yes, No or Other in the "
        "column 'rating'. If Other, say why in 'comment'.",
    ),
    "edge": (
        "The response is said to relate the source to the target as the column 'relation' says.",
        "Write Yes if it says so and the step is plausible, No if not, Other if you cannot tell.",
    ),
    "criterion": (
        "Give the response a mark from 1 (lowest) to 10 (highest) on the criterion in the row.",
        "Only what the response says counts. Leave the rating empty if you cannot tell.",
    ),
    "claim": (
        "Look for the claim in the response.",
        "Write Yes if the response does with the claim what the check asks (keep it, or change "
        "it), No if not, Other if you cannot tell.",
    ),
    "connector": (
        "A word in the response joins two statements.",
        "Write Yes if the word fits how the two are related, No if not, Other if you cannot tell.",
    ),
    "node": (
        "A tool cut the unit out of the response.",
        "Write Yes if it is an event, state or mechanism that the response states, No if not.",
    ),
    "link": (
        "A tool linked two parts of the response, with a relation.",
        "Write Yes if the response relates them so and in this direction, No if not.",
    ),
    "graph": (
        "A tool drew these links from the response.",
        "Write Yes if together they give what the response says of cause and effect, No if not.",
    ),
    "outcome": (
        "Compare the conclusion of the response with the accepted answers in the row.",
        "Write Yes if it agrees with one of them, No if not, Other if you cannot tell.",
    ),
}
ALWAYS = (
    "Rate every row by itself. You do not see who wrote the response or how it was judged before.",
    "Do not change the column 'id'. The order of the rows does not matter.",
)
HIDDEN = frozenset({"bands_digest", "source_start", "source_end", "target_start", "target_end"})


@click.command("sample", epilog=EXAMPLES)
@click.argument("run", metavar="RUN.db", type=click.Path(path_type=Path))
@click.option("--n", type=click.IntRange(1), default=250, show_default=True, help="Rows.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of what is drawn.")
@click.option("--out", required=True, metavar="FILE|-", help="The sheet, as CSV.")
@click.option(
    "--unit",
    type=click.Choice(LEVELS),
    default="response",
    show_default=True,
    help="What is rated.",
)
@click.option("--arm", type=click.IntRange(1), help="Which arm of the run (default: all).")
@click.option(
    "--all-edges", is_flag=True, help="Of edges also those that are not causal, if judged."
)
def command(
    run: Path, n: int, seed: int, out: str, unit: Level, arm: int | None, all_edges: bool
) -> int:
    """Write a blind sheet of N rows from RUN.db, stratified by domain, in random order."""
    with Ledger(run, create=False, tell=notice) as ledger:
        arms = ledger.arms()
        if arm is not None:
            if arm > len(arms):
                raise UsageError(f"the run has {len(arms)} arms", where="--arm")
            arms = [arms[arm - 1]]
        units = []
        for place, one in enumerate(arms):
            share = n // len(arms) + (place < n % len(arms))
            units += draw(ledger, one, unit, share, seed + place, all_edges=all_edges)
    units.sort(key=lambda found: found.id)  # ids are random: this mixes the arms
    if len(units) < n:
        notice(f"{len(units)} rows of the {n} wanted: not every arm has its share of them")
    for line in _orders(units):
        notice(line)
    write_text(_sheet(units, unit), out)
    return 0


def _orders(units: list[Unit]) -> Iterator[str]:
    """Yield one line a cell that may try to instruct whoever rates its row."""
    for unit in units:
        for name, text in _columns(unit).items():
            if found := signs(text, name):
                kinds = ", ".join(dict.fromkeys(sign.kind.replace("_", " ") for sign in found))
                yield f"row {unit.id}: the {name} may try to instruct its rater ({kinds})"


def _sheet(units: list[Unit], level: str) -> str:
    rows = [{**_columns(unit), "rating": "", "comment": ""} for unit in units]
    names = list(dict.fromkeys(name for row in rows for name in row if name != "id"))
    names = ["id", *(name for name in names if name not in ("rating", "comment"))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for line in (*INSTRUCTIONS[level], *ALWAYS):
        writer.writerow([line])
    writer.writerow([])
    writer.writerow([*names, "rating", "comment"])
    for row in rows:
        writer.writerow([harmless(row.get(name, "")) for name in (*names, "rating", "comment")])
    # The mark without which one widespread spreadsheet takes UTF-8 for something else.
    return "\ufeff" + out.getvalue()


def _columns(unit: Unit) -> dict[str, str]:
    return {"id": unit.id, **unit.texts, **dict(_asked(unit))}


def _asked(unit: Unit) -> Iterator[tuple[str, str]]:
    for name, value in unit.question.items():
        if name in HIDDEN or value in (None, "", [], {}):
            continue
        if isinstance(value, dict):
            yield name, "\n".join(f"{key}: {told}" for key, told in value.items())
        elif isinstance(value, list):
            yield name, "\n".join(map(str, value))
        else:
            yield name, str(value)
