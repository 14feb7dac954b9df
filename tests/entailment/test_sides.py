"""Which clause of a story a side of a connective speaks of, and whether that still stands."""

import pytest

from prism.entailment.sides import Side, changes, side, told_graph

STORY = "The pump failed, so the cellar flooded. Ada had painted the door in 1990."


def spoken_of(words: str, changed: tuple[tuple[str, str], ...] = ()) -> tuple[str, object] | None:
    graph = told_graph(STORY)
    found = side(graph, words, changed)
    return None if found is None else (graph.by_id[found.unit].text, found.stands)


@pytest.mark.parametrize(
    ("words", "unit", "stands"),
    [
        ("the pump failed", "The pump failed", True),
        ("the pump did not fail", "The pump failed", False),
        ("the pump worked", "The pump failed", False),
        ("the pump would have failed", "The pump failed", False),
        ("the cellar flooded", "the cellar flooded", True),
        ("the cellar stayed dry", None, None),
        ("Ada had painted the door in 1995", "Ada had painted the door in 1990", None),
        ("the moon was full", None, None),
        ("Ada slept", None, None),
    ],
)
def test_the_unit_and_whether_it_stands(words: str, unit: str | None, stands: bool | None) -> None:
    found = spoken_of(words)
    if unit is None:
        assert found is None or found[1] is not True
    else:
        assert found is not None
        assert found[0].rstrip(",. ").removeprefix("so ") == unit
        assert found[1] is stands


def test_what_is_as_near_to_two_units_speaks_of_neither() -> None:
    graph = told_graph("Ada met Ben. Ada met Carl.")
    assert side(graph, "Ada met Dora") is None
    assert side(told_graph(""), "Ada met Dora") is None


def test_a_change_stands_on_the_unit_it_intervenes_on() -> None:
    request = "What if a new engine had driven the pump?"
    graph = told_graph(STORY)
    pump = graph.units[0].id
    [(text, unit)] = changes(STORY, request)
    assert unit == pump
    assert "engine" in text
    assert side(graph, "a new engine drove the pump", ((text, unit),)) == Side(pump, False)
    other = side(graph, "the cellar flooded", ((text, unit),))
    assert other is not None
    assert other.unit != pump
    part = ((f"{text} in May near Oslo with five men", unit),)
    assert side(graph, "a new engine drove the pump", part) != Side(pump, False)
    assert changes(STORY, "  ") == ()
    assert changes(STORY, "What if penguins had invaded Norway?") == ()
