"""Graded likeness of words: nearer in meaning is nearer in figures."""

import pytest

from prism.lexicon.likeness import alike, likeness

NEARER = [
    ("overflow", "spill", "knit"),
    ("rattle", "clatter", "pray"),
    ("photograph", "picture", "soup"),
    ("overheat", "hot", "letter"),
    ("dusk", "night", "spoon"),
    ("customer", "clientele", "granite"),
    ("perish", "die", "paint"),
]


@pytest.mark.parametrize(("word", "near", "far"), NEARER)
def test_words_near_in_meaning_are_more_alike(word: str, near: str, far: str) -> None:
    assert likeness(word, near) > likeness(word, far) + 0.3


@pytest.mark.parametrize(("word", "near", "far"), NEARER)
def test_likeness_is_symmetric_and_a_word_is_most_like_itself(
    word: str, near: str, far: str
) -> None:
    assert likeness(word, near) == pytest.approx(likeness(near, word))
    assert likeness(word, word) == pytest.approx(1.0)
    assert 0.0 <= likeness(word, far) < likeness(word, word)


def test_unknown_words_are_like_nothing() -> None:
    assert likeness("floodn't", "flood") == likeness("flood", "") == 0.0
    assert alike(["floodn't"], ["flood"]) == alike(["flood"], []) == alike([], ["flood"]) == 0.0


def test_opposites_are_alike_too() -> None:
    """Likeness is no implication: what excludes a word must be asked elsewhere."""
    assert likeness("hot", "cold") > 0.5


def test_more_words_to_choose_from_are_never_less_alike() -> None:
    said = ["lantern", "take", "goose", "picture", "film"]
    scores = [alike(["photograph"], said[:n]) for n in range(len(said) + 1)]
    assert scores == sorted(scores)
    assert scores[-1] >= max(likeness("photograph", word) for word in said) - 1e-6
