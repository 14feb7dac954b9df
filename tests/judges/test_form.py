"""Reading replies: whatever stands in one, the verdict is from the menu or there is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.judges.form import Form, last_object

EDGE = Form.of("edge_directed", ("forward", "backward", "none"))
MARK = Form.of("criterion", tuple(str(mark) for mark in range(1, 11)))
LETTER = Form.of("edit_e1", ("T", "F"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats() | st.text(max_size=9)
    | st.sampled_from(["forward", "none", "7", "T", "yes"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["verdict", "code", "quote", "1", "x"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
REPLIES = st.one_of(
    st.text(),
    VALUES.map(json.dumps),
    st.tuples(st.text(), VALUES.map(json.dumps), st.text()).map("".join),
)


@given(REPLIES, st.sampled_from([EDGE, MARK, LETTER]), st.sampled_from(["json_schema", "text"]))
def test_a_verdict_is_from_the_menu_or_none(text, form, mode):
    said = form.read(text, mode)
    assert said is None or (said.verdict in form.menu and said.code in (None, *form.codes))


@given(REPLIES, st.integers(1, 4), st.sampled_from(["json_schema", "text"]))
def test_a_batch_has_one_entry_a_question(text, count, mode):
    said = EDGE.read_batch(text, count, mode)
    assert len(said) == count
    assert all(entry is None or entry.verdict in EDGE.menu for entry in said)


@given(st.sampled_from(EDGE.menu), st.text(max_size=30), st.sampled_from(EDGE.codes))
def test_what_follows_the_schema_is_read_as_it_was_meant(verdict, words, code):
    reply = json.dumps({"quote": "", "rationale": words, "code": code, "verdict": verdict})
    said = EDGE.read(reply)
    assert said is not None
    assert (said.verdict, said.code, said.rationale) == (verdict, code, words.strip())


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("RATIONALE: the text says so\nVERDICT: forward", "forward"),
        ("VERDICT: forward\nOn second thoughts:\nVERDICT: none", "none"),
        ("**Verdict:** `backward`.", "backward"),
        ("It quotes 'VERDICT: none', but the link holds.\nVerdict = forward", "forward"),
        ("I weighed it.\n\nnone", "none"),
        ("forward", "forward"),
        ("The answer could be forward or none", None),
        ("VERDICT: forward and backward", None),
        ("", None),
    ],
)
def test_lines_are_read_last_first(text, verdict):
    said = EDGE.read(text, "text")
    assert (said.verdict if said else None) == verdict


def test_numbered_lines_are_read_by_their_number():
    said = EDGE.read_batch("1: forward\n2) none\n**3.** backward\n4: perhaps", 4, "text")
    assert [entry.verdict if entry else None for entry in said] == [
        "forward",
        "none",
        "backward",
        None,
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        ["0", "1", "2"],
        ["2", "3", "4"],
        ["1", "2"],
        ["1", "2", "3", "4"],
        ["1", "2", "3", "note"],
        ["1", "3", "2x"],
    ],
)
def test_a_batch_that_is_numbered_otherwise_says_nothing(numbers):
    said = {number: {"verdict": "forward"} for number in numbers}
    assert EDGE.read_batch(json.dumps(said), 3, "json_schema") == [None] * 3
    lines = "\n".join(f"{number}: forward" for number in numbers if number.isdigit())
    if len(lines.splitlines()) != 3 or "0" in numbers or "4" in numbers:
        assert EDGE.read_batch(lines, 3, "text") == [None] * 3


def test_a_number_that_stands_twice_says_nothing():
    assert EDGE.read_batch("1: forward\n2: none\n2: forward", 2, "text") == [None, None]


def test_a_batch_numbered_from_1_is_read_whatever_the_order():
    said = {number: {"verdict": verdict} for number, verdict in (("2", "none"), ("1", "forward"))}
    read = EDGE.read_batch(json.dumps(said), 2, "json_schema")
    assert [entry.verdict for entry in read] == ["forward", "none"]


def test_the_schema_ends_with_the_verdict_and_has_no_free_number():
    schema = EDGE.schema()
    assert schema is not None
    assert list(schema["properties"])[-1] == "verdict"
    text = json.dumps([schema, MARK.schema(), EDGE.batch_schema(3)])
    assert '"number"' not in text
    assert LETTER.schema() is None


@pytest.mark.parametrize("text", ['{"a":' * 100_000, "{" * 100_000, '{"v' * 50_000, "[" * 100_000])
def test_hostile_nesting_is_no_object_and_no_burden(text):
    assert last_object(text, "v") is None
