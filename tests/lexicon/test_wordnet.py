"""The compact WordNet: known relations, their converses, and words that are not there."""

import hashlib
import os
import zlib
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest

from prism.lexicon.wordnet import antonyms, derived, hypernyms, known, related, synonyms

WORDS = "flood river road tree oak hot cold warm buy purchase sell cause speed fast decay".split()
SOURCE = Path(os.environ.get("WORDNET", "/usr/share/wordnet"))


@pytest.mark.parametrize("word", ["aa", "zymotic", "flood", "well-being"])
def test_the_first_the_last_and_other_words_are_found(word):
    assert known(word)


@pytest.mark.parametrize("word", ["", "Flood", "floodn't", "río", "flood\tn1", "\n", "zzzz"])
def test_what_is_no_word_of_the_file_has_no_relations(word):
    assert not known(word)
    assert synonyms(word) == hypernyms(word) == derived(word) == antonyms(word) == ()
    assert related(word, "river") is None


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("river", "river", "same"),
        ("purchase", "buy", "synonym"),
        ("feasibility", "feasible", "derived"),
        ("speed", "fast", "derived"),
        ("oak", "tree", "hypernym"),
        ("tree", "oak", "hyponym"),
        ("hot", "cold", "antonym"),
        ("chilly", "hot", "antonym"),
        ("rise", "fall", "antonym"),
        ("river", "parliament", None),
    ],
)
def test_relations_are_those_of_wordnet(a, b, relation):
    assert related(a, b) == relation


CONVERSE = {"hypernym": "hyponym", "hyponym": "hypernym"}


@pytest.mark.parametrize(("a", "b"), list(permutations(WORDS, 2)))
def test_every_relation_has_its_converse(a, b):
    there, back = related(a, b), related(b, a)
    assert back == CONVERSE.get(there, there)


def test_parts_of_speech_are_kept_apart():
    assert "deluge" in synonyms("flood", "v")
    assert "overflow" not in synonyms("flood", "a")


def test_deeper_hypernyms_include_the_nearer_ones():
    assert set(hypernyms("oak")) <= set(hypernyms("oak", depth=3))


def test_the_file_carries_its_notice():
    notice = (files("prism.lexicon") / "data" / "WORDNET-NOTICE.txt").read_text("utf-8")
    assert "Princeton University" in notice
    assert "Permission to use, copy, modify and distribute" in notice


@pytest.mark.skipif(not SOURCE.is_dir(), reason=f"no WordNet database at {SOURCE}: set WORDNET")
def test_the_script_builds_the_same_words_again(tmp_path):
    from benchmarks.build_wordnet import main  # noqa: PLC0415  (needs the database)

    main(SOURCE, tmp_path / "again")
    packed = (files("prism.lexicon") / "data" / "wordnet.txt.z").read_bytes()
    again = zlib.decompress((tmp_path / "again").read_bytes())
    assert hashlib.sha256(again).digest() == hashlib.sha256(zlib.decompress(packed)).digest()
