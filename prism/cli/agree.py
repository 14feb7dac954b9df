"""``prism agree``: how far a judge agrees with people, and people with each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

import click
from pydantic import TypeAdapter

from prism.cli.emit import console, notice, write_text
from prism.cli.options import json_option
from prism.errors import BadInput, UsageError
from prism.formats.pasta_ratings import is_pasta_ratings, read_pasta_ratings
from prism.formats.ratings import Rating, read_ratings
from prism.formats.registry import load_graph
from prism.formats.source import read_source
from prism.graph import CausalGraph
from prism.graph.agreement import GraphAgreement, graph_agreement
from prism.report.agreement import Block, agreement_blocks, blocks_view, graph_block, mean_block
from prism.report.tables import published_view
from prism.runs.ledger import Ledger, arms_of
from prism.runs.line import Line
from prism.runs.plan import arm_names
from prism.runs.records import GRAPHS, Arm
from prism.runs.units import find
from prism.suites.published_scores import published_scores

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism agree run.db --human labels.csv
  prism agree run.db --human anna.csv --human ben.csv --human cleo.csv
  prism agree --human labels.csv                people among themselves
  prism agree --human gpt.csv --human t5.csv    two sets of responses: also set by set

\b
A sheet has the columns id and rating, and rater where it holds several people's; or one column a
rater. 'prism sample' writes one to fill in. Failure is the positive class.
"""


@click.command("agree", epilog=EXAMPLES)
@click.argument("runs", nargs=-1, metavar="[RUN.db…]")
@click.option("--human", "sheets", multiple=True, metavar="FILE", help="A sheet, filled in.")
@click.option(
    "--graphs", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
    help="Graphs that people made, one file an item, named by its id; against those of every arm.",
)  # fmt: skip
@click.option(
    "--pass", "passing", type=click.FloatRange(0, 100), default=60, show_default=True,
    help="Final score from which the judge counts as having passed a response.",
)  # fmt: skip
@click.option(
    "--top", type=float, default=10.0, show_default=True, help="Highest mark people could give."
)
@click.option("--published", is_flag=True, help="Show the paper's own agreement beside.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampling.")
@json_option
def command(
    runs: tuple[str, ...],
    sheets: tuple[str, ...],
    graphs: Path | None,
    passing: float,
    top: float,
    published: bool,
    seed: int,
    json_file: str | None,
) -> int:
    """Hold the verdicts of RUN.db against people's ratings, and these against each other."""
    if not sheets and (graphs is None or not runs):
        raise UsageError(
            "nothing to compare with", mend="give --human FILE, or a run and --graphs DIR"
        )
    ratings = _read(sheets)
    wanted = {rating.unit for rating in ratings}
    with arms_of(runs) as arms:
        units = {unit.id: unit for ledger, arm in arms for unit in find(ledger, arm, wanted)}
        finals = _finals(arms) if units else []
        drawn = list(_graphs(arms, graphs, seed)) if graphs is not None else []
    if runs and sheets and not units:
        raise BadInput("the run holds nothing that was rated", where=", ".join(sheets))
    if runs and len(units) < len(wanted):
        notice(f"{len(wanted) - len(units)} rated rows are not of this run; left out")
        ratings = [rating for rating in ratings if rating.unit in units]
    limit = passing / 100
    blocks = agreement_blocks(ratings, units, passing=limit, top=top, seed=seed) + drawn
    whole = mean_block(ratings, units, finals, passing=limit, top=top, seed=seed)
    blocks += [whole] if whole is not None else []
    if json_file is not None:
        text = TypeAdapter(list[Block]).dump_json(blocks, indent=2).decode()
        write_text(text + "\n", json_file)
    if json_file != "-":
        screen = console()
        for part in blocks_view(blocks):
            screen.print(part)
        for suite in dict.fromkeys(arm.plan.suite for _, arm in arms) if published else ():
            if (paper := published_scores(suite)) is not None:
                for part in published_view(paper, "agreement", screen.width):
                    screen.print(part)
    return 0


def _read(sheets: Sequence[str]) -> list[Rating]:
    """Return the ratings of all sheets; a second sheet of the same name is another rater's."""
    found: list[Rating] = []
    raters: set[str] = set()
    for number, name in enumerate(sheets, 1):
        source = read_source(name)
        for entry in source.notices:
            notice(entry.message)
        ratings = read_pasta_ratings(source) if is_pasta_ratings(source) else read_ratings(source)
        theirs = {rating.rater for rating in ratings}
        if len(theirs) == 1 and theirs & raters:
            ratings = [replace(rating, rater=f"{rating.rater} {number}") for rating in ratings]
        raters |= theirs
        found += [replace(rating, sheet=PurePath(name).stem) for rating in ratings]
    return found


def _graphs(arms: Sequence[tuple[Ledger, Arm]], folder: Path, seed: int) -> Iterator[Block]:
    """Hold the graphs of every arm against those in ``folder``; arms that share theirs count once.

    Raises
    ------
    BadInput
        No arm has an item after which a graph is named.
    """
    files = {file.stem: file for file in sorted(folder.iterdir()) if file.is_file()}
    wanted = {name: load_graph(read_source(str(file))) for name, file in files.items()}
    names = arm_names([arm.plan for _, arm in arms])
    found: dict[int, tuple[str, dict[str, list[GraphAgreement]]]] = {}
    for (ledger, arm), name in zip(arms, names, strict=True):
        agreements, parsed = _agreements(ledger, arm, wanted)
        if agreements:
            found.setdefault(parsed, (name, agreements))
    if not found:
        raise BadInput("no graph there is named after an item of the run", where=str(folder))
    for name, agreements in found.values():
        title = (
            f"graphs of {name} against people's" if len(found) > 1 else "graphs against people's"
        )
        yield graph_block(title, agreements, len(files) - len(agreements), seed=seed)


def _agreements(
    ledger: Ledger, arm: Arm, wanted: Mapping[str, CausalGraph]
) -> tuple[dict[str, list[GraphAgreement]], int]:
    """Return how the graphs of ``arm`` agree with those wanted, and a hash of all of them."""
    found: dict[str, list[GraphAgreement]] = {}
    parsed = []
    for name, graph in wanted.items():
        for work in ledger.works(arm, name):
            if "graphs" in work.done:
                parsed.append(work.done["graphs"])
                (ours, *_) = GRAPHS.validate_json(work.done["graphs"]).values()
                found.setdefault(name, []).append(graph_agreement(ours.graph(), graph))
    return found, hash(tuple(parsed))


def _finals(arms: Iterable[tuple[Ledger, Arm]]) -> list[float]:
    """Return the judge's final score of every response."""
    found = []
    for ledger, arm in arms:
        for _, _, _, value in ledger.values(arm, "line"):
            final = Line.model_validate_json(value).scores.get("final")
            if final is not None and final.value is not None:
                found.append(final.value)
    return found
