"""Our graphs beside GPT-5.4's over the same answers: the ten real records of WhatIfBench."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import networkx
from rapidfuzz.fuzz import partial_ratio_alignment

from benchmarks.fidelity.rows import Row, ratio, row
from benchmarks.fidelity.shape import longest, parts
from prism.graph import CAUSAL, CausalGraph
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.tokens import Tokens

__all__ = ["record_rows", "rows"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Record:
    """An answer, the spans of GPT-5.4's units in it, and its causal edges, cause → effect."""

    name: str
    text: str
    units: dict[str, Span]
    edges: list[tuple[str, str]]


def records(folder: Path) -> Iterator[Record]:
    """Yield the records that hold an answer and a parse."""
    for path in sorted(folder.glob("*__*.json")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        text, raw = stored["model_answer"], stored["parsed_rst_raw"]
        if not text or not raw:
            continue
        units: dict[str, Span] = {}
        at = 0
        for name, words in re.findall(r"^(EDU\d+): (.*)$", raw, re.M):
            units[name] = _locate(text, words, at)
            at = units[name][0]
        yield Record(path.stem, text, units, list(_edges(stored["edges"], units)))


def _locate(text: str, words: str, at: int) -> Span:
    place = text.find(words, at)
    if place >= 0:
        return place, place + len(words)
    window = text[at : at + 3 * len(words) + 400]
    found = partial_ratio_alignment(words, window)
    start, end = (found.dest_start, found.dest_end) if found else (0, len(words))
    return at + start, at + end


def _edges(stored: list[list[object]], units: dict[str, Span]) -> Iterator[tuple[str, str]]:
    """Yield the causal edges under our rule: RESULT and CONSEQUENCE written backward are turned."""
    for source, target, label, *_ in stored:
        if label in CAUSAL and source in units and target in units:
            turn = label in ("RESULT", "CONSEQUENCE") and units[source] > units[target]
            yield (str(target), str(source)) if turn else (str(source), str(target))


def rows(data: Path) -> list[Row]:
    """Return the comparison at both granularities."""
    found: list[Row] = []
    known = list(records(data / "whatif"))
    for granularity, floor, edge_floor in (("clause", None, None), ("claim", 0.84, 0.35)):
        size: Literal["clause", "claim"] = "claim" if granularity == "claim" else "clause"
        graphs = [parse(record.text, granularity=size) for record in known]
        pairs = list(zip(known, graphs, strict=True))
        cuts = [_cuts(record, graph) for record, graph in pairs]
        loose = [_edge_counts(record, graph, directed=False) for record, graph in pairs]
        exact = [_edge_counts(record, graph, directed=True) for record, graph in pairs]
        name = f"GPT-5.4's graphs, {granularity}"
        found += [
            row("whatif", f"unit boundary F1 against {name}", cuts, floor=floor),
            row("whatif", f"causal edge F1, undirected, {name}", loose, floor=edge_floor),
            row("whatif", f"causal edge F1, directed, {name}", exact),
        ]
        found += _shape(pairs, granularity)
    return found


def record_rows(data: Path) -> list[Row]:
    """Return the comparison record by record, at claim granularity."""
    found: list[Row] = []
    for record in records(data / "whatif"):
        graph = parse(record.text, granularity="claim")
        theirs = networkx.DiGraph(record.edges)
        shape = (
            f"path {longest(graph.causal)} : {longest(theirs)}, "
            f"parts {parts(graph.causal)} : {parts(theirs)}"
        )
        loose = _edge_counts(record, graph, directed=False)
        exact = _edge_counts(record, graph, directed=True)
        found += [
            row("record", f"{record.name}: unit boundaries", [_cuts(record, graph)]),
            row("record", "causal edges, undirected", [loose], baseline=shape),
            row("record", "causal edges, directed", [exact]),
        ]
    return found


def _cuts(record: Record, graph: CausalGraph) -> tuple[int, int, int]:
    """Count unit starts as words, so that markers and quotes before a word do not matter."""
    tokens = Tokens.of(analyse(record.text))
    words = [
        (start, end)
        for start, end, pos in zip(tokens.start, tokens.end, tokens.pos, strict=True)
        if pos not in ("PUNCT", "SPACE")
    ]

    def word(offset: int) -> int:
        return next((i for i, (_, end) in enumerate(words) if end > offset), len(words))

    theirs = {word(start) for start, _ in record.units.values()}
    ours = {word(unit.start) for unit in graph.units if unit.start is not None}
    return len(ours & theirs), len(ours - theirs), len(theirs - ours)


def _edge_counts(record: Record, graph: CausalGraph, *, directed: bool) -> tuple[int, int, int]:
    """Count causal edges between their units; ours are carried over by the greatest overlap."""
    place = {
        unit.id: max(
            record.units,
            key=lambda name: _overlap(record.units[name], (unit.start or 0, unit.end or 0)),
        )
        for unit in graph.units
    }
    ours = {(place[e.source], place[e.target]) for e in graph.edges if e.causal}
    ours = {pair for pair in ours if pair[0] != pair[1]}
    theirs = set(record.edges)
    if not directed:
        ours = {(min(pair), max(pair)) for pair in ours}
        theirs = {(min(pair), max(pair)) for pair in theirs}
    return len(ours & theirs), len(ours - theirs), len(theirs - ours)


def _overlap(one: Span, two: Span) -> int:
    return min(one[1], two[1]) - max(one[0], two[0])


def _shape(pairs: list[tuple[Record, CausalGraph]], granularity: str) -> list[Row]:
    """Longest causal path, parts of the whole graph, and units: means a record, side by side."""
    found = []
    measures: dict[str, list[tuple[int, int]]] = {
        "longest causal path": [],
        "parts of the causal graph": [],
        "units": [],
    }
    for record, graph in pairs:
        theirs = networkx.DiGraph(record.edges)
        measures["longest causal path"].append((longest(graph.causal), longest(theirs)))
        measures["parts of the causal graph"].append((parts(graph.causal), parts(theirs)))
        measures["units"].append((len(graph.units), len(record.units)))
    for name, both in measures.items():
        counts = [(ours, 1) for ours, _ in both]
        mean = sum(theirs for _, theirs in both) / len(both)
        found.append(
            row("whatif", f"{name}, mean a record, {granularity}", counts,
                ratio, baseline=f"GPT-5.4 {mean:.2f}")
        )  # fmt: skip
    return found
