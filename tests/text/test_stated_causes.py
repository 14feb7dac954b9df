"""Units that state a cause are cut between its ends; words that only link them are in neither."""

import pytest

from prism.text.parse import parse


def links(text: str) -> list[tuple[str, str]]:
    graph = parse(text)
    held = {unit.id: unit.text for unit in graph.units}
    return [(held[e.source], held[e.target]) for e in graph.edges if e.causal]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("High prices lead growers to plant more trees.",
         ("High prices", "growers to plant more trees.")),
        ("Cheap loans led families to buy larger houses.",
         ("Cheap loans", "families to buy larger houses.")),
        ("Fewer birds means fewer seeds.", ("Fewer birds", "fewer seeds.")),
        ("No rain means no harvest.", ("No rain", "no harvest.")),
        ("More sun meant less mould.", ("More sun", "less mould.")),
        ("Rain → flood.", ("Rain", "flood.")),
        ("It was the heat that killed the crop.", ("the heat", "that killed the crop.")),
        ("It was the strike that delayed the trains.", ("the strike", "that delayed the trains.")),
        ("The vote would often have led to a change of course.",
         ("The vote", "a change of course.")),
        ("The floods were brought about by heavy rain.", ("heavy rain.", "The floods")),
        ("The reason the mill closed is that the river dried up.",
         ("is that the river dried up.", "the mill closed")),
        ("The reason why he left was that nobody paid him.",
         ("was that nobody paid him.", "why he left")),
        ("The dam prevented the flood.", ("The dam", "prevented the flood.")),
        ("The frost came early, meaning that the vines died.",
         ("The frost came early,", "that the vines died.")),
        ("Were the dam to break, the town would flood.",
         ("Were the dam to break,", "the town would flood.")),
        ("Grain needs no bees, so little would change.",
         ("Grain needs no bees,", "so little would change.")),
        ("It rained, so it flooded.", ("It rained,", "so it flooded.")),
        ("The valve stuck... so the boiler burst.", ("The valve stuck...", "so the boiler burst.")),
        ("He cut the dose approx. 20 mg because the patient fainted.",
         ("because the patient fainted.", "He cut the dose approx. 20 mg")),
    ],
)  # fmt: skip
def test_the_ends_are_what_is_linked(text, expected):
    assert links(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "The bees were brought to the coast by settlers.",
        "The parcel was brought home by a neighbour.",
        "The road leads to the coast.",
        "The tunnel led to a small door.",
        "As dark as it was, he read the map.",
        "Tired as she was, she walked home.",
        "The king gave rise to no new law.",
        "The reform hardly caused a change.",
        "The storm caused no damage.",
        "It was the mayor who wrote the letter.",
        "Freedom means responsibility.",
    ],
)
def test_what_states_no_cause_is_not_cut(text):
    assert links(text) == []
