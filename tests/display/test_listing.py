"""Table and marked text are complete and harmless."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.display.plain import visible
from prism.display.segments import segments
from prism.display.show import FILE_FORMATS, TERMINAL_FORMATS, show
from prism.display.view import View, view
from prism.graph import CausalGraph, Cue, Edge, Unit

TEXT = st.text(max_size=30)


@st.composite
def marked(draw: st.DrawFn) -> CausalGraph:
    """A text with units and cues anywhere in it, overlapping ones too."""
    text = draw(TEXT)
    place = st.integers(0, len(text))
    spans = draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=4))
    units = tuple(Unit(f"u{i}", text[s:e], s, e) for i, (s, e) in enumerate(spans))
    start, end = draw(st.tuples(place, place).map(sorted))
    edges = (Edge("e1", "u0", "u0", "CAUSE", Cue(text[start:end], start, end)),)
    return CausalGraph(units, edges, text=text)


@given(marked())
def test_segments_are_the_text_and_cover_what_they_say(graph: CausalGraph) -> None:
    pieces = segments(graph)
    assert "".join(piece.text for piece in pieces) == graph.text
    for unit in graph.units:
        covered = "".join(piece.text for piece in pieces if unit.id in piece.units)
        assert covered == unit.text
    assert "".join(p.text for p in pieces if p.cues) == graph.edges[0].cue.text  # type: ignore[union-attr]


def test_units_and_cues_are_marked() -> None:
    text = "The road was icy, so the lorry skidded."
    units = (Unit("u1", text[:16], 0, 16), Unit("u2", text[21:38], 21, 38))
    graph = CausalGraph(units, (Edge("e1", "u1", "u2", "CAUSE", Cue("so", 18, 20)),), text=text)
    assert show(View(graph), "text") == "[u1 The road was icy], «so» [u2 the lorry skidded].\n"


def test_the_table_holds_every_edge_and_every_unit() -> None:
    graph = CausalGraph.of(
        ["alpha", "beta", "gamma", "delta"],
        [(0, 1, "CONTRAST"), (1, 2, "CAUSE")],
        bidirected=(("u1", "u3"),),
    )
    text = show(View(graph), "table", width=100)
    assert re.search(r"e2 +u2 beta +CAUSE +u3 gamma", text)
    assert re.search(r"e1 +u1 alpha +CONTRAST +u2 beta", text)
    assert text.index("e2") < text.index("e1 ")
    assert "u4 delta" in text
    assert re.search(r"u1 alpha +↔ unobserved cause +u3 gamma", text)


HOSTILE = "\x1b[31mred\x1b]0;t\x07 \u202eright\u202c [bold]markup[/bold] :boom: \x00 ]]> <script>"


@pytest.mark.parametrize("form", sorted(TERMINAL_FORMATS))
@pytest.mark.parametrize("width", [60, 80, 200])
def test_hostile_texts_are_harmless_in_every_terminal_form(form: str, width: int) -> None:
    units = (Unit(HOSTILE, HOSTILE, 0, 5), Unit("u2", HOSTILE))
    edge = Edge("e\x1b[1m", HOSTILE, "u2", "CAUSE\x1b[5m", Cue(HOSTILE))
    shown = show(View(CausalGraph(units, (edge,), text=HOSTILE)), form, width=width)
    assert visible(shown) == shown
    assert "[bold]" in shown.replace("\n", "").replace(" ", "")
    assert max(map(len, shown.split("\n"))) <= width


@settings(max_examples=30)
@given(marked())
def test_every_format_draws_every_graph(graph: CausalGraph) -> None:
    for form in (*TERMINAL_FORMATS, *FILE_FORMATS):
        assert show(view(graph, causal=True, focus="u0", radius=2), form)
