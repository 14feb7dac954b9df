"""Which words of a context are the evidence: given, or aligned by the graph."""

from rapidfuzz import fuzz

from prism.graph import CausalGraph
from prism.records.item import Item
from prism.text.gist import coverage, gist

__all__ = ["evidence_spans"]

Range = tuple[int, int]

CUTOFF = 80.0  # rapidfuzz's 0-100 ratio below which a given span counts as not found
ALIGNED = 0.2  # share of the right option's words that a unit must account for


def evidence_spans(item: Item, graph: CausalGraph) -> list[Range]:
    """Return the character ranges of the evidence in the context of ``item``; [] without any.

    The span the file gives is taken where it is found in the context. Otherwise it is the
    sentence of the unit that accounts best for the right option, and that of the unit that
    accounts best for the question.

    """
    context, choice = item.texts["context"], item.choice
    if choice is None or choice.answer is None:
        return []
    if choice.evidence:
        found = _locate(choice.evidence, context)
        if found is not None:
            return [found]
    right, question = gist(choice.options[choice.answer]), gist(item.texts["question"])
    sentences: set[int] = set()
    for wanted in (right, question):
        scored = [(coverage(wanted, [gist(u.text)]), -i) for i, u in enumerate(graph.units)]
        strength, place = max(scored, default=(0.0, 0))
        sentence = graph.units[-place].sentence if scored else None
        if strength >= ALIGNED and sentence is not None:
            sentences.add(sentence)
    return [_whole(graph, sentence) for sentence in sorted(sentences)]


def _locate(span: str, context: str) -> Range | None:
    start = context.find(span)
    if start >= 0:
        return start, start + len(span)
    hit = fuzz.partial_ratio_alignment(span, context, score_cutoff=CUTOFF)
    return (hit.dest_start, hit.dest_end) if hit and hit.dest_end > hit.dest_start else None


def _whole(graph: CausalGraph, sentence: int) -> Range:
    units = [u for u in graph.units if u.sentence == sentence and u.grounded]
    return min(u.start or 0 for u in units), max(u.end or 0 for u in units)
