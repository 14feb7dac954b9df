"""Which words carry what is said, and whether two words are said of the same thing."""

import pytest

from prism.entailment.align import Match, align
from prism.entailment.check import reading
from prism.entailment.predicates import (
    core,
    in_place,
    is_light_verb,
    of_another,
    same_predicate,
    same_slot,
    subject,
    weight,
)
from prism.entailment.terms import Reading


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The dog chased the cat.", "chased"),
        ("Ada wants to sing.", "wants sing"),
        ("Ada is a doctor.", "doctor"),
        ("Ada is tired.", "tired"),
        ("Ada is in Oslo.", "Oslo"),
        ("They are from Malta.", "Malta"),
        ("Ada took the tram.", "took tram"),
        ("He has had a bath.", "had bath"),
        ("Mr Lind came.", "came"),
        ("Ada slept and danced.", "slept danced"),
        ("The old dog near the pier barked.", "barked"),
        ("It is he.", ""),
        ("Rain!", "Rain"),
        ("Ada had come.", "come"),
    ],
)
def test_the_core_is_what_is_said(text: str, words: str) -> None:
    found = reading(text)
    said = {found.doc[place].text for place in core(found)}
    assert said == set(words.split())


@pytest.mark.parametrize(
    ("text", "word", "doer"),
    [
        ("The dog chased the cat.", "chased", "dog"),
        ("The dog chased the cat.", "cat", "dog"),
        ("The cat was chased by the dog.", "chased", "dog"),
        ("The race was cancelled.", "cancelled", None),
        ("Ada's brother slept.", "Ada", None),
        ("Ada gave Ben a book.", "book", "Ada"),
        ("Ada moved away from Graz.", "away", "Ada"),
        ("Ada moved away from Graz.", "Graz", None),
        ("Ada slept because Ben danced.", "danced", "Ben"),
        ("Ada and Ben slept.", "slept", "Ben"),  # nearest to it
        ("Ada slept.", "Ada", "Ada"),
    ],
)
def test_the_nearest_subject(text: str, word: str, doer: str | None) -> None:
    found = reading(text)
    [place] = [token.i for token in found.doc if token.text == word]
    said = subject(found, place)
    assert (None if said is None else found.doc[said].text) == doer


def pair(claim: str, text: str) -> tuple[Reading, Reading, dict[int, Match], dict[str, Match]]:
    one, other = reading(claim), reading(text)
    matches = align(one, other)
    return one, other, matches, {one.doc[p].text: m for p, m in matches.items()}


def test_light_verbs() -> None:
    *rest, by_word = pair("Ada had a dog.", "Ada had a dog.")
    assert is_light_verb(by_word["had"].claim)
    assert not is_light_verb(by_word["dog"].claim)
    assert same_predicate(by_word["had"], *rest)
    assert not same_predicate(by_word["dog"], *rest)
    *_, full = pair("Ada chased a dog.", "Ada chased a dog.")
    assert not is_light_verb(full["chased"].claim)
    assert not same_predicate(full["chased"], *_)


def test_a_slot_is_a_role_of_words_that_answer_each_other() -> None:
    *rest, by_word = pair("The dog chased the cat.", "The dog chased the cat.")
    assert same_slot(by_word["cat"], *rest)
    *rest, by_word = pair("The dog chased the cat.", "The cat chased the dog.")
    assert not same_slot(by_word["cat"], *rest)
    *rest, by_word = pair("The dog chased the cat.", "The cat slept.")
    assert not same_slot(by_word["cat"], *rest)


def test_light_verbs_weigh_whole() -> None:
    *_, by_word = pair("Ada had a dog.", "Ada had a dog.")
    assert weight([by_word["had"]]) == 1.0
    assert weight([by_word["Ada"], by_word["dog"]]) == pytest.approx(2.3)
    assert weight([]) == 0


def test_what_is_said_of_another() -> None:
    text = "The mill burned and the barn stood empty."
    *rest, by_word = pair("The barn burned.", text)
    assert of_another(by_word["burned"], *rest)
    *rest, by_word = pair("The mill burned.", text)
    assert not of_another(by_word["burned"], *rest)
    *rest, by_word = pair("The barn burned.", "It burned.")
    assert not of_another(by_word["burned"], *rest)
    *rest, by_word = pair("Fractures rose.", "The number of fractures rose.")
    assert not of_another(by_word["rose"], *rest)


def test_in_place_where_its_neighbours_are_answered_near() -> None:
    *rest, by_word = pair("The barn burned.", "The barn burned.")
    assert in_place(by_word["burned"], *rest)
    far = "The barn stood on the farm of a man who saw that a mill burned."
    *rest, by_word = pair("The barn burned.", far)
    assert not in_place(by_word["burned"], *rest)
    *rest, by_word = pair("Rain!", "Rain fell.")
    assert in_place(by_word["Rain"], *rest)


@pytest.mark.parametrize(
    ("claim", "text", "word", "links"),
    [
        ("The barn burned.", "The barn burned.", "burned", 1),
        ("Carlo slept.", "Ada's brother Carlo slept near the pier of Oslo.", "slept", 2),
        ("The pier of Carlo fell.", "Ada's brother Carlo slept near the pier of Oslo.", "pier", 3),
    ],
)
def test_in_place_within_so_many_links(claim: str, text: str, word: str, links: int) -> None:
    *rest, by_word = pair(claim, text)
    for limit in (1, 2, 3):
        assert in_place(by_word[word], *rest, limit) is (links <= limit)
    assert in_place(by_word[word], *rest) is (links <= 2)


@pytest.mark.parametrize(
    ("claim", "text", "word", "there"),
    [
        ("The apple fell.", "The pear fell.", "fell", False),  # another thing is no neighbour
        ("The door was open.", "The door was closed.", "door", False),
        ("Ada chased the cat.", "The cat of Ada slept.", "cat", True),  # in other words
        ("Ada chased the cat.", "The cat slept near the pier of the man whom Ada saw.",
         "cat", False),
        ("Ada chased the cat.", "The cat slept.", "cat", True),  # nothing is answered
    ],
)  # fmt: skip
def test_what_counts_as_an_answered_neighbour(
    claim: str, text: str, word: str, there: bool
) -> None:
    *rest, by_word = pair(claim, text)
    assert in_place(by_word[word], *rest) is there


def test_another_thing_holds_no_slot_for_a_word() -> None:
    for claim, text, word in (
        ("The apple fell.", "The pear fell.", "fell"),
        ("The door was open.", "The door was closed.", "door"),
        ("The dog barked.", "The dog slept.", "dog"),
    ):
        *rest, by_word = pair(claim, text)
        assert not same_slot(by_word[word], *rest)
    *rest, by_word = pair("The animal barked.", "The dog barked.")
    assert same_slot(by_word["barked"], *rest)


@pytest.mark.parametrize(
    ("claim", "text", "word", "another"),
    [
        ("The apple fell.", "The pear fell when Ada ate the apple.", "fell", True),
        ("The dog barked.", "The dog slept. The animal barked.", "barked", False),  # may be it
        ("The barn burned.", "The barn stood there. Five burned.", "burned", False),
        ("The barn burned.", "Rain fell and it burned.", "burned", False),
        ("Burned!", "The barn burned.", "Burned", False),
        ("The roof fell.", "The tiles of the roof fell.", "fell", False),
        ("The roof fell.", "The man who saw the roof fell.", "fell", True),
    ],
)
def test_of_another_where_the_doer_is_another(
    claim: str, text: str, word: str, another: bool
) -> None:
    *rest, by_word = pair(claim, text)
    assert of_another(by_word[word], *rest) is another
