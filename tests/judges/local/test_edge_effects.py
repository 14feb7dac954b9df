"""Effects in light words are effects; that something would be different is none."""

import pytest

from prism.judges.local.edge_effects import says_effect, vague_words
from prism.judges.local.edge_ruling import rule
from prism.judges.model.reading import End, read
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

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


def tokens_of(text: str) -> tuple[Tokens, tuple[int, int]]:
    tokens = Tokens.of(analyse(text))
    return tokens, (0, len(tokens))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The match was called off.", True),
        ("The board turned it down.", True),  # the particle stands behind the object
        ("The bridge gave way.", True),
        ("They carried on.", False),  # no light verb
        ("Everything fell apart.", False),  # of all things
        ("The wall fell apart.", True),
        ("The plan was set up differently.", False),
        ("It turned out that Ada slept.", False),  # no act
        ("Ada brought up the matter.", False),
        ("Ada looked up.", False),
        ("Ada went up the hill.", False),  # a place, no particle
        ("The price would not change.", True),
        ("The price would change.", False),
        ("Nothing would change.", True),
        ("No price would change.", True),
        ("The pressure would remain the same.", True),
        ("The pressure would not remain the same.", False),
        ("The pressure would not be different.", True),
        ("The prices would not seem to change.", True),
        ("They read the same book.", False),
        ("It made no difference.", False),
        ("The party did not happen.", True),
        ("Ada slept.", False),
    ],
)
def test_which_words_name_an_act_or_deny_a_change(text: str, said: bool) -> None:
    assert says_effect(*tokens_of(text)) is said


def test_only_the_words_of_the_span_are_looked_at() -> None:
    tokens, (_, end) = tokens_of("The match was called off. Ada slept.")
    assert says_effect(tokens, (0, 6))
    assert not says_effect(tokens, (6, end))
    assert not says_effect(tokens, (0, 4))  # without its particle


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Things would be different.", True),
        ("Life would never be the same again.", True),
        ("Life would be the same.", False),
        ("The match was called off.", False),
    ],
)
def test_where_all_is_different_going_on_adds_nothing(text: str, again: bool) -> None:
    words = vague_words(*tokens_of(text))
    assert {"change", "alter"} <= words
    assert ({"again", "on", "remain"} <= words) is again
    assert ("again" in words) is again
