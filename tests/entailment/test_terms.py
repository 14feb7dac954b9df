"""Words that carry meaning: which, of what kind, under which base form, and how much they tell."""

import pytest

from prism.entailment.check import reading
from prism.entailment.terms import Term


def term(text: str, word: str) -> Term | None:
    found = reading(text)
    [place] = [token.i for token in found.doc if token.text == word]
    return found.terms.get(place)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The old dog was barking.", "old dog barking"),
        ("Also Ada sang again.", "Ada sang"),
        ("It was raining.", "raining"),
        ("The tank holds 600 litres.", "tank holds 600"),
        ("Two hundred boats sank.", "hundred boats sank"),
        ("It is a lie that Ada sang.", "that Ada sang"),
        ("Ada went to Oslo and not to Rome.", "Ada went Oslo Rome"),
    ],
)
def test_words_that_say_nothing_are_no_terms(text: str, words: str) -> None:
    found = reading(text)
    told = [found.doc[place].text for place in sorted(found.terms)]
    assert [word for word in told if word != "It"] == words.split()


@pytest.mark.parametrize(
    ("text", "word", "kind", "lemma"),
    [
        ("The dogs slept.", "dogs", "noun", "dog"),
        ("The children slept.", "children", "noun", "child"),
        ("Many people slept.", "people", "noun", "person"),
        ("Ada slept.", "Ada", "name", "ada"),
        ("Ada slept.", "slept", "verb", "sleep"),
        ("Ada went riding.", "riding", "verb", "ride"),
        ("The old dog slept.", "old", "adj", "old"),
        ("Most guests slept.", "Most", "adj", "most"),
        ("Ada sang loudly.", "loudly", "adv", "loudly"),
        ("She slept.", "She", "pronoun", "she"),
        ("Twelve dogs slept.", "Twelve", "number", "twelve"),
        ("The race was called off.", "called", "verb", "cancel"),
        ("They put the race off.", "put", "verb", "postpone"),
        ("They put the cup there.", "put", "verb", "put"),
    ],
)
def test_kind_and_base_form(text: str, word: str, kind: str, lemma: str) -> None:
    found = term(text, word)
    assert found is not None
    assert (found.kind, found.lemma) == (kind, lemma)


def test_weights_order_words_by_what_they_tell() -> None:
    def weight(text: str, word: str) -> float:
        found = term(text, word)
        assert found is not None
        return found.weight

    name, noun = weight("Ada met a doctor.", "Ada"), weight("Ada met a doctor.", "doctor")
    assert name == weight("Twelve dogs slept.", "Twelve") > noun
    assert noun == weight("The dog slept.", "slept")
    assert noun > weight("The dog is tired.", "tired") > weight("Ada sang loudly.", "loudly")
    assert weight("Ada sang loudly.", "loudly") > 0.5 > weight("Ada had a dog.", "had")
    assert weight("Mr Lind came.", "Mr") < weight("Mr Lind came.", "Lind")
    assert weight("A group of boys ran.", "group") < 0.5
    assert weight("The group ran.", "group") == noun
    assert weight("She slept.", "She") == weight("Ada had a dog.", "had")
    assert weight("He dozed off.", "off") < 0.5


@pytest.mark.parametrize(
    ("text", "word", "measure"),
    [
        ("The tank holds 600 litres.", "600", ("volume", 600)),
        ("The trip took 2.5 hours.", "2.5", ("time", 9000)),
        ("Ada weighs 75 kilos.", "75", ("mass", 75)),
        ("It weighs 30kg.", "30", ("mass", 30)),
        ("Fifty percent of boats sank.", "Fifty", ("share", 0.5)),
        ("Twelve dogs slept.", "Twelve", None),
        ("A week passed.", "week", None),
    ],
)
def test_a_number_carries_its_unit(text: str, word: str, measure: object) -> None:
    found = term(text, word)
    assert found is not None
    assert found.measure == measure


@pytest.mark.parametrize(
    ("text", "word", "denied"),
    [
        ("The dog did not sleep.", "sleep", True),
        ("The dog slept.", "slept", False),
        ("Ada did not see the dog.", "dog", False),  # there is one
        ("Ada did not see Ben's dog.", "dog", False),
        ("Ada did not see Ben.", "Ben", False),
        ("Ada did not see a dog.", "dog", True),
        ("Ada saw no dog.", "dog", True),
        ("They are not from Malta.", "Malta", True),
        ("Ada did not see a dog in the garden.", "garden", False),
    ],
)
def test_a_definite_thing_is_not_denied(text: str, word: str, denied: bool) -> None:
    found = term(text, word)
    assert found is not None
    assert found.denied is denied


def test_marks_of_scope_stand_on_terms() -> None:
    planned, every = term("Ada planned to sing.", "sing"), term("All guests sang.", "guests")
    assert planned is not None
    assert planned.unreal
    assert every is not None
    assert every.every
    plain = term("Ada likes dogs.", "dogs")
    assert plain is not None
    assert {plain.every, plain.unreal, plain.negated, plain.presupposed} == {False}


def test_sentences_are_numbered() -> None:
    found = reading("Ada slept. Ben danced.")
    numbers = {token.text: found.sentence[token.i] for token in found.doc}
    assert (numbers["Ada"], numbers["Ben"], numbers["danced"]) == (0, 1, 1)
    assert found.lemmas == {"ada", "sleep", "ben", "dance"}
