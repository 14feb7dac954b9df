"""Which word answers which, and whether it implies it: natural logic worked out by hand."""

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from prism.entailment.align import Match, _focus, _options, _score, align, compare, implied, phrased
from prism.entailment.check import reading
from prism.entailment.terms import Term
from prism.entailment.words import Bond


def aligned(claim: str, text: str) -> dict[str, tuple[str, Match]]:
    one, other = reading(claim), reading(text)
    return {
        one.doc[place].text: (other.doc[match.text.place].text, match)
        for place, match in align(one, other).items()
    }


@pytest.mark.parametrize(
    ("claim", "text", "asked", "said", "bond", "implies"),
    [
        ("An animal barked.", "A dog barked.", "animal", "dog", "broader", True),
        ("A dog barked.", "An animal barked.", "dog", "animal", "narrower", False),
        ("No animal barked.", "No dog barked.", "animal", "dog", "broader", False),
        ("No dog barked.", "No animal barked.", "dog", "animal", "narrower", True),
        ("All dogs barked.", "All animals barked.", "dogs", "animals", "narrower", True),
        ("All animals barked.", "All dogs barked.", "animals", "dogs", "broader", False),
        ("The dog barked.", "A dog barked.", "barked", "barked", "same", True),
        ("The door was open.", "The door was closed.", "open", "closed", "antonym", False),
        ("The door was not open.", "The door was closed.", "open", "closed", "antonym", True),
        ("The door was open.", "The door was not closed.", "open", "closed", "antonym", True),
        ("Ada weighs 75 kilos.", "Ada weighs 75,000 grams.", "75", "75,000", "same", True),
        ("Ada weighs 75 kilos.", "Ada weighs 80 kilos.", "75", "80", "sibling", False),
        ("Half of the boats sank.", "Fifty percent of the boats sank.",
         "Half", "Fifty", "same", True),
        ("She slept.", "Ada slept.", "She", "Ada", "synonym", True),
        ("Ada slept.", "Ada came. She slept.", "Ada", "She", "synonym", True),
        ("Ada dozed off.", "Ada fell asleep.", "dozed", "fell", "synonym", True),
        ("Ada stayed awake.", "Ada fell asleep.", "awake", "asleep", "antonym", False),
        ("Mr. Lind slept.", "Mr Lind slept.", "Mr.", "Mr", "same", True),
        ("The seller slept.", "The ship-seller slept.", "seller", "seller", "same", True),
        ("Ada ate an apple.", "Ada ate a pear.", "apple", "pear", "sibling", False),
        ("Five boats sank.", "Seven boats sank.", "Five", "Seven", "sibling", False),
        ("Five boats sank.", "Six boats sank.", "Five", "Six", "sibling", False),
        ("Six boats sank.", "Half a dozen boats sank.", "Six", "dozen", "same", True),
    ],
)  # fmt: skip
def test_answers(claim: str, text: str, asked: str, said: str, bond: str, implies: bool) -> None:
    word, match = aligned(claim, text)[asked]
    assert (word, match.bond, implied(match)) == (said, bond, implies)
    assert 0 < match.strength <= 1


@pytest.mark.parametrize(
    ("claim", "text", "unanswered"),
    [
        ("Ada slept.", "She slept.", "Ada"),  # nobody was named
        ("Ada slept.", "She slept. Ada came.", None),
        ("Ada slept.", "Ben slept.", "Ada"),
        ("Nobody slept.", "The dog slept.", None),
        ("Five boats sank.", "The boats sank.", "Five"),
        ("It took an hour.", "It took Ada.", "hour"),
        ("The tree fell.", "The stone fell.", "tree"),
    ],
)
def test_what_has_no_answer(claim: str, text: str, unanswered: str | None) -> None:
    found = aligned(claim, text)
    assert unanswered not in found


def test_the_answer_stands_beside_the_answers_of_its_neighbours() -> None:
    claim, text = reading("Ada sold the boat."), reading("The boat lay there. Ada sold the boat.")
    boats = [token.i for token in text.doc if token.text == "boat"]
    [place] = [token.i for token in claim.doc if token.text == "boat"]
    assert align(claim, text)[place].text.place == boats[1]
    other = reading("Ada sold the boat. The boat lay there.")
    boats = [token.i for token in other.doc if token.text == "boat"]
    assert align(claim, other)[place].text.place == boats[0]


def test_what_is_told_as_real_answers_before_what_is_unreal() -> None:
    claim = reading("Ada slept.")
    text = reading("If Ada slept, Ben sang. Later Ada slept.")
    slept = [token.i for token in text.doc if token.text == "slept"]
    [place] = [token.i for token in claim.doc if token.text == "slept"]
    assert align(claim, text)[place].text.place == slept[1]


def test_numbers_compare_by_value_and_dimension_first() -> None:
    def bond(one: str, other: str) -> str:
        a, b = reading(one), reading(other)
        [x] = [t for t in a.terms.values() if t.number is not None]
        [y] = [t for t in b.terms.values() if t.number is not None]
        return compare(y, x, b)

    assert bond("It took 3 weeks.", "It took 21 days.") == "same"
    assert bond("It took 3 weeks.", "It took 20 days.") == "sibling"
    assert bond("It took 3 weeks.", "It took 3 days.") == "sibling"
    assert bond("It took 90 minutes.", "It took 1.5 hours.") == "same"
    assert bond("He saw 3 boats.", "He saw three boats.") == "same"
    assert bond("He saw 3 boats.", "He saw 4 boats.") == "sibling"


FLAGS = list(product((False, True), repeat=4))


@pytest.mark.parametrize(("negated", "also_negated", "every", "also_every"), FLAGS)
def test_what_a_word_implies_turns_round_where_both_places_do(
    negated: bool, also_negated: bool, every: bool, also_every: bool
) -> None:
    one = replace(_term("dog"), negated=negated, every=every)
    other = replace(_term("dog"), negated=also_negated, every=also_every)
    said: dict[Bond, bool] = {
        kind: implied(Match(one, other, kind, 1.0)) for kind in get_args(Bond)
    }
    downward = (negated and also_negated) or (every and also_every)
    assert said == {
        "same": True, "synonym": True, "broader": not downward, "narrower": downward,
        "antonym": negated != also_negated, "sibling": False, "none": False,
    }  # fmt: skip
    granted = replace(other, presupposed=True)  # a negation over what is granted denies nothing
    assert implied(Match(one, granted, "antonym", 1.0)) == negated


def _term(word: str) -> Term:
    found = reading(f"There was a {word}.")
    return next(term for term in found.terms.values() if term.lemma == word)


def test_the_nearer_in_meaning_the_stronger_the_answer() -> None:
    def strength(claim: str, text: str, word: str) -> float:
        return aligned(claim, text)[word][1].strength

    falling = [
        strength("A dog barked.", "A dog barked.", "dog"),
        strength("A car came.", "An automobile came.", "car"),
        strength("An animal barked.", "A dog barked.", "animal"),
        strength("Ada dozed off.", "Ada fell asleep.", "dozed"),
        strength("The door was open.", "The door was closed.", "open"),
        strength("A dog barked.", "An animal barked.", "dog"),
        strength("She slept.", "Ada slept.", "She"),
        strength("Ada ate an apple.", "Ada ate a pear.", "apple"),
        strength("Five boats sank.", "Seven boats sank.", "Five"),
        0.0,
    ]
    assert falling[0] == 1.0
    assert falling == sorted(set(falling), reverse=True)
    assert strength("Ada slept.", "Ada came. She slept.", "Ada") == falling[6]


def test_an_answer_gains_by_what_is_answered_near_it() -> None:
    claim, text = reading("Ada slept."), reading("Ada's brother Carlo slept near the pier of Oslo.")
    asked = {claim.doc[p].text: term for p, term in claim.terms.items()}
    said = {text.doc[p].text: term for p, term in text.terms.items()}

    def gain(word: str, beside: str, asking: str = "slept", other: str = "Ada") -> float:
        known = {asked[other].place: Match(asked[other], said[beside], "same", 1.0)}
        match = Match(asked[asking], said[word], "same", 1.0)
        return _score(match, claim, text, known, {0: 0.0}) - 1.0

    same_role = gain("slept", "brother")
    next_to, over_one, over_two = (
        gain("brother", "slept"), gain("Carlo", "slept"), gain("Carlo", "pier"),
    )  # fmt: skip
    assert 1 > same_role > next_to > over_one > over_two > gain("Carlo", "Oslo") == 0
    assert gain("brother", "slept", "Ada", "slept") == pytest.approx(same_role)
    assert gain("slept", "slept") == 0  # one word for both


def test_an_answer_gains_by_its_sentence_and_loses_by_being_unreal() -> None:
    claim = reading("Ada slept.")
    [ada, slept] = claim.terms.values()

    def score(one: Term, other: Term, focus: float) -> float:
        return _score(Match(one, other, "same", 1.0), claim, claim, {}, {0: focus})

    assert score(ada, ada, 0.0) == 1.0
    assert 1.0 < score(ada, ada, 0.5) < score(ada, ada, 1.0) < 2.0
    unreal = replace(slept, unreal=True)
    assert 0.45 < score(slept, unreal, 0.0) < 1.0  # still before a word that excludes it
    assert score(unreal, unreal, 0.0) == score(unreal, slept, 0.0) == 1.0


def test_the_focus_is_the_share_of_the_claim_that_a_sentence_answers() -> None:
    claim, text = (
        reading("Ada slept."),
        reading("Ada slept. Ben and Ada slept. Ada came. Rain fell."),
    )
    options = {p: _options(term, claim, text) for p, term in claim.terms.items()}
    [ada, slept] = (term.weight for term in claim.terms.values())
    found = _focus(claim, text, options)
    assert found == pytest.approx({0: 1.0, 1: 1.0, 2: ada / (ada + slept)})
    half = [replace(match, strength=match.strength / 2) for match in options[0]]
    assert _focus(claim, text, {0: half})[2] == pytest.approx(ada / (ada + slept) / 2)


def test_of_equal_answers_the_first_counts() -> None:
    word, match = aligned("The boat sank.", "The boat sank. The boat sank.")["sank"]
    assert (word, match.text.place) == ("sank", 2)


def test_names_are_compared_with_names_and_kinds_of_one_thing_with_kinds() -> None:
    text = reading("Ada slept.")
    apple, pear = _term("apple"), _term("pear")
    assert compare(pear, apple, text) == "sibling"
    for name, noun in ((pear, apple), (apple, pear)):
        assert compare(replace(name, kind="name"), noun, text) == "none"
        assert compare(noun, replace(name, kind="name"), text) == "none"
    assert compare(replace(pear, kind="verb"), apple, text) == "sibling"
    car, auto = replace(_term("car"), kind="name"), replace(_term("automobile"), kind="name")
    assert compare(auto, car, text) == "none"  # other names are other things
    assert compare(replace(auto, kind="noun"), car, text) == "synonym"
    assert compare(replace(car, lemma="car’"), replace(car, lemma="car."), text) == "same"


def test_a_pronoun_stands_for_what_was_named_before_it() -> None:
    text = reading("Ada saw the boat. She slept.")
    said = {text.doc[p].text: term for p, term in text.terms.items()}
    she = said["She"]
    assert compare(she, said["Ada"], text) == "synonym"
    assert compare(she, said["boat"], text) == "synonym"
    assert compare(she, said["saw"], text) == "none"
    assert compare(said["Ada"], she, text) == "synonym"
    assert compare(said["boat"], she, text) == "synonym"
    assert compare(she, she, text) == "synonym"
    assert compare(said["saw"], she, text) == "none"
    assert compare(she, said["Ada"], reading("She slept.")) == "none"


def test_a_share_is_a_number_beside_plain_ones_only() -> None:
    text = reading("Ada slept.")
    plain = replace(_term("dog"), kind="number", number=0.5)
    percent = replace(plain, number=50.0, measure=("share", 0.5))
    litres = replace(plain, number=50.0, measure=("volume", 0.5))
    assert compare(plain, percent, text) == compare(percent, plain, text) == "same"
    assert compare(percent, litres, text) == "sibling"
    assert compare(replace(plain, number=50.0), litres, text) == "same"
    assert compare(replace(plain, number=50.0), percent, text) == "sibling"
    large = replace(plain, number=2e6)
    assert compare(replace(plain, number=2e6 + 1), large, text) == "sibling"
    assert compare(plain, _term("dog"), text) == compare(_term("dog"), plain, text) == "none"


@pytest.mark.parametrize(
    ("claim", "text", "bonds"),
    [
        ("Ada dozed off.", "Ada fell asleep.", {"synonym"}),
        ("Ada stayed awake.", "Ada stayed awake.", {"synonym"}),
        ("Ada dozed off.", "Ada stayed awake.", {"antonym"}),
        ("Ada stayed awake.", "Ada dozed off.", {"antonym"}),
        ("Ada dozed off.", "Ada sang.", set()),
    ],
)
def test_phrases_tell_or_exclude_one_fact_from_both_sides(
    claim: str, text: str, bonds: set[str]
) -> None:
    assert {match.bond for match in phrased(reading(claim), reading(text))} == bonds
