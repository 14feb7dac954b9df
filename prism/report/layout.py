"""Where everything stands in a drawing: boxes by causal depth, cause on the left, and lines.

Units that no causal line touches stand on a shelf below. All numbers are in pixels.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import networkx

from prism.graph import CausalGraph, Edge, Unit
from prism.graph.condense import condense
from prism.graph.views import cut
from prism.report.crossings import order_columns, place_rows
from prism.report.plain import one_line, wrapped

__all__ = ["BOX_WIDTH", "FONT", "LINE", "Box", "Frame", "Layout", "Line", "Point", "layout"]

BOX_WIDTH = 236.0
FONT = 13.0
LINE = 18.0
_PAD = 12.0
_CAPTION = 17.0
_COLUMN_GAP = 118.0
_ROW_GAP = 20.0
_PORT = 15.0
_FRAME = 10.0
_MARGIN = 28.0
_MAX_LINES = 9
_LANE = 14.0  # height kept free for a line that passes through a column
_HEADING = 34.0  # height of the heading over the shelf

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A unit: its rectangle and its wrapped text."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The dashed outline around the units of one causal cycle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """An edge: points that it leaves and enters level, or bulging by ``bulge`` to one side."""

    points: tuple[Point, ...]
    bulge: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole drawing. ``lines`` are by edge id, ``latent`` in the order of ``bidirected``."""

    boxes: Mapping[str, Box]
    lines: Mapping[str, Line]
    latent: tuple[Line, ...]
    frames: tuple[Frame, ...]
    width: float
    height: float
    shelf: float | None


def layout(graph: CausalGraph) -> Layout:
    """Place ``graph``: each part that causal lines hold together by itself, the largest first.

    Boxes never overlap. A cycle is drawn as one framed stack. O(n log n) a sweep in the number of
    units and pieces of lines.

    >>> placed = layout(CausalGraph.of("ab", [(0, 1, "CAUSE")]))
    >>> placed.boxes["u1"].x < placed.boxes["u2"].x, placed.shelf is None
    (True, True)
    """
    boxes: dict[str, Box] = {}
    lines: dict[str, Line] = {}
    frames: list[Frame] = []
    top = _MARGIN
    for part in _parts(graph):
        placed = _Part(cut(graph, part), top)
        boxes |= placed.boxes
        lines |= placed.lines
        frames += placed.frames
        top = placed.bottom + 2 * _ROW_GAP
    right = max((box.x + box.width for box in boxes.values()), default=0.0)
    loose = [unit for unit in graph.units if unit.id not in boxes]
    shelf = top if loose else None
    if loose:
        boxes |= _shelved(loose, top + _HEADING * bool(lines), right)
    for edge in graph.edges:
        if edge.id not in lines:
            lines[edge.id] = _direct(boxes[edge.source], boxes[edge.target])
    corners = [(box.x + box.width, box.y + box.height) for box in boxes.values()]
    corners += [(frame.x + frame.width, frame.y + frame.height) for frame in frames]
    return Layout(
        boxes,
        lines,
        tuple(_direct(boxes[first], boxes[second]) for first, second in graph.bidirected),
        tuple(frames),
        max((x for x, _ in corners), default=0.0) + _MARGIN + _ROW_GAP,
        max((y for _, y in corners), default=0.0) + _MARGIN,
        shelf if lines else None,
    )


def text_width(text: str) -> float:
    """Estimate the width of ``text`` in pixels, on the wide side of common sans-serif fonts."""
    return sum(map(_character_width, text)) * FONT


def _character_width(character: str) -> float:
    if character in "iljtfr.,:;'|!()[]I ":
        return 0.40
    if character in "mwMWÆŒ@%&—…":
        return 1.0
    if ord(character) >= 0x1100:
        return 1.1
    return 0.73 if character.isupper() else 0.63


def _parts(graph: CausalGraph) -> list[frozenset[str]]:
    linked: networkx.DiGraph[str] = networkx.DiGraph(graph.reach)
    linked.add_edges_from(graph.bidirected)
    place = graph.position.__getitem__
    parts = [
        frozenset(part)
        for part in networkx.weakly_connected_components(linked)
        if len(part) > 1 or linked.has_edge(*2 * tuple(part))
    ]
    return sorted(parts, key=lambda part: (-len(part), min(map(place, part))))


def _lines_of(unit: Unit) -> tuple[str, ...]:
    lines = wrapped(one_line(unit.text) or "(empty)", BOX_WIDTH - 2 * _PAD, text_width)
    if len(lines) > _MAX_LINES:
        lines = [*lines[: _MAX_LINES - 1], lines[_MAX_LINES - 1][:-2] + "…"]
    return tuple(lines)


def _height(lines: tuple[str, ...], ports: int = 0) -> float:
    return max(_CAPTION + len(lines) * LINE + 2 * _PAD - 4, ports * _PORT + 8)


class _Part:
    """One connected part, placed below ``top``."""

    def __init__(self, graph: CausalGraph, top: float) -> None:
        self.graph = graph
        self.reach = [edge for edge in graph.edges if edge.reach]
        self.condensed = condense(graph.reach, graph.position)
        self.group = {u: n for n, group in enumerate(self.condensed.groups) for u in group}
        self.lanes: dict[str, tuple[int, ...]] = {}
        self._heights()
        self.columns = order_columns(self._columns(), self.before, self.after)
        rows = place_rows(self.columns, self.before, self.after, self._node_height, _ROW_GAP)
        self.row = {node: top + row for node, row in rows.items()}
        self.boxes = self._boxes()
        self.frames = self._frames()
        self.lines = self._lines()
        self.bottom = max(self.row[n] + self._node_height(n) / 2 for n in self.row)

    def _heights(self) -> None:
        into: defaultdict[str, int] = defaultdict(int)
        out: defaultdict[str, int] = defaultdict(int)
        for edge in self.reach:
            out[edge.source] += 1
            into[edge.target] += 1
        self.text = {unit.id: _lines_of(unit) for unit in self.graph.units}
        self.box_height = {
            name: _height(lines, max(into[name], out[name])) for name, lines in self.text.items()
        }

    def _node_height(self, node: int) -> float:
        if node >= len(self.condensed.groups):
            return _LANE
        group = self.condensed.groups[node]
        inner = sum(self.box_height[unit] for unit in group) + _ROW_GAP * (len(group) - 1)
        return inner + 2 * _FRAME * (len(group) > 1)

    def _columns(self) -> list[list[int]]:
        """Assign groups and the lanes of long edges to columns, and join neighbours."""
        self.column = self.condensed.depths()
        self.before: defaultdict[int, list[int]] = defaultdict(list)
        self.after: defaultdict[int, list[int]] = defaultdict(list)
        node = len(self.condensed.groups)
        for edge in self.reach:
            source, target = self.group[edge.source], self.group[edge.target]
            length = self.column[target] - self.column[source]
            lanes = tuple(range(node, node + max(0, length - 1)))
            node += len(lanes)
            self.column += [self.column[source] + 1 + step for step in range(len(lanes))]
            self.lanes[edge.id] = lanes
            steps = (source, *lanes, target) if source != target else ()
            for here, there in pairwise(steps):
                self.after[here].append(there)
                self.before[there].append(here)
        columns: list[list[int]] = [[] for _ in range(max(self.column) + 1)]
        for number, column in enumerate(self.column):
            columns[column].append(number)
        return columns

    def _x(self, node: int) -> float:
        return _MARGIN + self.column[node] * (BOX_WIDTH + _COLUMN_GAP)

    def _boxes(self) -> dict[str, Box]:
        boxes = {}
        for node, group in enumerate(self.condensed.groups):
            y = self.row[node] - self._node_height(node) / 2 + _FRAME * (len(group) > 1)
            for unit in group:
                height = self.box_height[unit]
                boxes[unit] = Box(self._x(node), y, BOX_WIDTH, height, self.text[unit])
                y += height + _ROW_GAP
        return boxes

    def _frames(self) -> list[Frame]:
        return [
            Frame(
                self._x(node) - _FRAME,
                self.row[node] - self._node_height(node) / 2,
                BOX_WIDTH + 2 * _FRAME,
                self._node_height(node),
            )
            for node, group in enumerate(self.condensed.groups)
            if len(group) > 1
        ]

    def _lines(self) -> dict[str, Line]:
        """Draw reach edges from port to port; the ports of a side are sorted by where they lead."""
        forward = [e for e in self.reach if self.group[e.source] != self.group[e.target]]
        leave = self._ports(forward, "source")
        enter = self._ports(forward, "target")
        lines = {}
        for edge in forward:
            points = [leave[edge.id]]
            for lane in self.lanes[edge.id]:
                y = self.row[lane]
                points += [(self._x(lane), y), (self._x(lane) + BOX_WIDTH, y)]
            lines[edge.id] = Line((*points, enter[edge.id]))
        for edge in self.reach:
            if edge.id not in lines:
                lines[edge.id] = _direct(self.boxes[edge.source], self.boxes[edge.target])
        return lines

    def _ports(self, edges: Iterable[Edge], side: str) -> dict[str, Point]:
        by_unit: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        for edge in edges:
            lanes = self.lanes[edge.id]
            if side == "source":
                here, other = edge.source, edge.target
                leads_to = self.row[lanes[0]] if lanes else self._middle(other)
            else:
                here, other = edge.target, edge.source
                leads_to = self.row[lanes[-1]] if lanes else self._middle(other)
            by_unit[here].append((leads_to, edge.id))
        ports = {}
        for unit, ends in by_unit.items():
            box = self.boxes[unit]
            step = min(_PORT * 1.6, (box.height - 8) / len(ends))
            first = box.y + box.height / 2 - step * (len(ends) - 1) / 2
            x = box.x + box.width * (side == "source")
            for place, (_, edge_id) in enumerate(sorted(ends)):
                ports[edge_id] = (x, first + step * place)
        return ports

    def _middle(self, unit: str) -> float:
        return self.boxes[unit].y + self.boxes[unit].height / 2


def _shelved(units: list[Unit], top: float, right: float) -> dict[str, Box]:
    """Place ``units`` row by row in text order, as wide as the drawing above but at least three."""
    pitch = BOX_WIDTH + _ROW_GAP
    columns = max(3, math.floor((right - _MARGIN + _ROW_GAP) / pitch))
    boxes = {}
    for start in range(0, len(units), columns):
        row = [(unit, _lines_of(unit)) for unit in units[start : start + columns]]
        height = max(_height(lines) for _, lines in row)
        for place, (unit, lines) in enumerate(row):
            boxes[unit.id] = Box(_MARGIN + place * pitch, top, BOX_WIDTH, height, lines)
        top += height + _ROW_GAP
    return boxes


def _direct(one: Box, other: Box) -> Line:
    """Join two boxes by the sides that face each other, or by an arc on the right."""
    if one == other:
        x, y = one.x + one.width, one.y + one.height / 2
        return Line(((x, y - 10), (x, y + 10)), bulge=34.0)
    first, second = one.y + one.height / 2, other.y + other.height / 2
    if one.x + one.width < other.x:
        return Line(((one.x + one.width, first), (other.x, second)))
    if other.x + other.width < one.x:
        return Line(((one.x, first), (other.x + other.width, second)))
    if first < second:
        x = one.x + one.width
        return Line(((x, first + 8), (x, second - 8)), bulge=40.0)
    return Line(((one.x, first - 8), (one.x, second + 8)), bulge=-40.0)
