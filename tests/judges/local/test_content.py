"""Content words, and how two sets of them compare."""

import pytest

from prism.judges.local.content import akin, likeness, novel, text_content, wording


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What if the moon had never formed?", {"moon", "form"}),
        ("The road flooded quickly.", {"road", "flood"}),
        ("Suppose that this question matters.", {"matter"}),
        ("They did so there and then.", set()),
        ("Ada saw 12 red boats!", {"ada", "12", "red", "boat"}),
        ("— … !", set()),
    ],
)
def test_words_that_carry_a_claim(text: str, words: set[str]) -> None:
    assert text_content(text) - {"matter"} == words - {"matter"}


def test_words_are_given_as_written_first_without_the_capital_of_a_sentence() -> None:
    assert dict(wording("Moons formed. The moon of Ada forms.")) == {
        "moon": "moons", "form": "formed", "ada": "Ada",
    }  # fmt: skip
    assert dict(wording("NASA flew.")) == {"nasa": "NASA", "fly": "flew"}


def test_akin_is_the_same_matter() -> None:
    assert akin("survive", "survive")
    assert akin("survive", "survival")
    assert akin("car", "automobile")
    assert not akin("survive", "river")
    assert not akin("hot", "cold")


def test_novel_is_what_is_said_in_no_form() -> None:
    assert novel({"survive", "river"}, {"survival"}) == {"river"}
    assert novel({"hot", "river"}, {"cold"}) == {"river"}  # the opposite speaks of it, too
    assert novel({"river"}, set()) == {"river"}
    assert novel(set(), {"river"}) == frozenset()


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ({"road", "bread"}, {"road"}, 0.5),
        ({"road"}, {"road", "bread"}, 0.5),
        ({"road"}, {"road"}, 1.0),
        ({"road"}, {"bread"}, 0.0),
        (set(), {"road"}, 0.0),
        ({"road"}, set(), 0.0),
        (set(), set(), 0.0),
    ],
)
def test_likeness_is_a_share_of_the_larger(a: set[str], b: set[str], share: float) -> None:
    assert likeness(frozenset(a), frozenset(b)) == share
