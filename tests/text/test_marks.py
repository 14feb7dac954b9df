"""Marks that other readings compete with: what each says, and what it must not be taken for."""

import pytest

from prism.text.connectives import connectives
from prism.text.nlp import analyse
from prism.text.parse import parse

CAUSAL = {"CAUSE", "RESULT", "CONSEQUENCE", "EXPLANATION", "PURPOSE", "CONDITION"}


def marks(text: str) -> list[tuple[str, str]]:
    """The causal marks of a text: cue in lower case, and sense."""
    found = connectives(analyse(text))
    return [(each.text.lower(), each.sense) for each in found if each.sense in CAUSAL]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained. So the match was cancelled.", ("so", "RESULT")),
        ("The scores are six and eight. So, the mean is seven.", ("so", "RESULT")),
        ("The pump failed. So that is settled.", ("so", "RESULT")),
        ("She spoke slowly so that everyone could follow.", ("so that", "PURPOSE")),
        ("The bridge was weak and therefore it was closed.", ("and therefore", "CONSEQUENCE")),
        ("The sample is small and thus has little weight.", ("and thus", "CONSEQUENCE")),
        ("The sample is small; thus it has little weight.", ("thus", "CONSEQUENCE")),
        ("The price rises or falls, depending on what the harvest brings.",
         ("depending on", "CONDITION")),
        ("The driver was arrested for leaving the scene.", ("for", "CAUSE")),
        ("The road was closed, as many drivers assumed that it was icy.", ("as", "CAUSE")),
        ("She has been staying indoors since the roads are icy.", ("since", "CAUSE")),
        ("If not treated, the wound will fester.", ("if", "CONDITION")),
    ],
)  # fmt: skip
def test_a_mark_is_read(text, expected):
    assert marks(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "The lake is, so to speak, a mirror.",
        "Many, if not all, of the farmers kept bees.",
        "Oh yeah, that was fun. Um, yes, we saw it all. So, the lake was cold. Yeah, oh well.",
        "He does not care if the roof leaks.",
        "She was famous for baking bread.",
        "Beauty is a matter of taste, as many critics assume.",
        "The mill was closed, as would follow from the contract.",
        "He has been painting barns since he was a boy.",
        "The time that has elapsed since the ship left port is a week.",
    ],
)
def test_words_that_only_look_like_a_mark_are_left_alone(text):
    assert marks(text) == []


def test_a_restarted_clause_is_marked_once():
    text = "The court would agree if you -- if someone were to file the copy."
    assert [cue for cue, _ in marks(text)] == ["if"]


def test_a_conclusion_keeps_its_edge():
    graph = parse("It rained all night. So the match was cancelled.")
    assert [(edge.source, edge.label, edge.target) for edge in graph.edges] == [
        ("u1", "RESULT", "u2")
    ]


def test_what_one_is_arrested_for_is_the_cause():
    [found] = connectives(analyse("The driver was arrested for leaving the scene."))
    assert found.cause == "arg2"
