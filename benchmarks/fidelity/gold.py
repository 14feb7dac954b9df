"""Gold units and links of a discourse corpus, carried over to spaCy's tokens."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.fidelity.corpora import Document, Relation
from prism.text.finding import Range
from prism.text.tokens import Tokens
from prism.text.units import Units

__all__ = ["COARSE", "Gold", "coarse", "gold"]

# GUM's own top-level classes, restatement counted with elaboration and topic with organization;
# the labels of SciDTB and CovDTB by their guidelines.
COARSE = {
    "restatement": "elaboration", "topic": "organization", "elab": "elaboration",
    "enablement": "purpose", "manner": "mode", "bg": "context", "background": "context",
    "temporal": "context", "contrast": "adversative", "comparison": "adversative",
    "condition": "contingency", "exp": "explanation", "result": "causal", "cause": "causal",
    "summary": "elaboration", "progression": "joint", "findings": "evaluation",
    "textual": "organization",
}  # fmt: skip


def coarse(label: str) -> str:
    """Return the coarse type of a corpus label, such as ``joint-list`` or ``elab-addition``."""
    top = label.split("-", 1)[0]
    return COARSE.get(top, top)


@dataclass(frozen=True, slots=True)
class Gold:
    """Gold units over spaCy's tokens and their links as (satellite, nucleus, relation)."""

    units: Units
    links: list[tuple[int, int, Relation]]


def gold(document: Document, tokens: Tokens) -> Gold:
    """Carry the gold units of a document over; an interrupted unit is one unit of several spans."""
    places = [bisect_left(tokens.start, document.tokens[i][0]) for i in document.starts]
    places = [
        place if place < len(tokens) and tokens.start[place] == document.tokens[i][0] else place - 1
        for place, i in zip(places, document.starts, strict=True)
    ]
    ends = [*places[1:], len(tokens)]
    segment = {start: n for n, start in enumerate(document.starts)}
    together: dict[int, tuple[int, ...]] = {}
    for parts in _all_units(document):
        numbers = tuple(segment[first] for first, _ in parts if first in segment)
        if len(numbers) > 1:
            together |= dict.fromkeys(numbers, numbers)
    spans: list[tuple[Range, ...]] = []
    number_of: dict[int, int] = {}
    for number in range(len(document.starts)):
        numbers = together.get(number, (number,))
        if number == min(numbers):
            ranges = tuple((places[i], ends[i]) for i in sorted(numbers))
            if any(first < last for first, last in ranges):
                spans.append(tuple(r for r in ranges if r[0] < r[1]))
                for i in numbers:
                    number_of[document.starts[i]] = len(spans) - 1
    links = [
        (number_of[relation.source[0][0]], number_of[relation.target[0][0]], relation)
        for relation in document.relations
        if relation.source[0][0] in number_of and relation.target[0][0] in number_of
    ]
    return Gold(Units.of(tokens, spans), [link for link in links if link[0] != link[1]])


def _all_units(document: Document) -> Iterator[tuple[tuple[int, int], ...]]:
    for relation in document.relations:
        yield relation.source
        yield relation.target
