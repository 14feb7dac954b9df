"""The facts of a stretch: the unit without its connective, and each particular by itself."""

import pytest

from prism.entailment.facts import facts


@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("However, the boat sank near Oslo in 2011.",
         ["the boat sank near Oslo in 2011", "the boat sank near Oslo", "the boat sank in 2011"]),
        ("Ana sang loudly.", ["Ana sang loudly"]),
        ("Red and blue.", []),
        ("And.", []),
        ("The boat of Ben's sister sank quickly in Oslo.",
         ["The boat of Ben's sister sank quickly in Oslo"]),  # one particular is the whole
        ("Because it rained in May near Oslo!",
         ["it rained in May near Oslo", "it rained in May", "it rained near Oslo"]),
    ],
)  # fmt: skip
def test_a_unit_and_its_particulars(story: str, told: list[str]) -> None:
    assert [fact.text for fact in facts(story, 0, len(story))] == told


def test_offsets_are_those_of_the_story() -> None:
    story = "It was shut, so Ana Lee moved to Oslo in 2011. She sang."
    found = facts(story, story.index("so"), story.index(". She"))
    assert [story[f.start : f.end] for f in found] == [
        "Ana Lee moved to Oslo in 2011",
        "Ana Lee moved to Oslo",
        "Ana Lee moved to Oslo in 2011",
    ]
    assert found[2].text == "Ana Lee moved in 2011"


def test_a_unit_borrows_the_subject_it_shares() -> None:
    story = "Ana moved to Oslo and bought a boat in 2011."
    start = story.index("and")
    assert [f.text for f in facts(story, start, len(story))] == ["Ana bought a boat in 2011"]
    assert [f.text for f in facts(story, 0, start)] == ["Ana moved to Oslo"]
    assert facts(story, start, len(story))[0].start == story.index("bought")


@pytest.mark.parametrize(
    ("story", "unit", "told"),
    [
        ("Ana wanted to move to Oslo in May.", "to move to Oslo in May",
         "Ana to move to Oslo in May"),
        ("Ana sang while living in Oslo.", "living in Oslo", "Ana living in Oslo"),
        ("Ana met a man who lived in Oslo.", "lived in Oslo", "a man lived in Oslo"),
        ("Ana sang and Ben danced.", "Ben danced", "Ben danced"),
    ],
)  # fmt: skip
def test_the_subject_of_a_part(story: str, unit: str, told: str) -> None:
    start = story.index(unit)
    assert facts(story, start, start + len(unit))[0].text == told
