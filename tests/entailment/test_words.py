"""How two words stand to each other: judged by hand, in both directions, with words apart."""

import pytest

from prism.entailment.words import bond, converse, exclusive, family, rivals

N, V, A = "NOUN", "VERB", "ADJ"


@pytest.mark.parametrize(
    ("premise", "claim", "pos", "other", "stands"),
    [
        ("dog", "dog", N, N, "same"),
        ("car", "automobile", N, N, "synonym"),
        ("sunhat", "hat", N, N, "broader"),
        ("hat", "sunhat", N, N, "narrower"),
        ("dog", "animal", N, N, "broader"),
        ("animal", "dog", N, N, "narrower"),
        ("robin", "bird", N, N, "broader"),
        ("apple", "pear", N, N, "sibling"),
        ("tree", "stone", N, N, "none"),
        ("bread", "bridge", N, N, "none"),
        ("xyzzy", "plugh", N, N, "none"),
        ("whisper", "speak", V, V, "broader"),
        ("speak", "whisper", V, V, "narrower"),
        ("run", "walk", V, V, "antonym"),
        ("sleep", "ride", V, V, "antonym"),
        ("jog", "run", V, V, "synonym"),
        ("rewrite", "write", V, V, "broader"),
        ("write", "rewrite", V, V, "narrower"),
        ("recalibrate", "calibrate", V, V, "broader"),
        ("buy", "sell", V, V, "synonym"),  # one deal, from its two ends
        ("hot", "cold", A, A, "antonym"),
        ("damp", "dry", A, A, "antonym"),
        ("moist", "dry", A, A, "antonym"),
        ("big", "large", A, A, "synonym"),
        ("hopeless", "hopeful", A, A, "antonym"),
        ("hopeful", "hopeless", A, A, "antonym"),
        ("harmless", "harmful", A, A, "antonym"),
        ("harmless", "hopeful", A, A, "none"),
        ("zorkless", "zorkful", A, A, "antonym"),
        ("zorkful", "zorkless", A, A, "antonym"),
        ("zorkless", "zorkless", A, A, "same"),
        ("unprinted", "print", A, V, "antonym"),
        ("disloyal", "loyal", A, A, "antonym"),
        ("illegal", "legal", A, A, "antonym"),
        ("impossible", "possible", A, A, "antonym"),
        ("quickly", "slowly", "ADV", "ADV", "antonym"),
        ("asleep", "sleep", A, V, "synonym"),
        ("asleep", "awake", A, A, "antonym"),
        ("refusal", "refuse", N, V, "synonym"),
        ("swim", "swimmer", V, N, "synonym"),
        ("abandonment", "leave", N, V, "synonym"),  # over *abandon*
        ("abruptness", "sudden", N, V, "synonym"),
        ("tree", "sing", N, V, "none"),
        ("devour", "eat", N, V, "synonym"),  # tagged amiss: neither is a noun
        ("devour", "eat", V, N, "synonym"),
        ("sing", "tree", V, N, "none"),
        ("quick", "stone", A, N, "none"),
        ("garden", "indoors", N, "ADV", "antonym"),
        ("kitchen", "outdoors", N, "ADV", "antonym"),
        ("kitchen", "inside", N, "ADV", "broader"),
        ("broken", "intact", A, A, "antonym"),
    ],
)
def test_bonds(premise: str, claim: str, pos: str, other: str, stands: str) -> None:
    assert bond(premise, claim, pos, other) == stands


@pytest.mark.parametrize(
    ("one", "other"),
    [("ferry", "tram"), ("apple", "pear"), ("monday", "friday"), ("sofa", "table"),
     ("red", "blue"), ("gold", "iron"), ("sword", "bow"), ("uncle", "aunt"), ("tennis", "golf")],
)  # fmt: skip
def test_of_rivals_only_one_can_be_meant(one: str, other: str) -> None:
    assert rivals(one, other)
    assert rivals(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ferry", "boat"), ("tour", "walk"), ("apple", "fruit"), ("bus", "bus"),
     ("car", "automobile"), ("stone", "idea")],
)  # fmt: skip
def test_what_may_be_meant_together_are_no_rivals(one: str, other: str) -> None:
    assert not rivals(one, other)
    assert not rivals(other, one)


def test_activities_exclude_each_other_and_converses_turn_round() -> None:
    assert exclusive("sleep", "ride")
    assert exclusive("cook", "eat")
    assert not exclusive("sleep", "wake")
    assert not exclusive("cook", "buy")
    assert converse("buy", "sell")
    assert converse("borrow", "lend")
    assert not converse("buy", "eat")


def test_families_are_derived_words_and_participles() -> None:
    assert {"refuse", "refusal"} <= family("refuse")
    assert {"print", "printed"} <= family("printed")
    assert {"bake", "baked"} <= family("baked")
    assert {"sing", "singer"} <= family("sing")
    assert family("red") & {"r", "re"} == frozenset()
    assert "paint" not in family("pain")


@pytest.mark.parametrize(
    ("premise", "claim", "pos", "there", "back"),
    [
        ("unfit", "fit", A, "antonym", "antonym"),
        ("untie", "tie", V, "antonym", "antonym"),
        ("nonstop", "stop", N, "antonym", "antonym"),
        ("mistrust", "trust", V, "antonym", "antonym"),
        ("unstopped", "stop", V, "antonym", "antonym"),
        ("unfed", "fed", A, "none", "none"),  # too short a stem to trust the prefix
        ("income", "comet", N, "none", "none"),
        ("redo", "do", V, "none", "none"),
        ("react", "act", V, "none", "none"),
        ("remind", "mind", V, "none", "none"),
        ("reopen", "open", V, "broader", "narrower"),
        ("resettle", "settle", V, "broader", "narrower"),
        ("careless", "careful", A, "antonym", "antonym"),
        ("careless", "helpful", A, "none", "none"),
        ("useless", "useful", A, "antonym", "antonym"),
        ("oak", "plant", N, "broader", "narrower"),
        ("oak", "organism", N, "broader", "narrower"),
        ("dog", "entity", N, "none", "none"),  # says nothing
        ("cup", "artifact", N, "none", "none"),
        ("stroll", "move", V, "none", "none"),
        ("stroll", "walk", V, "synonym", "synonym"),
        ("tiny", "small", A, "synonym", "synonym"),
        ("tiny", "large", A, "antonym", "antonym"),
        ("enormous", "small", A, "antonym", "antonym"),
        ("chilly", "hot", A, "antonym", "antonym"),
        ("scorching", "cold", A, "antonym", "antonym"),
        ("sad", "happy", A, "antonym", "antonym"),
        ("boy", "girl", N, "antonym", "antonym"),
        ("boy", "child", N, "broader", "narrower"),
        ("run", "swim", V, "antonym", "antonym"),
        ("run", "swim", N, "none", "none"),
        ("rise", "fall", V, "antonym", "antonym"),
        ("garden", "outside", N, "broader", "narrower"),
        ("garden", "outdoors", N, "broader", "narrower"),
        ("beach", "inside", N, "antonym", "none"),
        ("purchase", "buy", V, "synonym", "synonym"),
        ("death", "die", V, "synonym", "synonym"),
    ],
)
def test_bonds_there_and_back(premise: str, claim: str, pos: str, there: str, back: str) -> None:
    assert (bond(premise, claim, pos, pos), bond(claim, premise, pos, pos)) == (there, back)


@pytest.mark.parametrize(
    ("one", "other"),
    [("boat", "bus"), ("shirt", "coat"), ("coffee", "tea"), ("march", "april"),
     ("mother", "father"), ("measles", "flu"), ("chair", "desk"), ("spring", "winter"),
     ("carrot", "potato"), ("pistol", "sword"), ("soccer", "tennis"), ("dog", "cat")],
)  # fmt: skip
def test_there_are_rivals_of_each_kind(one: str, other: str) -> None:
    assert rivals(one, other)
    assert rivals(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("book", "newspaper"), ("house", "tent"), ("rain", "snow"), ("carrot", "vegetable"),
     ("truth", "rain"), ("dog", "animal")],
)  # fmt: skip
def test_other_kinds_have_no_rivals(one: str, other: str) -> None:
    assert not rivals(one, other)
    assert not rivals(other, one)
