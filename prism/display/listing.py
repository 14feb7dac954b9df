"""A graph as a table and as marks in its own text, for the terminal."""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line, visible
from prism.display.scene import SIGNS, marks
from prism.display.section import NARROW
from prism.display.segments import segments
from prism.display.view import View
from prism.graph import Edge
from prism.graph.diff import State

__all__ = ["edge_table", "marked_text"]

_STYLES: Mapping[State, str] = {"added": "green", "removed": "red", "changed": "yellow", "kept": ""}
_LABEL = 14  # cells of a relation's name that are not broken


def edge_table(view: View, width: int = 80) -> Table:
    """Return one row an edge, causal ones first, and one row a unit that no edge touches.

    On a screen of few cells the parser's confidence is left out.

    >>> from prism.graph import CausalGraph
    >>> edge_table(View(CausalGraph.of("abc", [(0, 1, "CAUSE")]))).row_count
    2
    """
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False)
    table.add_column("", no_wrap=True)
    table.add_column("cause or source", overflow="fold", ratio=2)
    longest = max((cell_len(one_line(edge.label)) for edge in view.graph.edges), default=0)
    table.add_column("relation", overflow="fold", ratio=1, min_width=min(longest, _LABEL))
    table.add_column("effect or target", overflow="fold", ratio=2)
    if width >= NARROW:
        table.add_column("conf.", justify="right", no_wrap=True)
    for edge in sorted(view.graph.edges, key=lambda edge: not edge.reach):
        state = view.edges.get(edge.id, "kept")
        table.add_row(
            Text(f"{one_line(edge.id)} {SIGNS[state]}".rstrip(), style="dim"),
            _end(edge.source, view),
            _relation(edge, view),
            _end(edge.target, view),
            *([Text(f"{edge.confidence:.2f}", style="dim")] if width >= NARROW else []),
            style=_STYLES[state] or ("" if edge.reach else "dim"),
        )
    touched = {end for edge in view.graph.edges for end in (edge.source, edge.target)}
    for unit in view.graph.units:
        if unit.id not in touched:
            table.add_row("", _end(unit.id, view), Text("–", style="dim"), style="dim")
    for first, second in view.graph.bidirected:
        table.add_row("", _end(first, view), Text("↔ unobserved cause"), _end(second, view))
    return table


def marked_text(view: View) -> Text:
    """Return the source text with its units in brackets and its cues in guillemets.

    Without a source text the units stand one a line.

    >>> from prism.graph import CausalGraph, Unit
    >>> g = CausalGraph((Unit("u1", "it rained", 0, 9),), text="it rained.")
    >>> marked_text(View(g)).plain
    '[u1 it rained].'
    """
    graph = view.graph
    if not graph.text:
        units = (
            Text.assemble((one_line(u.id), "bold"), " ", one_line(u.text)) for u in graph.units
        )
        return Text("\n").join(units)
    marked = Text()
    for piece in segments(graph):
        for unit in piece.opens:
            marked.append("[", style="dim").append(one_line(unit), style="bold cyan").append(" ")
        words = visible(piece.text)
        if piece.cues:
            words = f"«{words}»"
        style = "bold yellow" if piece.cues else _unit_style(piece.units, view)
        marked.append(words, style=style)
        marked.append("]" * len(piece.closes), style="dim")
    return marked


def _unit_style(units: tuple[str, ...], view: View) -> str:
    if not units:
        return "dim"
    return _STYLES[view.units.get(units[0], "kept")]


def _relation(edge: Edge, view: View) -> Text:
    shown = Text(one_line(edge.label), style="cyan" if edge.reach else "")
    if edge.cue:
        shown.append(f" “{one_line(edge.cue.text)}”", style="italic")
    if edge.id in view.verdicts:
        shown.append(f" {view.verdicts[edge.id]}")
    return shown


def _end(unit: str, view: View) -> Text:
    found = view.graph.by_id[unit]
    shown = Text.assemble((one_line(unit), "bold"), " ", one_line(found.text))
    extra = [kind for kind in [found.kind] if kind != "event"] + marks(found, view)
    return shown.append(f" ({', '.join(extra)})", style="dim") if extra else shown
