"""Segmentation, attachment and relation types on GUM, SciDTB and CovDTB (dev cuts)."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import networkx
import numpy as np

from benchmarks.fidelity.corpora import Document, conllu, rels
from benchmarks.fidelity.gold import Gold, coarse, gold
from benchmarks.fidelity.rows import Row, f1, ratio, row
from benchmarks.fidelity.shape import fragmentation
from benchmarks.train.tasks import same_sentence
from prism.graph import CausalGraph
from prism.text.attach import best_parent, inside
from prism.text.links import relation_types
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.segment import clause_starts
from prism.text.tokens import Tokens

__all__ = ["FAMILY", "rows"]

CORPORA = {
    "GUM": ("eng.erst.gum_dev", 0.90, 0.925),
    "SciDTB": ("eng.dep.scidtb_dev", 0.90, 0.925),
    "CovDTB": ("eng.dep.covdtb_dev", 0.885, 0.905),
}
FAMILY = frozenset({"CAUSE", "RESULT", "CONSEQUENCE", "EXPLANATION", "PURPOSE", "CONDITION"})
GOLD_FAMILY = frozenset({"causal", "explanation", "purpose", "contingency"})


def rows(data: Path) -> list[Row]:
    """Return the rows of the discourse corpora."""
    found: list[Row] = []
    golds: dict[str, list[Gold]] = {}
    graphs: list[tuple[Gold, CausalGraph]] = []
    for name, (stem, floor, goal) in CORPORA.items():
        documents = conllu(data / "disrpt" / f"{stem}.conllu")
        rels(data / "disrpt" / f"{stem}.rels", documents)
        tokens = {key: Tokens.of(analyse(each.text)) for key, each in documents.items()}
        parsed = {key: parse(each.text) for key, each in documents.items()}
        found.append(_boundaries(name, documents, tokens, parsed, floor, goal))
        golds[name] = [gold(each, tokens[key]) for key, each in documents.items()]
        if name == "GUM":
            graphs = list(zip(golds[name], parsed.values(), strict=True))
    found.append(_types("GUM", golds["GUM"], 0.60, 0.66))
    found.append(_types("SciDTB", golds["SciDTB"], 0.75, 0.82))
    found.append(_types("CovDTB", golds["CovDTB"], None, None))
    found.extend(_attachment(golds["GUM"]))
    found.extend(_edges(graphs))
    found.append(_fragmentation(graphs))
    return found


def _boundaries(
    name: str,
    documents: Mapping[str, Document],
    tokens: Mapping[str, Tokens],
    parsed: Mapping[str, CausalGraph],
    floor: float,
    goal: float,
) -> Row:
    counts, rules = [], []
    for key, document in documents.items():
        right = {document.tokens[i][0] for i in document.starts}
        ours = {unit.start for unit in parsed[key].units if unit.start is not None}
        ruled = {tokens[key].start[place] for place in clause_starts(tokens[key])}
        counts.append(_overlap(ours, right))
        rules.append(_overlap(ruled, right))
    alone = f1(np.asarray(rules, dtype=float).sum(axis=0))
    return row(
        "units",
        f"EDU boundary F1, {name}",
        counts,
        baseline=f"rules {alone:.3f}",
        floor=floor,
        goal=goal,
    )


def _overlap(ours: set[int], right: set[int]) -> tuple[int, int, int]:
    return len(ours & right), len(ours - right), len(right - ours)


def _types(name: str, golds: list[Gold], floor: float | None, goal: float | None) -> Row:
    counts = []
    labels: Counter[str] = Counter()
    for each in golds:
        wanted = [coarse(relation.label) for _, _, relation in each.links]
        labels.update(wanted)
        found = relation_types(each.units, [(child, parent) for child, parent, _ in each.links])
        right = sum(kind == label for (kind, _), label in zip(found, wanted, strict=True))
        counts.append((right, len(each.links)))
    top, most = labels.most_common(1)[0]
    return row(
        "relations",
        f"relation type on gold pairs, 12 types, {name}",
        counts,
        ratio,
        baseline=f"always {top} {most / labels.total():.3f}",
        floor=floor,
        goal=goal,
    )


def _attachment(golds: list[Gold]) -> list[Row]:
    """Head of each unit whose head stands in its sentence: as picked, and in the tree built."""
    picked, built = [], []
    ruled = 0
    for each in golds:
        parents = dict(inside(each.units))
        right = treed = total = 0
        for child, heads, others in same_sentence(each):
            if not heads:
                continue
            total += 1
            right += best_parent(each.units, child, others) in heads
            treed += parents.get(child) in heads
            ruled += each.units.above(child) in heads
        picked.append((right, total))
        built.append((treed, total))
    base = f"parse {ruled / sum(total for _, total in picked):.3f}"
    name = "attachment in the sentence, gold EDUs, GUM"
    return [
        row("relations", name, picked, ratio, baseline=base, floor=0.78, goal=0.85),
        row("relations", f"{name}, in the one-rooted tree", built, ratio, baseline=base),
    ]


def _edges(graphs: list[tuple[Gold, CausalGraph]]) -> list[Row]:
    """Edges of the causal family inside a sentence: predicted units are mapped by overlap."""
    counts = []
    for each, graph in graphs:
        wanted = {
            frozenset((child, parent))
            for child, parent, relation in each.links
            if coarse(relation.label) in GOLD_FAMILY
            and each.units.sentence(child) == each.units.sentence(parent)
        }
        ours = set()
        place = {unit.id: _gold_unit(each, unit.start or 0, unit.end or 0) for unit in graph.units}
        for edge in graph.edges:
            ends = frozenset((place[edge.source], place[edge.target]))
            if edge.label in FAMILY and len(ends) == 2:
                one, two = sorted(ends)
                if each.units.sentence(one) == each.units.sentence(two):
                    ours.add(ends)
        counts.append(_overlap(ours, wanted))  # type: ignore[arg-type]
    return [
        row(
            "relations",
            "causal-family edges in the sentence, predicted EDUs, GUM",
            counts,
            floor=0.50,
            goal=0.60,
        )
    ]


def _fragmentation(graphs: list[tuple[Gold, CausalGraph]]) -> Row:
    """Calibration: how fragmented our causal graphs are, beside those of the annotators."""
    ours = [(fragmentation(graph.causal), 1) for _, graph in graphs]
    theirs = [
        fragmentation(
            networkx.DiGraph(
                (child, parent)
                for child, parent, relation in each.links
                if coarse(relation.label) in ("causal", "contingency")
            )
        )
        for each, _ in graphs
    ]
    mean = sum(theirs) / len(theirs)
    name = "causal fragmentation of our graphs, mean a text, GUM"
    return row("relations", name, ours, ratio, baseline=f"gold graphs {mean:.3f}")


def _gold_unit(each: Gold, start: int, end: int) -> int:
    """Return the gold unit that holds most of a character range."""
    tokens = each.units.tokens
    held: Counter[int] = Counter()
    for place, (first, last) in enumerate(zip(tokens.start, tokens.end, strict=True)):
        if first >= end:
            break
        if last > start:
            held[each.units.owner[place]] += last - first
    return held.most_common(1)[0][0] if held else 0
