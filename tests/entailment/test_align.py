"""Which word answers which, and whether it implies it: natural logic worked out by hand."""

import pytest

from prism.entailment.align import Match, align, compare, implied
from prism.entailment.check import reading


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
