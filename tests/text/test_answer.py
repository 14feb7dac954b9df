"""Which option an answer gives."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.text.answer import extract, letter

DATA = Path(__file__).parent / "data"


def cases(name: str) -> list[dict]:
    text = (DATA / name).read_text("utf-8")
    return [json.loads(line) for line in text.split(chr(10)) if line]


CASES = cases("answer_cases.jsonl")
PHRASINGS = cases("answer_phrasings.jsonl")
LAKE = ["The lake dries up", "The lake overflows", "The lake freezes", "Nothing changes"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40] or "blank")
def test_own_cases(case: dict) -> None:
    found = extract(case["text"], case["options"])
    assert (found.index, found.reason) == (case["expected"], case["reason"])


@pytest.mark.parametrize("case", PHRASINGS, ids=lambda case: case["text"][:40])
def test_phrasings_of_models(case: dict) -> None:
    found = extract(case["text"], LAKE)
    assert (found.index, found.reason) == (case["expected"], case["reason"])


STATEMENTS = (
    "{0}", "({0})", "{0}.", "Answer: {0}", "The answer is ({0}).", "Therefore {0}.",
    "I would pick {0}.", '{{"answer": "{0}"}}', "\\boxed{{{0}}}", "<answer>{0}</answer>",
    "It rained, and then it did not.\n\nFinal answer: **{0}**",
    "At first (B) seemed right. On second thought, the answer is {0}.",
)  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("size", [2, 5, 26])
def test_every_letter_is_read_in_every_form(statement: str, size: int) -> None:
    options = [f"outcome number {i} of the tale" for i in range(100, 100 + size)]
    for i in range(size):
        assert extract(statement.format(letter(i)), options).index == i


@pytest.mark.parametrize("statement", STATEMENTS[:10])
def test_a_letter_beyond_the_options_is_no_answer(statement: str) -> None:
    found = extract(statement.format("E"), ["one thing", "another", "a third", "a fourth"])
    assert (found.index, found.reason) == (None, "no_answer")


def test_an_options_own_words_are_read_whatever_surrounds_them() -> None:
    options = ["the dam holds", "the dam breaks at noon", "the river turns"]
    for i, option in enumerate(options):
        for frame in ("{}", "I believe {}.", "In the end {}, I am fairly sure.", '"{}"'):
            assert extract(frame.format(option.capitalize()), options).index == i


@given(st.text(max_size=200), st.lists(st.text(max_size=30), min_size=2, max_size=26))
def test_any_text_has_an_option_or_a_reason(text: str, options: list[str]) -> None:
    found = extract(text, options)
    assert (found.index is None) != (found.reason is None)
    assert found.index is None or 0 <= found.index < len(options)


@given(st.sampled_from("ABCD"), st.sampled_from("ABCD"))
def test_two_letters_in_one_statement_are_never_a_guess(one: str, other: str) -> None:
    found = extract(f"The answer is {one} or {other}.", ["w w", "x x", "y y", "z z"])
    assert (found.reason == "ambiguous") == (one != other)


def test_texts_that_spell_out_our_marks_are_plain_text() -> None:
    assert extract("I say ⟦1⟧ or ⟦t0⟧ to you.", LAKE).reason == "no_answer"
    assert extract("⟦t1⟧", ["⟦t0⟧", "⟦t1⟧"]).index == 1
    assert extract("(b", ["(a", "(b"]).index == 1


@pytest.mark.parametrize(
    "piece",
    [" , ", "A , ", "not B , ", "A or ", "so ", "answer: ", '"answer": "', "\\boxed{", "<think>",
     "~~", "I cannot ", "yes and ", "as a model ", "option ", "answer\n", " " * 9, "⟦0⟧ , ",
     "either A "],
)  # fmt: skip
def test_long_hostile_answers_come_back(piece: str) -> None:
    """Backtracking without bounds would not: the lengths are far beyond what it could do."""
    options = ["the dam holds", "yes", "no", "12", "e"]
    for text in (piece * 3000, f"The answer is A{piece * 3000}x", f"A{piece * 3000}B"):
        found = extract(text, options)
        assert (found.index is None) != (found.reason is None)


PUMP = ["A guest sang.", "The pump lost power.", "The roof is red.", "Water dried up."]


@pytest.mark.parametrize(
    "text",
    [
        "I think B because the pump lost power.",
        "I think (B) because rain fell.",
        "I believe B, since water rose.",
        "I believe it's B because water rose.",
        "B because the pump lost power.",
        "b because the pump stopped",
        "i think b because the pump lost power",
        "Probably B because it fits.",
        "It is B because it fits.",
        "It must be B because nothing else fits.",
        "I guess B as the pump lost power.",
        "I'm going with B because it fits.",
        "I reckon B due to the power cut.",
        "I lean towards B because it fits",
        "I think that B follows from the text.",
        "I think B because A is wrong.",
        "B would be my pick because it fits.",
        "My best guess is B, given the text.",
        "Seems like B to me because the power failed.",
        "I think B because the roof is red.",
        "Option two",
        "The second option.",
    ],
)
def test_plain_words_that_choose_are_read(text: str) -> None:
    assert extract(text, PUMP).index == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I don't think B because it fits.", "no_answer"),
        ("I think B is wrong because the text denies it.", "no_answer"),
        ("I doubt B because it is odd.", "no_answer"),
        ("I think A or B because both fit.", "ambiguous"),
        ("A because it fits. B because it fits, too.", "ambiguous"),
        ("I think a cat would not.", "no_answer"),
    ],
)
def test_plain_words_that_do_not_choose_are_no_guess(text: str, reason: str) -> None:
    found = extract(text, PUMP)
    assert (found.index, found.reason) == (None, reason)


DIGITS = ("{0}", "({0})", "{0}.", "Answer: {0}", "The answer is {0}.", "option {0}",
          "Option {0} is right.", "number {0}", '{{"answer": {0}}}', "\\boxed{{{0}}}",
          "I think option {0} because it fits.")  # fmt: skip


@pytest.mark.parametrize("frame", DIGITS)
@pytest.mark.parametrize("digit", [0, 1, 2, 3])
def test_a_digit_names_an_option_only_where_the_file_says_how_they_count(
    frame: str, digit: int
) -> None:
    text = frame.format(digit)
    assert (extract(text, PUMP).index, extract(text, PUMP).reason) == (None, "no_answer")
    assert extract(text, PUMP, digits=0).index == digit
    assert extract(text, PUMP, digits=1).index == (digit - 1 if digit else None)


def test_what_is_taken_back_is_not_the_answer() -> None:
    assert extract("I think B because C is odd. No, D because it fits.", PUMP).index == 3


def test_options_that_are_digits_are_read_as_their_words() -> None:
    assert extract("3", ["2", "3", "4"]).index == 1
