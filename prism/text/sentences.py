"""The fallback: sentences joined by SEQUENCE over the whole text, for any language."""

import re
from itertools import pairwise
from typing import Final

from prism.graph import CausalGraph, Origin, Unit, Written
from prism.graph.orient import orient

__all__ = ["sentence_spans", "sentences"]

_END: Final = re.compile(
    r"""[.!?…]+["'”’»)\]]*(?=\s)      # Latin: a stop before a space
      | [。！？｡]+["'”’»」』)\]]*       # CJK
      | [।॥؟۔]+(?=\s|$)              # Devanagari, Arabic
      | (?:\r\n|[\r\n\u2028\x0b\x0c])+  # a line ends a sentence
    """,
    re.VERBOSE,
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|Fig|No|vol|pp?|cf|al|e\.g|i\.e)|\b[A-Z]|^\s*\d+)\.$"
)


def sentences(text: str, parser: str = "embedded") -> CausalGraph:
    """Return the sentences of ``text`` joined by SEQUENCE, flagged as a fallback.

    Needs no model and covers the whole text. ``parser`` names the parser it stands in for.

    >>> graph = sentences("It rained. The road flooded.")
    >>> [unit.text for unit in graph.units], [edge.label for edge in graph.edges]
    (['It rained.', 'The road flooded.'], ['SEQUENCE'])
    """
    units = tuple(
        Unit(id=f"u{number + 1}", text=text[first:last], start=first, end=last, sentence=number)
        for number, (first, last) in enumerate(sentence_spans(text))
    )
    links = [Written(one.id, next_.id, "SEQUENCE", "NN") for one, next_ in pairwise(units)]
    position = {unit.id: place for place, unit in enumerate(units)}
    return CausalGraph(
        units=units,
        edges=orient(links, position),
        text=text,
        origin=Origin(parser=parser, fallback="sentences", granularity="sentence"),
    )


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the trimmed character spans of the sentences; they cover every visible character."""
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _END.finditer(text):
        stop = found.end()
        if found.group()[0] == "." and _ABBREVIATION.search(text, max(start, stop - 12), stop):
            continue
        _keep(text, start, stop, spans)
        start = stop
    _keep(text, start, len(text), spans)
    return spans


def _keep(text: str, start: int, stop: int, spans: list[tuple[int, int]]) -> None:
    piece = text[start:stop]
    if piece.strip():
        lead = len(piece) - len(piece.lstrip())
        spans.append((start + lead, start + len(piece.rstrip())))
