"""``prism run``: answer, parse, judge and score a whole benchmark."""

import asyncio
import os
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from prism.cli.emit import notice
from prism.cli.interrupt import run_interruptible
from prism.cli.judging import print_foretold
from prism.cli.live import live
from prism.cli.options import conventions_options, limits_options, plan_options, read_limits
from prism.display.plain import one_line
from prism.engine.session import Session
from prism.errors import BadRecord, UnreadableFile, UsageError
from prism.files.textfile import TextFile, open_text
from prism.llm.budget import read_prices
from prism.runs.arms import RunSettings, make_plans
from prism.runs.foresee import Foreseen, foresee_run
from prism.runs.intake import read_tasks
from prism.runs.ledger import Ledger
from prism.runs.plan import Plan
from prism.runs.records import Arm, Task
from prism.runs.stages import OutOfBudget
from prism.runs.start import Means, open_arms, run_arms, settings_of
from prism.settings import DEFAULT_JUDGE, DEFAULT_PARSER
from prism.suites.registry import SUITES, find_suite

__all__ = ["command"]

MOST_SHOWN = 20  # failures printed at the end of a run

EXAMPLES = """\b
Examples:
  prism run whatif --items benchmark.json --answers answers.json --out run.db
  prism run whatif --items benchmark.json --model openai:M --judge openai:J --out run.db
  prism run meter --items meter.jsonl --model openai:M --strategy all --out run.db
  prism run meter --items meter.jsonl --model openai:M --evidence --shuffle 7 --out run.db
  prism run whatif --config run.toml --out run.db
  prism run whatif --items benchmark.json --model openai:M --judge openai:J2 --fork --out run.db

\b
Started again, a run goes on where it stopped; what failed is tried again. --fork adds another
configuration beside, such as a second judge of the same answers. Every option may
stand in the environment (PRISM_RUN_JUDGE=…) or in a TOML file (judge = ["openai:J"]); flags win
over the environment, and that over the file.

\b
Exit codes: 0 scored, 2 usage, 3 bad input, 4 partly unscored, 5 endpoint or model unavailable,
130 interrupted (what is finished is kept; a second Ctrl-C stops at once).
"""


def _configured(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Take the defaults of all options from a TOML file."""
    if value is not None:
        try:
            told = tomllib.loads(value.read_text("utf-8"))
        except OSError as exc:
            raise UnreadableFile(exc.strerror or "cannot be read", where=str(value)) from exc
        except RecursionError as exc:
            what = "not TOML that can be read: nested too deeply"
            raise BadRecord(what, where=str(value), mend="give NAME = VALUE a line") from exc
        except ValueError as exc:  # a fault of TOML, no UTF-8, a number of too many digits
            raise BadRecord(f"not TOML: {exc}", where=str(value)) from exc
        known = {parameter.name for parameter in ctx.command.params}
        defaults = {name.replace("-", "_"): setting for name, setting in told.items()}
        for name in defaults:
            if name not in known:
                raise UsageError(f"no option {name!r}", where=str(value), mend="see prism run -h")
        ctx.default_map = defaults
    return value


@click.command("run", epilog=EXAMPLES, context_settings={"auto_envvar_prefix": "PRISM_RUN"})
@click.argument("benchmark", metavar=f"[{'|'.join(SUITES)}|…]")
@click.option(
    "--config", type=click.Path(path_type=Path), is_eager=True, callback=_configured,
    expose_value=False, metavar="FILE", help="TOML file with any of these options.",
)  # fmt: skip
@click.option("--items", metavar="FILE", required=True, help="The benchmark's items.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The run's file.")
@click.option("--answers", metavar="FILE", help="Answers that were given already.")
@click.option("--model", metavar="openai:MODEL", help="Who answers.")
@click.option(
    "--strategy", multiple=True, metavar="NAME",
    help="How the model is prompted; several times, or all.",
)  # fmt: skip
@click.option(
    "--evidence", is_flag=True, help="METER: show the evidence span, where the item has one."
)
@click.option(
    "--order", metavar="PART,…", help="METER: order of context, question and options in the prompt."
)
@click.option("--shuffle", type=int, metavar="SEED", help="METER: shuffle the options by a seed.")
@click.option("--paraphrase-control", is_flag=True, help="Add answers that only paraphrase.")
@click.option("--answer-decoding", metavar="NAME=VALUE,…", help="Decoding of answers.")
@click.option("--answer-tokens", type=click.IntRange(1), help="Most tokens of an answer.")
@click.option(
    "--judge", multiple=True, default=(DEFAULT_JUDGE,), show_default=True,
    help="local, openai:MODEL, panel:A,B or replay:STORE.",
)  # fmt: skip
@click.option("--second-judge", metavar="JUDGE", help="Judge everything twice, side by side.")
@click.option(
    "--parser", default=DEFAULT_PARSER, show_default=True, help="embedded or openai:MODEL."
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="N items, by domain.")
@plan_options
@conventions_options
@limits_options
@click.option("--dry-run", is_flag=True, help="Say what it would ask and cost; ask nothing.")
@click.option("--fork", is_flag=True, help="Run another configuration beside the old one.")
@click.option("--max-items", type=click.IntRange(1), help="Tasks to bring forward this time.")
@click.option("--jobs", type=click.IntRange(0), help="Processes that parse (default: all cores).")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.option("--json-lines", is_flag=True, help="Progress as JSON lines on standard error.")
def command(**values: Any) -> int:
    """Answer, parse, judge and score the items of BENCHMARK, and keep it all in one file."""
    suite = find_suite(values["benchmark"])
    items = _read(values["items"])
    answers = _read(values["answers"]) if values["answers"] else None
    plans = make_plans(suite, _settings(values), items, answers)

    def tasks(plan: Plan) -> Iterator[Task]:
        return read_tasks(
            suite, items, answers, plan.strategy, sample=plan.sample, seed=plan.seed or 0
        )

    if values["dry_run"]:
        return _foretell(plans, tasks, values)
    with Ledger(values["out"], tell=notice) as ledger:
        arms = open_arms(ledger, plans, tasks, fork=values["fork"])
        with ledger.held():
            stopped = _go(ledger, arms, values)
        return _conclude(ledger, arms, stopped)


def _go(ledger: Ledger, arms: Sequence[Arm], values: dict[str, Any]) -> str | None:
    """Run to the end, or to what stopped it."""
    with live(quiet=values["quiet"], json_lines=values["json_lines"]) as watch:
        try:
            run_interruptible(run_arms(ledger, arms, _means(values), watch))
        except OutOfBudget as exc:
            return str(exc)
    return None


def _foretell(
    plans: Sequence[Plan], tasks: Callable[[Plan], Iterator[Task]], values: dict[str, Any]
) -> int:
    """Print what is left to do for every arm, and what it takes."""
    prices = read_prices(values["prices"]) if values["prices"] else {}
    means = _means(values)

    async def foretell() -> list[Foreseen]:
        found = []
        for plan in plans:
            out: Path = values["out"]
            settings = replace(settings_of(plan, means), store=out if out.is_file() else None)
            async with Session(settings) as session:
                found += await foresee_run(out, [plan], tasks, session, prices)
        return found

    for entry in asyncio.run(foretell()):
        click.echo(f"{entry.plan.name}: {entry.tasks} tasks left")
        if entry.looked_at < entry.tasks:
            click.echo(f"worked out from {entry.looked_at} of them")
        if entry.lengths is not None:
            click.echo(str(entry.lengths))
        print_foretold(entry.told)
    return 0


def _conclude(ledger: Ledger, arms: Sequence[Arm], stopped: str | None) -> int:
    """Say what came of it: how many are scored, what failed and why; return the exit code."""
    partly = stopped is not None
    for arm in arms:
        scored, tasks = ledger.scored(arm), ledger.counts(arm)["tasks"]
        partly = partly or scored < tasks
        click.echo(f"{arm.plan.name}: {scored} of {tasks} scored")
        for number, (item, variant, failure) in enumerate(ledger.failures(arm)):
            partly = True
            if number == MOST_SHOWN:
                click.echo("  … see 'prism report --failures'")
                break
            told = " ".join(f"{k}={v}" for k, v in variant.items())
            after = "not tried again" if failure.hopeless else "tried again at the next start"
            click.echo(f"  {item} {told}: {failure.reason}: {one_line(failure.said)} ({after})")
    if stopped:
        notice(f"{stopped}; start again to go on")
    return 4 if partly else 0


def _read(name: str) -> TextFile:
    file = open_text(name)
    for entry in file.notices:
        notice(entry.message)
    return file


def _settings(values: dict[str, Any]) -> RunSettings:
    """Return what bears on the numbers."""
    second = (values["second_judge"],) if values["second_judge"] else ()
    known = {field.name for field in fields(RunSettings)}
    told = {name: value for name, value in values.items() if name in known}
    judges = (*values["judge"], *second)
    return RunSettings(**{**told, "strategies": values["strategy"], "judges": judges})


def _means(values: dict[str, Any]) -> Means:
    """Return what the run may use."""
    limits, jobs = read_limits(values), values["jobs"]
    return Means(
        **{
            field.name: getattr(limits, field.name)
            for field in fields(limits)
            if field.name != "tell"
        },
        tell=None if values["quiet"] or values["json_lines"] else notice,
        jobs=(os.cpu_count() or 1) if jobs is None else jobs,
        base_url=values["base_url"],
        prompts=values["prompts"],
        items=values["max_items"],
    )
