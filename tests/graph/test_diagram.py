"""DOT and Mermaid: complete, and inert whatever the labels say."""

import re

from hypothesis import given
from hypothesis import strategies as st

from prism.graph import CausalGraph, Cue
from prism.graph.diagram import to_dot, to_mermaid

HOSTILE = st.text(max_size=40) | st.sampled_from(
    [
        '"];}',
        "\\",
        '\\"',
        "]]>",
        "<script>",
        "--> n9",
        "%%{init}%%",
        "click n1 call f()",
        "\u202e",
        "\x1b[2J",
        "a\nb",
    ]
)


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    texts = draw(st.lists(HOSTILE, min_size=2, max_size=4))
    end = st.integers(0, len(texts) - 1)
    label = HOSTILE | st.just("CAUSE")
    graph = CausalGraph.of(texts, draw(st.lists(st.tuples(end, end, label), max_size=4)))
    cue = Cue(draw(HOSTILE))
    edges = tuple(type(e)(e.id, e.source, e.target, e.label, cue) for e in graph.edges)
    return graph.replace(edges=edges, bidirected=(("u1", "u2"),))


@given(graphs())
def test_every_line_of_dot_is_one_statement(graph: CausalGraph) -> None:
    quoted = r'"(?:[^"\\\n]|\\["\\n])*"'
    shapes = (
        rf"  n\d+ \[label={quoted}\];",
        rf"  n\d+ -> n\d+ \[label={quoted}(, style=dashed)?\];",
        r"  n\d+ -> n\d+ \[dir=both, style=dotted\];",
    )
    lines = to_dot(graph).split("\n")[3:-2]
    assert all(any(re.fullmatch(shape, line) for shape in shapes) for line in lines), lines
    assert len(lines) == len(graph.units) + len(graph.edges) + 1


@given(graphs())
def test_every_line_of_mermaid_is_one_statement(graph: CausalGraph) -> None:
    quoted = r'"(?:[\w .,:\'-]|#\d+;|<br/>)*"'
    shapes = (
        rf"  n\d+\[{quoted}\]",
        rf"  n\d+ (-->|-\.->)\|{quoted}\| n\d+",
        r"  n\d+ <-\.-> n\d+",
    )
    lines = to_mermaid(graph).split("\n")[1:-1]
    assert all(any(re.fullmatch(shape, line) for shape in shapes) for line in lines), lines
    assert len(lines) == len(graph.units) + len(graph.edges) + 1
