"""Export to the two diagram languages that other programs draw: Graphviz DOT and Mermaid.

Labels are hostile until escaped: nothing in a unit's text can close a string, start a directive
or bring markup into the drawing. Nodes are numbered, so unit ids never reach the syntax.
"""

import textwrap
import unicodedata

from prism.graph.model import CausalGraph, Edge

__all__ = ["to_dot", "to_mermaid"]

_WIDTH = 32


def to_dot(graph: CausalGraph) -> str:
    r"""Return ``graph`` in Graphviz DOT; edges that are not causal are dashed.

    >>> print(to_dot(CausalGraph.of(['say "no"', "go"], [(0, 1, "CAUSE")])))
    digraph prism {
      rankdir=TB;
      node [shape=box, style=rounded];
      n1 [label="say \"no\""];
      n2 [label="go"];
      n1 -> n2 [label="CAUSE"];
    }
    <BLANKLINE>
    """
    node = _numbers(graph)
    lines = ["digraph prism {", "  rankdir=TB;", "  node [shape=box, style=rounded];"]
    lines += [f'  {node[unit.id]} [label="{_dot(unit.text)}"];' for unit in graph.units]
    for edge in graph.edges:
        style = "" if edge.reach else ", style=dashed"
        label = _dot(_edge_label(edge))
        lines.append(f'  {node[edge.source]} -> {node[edge.target]} [label="{label}"{style}];')
    for first, second in graph.bidirected:
        lines.append(f"  {node[first]} -> {node[second]} [dir=both, style=dotted];")
    return "\n".join([*lines, "}", ""])


def to_mermaid(graph: CausalGraph) -> str:
    """Return ``graph`` as a Mermaid flowchart; edges that are not causal are dotted.

    >>> print(to_mermaid(CausalGraph.of(["<b>", "go"], [(0, 1, "CAUSE")])))
    flowchart TD
      n1["#60;b#62;"]
      n2["go"]
      n1 -->|"CAUSE"| n2
    <BLANKLINE>
    """
    node = _numbers(graph)
    lines = ["flowchart TD"]
    lines += [f'  {node[unit.id]}["{_mermaid(unit.text)}"]' for unit in graph.units]
    for edge in graph.edges:
        arrow = "-->" if edge.reach else "-.->"
        label = _mermaid(_edge_label(edge))
        lines.append(f'  {node[edge.source]} {arrow}|"{label}"| {node[edge.target]}')
    lines += [f"  {node[first]} <-.-> {node[second]}" for first, second in graph.bidirected]
    return "\n".join([*lines, ""])


def _numbers(graph: CausalGraph) -> dict[str, str]:
    return {unit.id: f"n{number}" for number, unit in enumerate(graph.units, 1)}


def _edge_label(edge: Edge) -> str:
    return f"{edge.label}: {edge.cue.text}" if edge.cue else edge.label


def _lines(text: str) -> list[str]:
    """Wrap ``text``, with controls and format characters (bidi, zero width) as a blank."""
    shown = "".join(" " if unicodedata.category(c) in {"Cc", "Cf", "Cs"} else c for c in text)
    return textwrap.wrap(shown, _WIDTH) or [" "]


def _dot(text: str) -> str:
    return "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in _lines(text))


def _mermaid(text: str) -> str:
    return "<br/>".join(
        "".join(c if c.isalnum() or c in " .,:'-" else f"#{ord(c)};" for c in line)
        for line in _lines(text)
    )
