"""The source text cut wherever a unit or a cue starts or ends."""

from dataclasses import dataclass
from itertools import pairwise

from prism.graph import CausalGraph

__all__ = ["Segment", "segments"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the text with the units and cues that cover it.

    ``opens`` and ``closes`` name the units that start and end with it.
    """

    text: str
    units: tuple[str, ...]
    cues: tuple[str, ...]
    opens: tuple[str, ...]
    closes: tuple[str, ...]


def segments(graph: CausalGraph) -> list[Segment]:
    """Cut the text of ``graph``; the pieces joined are the text again. O(marks · log marks).

    >>> from prism.graph import Unit
    >>> g = CausalGraph((Unit("u1", "it rained", 0, 9),), text="it rained.")
    >>> [(s.text, s.units) for s in segments(g)]
    [('it rained', ('u1',)), ('.', ())]
    """
    size = len(graph.text)
    units = [
        (u.start, u.end, u.id) for u in graph.units if u.start is not None and u.end is not None
    ]
    cues = [
        (edge.cue.start, min(edge.cue.end, size), edge.id)
        for edge in graph.edges
        if edge.cue and edge.cue.start is not None and edge.cue.end is not None
    ]
    cuts = sorted({0, size, *(p for mark in (*units, *cues) for p in mark[:2] if p <= size)})
    pieces = []
    for start, end in pairwise(cuts):
        covering = [mark for mark in units if mark[0] < end and mark[1] > start]
        pieces.append(
            Segment(
                graph.text[start:end],
                tuple(name for _, _, name in covering),
                tuple(name for s, e, name in cues if s < end and e > start),
                tuple(name for s, _, name in covering if s == start),
                tuple(name for _, e, name in covering if e == end),
            )
        )
    return pieces
