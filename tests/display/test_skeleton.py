"""The tree fits its width, holds every causal edge once, and lets no escape through."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from prism.display.plain import visible
from prism.display.show import show
from prism.display.skeleton import skeleton
from prism.display.view import View, view
from prism.graph import CausalGraph, Cue, Edge

END = st.integers(0, 8)
LABEL = st.sampled_from(["CAUSE", "RESULT", "SEQUENCE"])
WORDS = st.lists(
    st.sampled_from(["rain", "the", "river", "河川", "harvest", "\x1b[31m", "\u202e"]), max_size=30
)
GRAPHS = st.builds(
    CausalGraph.of,
    st.lists(WORDS.map(" ".join), min_size=9, max_size=9),
    st.lists(st.tuples(END, END, LABEL), max_size=16, unique_by=lambda link: link[:2]),
)


@given(GRAPHS, st.sampled_from([60, 80, 200]))
def test_every_line_fits(graph: CausalGraph, width: int) -> None:
    lines = skeleton(View(graph), width).plain.split("\n")
    assert all(cell_len(line) <= width for line in lines), lines
    assert visible("\n".join(lines)) == "\n".join(lines)


@given(GRAPHS)
def test_every_causal_edge_stands_once_and_every_unit_once(graph: CausalGraph) -> None:
    named = graph.replace(
        units=tuple(type(u)(u.id, f"[{u.id}]") for u in graph.units),
        edges=tuple(Edge(e.id, e.source, e.target, e.label, Cue(e.id)) for e in graph.edges),
    )
    text = skeleton(View(named), 400).plain
    cues = re.findall(r"“(e\d+)”", text)
    assert sorted(cues) == sorted(edge.id for edge in named.edges if edge.reach)
    tree, _, rest = text.partition("without a causal link")
    linked = [unit for unit, degree in named.reach.degree() if degree]
    assert sorted(re.findall(r"\[(u\d+)\]", tree)) == sorted(linked)
    assert sorted(re.findall(r"u\d+", rest)) == sorted(named.by_id.keys() - set(linked))


@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_chain_of_fifty_never_runs_out_of_room(width: int) -> None:
    chain = CausalGraph.of(
        [f"step {i} was carried out by the whole crew" for i in range(50)],
        [(i, i + 1, "CAUSE") for i in range(49)],
    )
    text = skeleton(View(chain), width).plain
    assert all(f"step {i} " in text.replace("\n", " ") for i in range(50))
    assert max(map(cell_len, text.split("\n"))) <= width


def test_colour_only_where_it_is_asked_for() -> None:
    graph = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")])
    assert "\x1b" not in show(View(graph), "tree")
    assert "\x1b[" in show(View(graph), "tree", colour=True)


def test_a_comparison_marks_what_changed() -> None:
    old = CausalGraph.of(["the dam burst", "the town flooded", "a dog barked"], [(0, 1, "CAUSE")])
    new = CausalGraph.of(
        ["the dam held", "the town flooded", "people slept"], [(0, 1, "CAUSE"), (1, 2, "CAUSE")]
    )
    text = show(view(new, against=old), "tree")
    assert "u1 the dam held (~ changed)" in text
    assert "u3 people slept (+ added)" in text
    assert "CAUSE (added)" in text
    assert "-u3" in text
