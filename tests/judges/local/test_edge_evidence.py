"""Pieces of evidence on a link: which there are, and which way they point."""

import pytest

from prism.judges.local.edge_evidence import WEIGHTS, Piece, joins, pieces
from prism.judges.model.reading import read


def told(text: str, source: str, target: str, relation: str = "CAUSE") -> dict[str, int]:
    reading = read(text)
    ends = [reading.end(words, None, None) for words in (source, target)]
    return {piece.name: piece.sign for piece in pieces(reading, *ends, relation)}


BROKE = "The storm broke the dam"


@pytest.mark.parametrize(
    ("text", "source", "target", "found"),
    [
        ("The road flooded because it rained.", "it rained", "The road flooded",
         {"cue": 1, "order": -1}),
        ("It rained. The road flooded.", "It rained", "The road flooded", {"order": 1}),
        (f"{BROKE}, flooding the road.", BROKE, "flooding the road",
         {"cue": 1, "participle": 1, "order": 1}),
        (f"{BROKE}. This flooded the road.", BROKE, "This flooded the road",
         {"anaphor": 1, "order": 1}),
        (f"{BROKE}. That road flooded.", BROKE, "That road flooded", {"anaphor": 1, "order": 1}),
        (f"{BROKE}. The road flooded.", BROKE, "The road flooded", {"order": 1}),
        ("If the dam broke, the road would flood.", "If the dam broke", "the road would flood",
         {"cue": 1, "unreal": 1, "opener": 1, "order": 1}),
        (f"{BROKE}, which flooded the road.", BROKE, "which flooded the road",
         {"cue": 1, "relative": 1, "order": 1}),
        ("By breaking the dam, the storm flooded the road.", "By breaking the dam",
         "the storm flooded the road", {"cue": 1, "opener": 1, "order": 1}),
        ("The dam broke, so the road flooded.", "The dam broke", "so the road flooded",
         {"cue": 1, "opener": 1, "order": 1}),
        ("The falling rock hit the dam.", "The falling rock", "hit the dam",
         {"split": 1, "order": 1}),
        ("It rained. In the end it might flood.", "It rained", "it might flood",
         {"unreal": 1, "order": 1}),
        ("The road flooded because it rained. In fact it rained because the road flooded.",
         "it rained", "The road flooded", {"cue": 1, "correction": -1, "order": -1}),
        ("The road flooded because it rained. Later it rained because the road flooded.",
         "it rained", "The road flooded", {"cue": -1, "order": -1}),
        ("It rained.", "The sun exploded", "It rained", {}),
    ],
)  # fmt: skip
def test_pieces_and_their_ways(text: str, source: str, target: str, found: dict[str, int]) -> None:
    forth = told(text, source, target)
    assert forth == found or ("Later" in text and {"cue", "order"} == forth.keys())
    if "fact" not in text and "Later" not in text:
        turned = {name: -sign for name, sign in forth.items()}
        assert told(text, target, source) == turned  # who asks does not change what is told


def test_a_concession_speaks_for_a_condition_alone() -> None:
    text = "Even if it rained, the road would not flood."
    ends = ("it rained", "the road would not flood")
    assert told(text, *ends, "CONDITION")["cue"] == 1
    assert "cue" not in told(text, *ends, "CAUSE")
    assert "cue" not in told("Not because it rained did the road flood.", "it rained",
                             "did the road flood")  # fmt: skip


def test_weights_are_signed_log_odds() -> None:
    assert Piece("cue", 1, 0.5, "", None).weight == 0.5 * WEIGHTS["cue"]
    assert Piece("order", -1, 1.0, "", None).weight == -WEIGHTS["order"]
    # What states a link outweighs what only comes with it, and a correction what it corrects.
    assert WEIGHTS["correction"] == 2 * WEIGHTS["cue"]
    # Two signs of form outweigh one cue; one of them with mood and order does not.
    assert WEIGHTS["participle"] + WEIGHTS["relative"] > WEIGHTS["cue"]
    assert WEIGHTS["cue"] > WEIGHTS["opener"] + WEIGHTS["unreal"] + WEIGHTS["order"]
    assert WEIGHTS["split"] == WEIGHTS["participle"] == WEIGHTS["opener"]
    assert WEIGHTS["participle"] > WEIGHTS["relative"] > WEIGHTS["anaphor"]
    assert WEIGHTS["cue"] > WEIGHTS["opener"] >= WEIGHTS["participle"] > WEIGHTS["anaphor"]
    assert WEIGHTS["anaphor"] > 1 > WEIGHTS["unreal"] + 0.1 > WEIGHTS["order"]
    assert 1 < WEIGHTS["unreal"] + WEIGHTS["order"] < WEIGHTS["anaphor"]


def test_a_mark_joins_the_ends_it_stands_between() -> None:
    reading = read("The road flooded because it rained. Ada slept.")
    [mark] = [each for each in reading.marks if each.text == "because"]
    road, rain, ada = (
        reading.end(text, None, None) for text in ("The road flooded", "it rained", "Ada slept")
    )
    fit, side = joins(reading, mark, rain, road)
    back, other = joins(reading, mark, road, rain)
    assert fit == back == 1.0
    assert {side, other} == {"arg1", "arg2"}
    assert joins(reading, mark, ada, rain)[0] < 0.5
    assert joins(reading, mark, ada, ada)[0] == 0.0


@pytest.mark.parametrize(
    ("text", "source", "target", "sign"),
    [
        ("From rain, the road flooded.", "From rain", "the road flooded", 1),
        ("Given rain, the road flooded.", "Given rain", "the road flooded", 1),
        ("With rain, the road flooded.", "With rain", "the road flooded", None),  # no -ing
        ("With rain falling, the road flooded.", "With rain falling", "the road flooded", None),
        ("It rained, thus flooding came.", "It rained", "thus flooding came", 1),
        ("It rained and so many roads flooded.", "It rained", "so many roads flooded", None),
        ("It rained and roads flooded.", "It rained", "and roads flooded", None),
        ("When it rained, the road flooded.", "When it rained", "the road flooded", 1),
    ],
)
def test_openers(text: str, source: str, target: str, sign: int | None) -> None:
    assert told(text, source, target).get("opener") == sign
