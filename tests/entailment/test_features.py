"""Named evidence for and against a claim: what each number says, on made texts."""

from dataclasses import replace
from typing import Any

import pytest

from prism.entailment.check import reading
from prism.entailment.clash import Clash
from prism.entailment.entail import compare_readings
from prism.entailment.features import features

STORY = "The tank overflowed. Ada sang."
TANK = "The tank overflowed."


def named(claim: str, text: str, story: str | None = STORY) -> dict[str, float]:
    asked, said = reading(claim), reading(text)
    told = reading(story) if story is not None else None
    return features(asked, said, told, compare_readings(asked, said))


def test_a_claim_told_in_its_own_words_is_answered_whole() -> None:
    found = named(TANK, STORY)
    whole = {name for name in found if name.endswith("answered") and "where" not in name}
    assert {found[name] for name in whole} == {1.0}
    assert {found[n] for n in ("support", "core", "stands", "alike", "repeated here")} == {1.0}
    against = ("clash", "denied", "unreal", "scattered", "asked", "predicates denied",
               "said of another", "number of another", "other name", "other filler")  # fmt: skip
    assert {found[name] for name in against} == {0.0}


@pytest.mark.parametrize(
    ("claim", "text", "name", "value"),
    [
        (TANK, "Did the tank overflow?", "asked", 1),
        (TANK, "“Did the tank overflow?”", "asked", 1),
        (TANK, "The tank overflowed. Did Ada sing?", "asked", 0),
        (TANK, "The tank did not overflow.", "denied", 0.5),
        (TANK, "The tank did not overflow.", "predicates denied", 1),
        ("The tank did not overflow.", "The tank did not overflow.", "predicates denied", 0),
        ("The tank did not overflow.", "The tank did not overflow.", "denied", 0),
        (TANK, "The tank did not overflow.", "clash negation", 1),
        (TANK, "The tank did not overflow.", "clash where answered", 1),
        (TANK, "The tank did not overflow.", "denied where answered", 0.5),
        (TANK, "The tank did not overflow.", "stands", 0),
        (TANK, "The tank would have overflowed.", "told as unreal", 1),
        (TANK, "The tank would have overflowed.", "stands", 0),
        (TANK, "The tank would have overflowed.", "unreal", 1),
        (TANK, "The tank overflowed.", "told as unreal", 0),
        (TANK, "Ada slept. The mill burned.", "repeated", 0.25),
        (TANK, "The tank overflowed. The mill burned.", "repeated", 0.5),
        (TANK, "The tank overflowed. The mill burned.", "repeated here", 1),
        (TANK, "The mill burned. The tank overflowed.", "repeated here", 1),
        (TANK, "The tank overflowed and the mill burned.", "repeated beside", 0),
        (TANK, "The tank overflowed and Ada slept.", "repeated beside", 0.5),
        (TANK, "The tank overflowed.", "repeated beside", 1),
        (TANK, "The tank overflowed.", "length", 0.2),
        ("Ada met Ben.", "Ada met Carl.", "other name", 1),
        ("Ada met Ben.", "Ada met Carl.", "other filler", 1),
        ("Ada met Ben.", "Ada met Ben.", "other filler", 0),
        ("Ada met Ben.", "Ada met a doctor.", "other name", 0),
        ("Ada met Ben.", "The mill burned.", "other filler", 0),
        ("Five boats sank.", "The boats that Ada saw with five friends sank.",
         "number of another", 1),
        ("Ada met Ben in Oslo.", "Ada met Ben.", "other filler", 0),
        ("Ada met Ben.", "Ada met a doctor.", "other filler", 0),
        ("Ada bought bread.", "Ada bought cups.", "other filler", 1),
        ("Ada saw an oak.", "Ada saw an organism.", "other filler", 0),  # it may be one
        ("Ada saw an animal.", "Ada saw a dog and a house.", "other filler", 0),
        ("The tank did not overflow.", "The tank overflowed.", "denied", 0.5),
        ("The tank did not overflow.", "The tank overflowed.", "phrase tells", 0),
        ("Ada met Ben.", "Ada met Ben, and Carl slept.", "other name", 0),
        ("An animal slept.", "A dog slept.", "alike", 1),
        ("The dog chased the cat.", "The cat chased the dog.", "clash of like words", 0),
        (TANK, "The tank did not overflow.", "clash of like words", 0),
        ("The bank lies above the road.", "The bank lies below the road.",
         "clash of like words", 0),
        ("She sang.", "She slept.", "repeated", 0),
        ("Five boats sank.", "Five boats sank.", "number of another", 0),
        ("The barn burned.", "The barn stood there. The mill burned.", "said of another", 1),
        ("The barn burned.", "The barn burned.", "said of another", 0),
        ("Ada dozed off.", "Ada fell asleep.", "phrase tells", 1),
        ("Ada dozed off.", "Ada did not fall asleep.", "phrase excludes", 1),
        ("Ada dozed off.", "Ada fell ill.", "phrase tells", 0),
        ("Ada dozed off at home in May.", "Ada was at home in May. Ben fell asleep.",
         "phrase tells elsewhere", 1),
    ],
)  # fmt: skip
def test_what_each_says(claim: str, text: str, name: str, value: float) -> None:
    assert named(claim, text)[name] == pytest.approx(value)


def test_words_of_a_kind_are_answered_by_kind() -> None:
    found = named("Ada met 5 dogs.", "Ada met 7 dogs.", None)
    assert found["names answered"] == found["nouns answered"] == found["verbs answered"] == 1.0
    assert found["numbers answered"] == 0.0
    assert found["subject answered"] == 1.0
    assert 0 < found["answered"] < 1
    whole = found["answered"]
    assert found["adjs answered"] == whole  # there is none to miss


def test_words_alike_that_clash_are_told_from_words_apart() -> None:
    near = named("Ada ate an apple.", "Ada ate a pear.")["clash of like words"]
    far = named("Ada met Ben.", "Ada met Zork.")["clash of like words"]
    assert near > far >= 0
    assert named(TANK, TANK)["clash of like words"] == 0


def test_without_a_story_the_claim_is_all_that_is_known_of_it() -> None:
    assert named(TANK, "The tank overflowed. Ada sang.", None)["repeated"] == 0.5
    assert named(TANK, "The tank overflowed. Ada sang.")["repeated"] == 1.0


@pytest.mark.parametrize(
    ("shares", "stands"),
    [
        ({"support": 0.9, "core": 0.7, "unreal": 0.5}, 1),
        ({"support": 0.89}, 0),
        ({"core": 0.69}, 0),
        ({"unreal": 0.51}, 0),
        ({"clashes": (Clash("value", (1,), (1,)),)}, 0),
    ],
)
def test_what_stands_is_supported_real_and_unopposed(shares: dict[str, Any], stands: float) -> None:
    asked = reading(TANK)
    found = replace(compare_readings(asked, asked), **shares)
    assert features(asked, asked, None, found)["stands"] == stands
