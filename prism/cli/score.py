"""``prism score``: score responses."""

from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from importlib import import_module
from typing import Any

import click

from prism.cli.emit import emit, exit_code, foretell, notice
from prism.cli.judging import print_foretold, read_settings, store_options
from prism.cli.options import conventions_options, json_option, limits_options, plan_options
from prism.engine.dryrun import both_prices
from prism.engine.score import run_sync, score_all
from prism.engine.session import Session
from prism.errors import UsageError
from prism.files.source import clean, read_source
from prism.graph import CausalGraph
from prism.judges.registry import kind_of
from prism.llm.estimate import Foretold
from prism.parsers.registry import PARSERS
from prism.records.item import Item
from prism.records.report import Report
from prism.settings import DEFAULT_JUDGE, DEFAULT_PARSER, Rules, Settings
from prism.suites.base import Setup
from prism.suites.pairing import pair, with_phrasing
from prism.suites.protocol import check_edges
from prism.suites.reading import load_graph
from prism.suites.registry import suite_for

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism score answer.txt                            structure and process metric only
  prism score answer.txt --rubric q17.json          with a rubric
  prism score answers.json --rubric benchmark.json  a whole WhatIfBench answers file
  prism score answer.txt --rubric benchmark.json --item canon_0190
  prism score answer.txt --rubric meter.jsonl --item 12/2   a rung of the ladder: context 12
  prism score answer.txt --rubric item.json         an item with a causal model ('truth')
  cat answer.txt | prism score - --json -           JSON to standard output
  prism score answer.txt --graph corrected.json     a graph corrected by hand
  prism score answer.txt --rubric q17.json --judge openai:gpt-5.4 --fail-under 60

\b
The local judge is an estimate made without a language model: see README, "What the embedded
judge cannot know".

\b
Exit codes: 0 scored, 1 below --fail-under, 2 usage, 3 bad input, 4 partly unscored,
5 endpoint or model unavailable, 130 interrupted.
"""


@dataclass(frozen=True, slots=True)
class _Options:
    response: str
    rubric: str | None
    item: str | None
    question: str | None
    phrasing: str | None
    graph: str | None
    parser: str
    judge: str
    json_file: str | None
    fail_under: float | None
    dry_run: bool
    jobs: int
    rules: Rules


@click.command("score", epilog=EXAMPLES)
@click.argument("response", metavar="RESPONSE")
@click.option("--rubric", metavar="FILE", help="Rubric, item, benchmark or answers file.")
@click.option("--item", metavar="ID", help="Which item of the rubric file.")
@click.option("--question", metavar="TEXT", help="The question, where no rubric tells it.")
@click.option("--phrasing", metavar="A|B|C", help="Which phrasing of an edit request is answered.")
@click.option("--graph", metavar="FILE", help="Score this graph instead of parsing the response.")
@click.option(
    "--parser",
    default=DEFAULT_PARSER,
    show_default=True,
    help="embedded, openai:MODEL or replay:FILE.",
)
@click.option(
    "--judge",
    default=DEFAULT_JUDGE,
    show_default=True,
    help="local, openai:MODEL, panel:A,B or replay:FILE (a store or a WhatIfBench metrics file).",
)
@plan_options
@conventions_options
@limits_options
@store_options[0]
@store_options[1]
@click.option(
    "--jobs",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Processes that parse and judge locally; 0: this one.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be asked and cost; ask nothing.")
@json_option
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="N",
    help="Exit with 1 where the lower bound of a final score is below N; --judge local gives none.",
)
def command(**values: Any) -> int:
    """Score RESPONSE: a text file, - for standard input, or a JSONL, CSV or answers file.

    Without a rubric the report holds structure and the process metric only.
    """
    remote = kind_of(values["judge"]).remote or PARSERS.find(values["parser"])[0].remote
    settings = read_settings(values, remote=remote)
    rules = Rules(**{field.name: values[field.name] for field in fields(Rules)})
    options = _Options(**{n: v for n, v in values.items() if n in _Options.__slots__}, rules=rules)
    check_edges(rules.protocol, settings.edges)
    items = _items(options)
    if options.fail_under is not None and not all(
        suite_for(item.kind).has_final(item) for item in items
    ):
        raise UsageError("--fail-under needs a final score", mend="add --rubric")
    graphs = _graphs(options, items)
    done = run_sync(lambda: _run(options, settings, items, graphs))
    if isinstance(done, Foretold):
        print_foretold(done)
        return 0
    emit(done, options.json_file)
    return exit_code(done, options.fail_under)


async def _run(
    options: _Options,
    settings: Settings,
    items: list[Item],
    graphs: dict[str, CausalGraph] | None,
) -> list[Report] | Foretold:
    """Score the items, or tell what that would take."""
    async with Session(settings) as session:
        parser, judge = await session.parser(options.parser), await session.judge(options.judge)
        setup = Setup(
            parser=parser,
            judge=judge,
            protocol=options.rules.protocol,
            prompts=settings.prompts,
            decoding=judge.decoding,
            seed=options.rules.seed,
            strict=options.rules.strict,
            all_edges=options.rules.all_edges,
        )
        if settings.store is not None:
            notice(f"verdicts are kept in {settings.store}")
        if options.dry_run:
            prices = settings.budget.prices if settings.budget else {}
            return await both_prices(items, setup, graphs, prices, controls=options.rules.controls)
        with ExitStack() as until:
            if options.jobs:
                crew = import_module("prism.cli.pool")
                setup = crew.lend(setup, options.jobs, until)
            return await score_all(
                items,
                setup,
                graphs,
                # In one process texts are parsed one by one; endpoints and a crew take many.
                parses_at_once=settings.calls if parser.reads_prompts else max(1, options.jobs),
                controls=options.rules.controls,
            )


def _items(options: _Options) -> list[Item]:
    response = read_source(options.response)
    rubric = read_source(options.rubric) if options.rubric else None
    for entry in (*response.notices, *(rubric.notices if rubric else ())):
        notice(entry.message)
    items = pair(response, rubric, wanted=options.item)
    foretell(max((item.texts.get("response", "") for item in items), key=len, default=""))
    if options.phrasing is not None:
        items = [with_phrasing(item, options.phrasing) for item in items]
    if options.question is None:
        return items
    return [item.with_text("question", clean(options.question)) for item in items]


def _graphs(options: _Options, items: list[Item]) -> dict[str, CausalGraph] | None:
    if options.graph is None:
        return None
    if len(items) > 1:
        raise UsageError("--graph goes with one response", mend="score them one by one")
    graph = load_graph(read_source(options.graph))
    roles = suite_for(items[0].kind).roles
    if not roles:
        raise UsageError(
            "no text of this item becomes a graph", where="--graph", mend="leave it out"
        )
    return {roles[0]: replace(graph, origin=replace(graph.origin, parser="given"))}
