"""Which option an answer gives."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.text.answer import extract, letter

DATA = Path(__file__).parent / "data" / "answer_cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text("utf-8").strip().split(chr(10))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40] or "blank")
def test_own_cases(case: dict) -> None:
    found = extract(case["text"], case["options"])
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


def test_options_that_spell_out_marks_do_no_harm() -> None:
    assert extract("⟦1⟧", ["⟦0⟧", "⟦1⟧ and more"]).index in (None, 0, 1)
    assert extract("(b", ["(a", "(b"]).index == 1
