"""A placed graph as plain values for the templates: no markup, no ids from outside."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from prism.display.geometry import LINE_HEIGHT, Box, Frame, Line, gist_of
from prism.display.layout import layout
from prism.display.plain import one_line
from prism.display.view import View
from prism.graph import Edge, Unit
from prism.graph.diff import State
from prism.graph.paths import longest_path

__all__ = ["SIGNS", "Drawn", "Neighbour", "Node", "Scene", "marks", "relation", "scene"]

SIGNS: Mapping[State, str] = {"added": "+", "removed": "−", "changed": "~", "kept": ""}
_LABEL_LENGTH = 14
_ARROW = 8.0
_GIST_HEIGHT = 23.0
_JUDGED = {"✓": "supported", "⇄": "reversed", "✗": "unsupported", "?": "unscored"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What a unit's details say of one edge: the relation and the unit at its other end."""

    node: str
    name: str
    relation: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A unit ready to be drawn; ``node`` is its name in the drawing (n1, n2, …)."""

    node: str
    name: str
    text: str
    caption: str
    kind: str
    negated: bool
    state: str
    box: Box
    lines: tuple[tuple[float, str], ...]
    gist: tuple[tuple[float, str], ...]
    causes: tuple[Neighbour, ...]
    effects: tuple[Neighbour, ...]
    others: tuple[Neighbour, ...]

    @property
    def aria(self) -> str:
        """Return what a screen reader says of the unit: its words, its causes, its effects."""
        return (
            f"{self.caption}: {self.text} – "
            f"{_listed(self.causes, 'caused by')}; {_listed(self.effects, 'leads to')}"
        )

    @property
    def details(self) -> str:
        """Return what the page's panel says of the unit, for a drawing that stands alone."""
        near = (("←", self.causes), ("→", self.effects), ("·", self.others))
        lines = [
            f"{arrow} {end.relation} {end.name}: {end.text}" for arrow, ends in near for end in ends
        ]
        return "\n".join([self.caption, self.text, *lines])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line with its arrow head and label; ``kind`` is reach, plain or latent.

    ``longest`` tells the lines of the longest causal path; ``judged`` is supported, reversed,
    unsupported or unscored, or '' where nobody was asked.
    """

    source: str
    target: str
    kind: str
    state: str
    path: str
    heads: tuple[str, ...]
    label: str
    anchor: str
    x: float
    y: float
    title: str
    longest: bool = False
    judged: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a template needs to draw a graph."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Drawn, ...]
    frames: tuple[Frame, ...]
    shelf: float | None
    compared: bool
    judged: bool = False


def scene(view: View) -> Scene:
    """Place the graph of ``view`` and name, caption and join everything in it.

    >>> from prism.graph import CausalGraph
    >>> drawn = scene(View(CausalGraph.of("ab", [(0, 1, "CAUSE")])))
    >>> drawn.nodes[0].aria, drawn.edges[0].title
    ('u1, event: a – caused by nothing; leads to u2 (CAUSE)', 'u1 CAUSE u2')
    """
    placed = layout(view.graph)
    names = {unit.id: f"n{number}" for number, unit in enumerate(view.graph.units, 1)}
    spine = _spine(view)
    edges = [
        _edge(edge, placed.lines[edge.id], names, view, longest=edge.id in spine)
        for edge in view.graph.edges
    ]
    for (first, second), line in zip(view.graph.bidirected, placed.latent, strict=True):
        edges.append(_latent(first, second, line, names))
    near = _neighbours(view, names)
    return Scene(
        placed.width,
        placed.height,
        tuple(
            _node(unit, placed.boxes[unit.id], near[unit.id], names, view)
            for unit in view.graph.units
        ),
        tuple(sorted(edges, key=lambda edge: edge.kind == "reach")),
        placed.frames,
        placed.shelf,
        bool(view.units),
        bool(view.verdicts),
    )


def marks(unit: Unit, view: View) -> list[str]:
    """Return what is out of the ordinary about ``unit``: polarity, modality, grounding, state."""
    found = []
    if unit.polarity == "negated":
        found.append("negated")
    if unit.modality != "asserted":
        found.append(unit.modality)
    state = view.units.get(unit.id, "kept")
    if view.graph.text and not unit.grounded and state != "removed":
        found.append("not in the text")
    if state != "kept":
        found.append(f"{SIGNS[state]} {state}")
    return found


def relation(edge: Edge, view: View) -> str:
    """Return label, cue, verdict and state of ``edge`` in one line."""
    words = one_line(edge.label)
    if edge.cue:
        words += f" “{one_line(edge.cue.text)}”"
    if edge.id in view.verdicts:
        words += f" {view.verdicts[edge.id]}"
    state = view.edges.get(edge.id, "kept")
    return f"{words} ({state})" if state != "kept" else words


Near = tuple[list[Neighbour], list[Neighbour], list[Neighbour]]


def _neighbours(view: View, names: Mapping[str, str]) -> Mapping[str, Near]:
    """Collect for each unit its causes, its effects and everything else that it is linked to."""
    near: defaultdict[str, Near] = defaultdict(lambda: ([], [], []))

    def end(unit: str, words: str) -> Neighbour:
        found = view.graph.by_id[unit]
        return Neighbour(names[unit], one_line(unit), words, one_line(found.text))

    for edge in view.graph.edges:
        words = relation(edge, view)
        near[edge.target][0 if edge.reach else 2].append(end(edge.source, words))
        if edge.reach or edge.source != edge.target:
            near[edge.source][1 if edge.reach else 2].append(end(edge.target, words))
    for first, second in view.graph.bidirected:
        near[first][2].append(end(second, "unobserved common cause"))
        near[second][2].append(end(first, "unobserved common cause"))
    return near


def _node(unit: Unit, box: Box, near: Near, names: Mapping[str, str], view: View) -> Node:
    start = box.y + 33
    gist = gist_of(unit)
    top = box.middle - _GIST_HEIGHT * (len(gist) - 1) / 2 + 7
    return Node(
        names[unit.id],
        one_line(unit.id),
        one_line(unit.text),
        ", ".join([one_line(unit.id), unit.kind, *marks(unit, view)]),
        unit.kind,
        unit.polarity == "negated",
        view.units.get(unit.id, "kept"),
        box,
        tuple((start + 5 + LINE_HEIGHT * number, line) for number, line in enumerate(box.lines)),
        tuple((top + _GIST_HEIGHT * number, line) for number, line in enumerate(gist)),
        *map(tuple, near),
    )


def _spine(view: View) -> frozenset[str]:
    """Return the causal edges that the longest causal path of what is there now runs along."""
    path = longest_path(view.present()).units
    place = {unit: number for number, group in enumerate(path) for unit in group}
    return frozenset(
        edge.id
        for edge in view.graph.edges
        if edge.causal
        and edge.source in place
        and place.get(edge.target, -1) == place[edge.source] + 1
        and view.edges.get(edge.id) != "removed"
    )


def _edge(edge: Edge, line: Line, names: Mapping[str, str], view: View, *, longest: bool) -> Drawn:
    label = one_line(edge.cue.text) if edge.cue else one_line(edge.label).lower()
    if len(label) > _LABEL_LENGTH:
        label = label[: _LABEL_LENGTH - 1] + "…"
    sign = view.verdicts.get(edge.id, "")
    label = f"{sign} {label}" if sign else label
    x, y, anchor = _label_place(line)
    ends = f"{one_line(edge.source)} {relation(edge, view)} {one_line(edge.target)}"
    return Drawn(
        names[edge.source],
        names[edge.target],
        "reach" if edge.reach else "plain",
        view.edges.get(edge.id, "kept"),
        _path(line),
        (_head(line),),
        label if edge.reach else "",
        anchor,
        x,
        y,
        ends,
        longest,
        _JUDGED.get(sign, ""),
    )


def _latent(first: str, second: str, line: Line, names: Mapping[str, str]) -> Drawn:
    backward = Line(tuple(reversed(line.points)), line.bulge)
    title = f"{one_line(first)} and {one_line(second)}: unobserved common cause"
    heads = (_head(line), _head(backward))
    return Drawn(
        names[first], names[second], "latent", "kept", _path(line), heads, "", "end", 0, 0, title
    )


def _path(line: Line) -> str:
    """Return SVG path data: level at both ends, straight across the columns it passes."""
    (x, y), *_ = line.points
    data = f"M{x:.1f} {y:.1f}"
    if line.bulge:
        (x1, y1), (x2, y2) = line.points
        far = (max if line.bulge > 0 else min)(x1, x2) + line.bulge * 4 / 3
        return f"{data}C{far:.1f} {y1:.1f} {far:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(line.points)):
        if number % 2:
            data += f"L{x2:.1f} {y2:.1f}"
        else:
            middle = (x1 + x2) / 2
            data += f"C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    return data


def _head(line: Line) -> str:
    """Return the path data of an arrow head at the end of ``line``."""
    (x1, _), (x2, y2) = line.points[-2:]
    rightward = line.bulge < 0 if line.bulge else x1 <= x2
    back = -_ARROW if rightward else _ARROW
    return f"M{x2:.1f} {y2:.1f}l{back:.1f} -4.2v8.4z"


def _label_place(line: Line) -> tuple[float, float, str]:
    (x1, y1), (x2, y2) = line.points[-2:]
    if line.bulge:
        side = "start" if line.bulge > 0 else "end"
        return x1 + line.bulge * 1.08, (y1 + y2) / 2 + 3, side
    return (x2 - 12, y2 - 5, "end") if x1 < x2 else (x2 + 12, y2 - 5, "start")


def _listed(near: tuple[Neighbour, ...], verb: str) -> str:
    return f"{verb} " + (", ".join(f"{end.name} ({end.relation})" for end in near) or "nothing")
