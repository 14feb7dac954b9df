"""``prism agree``: how far a judge agrees with people, and people with each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TypedDict, Unpack

import click
from pydantic import TypeAdapter

from prism.cli.emit import console, notice, write_text
from prism.cli.options import json_option
from prism.errors import BadInput, BadRecord, UsageError
from prism.files.ratings import Rating, Scale, doubled, scaled
from prism.files.source import read_source
from prism.graph import CausalGraph
from prism.graph.agreement import GraphAgreement, graph_agreement
from prism.report.agreement import Block, agreement_blocks, blocks_view, graph_block, mean_block
from prism.report.tables import published_view
from prism.runs.ledger import Ledger, arms_of
from prism.runs.line import Line, score_called
from prism.runs.plan import arm_names
from prism.runs.records import GRAPHS, Arm
from prism.runs.units import Unit, find
from prism.suites.reading import load_graph, sheet_of
from prism.suites.registry import find_suite
from prism.text.injection import signs

__all__ = ["command"]

MOST_TOLD = 5  # signs of one sheet that are told
EXAMPLES = """\b
Examples:
  prism agree run.db --human labels.csv
  prism agree run.db --human anna.csv --human ben.csv --human cleo.csv
  prism agree --human labels.csv                people among themselves
  prism agree --human gpt.csv --human t5.csv    two sets of responses: also set by set
  prism agree run.db --human edges.csv          also people's process metric and the judge's
  prism agree gpt.db --human pm.csv --score pm --bottom 0 --top 100     by item ids

\b
A sheet has the columns id and rating, and rater where it holds several people's; or one column a
rater. An id is that of a row of 'prism sample', which writes a sheet to fill in, or that of an
item, whose response is then meant. Failure is the positive class.
"""


class Options(TypedDict):
    """What can be said on the command line beside the runs and sheets."""

    graphs: Path | None
    passing: float
    top: float
    bottom: float
    score: str
    arm: int | None
    published: bool
    seed: int
    json_file: str | None


@click.command("agree", epilog=EXAMPLES)
@click.argument("runs", nargs=-1, metavar="[RUN.db…]")
@click.option("--human", "sheets", multiple=True, metavar="FILE", help="A sheet, filled in.")
@click.option(
    "--graphs", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
    help="Graphs that people made, one file an item, named by its id; against those of every arm.",
)  # fmt: skip
@click.option(
    "--pass", "passing", type=click.FloatRange(0, 100), default=60, show_default=True,
    help="Score from which the judge counts as having passed a response.",
)  # fmt: skip
@click.option(
    "--top", type=float, default=10.0, show_default=True, help="Highest mark people could give."
)
@click.option(
    "--bottom", type=float, default=1.0, show_default=True, help="Lowest mark people could give."
)
@click.option(
    "--score", default="final", show_default=True, metavar="NAME",
    help="Score of a response that ratings of whole responses are held against: final, PM, RM ….",
)  # fmt: skip
@click.option("--arm", type=click.IntRange(1), help="Which arm of the runs (default: all).")
@click.option("--published", is_flag=True, help="Show the paper's own agreement beside.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampling.")
@json_option
def command(runs: tuple[str, ...], sheets: tuple[str, ...], **values: Unpack[Options]) -> int:
    """Hold the verdicts of RUN.db against people's ratings, and these against each other."""
    graphs = values["graphs"]
    if not sheets and (graphs is None or not runs):
        raise UsageError(
            "nothing to compare with", mend="give --human FILE, or a run and --graphs DIR"
        )
    ratings = _read(sheets)
    _check_raters(ratings, alone=not runs)
    with arms_of(runs) as opened:
        arms = _chosen(opened, values["arm"])
        score = _score(arms, values["score"])
        units = _units(arms, ratings, score)
        finals = _scores(arms, score) if units else []
        drawn = list(_graphs(arms, graphs, values["seed"])) if graphs is not None else []
    if runs and sheets and not units:
        raise BadInput("the run holds nothing that was rated", where=", ".join(sheets))
    left_out = len({rating.unit for rating in ratings} - units.keys()) if runs else 0
    if left_out:
        notice(f"{left_out} rated rows are not of this run; left out")
        ratings = [rating for rating in ratings if rating.unit in units]
    blocks = _blocks(scaled(ratings, values["bottom"], values["top"]), units, finals, values)
    _show([*blocks, *drawn], [arm for _, arm in arms], values)
    return 0


def _show(blocks: Sequence[Block], arms: Sequence[Arm], values: Options) -> None:
    if values["json_file"] is not None:
        text = TypeAdapter(list[Block]).dump_json(list(blocks), indent=2).decode()
        write_text(text + "\n", values["json_file"])
    if values["json_file"] == "-":
        return
    screen = console()
    for part in blocks_view(blocks):
        screen.print(part)
    for suite in dict.fromkeys(arm.plan.suite for arm in arms) if values["published"] else ():
        if (paper := find_suite(suite).paper()) is not None:
            for part in published_view(paper, "agreement", screen.width):
                screen.print(part)


def _blocks(
    found: Sequence[tuple[Scale, list[Rating]]],
    units: Mapping[str, Unit],
    finals: Sequence[float],
    values: Options,
) -> Iterator[Block]:
    """Yield the tables, scale by scale; where there are several, titles say which."""
    limit, seed = values["passing"] / 100, values["seed"]
    for scale, ratings in found:
        whole = mean_block(ratings, scale, units, finals, passing=limit, seed=seed)
        blocks = agreement_blocks(ratings, scale, units, passing=limit, seed=seed)
        blocks += [whole] if whole is not None else []
        sheets = ", ".join(PurePath(name).stem for name in dict.fromkeys(r.sheet for r in ratings))
        for block in blocks:
            title = f"{block.title} ({sheets})" if len(found) > 1 else block.title
            yield block.model_copy(update={"title": title})


def _read(sheets: Sequence[str]) -> list[Rating]:
    """Return the ratings of all sheets; a second sheet of the same name is another rater's."""
    found: list[Rating] = []
    raters: set[str] = set()
    for number, name in enumerate(sheets, 1):
        source = read_source(name)
        for entry in source.notices:
            notice(entry.message)
        for sign in signs(source.text, "sheet")[:MOST_TOLD]:
            line = source.text.count("\n", 0, sign.span.start) + 1
            notice(
                f"{name}: line {line} may try to instruct a judge "
                f"({sign.kind.replace('_', ' ')}): {sign.span.text[:60]}"
            )
        ratings = sheet_of(source).read(source)
        theirs = {rating.rater for rating in ratings}
        if len(theirs) == 1 and theirs & raters:
            ratings = [replace(rating, rater=f"{rating.rater} {number}") for rating in ratings]
        raters |= theirs
        found += [replace(rating, sheet=name) for rating in ratings]
    return found


def _check_raters(ratings: Sequence[Rating], *, alone: bool) -> None:
    """See to it that people contradict nobody but each other, and that there is somebody to agree.

    Parameters
    ----------
    alone
        Whether the ratings are held against each other alone, not against a run.

    Raises
    ------
    BadInput
        One rater rated a thing twice, differently; or no two people rated the same thing.
    """
    faults, mends = [], []
    twice = list(doubled(ratings))
    apart = [(one, other) for one, other in twice if one.text.lower() != other.text.lower()]
    if apart:
        one, other = apart[0]
        more = f" (and {len(apart) - 1} more)" if len(apart) > 1 else ""
        faults.append(
            f"{one.unit} stands twice, with different ratings by {one.rater}: "
            f"{one.text[:40]} and {other.text[:40]}{more}"
        )
        mends.append("keep one row")
    elif twice:
        notice(
            f"{len(twice)} ratings stand twice, such as that of {twice[0][0].unit}; once counted"
        )
    raters = {rating.rater for rating in ratings}
    shared = Counter(unit for unit, _ in {(r.unit, r.rater) for r in ratings})
    if ratings and len(raters) == 1 and alone:
        faults.append("one rater alone agrees with nobody")
        mends.append("add another rater's sheet, or a run to hold it against")
    elif len(raters) > 1 and max(shared.values()) < 2:
        told = "the raters share no unit"
        if alone:
            faults.append(told)
            mends.append("give sheets of the same rows, or a run to hold them against")
        else:
            notice(f"{told}: nothing is said of how far they agree with each other")
    if faults:
        where = ", ".join(dict.fromkeys(rating.sheet for rating in ratings))
        raise BadRecord("; ".join(faults), where=where, mend="; ".join(mends))


def _chosen(arms: Sequence[tuple[Ledger, Arm]], number: int | None) -> Sequence[tuple[Ledger, Arm]]:
    if number is not None and number > len(arms):
        raise UsageError(f"the runs have {len(arms)} arms", where="--arm")
    return arms if number is None else [arms[number - 1]]


def _score(arms: Iterable[tuple[Ledger, Arm]], name: str) -> str:
    """Return the score called ``name``; known are those of the first line of every arm."""
    if name == "final":
        return name
    firsts = (next(ledger.values(arm, "line"), None) for ledger, arm in arms)
    known = (
        score
        for first in firsts
        if first is not None
        for score in Line.model_validate_json(first[3]).scores
    )
    return score_called(name, known)


def _units(
    arms: Iterable[tuple[Ledger, Arm]], ratings: Iterable[Rating], score: str
) -> dict[str, Unit]:
    """Return what was rated, by id.

    Raises
    ------
    BadInput
        The name of an item stands for several responses.
    """
    wanted = {rating.unit for rating in ratings}
    found: dict[str, Unit] = {}
    for ledger, arm in arms:
        for unit in find(ledger, arm, wanted, score):
            if unit.id in found:
                raise BadInput(
                    f"{unit.id} has several responses here",
                    mend="name one arm by --arm, or rate the rows that 'prism sample' writes",
                )
            found[unit.id] = unit
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


def _scores(arms: Iterable[tuple[Ledger, Arm]], name: str) -> list[float]:
    """Return the judge's score of every response."""
    found = []
    for ledger, arm in arms:
        for _, _, _, value in ledger.values(arm, "line"):
            score = Line.model_validate_json(value).scores.get(name)
            if score is not None and score.value is not None:
                found.append(score.value)
    return found
