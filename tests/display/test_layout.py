"""No box overlaps another, causes stand left of effects, and no line runs through a box."""

import itertools
import json

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.display.geometry import Box, text_width
from prism.display.layout import Layout, layout
from prism.files.graph import read_graph
from prism.graph import CausalGraph
from prism.resources import folder

WORDS = [
    "rain",
    "river",
    "bridge",
    "harvest",
    "the",
    "of",
    "extraordinarily",
    "farmers",
    "prices",
    "河",
    "🜂",
]
END = st.integers(0, 11)
LABEL = st.sampled_from(["CAUSE", "RESULT", "CONTRAST"])


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    text = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
    texts = draw(st.lists(text, min_size=12, max_size=12))
    graph = CausalGraph.of(texts, draw(st.lists(st.tuples(END, END, LABEL), max_size=22)))
    return graph.replace(bidirected=draw(st.sampled_from([(), (("u1", "u5"),)])))


def overlap(one: Box, other: Box) -> bool:
    apart = one.right <= other.x or other.right <= one.x
    return not (apart or one.bottom <= other.y or other.bottom <= one.y)


def check(graph: CausalGraph, placed: Layout) -> None:
    assert placed.boxes.keys() == graph.by_id.keys()
    assert placed.lines.keys() == graph.edge_by_id.keys()
    assert len(placed.latent) == len(graph.bidirected)
    for one, other in itertools.combinations(placed.boxes.values(), 2):
        assert not overlap(one, other)
    for box in placed.boxes.values():
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= placed.width
        assert box.bottom <= placed.height
        assert all(text_width(line) <= box.width for line in box.lines)
    together = {
        unit: number
        for number, group in enumerate(networkx.strongly_connected_components(graph.reach))
        for unit in group
    }
    for edge in graph.edges:
        source, target = placed.boxes[edge.source], placed.boxes[edge.target]
        points = placed.lines[edge.id].points
        assert source.y <= points[0][1] <= source.bottom
        assert target.y <= points[-1][1] <= target.bottom
        if not edge.reach or together[edge.source] == together[edge.target]:
            continue
        assert source.right < target.x
        for (x1, y1), (x2, _) in list(itertools.pairwise(points))[1::2]:
            blocked = [b for b in placed.boxes.values() if b.x < x2 and b.right > x1]
            assert not any(b.y < y1 < b.bottom for b in blocked)


@settings(max_examples=60)
@given(graphs())
def test_random_graphs(graph: CausalGraph) -> None:
    check(graph, layout(graph))


@pytest.mark.parametrize(
    "name", sorted(f.name for f in folder("graphs").iterdir() if f.name.endswith(".json"))
)
def test_reference_graphs(name: str) -> None:
    graph = read_graph(json.loads((folder("graphs") / name).read_text("utf-8")), name)
    check(graph, layout(graph))


def test_many_small_parts_fill_a_window_and_not_a_strip() -> None:
    pairs = [(i, i + 1, "CAUSE") for i in range(0, 40, 2)]
    placed = layout(CausalGraph.of(["rain fell"] * 60, pairs))
    assert 1.2 < placed.width / placed.height < 2.6


def test_a_cycle_is_framed_once() -> None:
    graph = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 0, "CAUSE"), (1, 2, "CAUSE")])
    placed = layout(graph)
    (frame,) = placed.frames
    inside = {
        name
        for name, box in placed.boxes.items()
        if frame.x <= box.x and box.right <= frame.x + frame.width
        and frame.y <= box.y and box.bottom <= frame.y + frame.height
    }  # fmt: skip
    assert inside == {"u1", "u2"}


def test_a_long_text_is_cut_short_but_never_silently() -> None:
    (box,) = layout(CausalGraph.of(["word " * 200])).boxes.values()
    assert len(box.lines) == 9
    assert box.lines[-1].endswith("…")
