"""Controls made from answers: each changes what it names and nothing else."""

import random

import pytest

from benchmarks.controls.__main__ import OWN, gains, higher, own
from benchmarks.controls.generators import CONTROLS, FRAMES, GAINS, Answer
from prism.records.item import Criterion, Rubric

TEXT = "The mill closed because the river froze. Workers left, so the shops stood empty."
ANSWER = Answer("a", "What if the river froze?", TEXT)
OTHER = Answer("b", "What if bread were free?", "Bakers would shut.")
GENERATORS = {name: generator for name, (generator, _) in CONTROLS.items()} | GAINS


def texts(name, answer=ANSWER):
    return list(GENERATORS[name](answer, [answer, OTHER], random.Random(0)))


def test_swapped_ends_stand_the_other_way_round():
    assert texts("causes and effects swapped") == [
        "The river froze because the mill closed. The shops stood empty so workers left."
    ]


def test_every_finite_verb_is_denied():
    assert texts("every verb negated") == [
        "The mill did not close because the river did not freeze. "
        "Workers did not leave, so the shops did not stand empty."
    ]


def test_each_frame_takes_back_each_sentence():
    assert len(set(FRAMES)) >= 20
    for made in texts("every claim disavowed"):
        assert "the mill closed because the river froze" in made
        assert "workers left, so the shops stood empty" in made
        assert made.count(".") == 2


def test_a_circle_gives_each_sentence_as_its_own_reason():
    text = "Rain fell."
    assert texts("circular rewrite", Answer("c", "q", text)) == ["Rain fell because rain fell."]


def test_shuffled_sentences_are_the_same_in_another_order():
    assert texts("sentences shuffled") == [
        "Workers left, so the shops stood empty. The mill closed because the river froze."
    ]
    assert texts("sentences shuffled", Answer("c", "q", "One.")) == []


def test_connectives_go_and_the_rest_stays():
    assert texts("connectives removed") == [
        "The mill closed the river froze. Workers left, the shops stood empty."
    ]


def test_nouns_change_and_other_words_stay():
    (made,) = texts("nouns replaced at random")
    assert made.startswith("The ")
    assert " closed because the " in made
    assert "mill" not in made


def test_another_answer_answers_another_question():
    assert texts("another question's answer") == [OTHER.text]


def test_the_rubric_is_copied_only_where_there_is_one():
    bands = {"1-2": "poor.", "9-10": "Names the frost."}
    rubric = Rubric(focus="f", criteria=(Criterion(name="n", description="d", bands=bands),))
    answer = Answer("a", ANSWER.question, TEXT, rubric)
    assert texts("rubric copied, joined by connectives", answer) == ["Names the frost."]
    assert texts("rubric copied, joined by connectives") == []
    assert texts("keyword sentences alone") == ["This is about river."]


@pytest.mark.parametrize("name", GAINS)
def test_what_should_gain_nothing_keeps_the_answer_whole(name):
    (made,) = texts(name)
    assert made.startswith(TEXT)
    assert len(made) > len(TEXT)


@pytest.mark.parametrize("name", GENERATORS)
def test_a_seed_makes_the_same_text_again(name):
    assert texts(name) == texts(name)


def test_ties_and_texts_without_a_number_are_not_higher():
    assert higher([0.5, None, 0.9], [[0.4, 0.5, None], [0.1], []]) == [(1, 3), (0, 1)]
    assert gains([0.5, None], [[0.75, None], [1.0]]) == [0.25]


def test_own_answers_are_ten_to_different_questions():
    assert OWN.is_file()
    assert len({each.question for each in own()}) >= 10
