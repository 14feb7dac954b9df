"""What a cause or effect shares with the clauses joined to it."""

import pytest

from prism.text.parse import parse


def links(text: str) -> set[tuple[str, str]]:
    graph = parse(text)
    held = {unit.id: unit.text.strip(" ,.") for unit in graph.units}
    return {(held[e.source], held[e.target]) for e in graph.edges if e.causal}


@pytest.mark.parametrize(
    ("text", "cause", "effects"),
    [
        ("Because rain fell, the road flooded and the school closed.", "Because rain fell",
         ["the road flooded", "and the school closed"]),
        ("If it rains, the match is off and we go home.", "If it rains",
         ["the match is off", "and we go home"]),
        ("Rain fell, so the road flooded and the school closed.", "Rain fell",
         ["so the road flooded", "and the school closed"]),
        # Each of these clauses goes its own way.
        ("Because rain fell, the road flooded but the school stayed open.", "Because rain fell",
         ["the road flooded"]),
        ("Rain fell, so the road flooded, and the school closed.", "Rain fell",
         ["so the road flooded"]),
        ("Rain fell. Trees therefore grew, and boats were sold.", "Rain fell",
         ["Trees therefore grew"]),
    ],
)  # fmt: skip
def test_a_link_holds_for_clauses_joined_by_and(text, cause, effects):
    assert links(text) == {(cause, effect) for effect in effects}
