"""The suite: what is asked of a riddle's answer, and what the verdicts come to."""

from collections.abc import Mapping, Sequence
from functools import partial

from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.llm.records import Message
from prism.parsers.telling import parser_line
from prism.prompts import Prompt, Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.report import Report
from prism.records.score import Score
from prism.suites.base import Answers, Graphs, Setup, Suite, Tally, Variant, chat, signature
from prism.suites.published_scores import read_published
from prism.suites.whatif import process
from riddles.formats import FORMATS, RiddleRecord
from riddles.modes import MODES, TABLE
from riddles.report import LinkLine, RiddleReport
from riddles.truth import truth_of
from riddles.views import entries, panel, render_many, render_one

__all__ = ["SUITE"]

PROMPT = Prompt("riddle", system="Answer the riddle in two sentences.", question="Why $what?")


def prepare(item: Item, graphs: Graphs) -> CausalGraph:
    """Return the graph of the answer, which is all that the probes and the report need."""
    del item
    return graphs["response"]


def messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    """Return the riddle as it is put to a model."""
    del variant, strategy, prompts
    return chat(PROMPT, {"what": item.texts["question"]})


def probes(item: Item, graph: CausalGraph, setup: Setup) -> list[Probe]:
    """Return one probe a causal link."""
    return process.probes(item, graph, "directed", setup.prompts)


def report(
    item: Item, graph: CausalGraph, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Return the share of links that hold, and whether a known cause is named."""
    lines = [_line(graph, probe, answers) for probe in asked]
    held = [_mark(line) for line in lines]
    text, causes = item.texts["response"].casefold(), truth_of(item).causes
    named = next((cause for cause in causes if cause.casefold() in text), None)
    found = RiddleReport(
        kind="riddles",
        item=item.id,
        signature=str(signature(setup, graph, "riddles")),
        parser=parser_line(graph),
        final=Score.mean(held),
        links=tuple(lines),
        named=named,
        causes=causes,
        named_score=Score.mean([float(named is not None)]),
        graph=to_dict(graph),
    )
    modes = MODES.again({"links": len(lines)}, {}).modes
    return found.model_copy(update={"failure_modes": modes})


def tally(report: Report) -> Tally:
    """Return the headline, and whether a cause is named; links are held against the score."""
    if not isinstance(report, RiddleReport):
        raise TypeError("not a riddle's report")
    scores = {"final": report.headline, "named": report.named_score}
    told = {name: score for name, score in scores.items() if score is not None}
    return Tally(told, {"links": float(len(report.links))})


def slices(item: Item) -> Mapping[str, str | None]:
    """Return the level."""
    return {"domain": item.domain}


def _line(graph: CausalGraph, probe: Probe, answers: Answers) -> LinkLine:
    edge = graph.edge_by_id[str(probe.subject).partition("/")[0]]
    text = f"{graph.by_id[edge.source].text} → {graph.by_id[edge.target].text}"
    return LinkLine(id=edge.id, text=text, probe=probe, verdict=answers[probe.subject])


def _mark(line: LinkLine) -> float | str:
    return line.verdict.reason or float(line.verdict.value in ("forward", "backward"))


SUITE = Suite(
    name="riddles",
    kinds=("riddles",),
    formats=FORMATS,
    schemas={"riddle": RiddleRecord, "riddle-report": RiddleReport},
    roles=("response",),
    prepare=prepare,
    probes=probes,
    report=report,
    messages=messages,
    tally=tally,
    checks=("named",),
    paper=partial(read_published, "riddles"),
    slices=slices,
    models={"riddles": RiddleReport},
    render_one=render_one,
    render_many=render_many,
    panel=panel,
    entries=entries,
    modes=MODES,
    mode_table=TABLE,
)
