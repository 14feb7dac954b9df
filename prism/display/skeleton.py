"""The causal skeleton as a tree for the terminal: causes above, effects below and indented."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from prism.display.plain import one_line, wrapped
from prism.display.scene import marks, relation
from prism.display.view import View
from prism.graph import Edge
from prism.graph.condense import condense

__all__ = ["skeleton"]

_STATE_STYLES = {"added": "green", "removed": "red strike", "changed": "yellow"}
_LEAST_ROOM = 12  # cells; with less, a unit's text starts on a line of its own

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    """One causal edge of the tree; ``leads_to`` is None where its effect stands elsewhere."""

    words: str
    edge: Edge
    leads_to: Group | None


@dataclass(frozen=True, slots=True)
class _Forest:
    """Every causally linked unit once: under its deepest cause, or as a root."""

    view: View
    roots: list[Group]
    branches: Mapping[Group, list[_Branch]]
    inside: Mapping[str, list[Edge]]


def skeleton(view: View, width: int = 80) -> Text:
    """Return the causal edges of ``view`` as an indented tree of at most ``width`` cells.

    Each unit stands once, under the cause that lies deepest; from every other cause a branch
    says where to ``see`` it, so that every causal edge stands in the tree once. A cycle is one
    entry that lists its units. A branch too deep for the width goes on at the margin. Units
    without a causal link are named at the end.

    >>> from prism.graph import CausalGraph
    >>> g = CausalGraph.of(["rain fell", "the dam broke", "the sun shone"], [(0, 1, "CAUSE")])
    >>> print(skeleton(View(g), 60).plain)
    u1 rain fell
    └─ CAUSE → u2 the dam broke
    <BLANKLINE>
    1 unit without a causal link: u3
    """
    forest = _forest(view)
    blocks: list[list[Text]] = []
    waiting = [(root, Text()) for root in reversed(forest.roots)]
    while waiting:
        root, start = waiting.pop()
        block, deeper = _tree(forest, root, start, width)
        blocks.append(block)
        waiting += [(entry, Text.assemble(("⤷ ", "dim"))) for entry in reversed(deeper)]
    blocks.append(_rest(view, width))
    lines = [line for block in blocks if block for line in (Text(), *block)]
    return Text("\n").join(lines[1:]) if lines else Text("The graph holds no unit.")


def _forest(view: View) -> _Forest:
    graph = view.graph
    condensed = condense(graph.reach, graph.position)
    groups, depth = condensed.groups, condensed.depths()
    number = {unit: place for place, group in enumerate(groups) for unit in group}
    into: defaultdict[int, list[Edge]] = defaultdict(list)
    inside: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        if edge.reach and number[edge.source] == number[edge.target]:
            inside[edge.source].append(edge)
        elif edge.reach:
            into[number[edge.target]].append(edge)
    branches: defaultdict[Group, list[_Branch]] = defaultdict(list)
    for effect, edges in into.items():
        deepest = max(edges, key=lambda edge: depth[number[edge.source]])
        for edge in edges:
            cause = groups[number[edge.source]]
            words = f"{one_line(edge.source)} " * (len(cause) > 1) + relation(edge, view)
            leads_to = groups[effect] if edge is deepest else None
            branches[cause].append(_Branch(words, edge, leads_to))
    for below in branches.values():
        below.sort(key=lambda branch: graph.position[branch.edge.target])
    first = [graph.position[group[0]] for group in groups]
    roots = [
        place
        for place, group in enumerate(groups)
        if place not in into and (group in branches or any(unit in inside for unit in group))
    ]
    return _Forest(
        view, [groups[n] for n in sorted(roots, key=first.__getitem__)], branches, inside
    )


def _tree(forest: _Forest, root: Group, start: Text, width: int) -> tuple[list[Text], list[Group]]:
    """Draw the tree under ``root``; return it and the entries that lie too deep for ``width``."""
    lines: list[Text] = []
    deeper: list[Group] = []
    todo: list[tuple[_Branch | Group, Text, str]] = [(root, start, " " * cell_len(start.plain))]
    while todo:
        item, before, rest = todo.pop()
        entry = item.leads_to if isinstance(item, _Branch) else item
        if isinstance(item, _Branch):
            before.append(item.words, style="cyan").append(" → ", style="dim")
            target = one_line(item.edge.target)
            if entry is None or cell_len(rest) > width / 4:
                where = "see" if entry is None else "⤷"
                lines += _hanging(before, f"{where} {target}", "dim", rest, width)
                deeper += [entry] if entry else []
                continue
            if len(entry) > 1:
                before.append(f"{target} in ")
        below = forest.branches.get(entry or (), [])
        lines += _entry(forest, entry or (), before, rest + ("│  " if below else "   "), width)
        for place, branch in reversed(list(enumerate(below))):
            turn, onward = ("└─ ", "   ") if place == len(below) - 1 else ("├─ ", "│  ")
            todo.append((branch, Text.assemble((rest + turn, "dim")), rest + onward))
    return lines, deeper


def _entry(forest: _Forest, entry: Group, start: Text, below: str, width: int) -> list[Text]:
    if len(entry) == 1:
        return _unit(forest, entry[0], start, below, width)
    lines = [start.append(f"⟳ cycle of {len(entry)}", style="magenta")]
    for unit in entry:
        lines += _unit(forest, unit, Text.assemble((below + "• ", "dim")), below + "  ", width)
    return lines


def _unit(forest: _Forest, unit: str, start: Text, below: str, width: int) -> list[Text]:
    view = forest.view
    found = view.graph.by_id[unit]
    start.append(one_line(unit), style="bold").append(" ")
    said = one_line(found.text) or "(empty)"
    shown = marks(found, view)
    shown += [f"{relation(e, view)} → {one_line(e.target)}" for e in forest.inside.get(unit, ())]
    if shown:
        said += f" ({', '.join(shown)})"
    style = _STATE_STYLES.get(view.units.get(unit, "kept"), "")
    return _hanging(start, said, style, below, width)


def _hanging(start: Text, words: str, style: str, below: str, width: int) -> list[Text]:
    """Write ``words`` after ``start``, further lines after ``below``, within ``width``."""
    room = width - cell_len(start.plain)
    onward = max(8, width - cell_len(below))
    if room < _LEAST_ROOM:
        lines, pieces = [start], wrapped(words, onward)
    else:
        pieces = wrapped(words, room)
        lines = [start.append(pieces[0], style=style)]
        pieces = wrapped(words[len(pieces[0]) :].lstrip(), onward) if len(pieces) > 1 else []
    return lines + [Text.assemble((below, "dim"), (piece, style)) for piece in pieces]


def _rest(view: View, width: int) -> list[Text]:
    graph = view.graph
    lines: list[Text] = []
    for first, second in graph.bidirected:
        words = f"{one_line(first)} ↔ {one_line(second)} unobserved common cause"
        lines += _hanging(Text(), words, "magenta", "  ", width)
    latent = {unit for pair in graph.bidirected for unit in pair}
    loose = [u.id for u in graph.units if not graph.reach.degree(u.id) and u.id not in latent]
    if loose:
        noun = "unit" if len(loose) == 1 else "units"
        names = ", ".join(map(one_line, loose))
        words = f"{len(loose)} {noun} without a causal link: {names}"
        lines += _hanging(Text(), words, "dim", "  ", width)
    return lines
