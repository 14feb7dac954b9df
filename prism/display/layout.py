"""Where everything stands in a drawing: causal parts above, unlinked units on a shelf below."""

import math
from dataclasses import dataclass, replace

import networkx

from prism.display.geometry import (
    BOX_WIDTH,
    COLUMN_GAP,
    ROW_GAP,
    Box,
    Frame,
    Line,
    box_height,
    direct,
    lines_of,
)
from prism.display.layers import Block, place_block
from prism.graph import CausalGraph, Unit
from prism.graph.views import cut

__all__ = ["Layout", "layout"]

_MARGIN = 36.0
_PART_GAP = 2.2 * ROW_GAP
_HEADING = 34.0  # height of the heading over the shelf
_COLUMNS = 12  # widths that are tried, from that of the widest part on
_WINDOW = (16.0, 9.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole drawing, in pixels.

    ``lines`` are by edge id, ``latent`` in the order of ``bidirected``; ``shelf`` is the height
    at which units without a causal link begin, or None.
    """

    boxes: dict[str, Box]
    lines: dict[str, Line]
    latent: tuple[Line, ...]
    frames: tuple[Frame, ...]
    width: float
    height: float
    shelf: float | None


def layout(graph: CausalGraph) -> Layout:
    """Place ``graph``: each part that causal lines hold together as one block, the largest first.

    Causes stand left of their effects, boxes never overlap, and a cycle is one framed stack.
    O(n log n) a sweep in the number of units and pieces of lines.

    >>> placed = layout(CausalGraph.of("ab", [(0, 1, "CAUSE")]))
    >>> placed.boxes["u1"].x < placed.boxes["u2"].x, placed.shelf is None
    (True, True)
    """
    blocks = [place_block(cut(graph, part)) for part in _parts(graph)]
    placed = {name for block in blocks for name in block.boxes}
    loose = [unit for unit in graph.units if unit.id not in placed]
    widest = max((block.columns for block in blocks), default=1)
    found = [_arranged(blocks, loose, columns) for columns in range(widest, widest + _COLUMNS)]
    best = max(found, key=_scale)
    for edge in graph.edges:
        if edge.id not in best.lines:
            best.lines[edge.id] = direct(best.boxes[edge.source], best.boxes[edge.target])
    latent = tuple(direct(best.boxes[one], best.boxes[other]) for one, other in graph.bidirected)
    return replace(best, latent=latent)


def _arranged(blocks: list[Block], loose: list[Unit], columns: int) -> Layout:
    """Place ``blocks`` where the skyline of ``columns`` is lowest, and ``loose`` units below."""
    boxes: dict[str, Box] = {}
    lines: dict[str, Line] = {}
    frames: list[Frame] = []
    skyline = [_MARGIN] * columns
    for block in blocks:
        first, top = _lowest(skyline, block.columns)
        left = _MARGIN + first * (BOX_WIDTH + COLUMN_GAP)
        boxes |= {n: replace(b, x=b.x + left, y=b.y + top) for n, b in block.boxes.items()}
        lines |= {name: _moved(line, left, top) for name, line in block.lines.items()}
        frames += [replace(f, x=f.x + left, y=f.y + top) for f in block.frames]
        for column in range(first, first + block.columns):
            skyline[column] = top + block.height + _PART_GAP
    shelf = max(skyline) if boxes and loose else None
    right = _MARGIN + columns * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP
    boxes |= _shelved(loose, _MARGIN if shelf is None else shelf + _HEADING, right)
    return Layout(
        boxes,
        lines,
        (),
        tuple(frames),
        max((box.right for box in boxes.values()), default=0.0) + _MARGIN + ROW_GAP,
        max((box.bottom for box in boxes.values()), default=0.0) + _MARGIN,
        shelf,
    )


def _scale(drawing: Layout) -> float:
    """Return how large a drawing can be shown in a window of the usual shape."""
    width, height = _WINDOW
    return min(width / drawing.width, height / drawing.height)


def _parts(graph: CausalGraph) -> list[frozenset[str]]:
    """Return the units that causal lines join, a part a set; the largest part first."""
    linked: networkx.DiGraph[str] = networkx.DiGraph(graph.reach)
    linked.add_edges_from(graph.bidirected)
    linked.remove_nodes_from(list(networkx.isolates(linked)))
    parts = map(frozenset, networkx.weakly_connected_components(linked))
    place = graph.position.__getitem__
    return sorted(parts, key=lambda part: (-len(part), min(map(place, part))))


def _lowest(skyline: list[float], columns: int) -> tuple[int, float]:
    """Return the first column and the top of the highest free place that is ``columns`` wide."""
    tops = [
        (max(skyline[first : first + columns]), first)
        for first in range(len(skyline) - columns + 1)
    ]
    top, first = min(tops)
    return first, top


def _moved(line: Line, left: float, top: float) -> Line:
    return replace(line, points=tuple((x + left, y + top) for x, y in line.points))


def _shelved(units: list[Unit], top: float, right: float) -> dict[str, Box]:
    """Place ``units`` row by row in text order, as far as ``right``."""
    pitch = BOX_WIDTH + ROW_GAP
    columns = math.floor((right - _MARGIN + ROW_GAP) / pitch)
    boxes = {}
    for start in range(0, len(units), columns):
        row = [(unit, lines_of(unit)) for unit in units[start : start + columns]]
        height = max(box_height(lines) for _, lines in row)
        for place, (unit, lines) in enumerate(row):
            boxes[unit.id] = Box(_MARGIN + place * pitch, top, height, lines)
        top += height + ROW_GAP
    return boxes
