"""The one sentence that says most of a claim, and how well each word is answered there."""

import pytest

from prism.entailment.check import reading
from prism.entailment.sentence import Told, mean, told, weigh


def best(claim: str, text: str) -> tuple[Told, dict[str, float], dict[str, float]]:
    asked, said = reading(claim), reading(text)
    found = told(asked, said)
    shares = {asked.doc[place].text: share for place, share in found.shares.items()}
    around = {asked.doc[place].text: share for place, share in found.around.items()}
    return found, shares, around


@pytest.mark.parametrize(
    ("claim", "text", "number"),
    [
        ("The tank overflowed.", "It rained. The tank overflowed. Ada slept.", 1),
        ("The tank overflowed.", "The tank was new. The tank overflowed.", 1),
        ("The tank overflowed.", "The tank overflowed. The tank overflowed.", 0),
        ("The tank overflowed.", "Yes.", 0),
        ("The tank overflowed.", "Ada slept. Ben ate. The tank was new.", 2),
    ],
)
def test_which_sentence(claim: str, text: str, number: int) -> None:
    assert best(claim, text)[0].number == number


def test_words_are_answered_once_and_as_well_as_they_can() -> None:
    claim, text = reading("The dog chased a dog."), reading("The dog slept.")
    found = told(claim, text)
    dogs = [p for p, term in claim.terms.items() if term.lemma == "dog"]
    assert sorted(found.shares.get(place, 0.0) == 1.0 for place in dogs) == [False, True]
    assert len(set(found.answers.values())) == len(found.answers)


@pytest.mark.parametrize(
    ("claim", "text", "word", "share"),
    [
        ("The tank burst.", "The tank leaked.", "tank", 1.0),
        ("The car stopped.", "The automobile stopped.", "car", 0.9),
        ("An animal slept.", "A dog slept.", "animal", 0.85),
        ("She slept.", "Ada slept.", "She", 0.8),
        ("An oak fell.", "An organism fell.", "oak", 0.6),
        ("It took 5 weeks.", "It took 7 weeks.", "5", None),
    ],
)
def test_worths_fall_with_the_bond(claim: str, text: str, word: str, share: float | None) -> None:
    assert best(claim, text)[1].get(word) == share


def test_likeness_counts_less_than_a_bond() -> None:
    _, shares, _ = best("The carpet faded.", "The curtain faded.")
    assert 0 < shares["carpet"] <= 0.7 < shares["faded"]
    _, shares, _ = best("The door was open.", "The door was closed.")
    assert shares.get("open", 0.0) == 0.0


def test_a_name_of_another_sentence_is_half_an_answer() -> None:
    _, shares, around = best("Ada sold the boat in May.", "Ada slept. She sold the boat in May.")
    assert shares["Ada"] == 0.8  # the pronoun stands for her
    assert around["Ada"] == 1.0
    _, shares, around = best("Ada sold the boat in May.", "Ada slept. Ben sold the boat in May.")
    assert (shares["Ada"], around["Ada"]) == (0.5, 1.0)
    _, shares, around = best(
        "Ada sold the boat in May.", "Ada slept. Rain fell. Ben sold the boat in May."
    )
    assert (shares["Ada"], around["Ada"]) == (0.5, 0.5)  # not next to it


def test_means_are_by_weight() -> None:
    claim = reading("Ada is tired.")
    places = {claim.doc[place].text: place for place in claim.terms}
    assert weigh(claim.terms.values()) == pytest.approx(1.3 + 0.8)
    shares = {places["Ada"]: 1.0}
    assert mean(claim, claim.terms, shares) == pytest.approx(1.3 / 2.1)
    assert mean(claim, [places["Ada"]], shares) == 1.0
    assert mean(claim, [places["tired"]], shares) == 0.0
    assert mean(claim, [], shares) == 0.0


@pytest.mark.parametrize(
    ("text", "answered"), [("Ada fell asleep.", True), ("Ada did not fall asleep.", False)]
)
def test_a_phrase_answers_where_both_deny_or_neither(text: str, answered: bool) -> None:
    # words that are merely alike reach 0.7 at most
    assert (best("Ada dozed off.", text)[1]["dozed"] == 0.8) is answered
