"""Places the units that one web of causal lines holds together: a column a causal depth."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from prism.display.crossings import order_columns, place_rows
from prism.display.geometry import (
    BOX_WIDTH,
    COLUMN_GAP,
    FRAME,
    PORT,
    ROW_GAP,
    STUB,
    Box,
    Frame,
    Line,
    Point,
    box_height,
    direct,
    lines_of,
)
from prism.graph import CausalGraph, Edge
from prism.graph.condense import Condensed, condense

__all__ = ["Block", "place_block"]

_LANE = 14.0  # height kept free for a line that passes through a column


@dataclass(frozen=True, slots=True)
class Block:
    """A placed part of a drawing, its upper left corner at (0, 0), ``columns`` columns wide."""

    boxes: Mapping[str, Box]
    lines: Mapping[str, Line]
    frames: tuple[Frame, ...]
    columns: int
    height: float


@dataclass(frozen=True, slots=True)
class _Web:
    """Groups (cycles count as one) and the lanes of long edges, as numbered nodes in columns."""

    condensed: Condensed
    group: Mapping[str, int]
    column: list[int]
    lanes: Mapping[str, tuple[int, ...]]
    before: Mapping[int, list[int]]
    after: Mapping[int, list[int]]

    def x(self, node: int) -> float:
        return self.column[node] * (BOX_WIDTH + COLUMN_GAP)

    def columns(self) -> list[list[int]]:
        columns: list[list[int]] = [[] for _ in range(max(self.column) + 1)]
        for node, column in enumerate(self.column):
            columns[column].append(node)
        return columns


def place_block(graph: CausalGraph) -> Block:
    """Place a graph whose reach and bidirected edges hang together.

    >>> block = place_block(CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "CAUSE")]))
    >>> block.columns, sorted(block.lines)
    (3, ['e1', 'e2'])
    """
    edges = [edge for edge in graph.edges if edge.reach]
    web = _web(graph, edges)
    text = {unit.id: lines_of(unit) for unit in graph.units}
    ports = _most_ports(edges)
    heights = {name: box_height(lines, ports[name]) for name, lines in text.items()}
    groups = web.condensed.groups

    def node_height(node: int) -> float:
        if node >= len(groups):
            return _LANE
        inner = sum(heights[unit] for unit in groups[node]) + ROW_GAP * (len(groups[node]) - 1)
        return inner + 2 * FRAME * (len(groups[node]) > 1)

    columns = order_columns(web.columns(), web.before, web.after)
    rows = place_rows(columns, web.before, web.after, node_height, ROW_GAP)
    boxes: dict[str, Box] = {}
    frames = []
    for node, group in enumerate(groups):
        top = rows[node] - node_height(node) / 2
        if len(group) > 1:
            frames.append(Frame(web.x(node) - FRAME, top, node_height(node)))
            top += FRAME
        for unit in group:
            boxes[unit] = Box(web.x(node), top, heights[unit], text[unit])
            top = boxes[unit].bottom + ROW_GAP
    height = max(rows[node] + node_height(node) / 2 for node in rows)
    return Block(boxes, _lines(edges, web, boxes, rows), tuple(frames), len(columns), height)


def _web(graph: CausalGraph, edges: list[Edge]) -> _Web:
    condensed = condense(graph.reach, graph.position)
    group = {unit: number for number, units in enumerate(condensed.groups) for unit in units}
    column = condensed.depths()
    lanes: dict[str, tuple[int, ...]] = {}
    before: defaultdict[int, list[int]] = defaultdict(list)
    after: defaultdict[int, list[int]] = defaultdict(list)
    for edge in edges:
        source, target = group[edge.source], group[edge.target]
        passed = range(column[source] + 1, column[target])
        lanes[edge.id] = tuple(range(len(column), len(column) + len(passed)))
        column += passed
        if source != target:
            for here, there in pairwise((source, *lanes[edge.id], target)):
                after[here].append(there)
                before[there].append(here)
    return _Web(condensed, group, column, lanes, before, after)


def _most_ports(edges: list[Edge]) -> Mapping[str, int]:
    """Count for each unit the lines at its fuller side."""
    into: defaultdict[str, int] = defaultdict(int)
    out: defaultdict[str, int] = defaultdict(int)
    for edge in edges:
        out[edge.source] += 1
        into[edge.target] += 1
    most = {unit: max(into[unit], out[unit]) for unit in {*into, *out}}
    return defaultdict(int, most)


def _lines(
    edges: list[Edge], web: _Web, boxes: Mapping[str, Box], rows: Mapping[int, float]
) -> dict[str, Line]:
    """Draw edges from port to port, along their lanes; the inside of a cycle by arcs."""
    forward = [edge for edge in edges if web.group[edge.source] != web.group[edge.target]]
    ahead, behind = {}, {}
    for edge in forward:
        lanes = web.lanes[edge.id]
        ahead[edge.id] = rows[lanes[0]] if lanes else boxes[edge.target].middle
        behind[edge.id] = rows[lanes[-1]] if lanes else boxes[edge.source].middle
    leave = _ports({e.id: e.source for e in forward}, ahead, boxes)
    enter = _ports({e.id: e.target for e in forward}, behind, boxes)
    lines = {}
    for edge in edges:
        if edge.id not in leave:
            lines[edge.id] = direct(boxes[edge.source], boxes[edge.target])
            continue
        points: list[Point] = [(boxes[edge.source].right, leave[edge.id])]
        for lane in web.lanes[edge.id]:
            points += [(web.x(lane), rows[lane]), (web.x(lane) + BOX_WIDTH, rows[lane])]
        end = boxes[edge.target].x
        lines[edge.id] = Line((*points, (end - STUB, enter[edge.id]), (end, enter[edge.id])))
    return lines


def _ports(
    unit_of: Mapping[str, str], leads_to: Mapping[str, float], boxes: Mapping[str, Box]
) -> dict[str, float]:
    """Spread the lines at one side of each box, sorted by the height they lead to."""
    by_unit: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for edge, unit in unit_of.items():
        by_unit[unit].append((leads_to[edge], edge))
    ports = {}
    for unit, ends in by_unit.items():
        box = boxes[unit]
        step = min(PORT * 1.6, (box.height - 8) / len(ends))
        first = box.middle - step * (len(ends) - 1) / 2
        for place, (_, edge) in enumerate(sorted(ends)):
            ports[edge] = first + step * place
    return ports
