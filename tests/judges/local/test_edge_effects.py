"""Effects in light words are effects; that something would be different is none."""

import pytest

from prism.judges.local.edge_ruling import rule
from prism.judges.model.reading import End, read

EFFECTS = [
    "The rain fell, so the match was called off.",
    "Grapes and wheat are pollinated by wind, so their yields would hardly change.",
    "The road flooded, so the guests gave up.",
    "The rain fell, so it was called off.",
    "The bid was low, so the board turned it down.",
    "The tutor fell ill, so the class was put off.",
    "The fuse blew, so the lights went out.",
    "The ice melted, so the bridge gave way.",
    "The rope snapped, so the climber let go.",
    "The mayor resigned, so the council took over.",
    "The dose was small, so the pulse scarcely changed.",
    "The road is long, so the price would not change.",
    "The wall is thick, so nothing would change.",
    "The seal held, so the pressure would remain the same.",
    "The host was ill, so the party did not happen.",
    "The king went out because the lights had gone out.",
]
VAGUE = [
    "The moon would vanish, so things would be different.",
    "The rain stopped, so everything would change.",
    "The king died, so things would turn out differently.",
    "The bees vanished, so life would never be the same.",
    "The dam broke, so the town would not be the same again.",
    "The moon vanished, so matters would not stay the same.",
    "The war came, so things would go on differently.",
    "The law passed, so people would be affected.",
    "The rain fell, so things happened.",
    "The tax rose, so there would be changes.",
    "The sea rose, so one does not know what would happen.",
]


def verdict(text: str) -> str:
    """Return what is ruled of the only causal edge that is found in ``text``."""
    reading = read(text)
    [edge] = [edge for edge in reading.graph.edges if edge.causal]
    units = [reading.graph.by_id[name] for name in (edge.source, edge.target)]
    spans = [(unit.start or 0, unit.end or 0) for unit in units]
    ends = [End(text[slice(*span)], span, reading.words_in(span)) for span in spans]
    return rule(reading, frozenset(), *ends, edge.label).way


@pytest.mark.parametrize("text", EFFECTS)
def test_an_act_in_light_words_and_a_denied_change_are_effects(text: str) -> None:
    assert verdict(text) == "forward"


@pytest.mark.parametrize("text", VAGUE)
def test_that_something_would_be_different_is_no_effect(text: str) -> None:
    assert verdict(text) == "none"
