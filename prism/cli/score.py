"""``prism score``: score responses."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import click

from prism.cli.emit import emit, exit_code, notice
from prism.cli.options import granularity_option, json_option
from prism.envelope import Report
from prism.errors import UsageError
from prism.formats.pairing import pair
from prism.formats.registry import load_graph
from prism.formats.source import read_source
from prism.graph import CausalGraph
from prism.items import Item
from prism.judges.registry import make_judge
from prism.metrics.process import Protocol
from prism.parsers.registry import make_parser
from prism.prompts import Prompts
from prism.run import run_sync, score_item
from prism.suites.base import Setup

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  prism score answer.txt                            structure and process metric only
  prism score answer.txt --rubric q17.json          with a rubric
  prism score answers.json --rubric benchmark.json  a whole WhatIfBench answers file
  prism score answer.txt --rubric benchmark.json --item canon_0190
  cat answer.txt | prism score - --json -           JSON to standard output
  prism score answer.txt --graph corrected.json     a graph corrected by hand
  prism score answer.txt --rubric q17.json --fail-under 60

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
    graph: str | None
    parser: str
    granularity: Literal["clause", "claim"]
    model: str | None
    judge: str
    prompts: Path | None
    protocol: Protocol
    json_file: str | None
    fail_under: float | None


@click.command("score", epilog=EXAMPLES)
@click.argument("response", metavar="RESPONSE")
@click.option("--rubric", metavar="FILE", help="Rubric, item, benchmark or answers file.")
@click.option("--item", metavar="ID", help="Which item of the rubric file.")
@click.option("--question", metavar="TEXT", help="The question, where no rubric tells it.")
@click.option("--graph", metavar="FILE", help="Score this graph instead of parsing the response.")
@click.option("--parser", default="embedded", show_default=True, help="Who parses: embedded.")
@granularity_option
@click.option("--model", metavar="NAME", help="spaCy model of the embedded parser.")
@click.option("--judge", default="local", show_default=True, help="Who judges: local.")
@click.option("--prompts", metavar="DIR", type=click.Path(path_type=Path), help="Your own prompts.")
@click.option(
    "--protocol",
    type=click.Choice(["directed", "published"]),
    default="directed",
    show_default=True,
    help="Which questions are put to the judge; reports show both conventions.",
)
@json_option
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="N",
    help="Exit with 1 where the lower bound of a final score is below N.",
)
def command(**values: Any) -> int:
    """Score RESPONSE: a text file, - for standard input, or a JSONL, CSV or answers file.

    Without a rubric the report holds structure and the process metric only.
    """
    options = _Options(**values)
    items = _items(options)
    if options.fail_under is not None and any(item.rubric is None for item in items):
        raise UsageError("--fail-under needs a final score", mend="add --rubric")
    setup = Setup(
        parser=make_parser(options.parser, granularity=options.granularity, model=options.model),
        judge=make_judge(options.judge),
        protocol=options.protocol,
        prompts=Prompts(options.prompts),
    )
    graphs = _graphs(options, items)

    async def run() -> list[Report]:
        return [await score_item(item, setup, graphs) for item in items]

    reports = run_sync(run)
    emit(reports, options.json_file)
    return exit_code(reports, options.protocol, options.fail_under)


def _items(options: _Options) -> list[Item]:
    response = read_source(options.response)
    rubric = read_source(options.rubric) if options.rubric else None
    for entry in (*response.notices, *(rubric.notices if rubric else ())):
        notice(entry.message)
    items = pair(response, rubric, wanted=options.item)
    if options.question is None:
        return items
    return [item.with_text("question", options.question) for item in items]


def _graphs(options: _Options, items: list[Item]) -> dict[str, CausalGraph] | None:
    if options.graph is None:
        return None
    if len(items) > 1:
        raise UsageError("--graph goes with one response", mend="score them one by one")
    graph = load_graph(read_source(options.graph))
    return {"response": replace(graph, origin=replace(graph.origin, parser="given"))}
