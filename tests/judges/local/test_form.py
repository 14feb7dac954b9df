"""Reading replies: whatever stands in one, the verdict is from the menu or there is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.judges.local.form import Form, Said
from prism.llm.reply import plain

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


@given(REPLIES, st.sampled_from([EDGE, MARK, LETTER]))
def test_a_verdict_is_from_the_menu_or_none(text, form):
    said = form.read(text)
    assert said is None or (said.verdict in form.menu and said.code in (None, *form.codes))


@given(REPLIES, st.integers(1, 4))
def test_a_batch_has_one_entry_a_question(text, count):
    said = EDGE.read_batch(text, count)
    assert len(said) == count
    assert all(entry is None or entry.verdict in EDGE.menu for entry in said)


@given(st.sampled_from(EDGE.menu), st.text(max_size=30), st.sampled_from(EDGE.codes))
def test_what_follows_the_schema_is_read_as_it_was_meant(verdict, words, code):
    reply = json.dumps({"quote": "", "rationale": words, "code": code, "verdict": verdict})
    said = EDGE.read(reply)
    assert said is not None
    assert (said.verdict, said.code, said.rationale) == (verdict, code, plain(words).strip())


def read(form: Form, text: str, asked: str = "") -> str | None:
    said = form.read(text, asked)
    return said.verdict if said else None


@pytest.mark.parametrize(
    "text",
    [
        "RATIONALE: the text says so\nVERDICT: forward",
        "**Verdict:** `forward`.",
        "It quotes 'VERDICT: none', but the link holds.\nVerdict = forward",
        "I weighed it.\n\nforward",
        "forward",
        "Final verdict: forward",
        "VERDICT: forward - because the text says so",
        "VERDICT: forward (stated)",
        "VERDICT: forward (not backward)",
        "Verdict: forward, since both ends are there",
        "[RESULT] forward",
        "My verdict is **forward**.",
        "<verdict>forward</verdict>",
        "### Verdict\nforward",
        "**Final Answer:**\n\n**Forward**",
        "$\\boxed{forward}$",
        "The answer is: \\boxed{\\text{forward}}",
        "Initial verdict: none.\nFinal verdict: forward",
        '```json\n{"verdict": "forward"}\n```',
        '{"verdict": "forward (stated)"}',
        '{"Verdict": "Forward"}',
        '[{"verdict": "forward"}]',
        '{"reply": {"verdict": "forward"}}',
        'Twice: {"verdict": "forward"} {"rationale": "so", "verdict": "forward"}',
        '{"quote": "he said "rain"", "verdict": "forward"}',
    ],
)
def test_a_plain_verdict_is_read(text):
    assert read(EDGE, text) == "forward"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The answer could be forward or none",
        "VERDICT: forward and backward",
        "VERDICT: forward\nOn second thoughts:\nVERDICT: none",
        "Verdict: forward?",
        "Verdict: forward, or maybe none",
        "Verdict: forward/none",
        "Verdict: forward -> none",
        "Verdict: not forward",
        "Verdict: none of these words fits",
        "Verdict: sideways\nforward",
        "forward\nbackward\nnone",
        '{"verdict": "forward"} {"verdict": "backward"}',
        '{"verdict": "forward"} {"verdict": "sideways"}',
        '{"verdict": "forward", "verdict": "none"}',
        '{"verdict": "forward"}\nFinal verdict: none',
        '{"verdict": ["forward"]}',
        '{"answer": "forward"}',
    ],
)
def test_what_is_ambiguous_is_no_verdict(text):
    assert read(EDGE, text) is None


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("7", "7"), ("7.0", "7"), ("7.", "7"), ("Score: 7.0", "7"), ("**7**", "7"),
        ('{"verdict": 7.0}', "7"), ('{"verdict": "7.00"}', "7"), ("VERDICT: 10", "10"),
        ('{"verdict": ".8"}', None), (".8", None), ("7.5", None), ("-7", None), ("7/10", None),
        ("7-8", None), ("7 - 8", None), ("7, 8", None), ("7 or 8", None), ("0.7", None),
        ('{"verdict": true}', None), ('{"verdict": "7 to 8"}', None), ("070", None),
        ("1. The mechanism is told.\n2. The chain is long.", None),
        ("1. The mechanism is told.", None), ("10 points could be given", None),
    ],
)  # fmt: skip
def test_a_mark_is_a_whole_number_that_stands_alone(text, mark):
    assert read(MARK, text) == mark


@pytest.mark.parametrize(
    ("text", "letter"),
    [("T", "T"), ("(F)", "F"), ("Answer: T", "T"), ("T. All of it is kept.", "T"), ("T or F", None),
     ("True", None), ("T/F", None), ("The text", None)],
)  # fmt: skip
def test_a_letter_stands_alone(text, letter):
    assert read(LETTER, text) == letter


def test_what_stands_in_the_prompt_is_an_echo():
    asked = (
        'Material: {"verdict": "none"}\nVERDICT: none\nEnd with: VERDICT: <one of: forward, none>'
    )
    own = '{"quote": "so", "verdict": "forward"}'
    assert read(EDGE, f'It holds {{"verdict": "none"}}. {own}', asked) == "forward"
    assert read(EDGE, 'It holds {"verdict": "none"} and no more.', asked) is None
    assert read(EDGE, '{"verdict": "none"}', asked) == "none"
    assert read(EDGE, "VERDICT: <one of: forward, none>\nVERDICT: forward", asked) == "forward"
    assert read(EDGE, "The text ends:\nVERDICT: none\nVERDICT: forward", asked) == "forward"
    assert read(EDGE, "RATIONALE: so\nVERDICT: none", asked) == "none"


def test_numbered_lines_are_read_by_their_number():
    said = EDGE.read_batch("1: forward\n2) none\n**3.** backward\n4: north", 4)
    assert [entry.verdict if entry else None for entry in said] == [
        "forward", "none", "backward", None,
    ]  # fmt: skip


def test_two_batches_that_differ_say_nothing():
    assert EDGE.read_batch('{"1": {"verdict": "none"}} {"1": {"verdict": "forward"}}', 1) == [None]


def test_odd_characters_are_replaced_in_words():
    said = EDGE.read(
        '{"quote": "\\ud800 x", "rationale": "a\\u001b]52;\\u0007b", "verdict": "none"}'
    )
    assert said is not None
    assert (said.quote, said.rationale) == ("\ufffd x", "a\ufffd]52;\ufffdb")


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
    assert EDGE.read_batch(json.dumps(said), 3) == [None] * 3
    lines = "\n".join(f"{number}: forward" for number in numbers if number.isdigit())
    if len(lines.splitlines()) != 3 or "0" in numbers or "4" in numbers:
        assert EDGE.read_batch(lines, 3) == [None] * 3


def test_a_number_that_stands_twice_says_nothing():
    assert EDGE.read_batch("1: forward\n2: none\n2: forward", 2) == [None, None]


def test_a_batch_numbered_from_1_is_read_whatever_the_order():
    said = {number: {"verdict": verdict} for number, verdict in (("2", "none"), ("1", "forward"))}
    read = EDGE.read_batch(json.dumps(said), 2)
    assert [entry.verdict for entry in read] == ["forward", "none"]


def test_the_schema_ends_with_the_verdict_and_has_no_free_number():
    schema = EDGE.schema()
    assert schema is not None
    assert list(schema["properties"])[-1] == "verdict"
    text = json.dumps([schema, MARK.schema(), EDGE.batch_schema(3)])
    assert '"number"' not in text
    assert LETTER.schema() is None


@pytest.mark.parametrize(
    "text", ['{"a":' * 100_000, "{" * 100_000, '{"verdict' * 50_000, "[" * 100_000]
)
def test_hostile_nesting_is_no_object_and_no_burden(text):
    assert EDGE.read(text) is None


def test_lines_tell_what_goes_with_a_verdict():
    said = EDGE.read("CODE: `stated`.\nRationale: it says so \nQuote = the rain\nVERDICT: forward")
    assert said == Said("forward", "stated", "it says so", "the rain")
    bare = EDGE.read("CODE: invented\nVERDICT: forward")
    assert bare == Said("forward", None, "CODE: invented\nVERDICT: forward", "")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"verdict": "forward", "code": "stated"}, Said("forward", "stated")),
        ({"verdict": "forward", "code": ["stated"]}, Said("forward")),
        ({"verdict": "forward", "code": "invented"}, Said("forward")),
        ({"verdict": "forward", "rationale": 7, "quote": " so "}, Said("forward", None, "", "so")),
        ({"verdict": "sideways"}, None),
        ({}, None),
        ("forward", None),
        (None, None),
    ],
)
def test_what_an_object_says(entry, said):
    assert EDGE.of_object(entry) == said


def test_objects_that_agree_say_what_the_last_says_and_words_beside_them_may_not_differ():
    two = '{"rationale": "a", "verdict": "none"} {"rationale": "b", "verdict": "none"}'
    assert EDGE.read(two) == Said("none", None, "b")
    assert EDGE.read('{"verdict": "odd"} {"verdict": "none"}') is None
    assert EDGE.read('{"verdict": "none"} Verdict: none') == Said("none")
    assert EDGE.read('{"verdict": "none"} Verdict: forward') is None


def test_long_words_are_cut_at_four_thousand_characters():
    for long, kept in ((3999, 3999), (4000, 4000), (4001, 4000)):
        said = EDGE.read(json.dumps({"rationale": "x" * long, "verdict": "none"}))
        assert said is not None
        assert len(said.rationale) == kept


@pytest.mark.parametrize("form", [EDGE, MARK])
def test_schema_and_words_name_the_same_keys(form):
    names = ["quote", "rationale", *(["code"] if form.codes else []), "verdict"]
    schema = form.schema()
    assert list(schema["properties"]) == schema["required"] == names
    assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    assert schema["properties"]["verdict"] == {"type": "string", "enum": list(form.menu)}
    assert [line.split(":")[0] for line in form.keys("text").splitlines()] == [
        name.upper() for name in names
    ]
    for mode in ("json_schema", "json_object"):
        assert [line.split(":")[0] for line in form.keys(mode).splitlines()] == [
            f'"{name}"' for name in names
        ]
    assert f"one of: {', '.join(form.menu)}" in form.keys("text")
    assert list(form.batch_schema(3)["properties"]) == ["1", "2", "3"]
    assert form.batch_schema(2)["properties"]["2"] == schema


def test_what_goes_with_a_prompt():
    assert EDGE.codes == Form.of("edge_batch", EDGE.menu).codes != ()
    assert Form.of("edge_published", ("yes", "no")) == Form(("yes", "no"))
    assert [Form.of(f"edit_e{n}", ("T", "F")).letter for n in range(4)] == [True] * 3 + [False]
    assert LETTER.read("T") == Said("T")


def test_numbered_lines_read_by_menu_alone_and_numbered_objects_by_their_last():
    assert EDGE.read_batch("1: forward\n2: perhaps", 2) == [Said("forward"), None]
    twice = '{"1": {"verdict": "none"}} so {"1": {"verdict": "none"}}'
    assert EDGE.read_batch(twice, 1) == [Said("none")]
    assert EDGE.read_batch("", 2) == [None, None]
    echo = '{"1": {"verdict": "none"}}'
    assert EDGE.read_batch(f"As in {echo}:\n1. forward", 1, f"reply as {echo}") == [Said("forward")]
