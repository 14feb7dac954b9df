"""Links that words state: which of them the local judge finds supported."""

import pytest

from prism.judges.local.content import text_content
from prism.judges.local.edge_ruling import rule
from prism.judges.model.reading import read
from prism.text.parse import parse

LAKE = "What if the lake dried up?"


def codes(text: str, question: str = "") -> list[str | None]:
    """Return the code of every causal link of ``text``, None of a supported one."""
    graph, reading = parse(text), read(text)
    found = []
    for edge in graph.edges:
        if edge.causal:
            ends = [
                reading.end(unit.text, unit.start, unit.end)
                for unit in (graph.by_id[edge.source], graph.by_id[edge.target])
            ]
            ruling = rule(reading, text_content(question), *ends, edge.label)
            found.append(ruling.code if ruling.way == "none" else None)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "The rain fell, so the match was called off.",
        "The road flooded, so the guests gave up.",
        "The dam broke because the river rose.",
        "The bid was low, so the board turned it down.",
        "I think that the road flooded because it rained.",
        "We can expect that the mill will close because the river dries up.",
    ],
)
def test_what_happens_may_bring_about_anything(text):
    assert codes(text) == [None]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The moon is green, so taxes fall.", "not_known"),
        ("Because the carpet is purple, the king resigned.", "not_known"),
        ("Prices would rise because prices would be higher.", "tautology"),
        ("There is no evidence that the road flooded because it rained.", "not_asserted"),
        ("It is unlikely that the road flooded because it rained.", "not_asserted"),
        ("They lied when they said that the road flooded because it rained.", "not_asserted"),
        ("We reject the idea that the road flooded because it rained.", "not_asserted"),
        ("Oh sure, as if the road flooded because it rained.", "not_asserted"),
    ],
)
def test_a_link_that_is_only_stated(text, code):
    assert codes(text) == [code]


def test_two_claims_that_are_each_the_reason_of_the_other():
    circle = "Wages rose because prices rose. Prices rose because wages rose."
    assert set(codes(circle)) == {"circular"}
    assert codes("Wages rose because prices rose. Prices rose because oil ran short.") == [None] * 2


def test_a_loop_that_is_called_one_is_no_circle():
    loop = (
        "In a feedback loop, wages rose because prices rose. In the same loop, prices rose because "
        "wages rose."
    )
    assert "circular" not in codes(loop)


def test_links_about_the_question_and_what_follows_from_them_hold():
    text = (
        "The lake would dry up, so fish would die. Because fish would die, fishermen would leave."
    )
    assert set(codes(text, LAKE)) <= {None, "restates_question"}
    assert "not_known" in codes("Because the lantern broke, the violin sang.", LAKE)
