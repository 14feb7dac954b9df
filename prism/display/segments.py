"""The source text cut wherever a unit or a cue starts or ends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from prism.graph import CausalGraph

__all__ = ["Segment", "segments"]

_Mark = tuple[int, int, str]  # where it starts and ends, and the id of what it marks


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
    """Cut the text of ``graph``; the pieces joined are the text again.

    O(marks · log marks), as long as few marks cover one another.

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
    number = {cut: place for place, cut in enumerate(cuts)}
    covering, cued = (_covering(marks, number) for marks in (units, cues))
    return [
        Segment(
            graph.text[start:end],
            tuple(name for _, _, name in covering[place]),
            tuple(name for _, _, name in cued[place]),
            tuple(name for s, _, name in covering[place] if s == start),
            tuple(name for _, e, name in covering[place] if e == end),
        )
        for place, (start, end) in enumerate(pairwise(cuts))
    ]


def _covering(marks: Iterable[_Mark], number: Mapping[int, int]) -> list[list[_Mark]]:
    """Return for every piece between two cuts the marks that cover it, in the order given."""
    found: list[list[_Mark]] = [[] for _ in number]
    for mark in marks:
        for place in range(number.get(mark[0], len(number)), number.get(mark[1], 0)):
            found[place].append(mark)
    return found
