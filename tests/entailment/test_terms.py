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


@pytest.mark.parametrize(
    ("text", "word", "kind", "lemma", "weight"),
    [
        ("Mr. Lind slept.", "Mr.", "name", "mr.", 0.4),
        ("Everyone slept.", "Everyone", "pronoun", "everyone", 0.3),
        ("Nobody slept.", "Nobody", "noun", "nobody", 1.0),
        ("All slept.", "All", "adj", "all", 0.8),
        ("Many slept.", "Many", "adj", "many", 0.8),
        ("Storks bark.", "Storks", "name", "stork", 1.3),
        ("Ada seemed tired.", "seemed", "verb", "seem", 0.3),
        ("Ada seemed tired.", "tired", "adj", "tired", 0.8),
        ("Ada gave up.", "gave", "verb", "quit", 1.0),
        ("Ada filled the form.", "filled", "verb", "fill", 1.0),
        ("Ada did not go down.", "go", "verb", "fall", 1.0),
        ("He sat in.", "in", "adv", "in", 0.3),
        ("He sat near.", "near", "adv", "near", 0.7),
        ("Her boat sank.", "Her", "pronoun", "her", 0.3),
        ("Ada has had boats.", "had", "verb", "have", 0.3),
        ("The men slept.", "men", "noun", "man", 1.0),
        ("The women slept.", "women", "noun", "woman", 1.0),
        ("Ada ate quickly, too.", "quickly", "adv", "quickly", 0.7),
        ("Those who sang left.", "who", "pronoun", "who", 0.3),
        ("One slept.", "One", "number", "one", 1.3),
    ],
)
def test_each_kind_of_word_has_its_weight(
    text: str, word: str, kind: str, lemma: str, weight: float
) -> None:
    found = term(text, word)
    assert found is not None
    assert (found.kind, found.lemma, found.weight) == (kind, lemma, weight)


@pytest.mark.parametrize(
    ("text", "word", "negated", "presupposed"),
    [
        ("They are neither from Oslo nor from Rome.", "Oslo", True, False),
        ("The boat is not in the hall.", "hall", True, False),
        ("Ada did not see a boat of the man.", "boat", True, False),
        ("Ada did not see a boat of the man.", "man", True, True),
        ("Ada did not see a lack of water.", "water", False, False),  # twice denied
        ("Ada did not see those boats.", "boats", True, True),
        ("Ada did not see these.", "these", True, False),
        ("Ada did not sleep in Oslo.", "Oslo", True, True),
        ("Ada did not buy apples and the boat.", "apples", True, False),
        ("Ada did not buy apples and the boat.", "boat", True, True),
        ("Her boat sank.", "boat", False, True),
        ("There was rain.", "rain", False, False),
    ],
)
def test_what_a_negation_takes_for_granted(
    text: str, word: str, negated: bool, presupposed: bool
) -> None:
    found = term(text, word)
    assert found is not None
    assert (found.negated, found.presupposed) == (negated, presupposed)


@pytest.mark.parametrize(
    ("text", "word", "number", "measure"),
    [
        ("Ada paid 20 euros.", "20", 20, ("euro", 20)),
        ("The 3 km path is old.", "3", 3, ("length", 3000)),
        ("Ten days and three hours passed.", "Ten", 10, ("time", 864_000)),
        ("Ten days and three hours passed.", "three", 3, ("time", 10_800)),
        ("A two hundred litre tank.", "hundred", 200, ("volume", 200)),
        ("Ada ran 5.", "5", 5, None),
        ("Weeks and 5 cups.", "5", 5, None),
        ("A pair of boats sank.", "pair", 2, None),
    ],
)
def test_numbers_with_the_unit_beside_them(
    text: str, word: str, number: float, measure: object
) -> None:
    found = term(text, word)
    assert found is not None
    assert (found.number, found.measure) == (number, measure)


def test_what_is_near_a_word_and_what_it_does_there() -> None:
    found = reading("Ada's brother Carlo slept near the pier of Oslo.")
    place = {found.doc[p].text: p for p in found.terms}
    slept, brother, carlo = (place[word] for word in ("slept", "brother", "Carlo"))
    assert found.near[brother][slept] == "subj-of"
    assert found.near[slept][brother] == "subj"
    assert found.role(slept, brother) == found.role(slept, carlo) == "subj"
    assert found.role(brother, slept) is found.role(carlo, place["pier"]) is None
    words = ("slept", "brother", "Carlo", "pier", "Oslo")
    assert [found.distance(carlo, place[word]) for word in words] == [2, 1, 0, 3, 4]
    assert found.distance(carlo, place["pier"], limit=2) == 3
    assert {"sleep", "brother", "carlo"} <= found.lemmas
