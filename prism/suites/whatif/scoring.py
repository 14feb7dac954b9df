"""What is asked of an explanation, and what the verdicts come to: PM, RM, OM and their mean."""

from collections.abc import Sequence

from prism.graph.convert import to_dict
from prism.graph.structure import structure
from prism.parsers.telling import parser_line, parser_notices
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.report import Final, Report
from prism.records.score import Protocol, Score
from prism.suites.base import Answers, Graphs, Setup, injection_notices, signature
from prism.suites.whatif import outcome, process, rubric
from prism.suites.whatif.failure import failure_modes, symptoms
from prism.suites.whatif.report import Process, WhatIfReport

__all__ = ["probes", "report"]


def probes(item: Item, graphs: Graphs, setup: Setup) -> list[Probe]:
    """Return the edge, criterion and outcome probes of one response."""
    if not item.texts["response"].strip():
        return []
    edges = process.probes(
        item, graphs["response"], setup.protocol, setup.prompts, all_edges=setup.all_edges
    )
    return (
        edges
        + rubric.probes(item, setup.prompts)
        + outcome.probes(item, setup.prompts, published=setup.protocol == "published")
    )


def report(
    item: Item, graphs: Graphs, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Count one response's verdicts into its report; without a rubric, of kind ``structure``."""
    graph = graphs["response"]
    blank = not item.texts["response"].strip()
    lines = process.edge_lines(graph, [p for p in asked if p.kind == "edge"], answers)
    criteria = rubric.criterion_lines([p for p in asked if p.kind == "criterion"], answers)
    pm = process.score(lines, setup.protocol, all_edges=setup.all_edges)
    rm, om = rubric.score(criteria) if item.rubric else None, outcome.score(answers)
    if blank:
        pm, rm = _nothing(setup.protocol), _empty() if item.rubric else None
    metrics = f"whatif:{setup.protocol}" if item.rubric else f"structure:{setup.protocol}"
    found = WhatIfReport(
        kind="whatif" if item.rubric else "structure",
        item=item.id,
        signature=str(signature(setup, graph, metrics)),
        parser=parser_line(graph),
        final=_final(pm, rm, om),
        process=pm,
        rubric=rm,
        outcome=om,
        answer=outcome.outcome_line(asked, answers),
        structure=structure(graph),
        edges=lines,
        criteria=criteria,
        warnings=(*parser_notices(graph), *injection_notices(item)),
        graph=to_dict(graph),
    )
    if blank:
        return found
    modes = failure_modes(symptoms(found, item.texts.get("question", "")))
    return found.model_copy(update={"failure_modes": modes})


def _final(pm: Process, rm: Score | None, om: Score | None) -> Final | None:
    """Return the mean of PM and RM, and OM for closed items; None without a rubric."""
    if rm is None:
        return None
    others = [rm] if om is None else [rm, om]
    return Final(
        headline=pm.headline,
        published=Score.average([pm.published, *others]),
        directed=Score.average([pm.directed, *others]),
    )


def _empty() -> Score:
    return Score(value=None, coverage=0.0, bounds=(0.0, 1.0), n=0, reason="empty")


def _nothing(headline: Protocol) -> Process:
    return Process(headline=headline, published=_empty(), directed=_empty())
