"""Boolean expressions against Python's own operators, and their faults."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.expression import names, parse_expression, truth

NAMES = ("A", "B", "C")
LAST = dict.fromkeys(NAMES, "1")

trees = st.recursive(
    st.sampled_from([*NAMES, "0", "1"]),
    lambda inner: st.one_of(
        inner.map(lambda e: f"not {e}"),
        inner.map(lambda e: f"({e})"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]}) and ({p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]}) or ({p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]}) xor ({p[1]})"),
    ),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(trees)
def test_truth_is_that_of_python(text):
    tree = parse_expression(text)
    python = text.replace("xor", "!=").replace("0", "False").replace("1", "True")
    for states in product("01", repeat=3):
        values = dict(zip(NAMES, states, strict=True))
        bound = {name: state == "1" for name, state in values.items()}
        # the test's own text, made of the names above only
        assert truth(tree, values, LAST) == bool(eval(python, {"__builtins__": {}}, bound))


def test_precedence_and_states():
    tree = parse_expression("A or B and not C=2")
    assert tree.operator == "or"
    assert names(tree) == ("A", "B", "C")
    last = {"A": "1", "B": "1", "C": "2"}
    assert truth(tree, {"A": "0", "B": "1", "C": "1"}, last)
    assert not truth(tree, {"A": "0", "B": "1", "C": "2"}, last)


@pytest.mark.parametrize(
    "text",
    ["", "and", "A and", "A B", "(A", "A)", "not", "A = ", "A == B", "A + B", "A.real", "f(A)"],
)
def test_faults_are_one_line(text):
    with pytest.raises(BadInput) as caught:
        parse_expression(text)
    assert "\n" not in str(caught.value)


def test_depth_is_limited_without_a_crash():
    with pytest.raises(BadInput, match="too deeply"):
        parse_expression("not " * 5000 + "A")
