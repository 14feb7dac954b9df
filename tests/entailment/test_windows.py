"""Negations that the order of words tells, each with the sentence that looks like it and is not."""

import pytest

from prism.entailment.windows import carried_on, contrasted, fronted, passed_over
from prism.text.nlp import analyse


def words(rule, text: str) -> str | None:
    """Return what any token of ``text`` reaches by ``rule``; None where none answers at all."""
    doc = analyse(text)
    found = [places for token in doc if (places := rule(token)) is not None]
    if not found:
        return None
    return " ".join(doc[i].text for i in sorted(set().union(*found)))


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Not she but the girl drew the boats.", "she"),
        ("The girl, not the two boys but a nurse, drew.", "the two boys"),
        ("Not she, but the girl drew the boats.", None),  # a break between
        ("Not only she but the girl drew the boats.", None),
        ("She did not sing but danced.", None),  # a verb is no phrase
        ("She was not there.", None),
        ("It was not the one two three four five but the girl.", "the one two three four five"),
        ("It was not the one two three four five six but the girl.", None),
    ],
)
def test_not_this_but_that(text: str, denied: str | None) -> None:
    assert words(contrasted, text) == denied


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("She slept there rather than walk home, and rose early.", "walk home"),
        ("She slept rather than walk.", "walk"),
        ("Rather, than is a word.", ""),
        ("Than she I know nobody kinder.", ""),
        ("She is older than the boat.", ""),
    ],
)
def test_rather_than(text: str, denied: str) -> None:
    assert words(passed_over, text) == denied


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("At no time was she awake.", "she awake"),
        ("In no way did the boys help; they slept.", "the boys help"),
        ("Never had she slept so well.", "she slept so well"),
        ("Not for a minute was she awake.", "she awake"),
        ("And never was Ada awake.", "Ada awake"),
        ("The night passed, but never was Ada awake.", "Ada awake"),
        ("The night passed, never was Ada awake.", "Ada awake"),
        ("Not even then could Ada sleep, she said.", "Ada sleep"),
        ("Not once in all the years at sea was she ill.", ""),  # too far from its verb
        ("Not once in all those years was she ill.", "she ill"),
        ("Not until noon did she wake.", ""),
        ("Never, she said, was it so cold.", ""),
        ("She said never was Ada awake.", ""),
        ("No boys were there.", ""),
        ("Surely no time was she awake.", ""),
        ("Boats at no time were awake.", ""),
        ("Never was sleeping easy.", ""),
        ("She was never awake.", ""),
    ],
)
def test_a_negation_that_opens_a_clause_and_turns_it(text: str, denied: str) -> None:
    assert words(fronted, text) == denied


@pytest.mark.parametrize(
    ("text", "governed"),
    [
        ("Leo would have slipped, let go and landed; as it was, he did not.",
         "have slipped , let go and landed"),
        ("Leo would have slipped but he held on.", "have slipped"),
        ("Leo could have slipped and Ben fell.", "have slipped and"),
        ("Leo might have slipped! He did not.", "have slipped"),
        ("Leo would slip and fall.", ""),
        ("Leo will have slipped.", ""),
        ("They say he would", ""),
    ],
)  # fmt: skip
def test_would_have_goes_on(text: str, governed: str) -> None:
    assert words(carried_on, text) == governed


def test_nothing_reaches_farther_than_sixty_words() -> None:
    long = "She slept rather than " + "walk " * 80 + "home."
    assert len((words(passed_over, long) or "").split()) == 60
    long = "Leo would have " + "walk " * 80 + "home."
    assert len((words(carried_on, long) or "").split()) <= 60
