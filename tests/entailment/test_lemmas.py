"""Base forms where the lemmatiser errs: spelling decides, as English doubles its consonants."""

import pytest

from prism.entailment.lemmas import mended


@pytest.mark.parametrize(
    ("lemma", "word", "base"),
    [
        ("rid", "riding", "ride"),  # *rid* gives *ridding*
        ("hop", "hoping", "hope"),
        ("bak", "baking", "bake"),
        ("writ", "writing", "write"),
        ("rat", "rated", "rate"),
        ("hop", "hopping", "hop"),
        ("visit", "visited", "visit"),  # *visite* is no word
        ("show", "showed", "show"),  # w, x and y are never doubled
        ("fix", "fixed", "fix"),
        ("stay", "stayed", "stay"),
        ("eat", "eating", "eat"),  # two vowels
        ("open", "opening", "open"),
        ("us", "used", "us"),  # too short to tell
        ("rid", "rides", "rid"),  # neither -ing nor -ed
        ("plan", "plan", "plan"),
    ],
)
def test_a_consonant_that_is_not_doubled_had_an_e(lemma: str, word: str, base: str) -> None:
    assert mended(lemma, word) == base
