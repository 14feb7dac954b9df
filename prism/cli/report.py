"""``prism report``: the tables of one or several runs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import click
from click.core import ParameterSource
from pydantic import TypeAdapter
from rich.rule import Rule
from rich.text import Text

from prism.cli.emit import console, emit, no_final, notice, write_text
from prism.cli.options import json_option
from prism.display.plain import one_line
from prism.errors import Unavailable, UsageError
from prism.files.source import read_source, write_atomically
from prism.report.exports import (
    as_csv,
    as_jsonl,
    as_junit,
    as_latex,
    as_markdown,
    as_parquet,
    check_kind,
    flat,
)
from prism.report.index import against_index, read_index
from prism.report.leaderboard import WEAK, ArmTable, Wanted, arm_table, judges_side_by_side, ranked
from prism.report.tables import RunView, run_tables
from prism.runs.columns import Columns, read_columns
from prism.runs.ledger import Ledger, arms_of
from prism.runs.line import Line, score_called
from prism.runs.plan import arm_names
from prism.runs.recall import recall
from prism.runs.records import Arm
from prism.suites.modes import Limits
from prism.suites.published_scores import PublishedScores
from prism.suites.registry import find_suite, mode_limits

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism report run.db
  prism report gpt.db claude.db --published      beside the paper's rows
  prism report run.db --by domain
  prism report run.db --score pm                 ranked and sliced by another score
  prism report a.db b.db c.db --index arena.csv  rank correlation with an index: model,number
  prism report run.db --item canon_0190          one item in full
  prism report run.db --export table.tex         also .md .csv .jsonl .xml (JUnit) .parquet
  prism report run.db --fail-under 60 --export junit.xml

\b
Exit codes: 0 scored, 1 below --fail-under, 2 usage, 3 bad input, 4 partly unscored.
"""
_LIMITS = mode_limits()
Command = TypeVar("Command", bound=Callable[..., object])


class Options(TypedDict):
    """What can be said on the command line, beside the limits of the failure modes."""

    item: str | None
    by: str | None
    score: str
    min_coverage: float
    published: bool
    index: str | None
    failures: bool
    configuration: bool
    export: Path | None
    json_file: str | None
    fail_under: float | None
    seed: int
    weak: float


def _thresholds(command: Command) -> Command:
    """Give ``command`` an option ``--mode-NAME`` for every limit of the failure modes."""
    for name, told in reversed(_LIMITS.items()):
        command = click.option(
            f"--mode-{name.replace('_', '-')}", name, type=type(told.default),
            default=told.default, show_default=True, help=told.description,
        )(command)  # fmt: skip
    return command


@click.command("report", epilog=EXAMPLES)
@click.argument("runs", nargs=-1, required=True, metavar="RUN.db…")
@click.option("--item", metavar="ID", help="Show one item in full.")
@click.option("--by", metavar="NAME,…", help="Slices to show (default: all).")
@click.option(
    "--score", default="final", show_default=True, metavar="NAME",
    help="Score to rank and slice by: final, PM, RM, OM, E0 ….",
)  # fmt: skip
@click.option(
    "--min-coverage", type=click.FloatRange(0, 100), default=90, show_default=True, metavar="N",
    help="Arms with less of the verdicts stand below a rule, unranked, with their bounds.",
)  # fmt: skip
@click.option("--published", is_flag=True, help="Show the paper's own figures beside.")
@click.option(
    "--index", metavar="FILE", help="CSV of models and numbers to hold the ranking against."
)
@click.option("--failures", is_flag=True, help="List what has failed, and why.")
@click.option("--configuration", is_flag=True, help="Show the configuration of every arm.")
@click.option("--export", type=click.Path(path_type=Path), metavar="FILE", help="Write a file.")
@json_option
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), metavar="N",
    help="Exit with 1 where the lower bound of a mean is below N.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampling.")
@click.option(
    "--mode-weak", "weak", type=float, default=WEAK, show_default=True,
    help="Final score below which a response counts as weak.",
)  # fmt: skip
@_thresholds
def command(runs: tuple[str, ...], **values: Unpack[Options]) -> int:
    """Show the tables of RUN.db: scores with intervals, slices, failure modes."""
    limits = _given(values)
    least = values["min_coverage"] / 100
    with arms_of(runs, notice) as arms:
        if values["item"] is not None:
            return _item(values["item"], arms, values, limits)
        if values["failures"]:
            return _failures(arms)
        columns = [read_columns(ledger, arm, limits) for ledger, arm in arms]
        tables, intervals = _tables(arms, columns, values)
        ordered = ranked(tables, least)
        index = None
        if values["index"] is not None:
            told = read_index(read_source(values["index"]))
            index = against_index(ordered, told, tested=intervals)
            ordered = [table.model_copy(update={"index": index}) for table in ordered]
        if values["json_file"] is not None:
            text = TypeAdapter(list[ArmTable]).dump_json(_as_given(ordered, tables), indent=2)
            write_text(text.decode() + "\n", values["json_file"])
        published = _published(tables, values)
        if values["export"] is not None:
            _export(values["export"], arms, RunView(ordered, (), published, index, least), values)
        if values["json_file"] != "-":
            pairs = judges_side_by_side(columns) if intervals else []
            _show(RunView(ordered, pairs, published, index, least, intervals), values)
        damaged = any(ledger.damaged for ledger, _ in arms)
        return 4 if damaged else _exit_code(tables, values["fail_under"])


def _given(values: Mapping[str, object]) -> Limits:
    """Return the limits that the user set: the others are for each suite to know."""
    told = click.get_current_context().get_parameter_source
    mine = {name: values[name] for name in _LIMITS if told(name) is not ParameterSource.DEFAULT}
    return {name: value for name, value in mine.items() if isinstance(value, int | float)}


def _tables(
    arms: Sequence[tuple[Ledger, Arm]], columns: Sequence[Columns], values: Options
) -> tuple[list[ArmTable], bool]:
    """Return the table of every arm, and whether it has intervals, which need an extra."""
    names = arm_names([arm.plan for _, arm in arms])
    known = [score for found in columns for score in found.scores]
    wanted = Wanted(
        score=score_called(values["score"], ["final", *known]),
        by=_slices(values["by"], columns),
        seed=values["seed"],
        weak=values["weak"],
    )

    def made(wanted: Wanted) -> list[ArmTable]:
        return [
            arm_table(found, str(ledger.path), name, wanted)
            for found, (ledger, _), name in zip(columns, arms, names, strict=True)
        ]

    try:
        return made(wanted), True
    except Unavailable:
        return made(replace(wanted, intervals=False)), False


def _as_given(ordered: Sequence[ArmTable], tables: Sequence[ArmTable]) -> list[ArmTable]:
    """Return the ranked tables in the order in which the runs hold them."""
    place = {(table.run, table.name): number for number, table in enumerate(tables)}
    return sorted(ordered, key=lambda table: place[table.run, table.name])


def _show(view: RunView, values: Options) -> None:
    screen = console()
    for part in run_tables(view, screen.width):
        screen.print(part)
    if values["configuration"]:
        for table in view.arms:
            screen.print(f"\n{one_line(table.name)}")
            for name, value in table.configuration.items():
                screen.print(f"  {name} = {one_line(str(value))}")


def _published(tables: Sequence[ArmTable], values: Options) -> dict[str, PublishedScores]:
    """Return the figures of the papers behind ``tables``, where they were asked for."""
    suites = dict.fromkeys(table.suite for table in tables) if values["published"] else ()
    found = {suite: find_suite(suite).paper() for suite in suites}
    return {suite: paper for suite, paper in found.items() if paper is not None}


def _slices(wanted: str | None, columns: Sequence[Columns]) -> list[str] | None:
    """Return the names of the slices to show, None for all."""
    if not wanted:
        return None
    known = list(dict.fromkeys(name for found in columns for name in found.slice_names()))
    names = wanted.split(",")
    for name in names:
        if name not in known:
            raise UsageError(
                f"no slice {name!r}", where="--by", mend=f"known: {', '.join(known) or 'none'}"
            )
    return names


def _item(item: str, arms: Sequence[tuple[Ledger, Arm]], values: Options, limits: Limits) -> int:
    """Show one item in full, in every arm."""
    names = arm_names([arm.plan for _, arm in arms])
    found = [
        (name, report)
        for (ledger, arm), name in zip(arms, names, strict=True)
        for report in recall(ledger, arm, item, limits)
    ]
    reports = [report for _, report in found]
    screen = console()
    for name, report in found if values["json_file"] != "-" else ():
        if len(arms) > 1:
            screen.print(Rule(Text(one_line(name), style="bold"), characters="═"))
        emit([report], None)
    if values["json_file"] is not None:
        several = len(reports) > 1
        lines = (report.to_line() if several else report.to_json() for report in reports)
        write_text("".join(lines), values["json_file"])
    return 0


def _failures(arms: Sequence[tuple[Ledger, Arm]]) -> int:
    for ledger, arm in arms:
        for item, variant, failure in ledger.failures(arm):
            told = " ".join(f"{name}={value}" for name, value in variant.items())
            after = "given up" if failure.hopeless else "tried again at the next start"
            click.echo(
                f"{one_line(item)} {told} {failure.stage} {failure.reason} ({after}): "
                f"{one_line(failure.said)}"
            )
    return 0


def _export(path: Path, arms: Sequence[tuple[Ledger, Arm]], view: RunView, values: Options) -> None:
    writers: dict[str, Callable[[], str | bytes]] = {
        ".csv": lambda: as_csv(flat(line, name) for name, line in _lines(arms)),
        ".jsonl": lambda: as_jsonl(flat(line, name) for name, line in _lines(arms)),
        ".md": lambda: as_markdown(view.arms, view.published, view.least),
        ".tex": lambda: as_latex(view.arms, view.published, view.least),
        ".xml": lambda: as_junit(_lines(arms), values["fail_under"]),
        ".parquet": lambda: as_parquet(flat(line, name) for name, line in _lines(arms)),
    }
    write_atomically(path, writers[check_kind(path)]())


def _lines(arms: Sequence[tuple[Ledger, Arm]]) -> Iterator[tuple[str, Line]]:
    for ledger, arm in arms:
        for _, _, _, line in ledger.lines(arm):
            if line is not None:
                yield arm.plan.name, line


def _exit_code(tables: Sequence[ArmTable], fail_under: float | None) -> int:
    """Return 4 where anything is unscored, 1 where a mean's lower bound is too low, else 0.

    Raises
    ------
    UsageError
        A mean is to be held against ``fail_under`` that the judge cannot estimate.
    """
    finals = [table.headline for table in tables]
    if any(table.unscored.keys() - {"not_estimated"} for table in tables) or None in finals:
        return 4
    if fail_under is not None and any(final and final.value is None for final in finals):
        raise no_final()
    low = [final.bounds[0] * 100 for final in finals if final is not None]
    return 1 if fail_under is not None and any(bound < fail_under for bound in low) else 0
