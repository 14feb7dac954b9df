"""Scores texts with the local judge alone: what the controls compare."""

import asyncio
import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from prism.graph import Unit
from prism.judges.local.judge import LocalJudge
from prism.parsers.ground import ground
from prism.prompts import Prompts
from prism.records.item import Criterion, Item, Rubric
from prism.records.probe import Probe
from prism.records.score import Score
from prism.suites.whatif import process, rubric
from prism.text.parse import parse

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Scored:
    """PM (directed, the published one where that has no value), RM and Final, out of 100."""

    process: float
    rubric: float
    final: float


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def make_rubric(criteria: list[dict[str, Any]]) -> Rubric:
    return Rubric(criteria=tuple(Criterion(**entry) for entry in criteria))


def scored(text: str, question: str = "", criteria: Rubric | None = None) -> Scored:
    texts = {"question": question, "response": text} if question else {"response": text}
    item = Item(id="x", kind="whatif", texts=texts, rubric=criteria)
    graph, prompts = parse(text), Prompts()
    edges = process.probes(item, graph, "directed", prompts)
    marks = rubric.probes(item, prompts)
    asked = edges + marks
    verdicts = asyncio.run(LocalJudge().answer(asked))
    answers = {probe.subject: verdict for probe, verdict in zip(asked, verdicts, strict=True)}
    pm = process.score(process.edge_lines(graph, edges, answers))
    rm = rubric.score(rubric.criterion_lines(marks, answers))
    either = pm.directed if pm.directed.value is not None else pm.published
    final = Score.average([either, rm]) if rm else either
    return Scored(percent(either), percent(rm), percent(final))


def percent(score: Score | None) -> float:
    return 100 * score.value if score is not None and score.value is not None else 0.0


def chain_verdicts(events: list[str], text: str) -> list[str | None]:
    """Ask of ``text`` whether each of ``events`` causes the next, wherever they stand in it."""
    units = ground([Unit(id=f"u{i}", text=event) for i, event in enumerate(events)], text)
    probes = [
        Probe(
            kind="edge",
            subject=f"e{i}",
            texts={"response": text},
            question={
                "source": source.text,
                "target": target.text,
                "relation": "CAUSE",
                "source_start": source.start,
                "source_end": source.end,
                "target_start": target.start,
                "target_end": target.end,
            },
            menu=process.DIRECTED_MENU,
        )
        for i, (source, target) in enumerate(pairwise(units))
    ]
    return [verdict.value for verdict in asyncio.run(LocalJudge().answer(probes))]
