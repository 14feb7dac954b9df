"""Reading replies, and holding them against answers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.scm.answer import Answer
from prism.scm.reply import read_reply
from prism.scm.truth import Truth, agrees, right_reply


@pytest.mark.parametrize(
    ("text", "expects", "reply"),
    [
        ("Yes.", "yes_no", True),
        ("**No**, because the tar blocks it.", "yes_no", False),
        ("The chance goes up. Answer: yes", "yes_no", True),
        ("One could say yes. The final answer is no.", "yes_no", False),
        ("Let us see.\nAnswer: no\nOn reflection, answer: Yes.", "yes_no", True),
        ("It may be yes, it may be no.", "yes_no", None),
        ("I know nothing.", "yes_no", None),
        ("", "yes_no", None),
        ("0.85 - 0.26 = 0.59", "number", 0.59),
        ("The effect is 59 %", "number", 0.59),
        ("Answer: −0.2", "number", -0.2),
        ("about a third", "number", None),
        ("nan inf 1e999", "number", None),
        ("Adjust for {Z, W}.", "set", ("W", "Z")),
        ("Answer: the empty set", "set", ()),
        ("{}", "set", ()),
        ("Adjust for age.", "set", None),
    ],
)
def test_replies(text, expects, reply):
    assert read_reply(text, expects) == reply


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("B", "B"),
        ("(B)", "B"),
        ("B. {Z} blocks the path", "B"),
        ("Option B is right", "B"),
        ("Z confounds them. The answer is B", "B"),
        ("Answer: **B**", "B"),
        ("Answer: option C, since …", "C"),
        ("A causal view would say B", None),
        ("Answer: A->C", None),
        ("b", None),
        ("D", None),
        ("A or B", None),
    ],
)
def test_options_are_read_by_their_label(text, label):
    reply = read_reply(text, "choice", labels=("A", "B", "C"))
    assert reply == (None if label is None else (label,))


@pytest.mark.parametrize(
    ("text", "expects", "form", "reply"),
    [
        ("The answer is X, Y and Z.", "all", "name", ("X", "Y", "Z")),
        ("All of {Y, X}", "all", "name", ("Y", "X")),
        ("They are X and, I think, the others", "all", "name", None),
        ("Answer: none", "all", "name", ()),
        ("Answer: []", "all", "set", ()),
        ("[{'A', 'B'}, set()]", "all", "set", (frozenset("AB"), frozenset())),
        ("X → M ← Y, then X->Y", "all", "path", ("X->M<-Y", "X->Y")),
        ("First X->Y; but the answer is X -> M -> Y", "one", "path", ("X->M->Y",)),
        ("Y<-X, B<->A", "all", "edge", ("X->Y", "A<->B")),
        ("Answer: A, B, C", "one", "order", ("A, B, C",)),
        ("A -> B -> C", "one", "order", ("A, B, C",)),
        ("no idea", "one", "path", None),
    ],
)
def test_members_are_read_by_their_form(text, expects, form, reply):
    assert read_reply(text, expects, form) == reply


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.text(max_size=200) | st.text("AB->< ,.{}()[]:and0∅\n", max_size=200),
    st.sampled_from(["yes_no", "number", "set", "one", "all", "choice"]),
    st.sampled_from(["name", "path", "edge", "order", "set"]),
)
def test_any_text_is_read_or_refused(text, expects, form):
    reply = read_reply(text, expects, form, ("A", "B"))
    assert reply is None or isinstance(reply, bool | float | tuple)


@pytest.mark.parametrize("piece", ["a", "{", "A, and ", "A->", "<", " ", "(A) ", "option ", "1."])
@pytest.mark.parametrize("expects", ["number", "set", "one", "all", "choice"])
def test_long_texts_are_read_in_time(piece, expects):
    for form in ("name", "path", "edge", "order", "set"):
        read_reply(piece * 20_000, expects, form, ("A", "B"))


def test_yes_and_no_follow_from_a_number():
    fall = Truth(scm={}, query="", above=False, margin=0.005)
    assert right_reply(fall, Answer("", -0.2)) is True
    assert right_reply(fall, Answer("", 0.2)) is False
    assert right_reply(fall, Answer("", -0.004)) is False
    likely = Truth(scm={}, query="", threshold=0.5)
    assert right_reply(likely, Answer("", 0.51)) is True
    assert right_reply(likely, Answer("", 0.5)) is False
    assert right_reply(likely, Answer("", None, (0.4, 0.6))) is None
    assert agrees(likely, Answer("", None, (0.4, 0.6)), True) is None


def test_numbers_agree_within_the_tolerance_of_value_or_bounds():
    truth = Truth(scm={}, query="", expects="number", tolerance=0.01)
    assert agrees(truth, Answer("", 0.5), 0.505)
    assert not agrees(truth, Answer("", 0.5), 0.52)
    assert agrees(truth, Answer("", None, (0.2, 0.4)), 0.3)
    assert not agrees(truth, Answer("", None, (0.2, 0.4)), 0.5)


def test_sets_agree_if_they_are_valid():
    truth = Truth(scm={}, query="", expects="set")
    sets = Answer("", {"minimal": [["Z"]], "all": [["Z"], ["W", "Z"]]})
    assert agrees(truth, sets, ("W", "Z"))
    assert not agrees(truth, sets, ("W",))
    assert agrees(truth, Answer("", ["B", "A"]), ("A", "B"))
    assert not agrees(truth, Answer("", ["B", "A"]), ("A",))
