"""``prism score``: score responses."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import click

from prism.cli.emit import emit, exit_code, notice
from prism.cli.judging import judging_options, wishes
from prism.cli.options import granularity_option, json_option
from prism.envelope import Report
from prism.errors import UsageError
from prism.formats.pairing import pair, with_phrasing
from prism.formats.registry import load_graph
from prism.formats.source import read_source
from prism.graph import CausalGraph
from prism.items import Item
from prism.metrics.process import Protocol
from prism.run import Prepared, judge_all, prepare, run_sync
from prism.session import Session, Wishes
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
    phrasing: str | None
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
@click.option("--phrasing", metavar="A|B|C", help="Which phrasing of an edit request is answered.")
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
@judging_options
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
    remote = any("openai:" in values[name] for name in ("judge", "parser"))
    settings = wishes(values, values["prompts"], remote=remote)
    options = _Options(**values)
    settings = replace(settings, granularity=options.granularity, spacy=options.model)
    items = _items(options)
    if options.fail_under is not None and any(item.rubric is None for item in items):
        raise UsageError("--fail-under needs a final score", mend="add --rubric")
    graphs = _graphs(options, items)
    if settings.store is not None:
        notice(f"verdicts are kept in {settings.store}")
    reports = run_sync(lambda: _score(options, settings, items, graphs))
    emit(reports, options.json_file)
    return exit_code(reports, options.protocol, options.fail_under)


async def _score(
    options: _Options,
    settings: Wishes,
    items: list[Item],
    graphs: dict[str, CausalGraph] | None,
) -> list[Report]:
    async with Session(settings) as session:
        setup = Setup(
            parser=await session.parser(options.parser),
            judge=await session.judge(options.judge),
            protocol=options.protocol,
            prompts=settings.prompts,
        )
        ready = [await prepare(item, setup, graphs) for item in items]
        answers = await asyncio.gather(*(judge_all(setup.judge, each.probes) for each in ready))
        told = replace(setup, decoding=session.decoding)
        return [
            Prepared(each.item, each.graphs, told).report(verdicts)
            for each, verdicts in zip(ready, answers, strict=True)
        ]


def _items(options: _Options) -> list[Item]:
    response = read_source(options.response)
    rubric = read_source(options.rubric) if options.rubric else None
    for entry in (*response.notices, *(rubric.notices if rubric else ())):
        notice(entry.message)
    items = pair(response, rubric, wanted=options.item)
    if options.phrasing is not None:
        items = [with_phrasing(item, options.phrasing) for item in items]
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
