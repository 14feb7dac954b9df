"""The query grammar: what it reads, and that everything else is one line of fault."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.errors import UsageError
from prism.scm.query import (
    EFFECTS,
    STRUCTURES,
    Effect,
    Event,
    Probability,
    Setting,
    StructureQuery,
    Term,
    parse_query,
)


def test_do_moves_into_the_world_of_every_term():
    x = (Setting("X", "1"),)
    assert parse_query("P(Y=1 | do(X=1), Z=0)") == Probability(
        (Event(Term("Y", x), "1"),), (Event(Term("Z", x), "0"),)
    )


def test_worlds_nest():
    query = parse_query("P(Y[X=1, M=M[X=0]]=1 | X=0)")
    inner = Term("M", (Setting("X", "0"),))
    assert query.events[0].term.world == (Setting("X", "1"), Setting("M", inner))
    assert str(query.events[0]) == "Y[X=1, M=M[X=0]]=1"


def test_effects_carry_states_mediators_and_conditions():
    assert parse_query("ATE(X, Y)") == Effect("ATE", "X", "Y")
    assert parse_query("CDE(X=lo->hi, Y=2, M=1 | Z=0)") == Effect(
        "CDE",
        "X",
        "Y",
        "lo",
        "hi",
        "2",
        (Event(Term("M"), "1"),),
        (Event(Term("Z"), "0"),),
    )


def test_structure_tells_an_empty_set_from_none():
    assert parse_query("backdoor(X, Y)").given is None
    assert parse_query("backdoor(X, Y | {})").given == ()
    assert parse_query("backdoor(X, Y | ∅)").given == ()
    assert parse_query("identify(Y, W | do(X), Z)") == StructureQuery(
        "identify", ("Y", "W"), (Event(Term("Z")),), ("X",)
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P",
        "P()",
        "P(Y",
        "P(Y=1 |)",
        "P(Y=1 | X)",
        "P(Y=)",
        "P(Y=1) extra",
        "P(Y=1 | do())",
        "P(Y=1 | do(X))",
        "P(Y[X=1]=1 | do(X=0))",
        "P(Y[X=1, X=0]=1)",
        "P(Y[M=Z[X=0]]=1)",
        "P(Y[=1]=1)",
        "Q(Y=1)",
        "ATE(X)",
        "ATE(X=1, Y)",
        "ATE(X=0->, Y)",
        "CDE(X, Y, Y=1)",
        "CDE(X, Y, M=1, M=0)",
        "NDE(X, Y, X)",
        "P(Y=1 | do(X=1), do(X=0))",
        "frontdoor(X, X)",
        "paths(X, X)",
        "nodes(X)",
        "ancestors()",
        "ATE(X, Y, M)",
        "CDE(X, Y)",
        "CDE(X, Y, M)",
        "NDE(X, Y, M=1)",
        "PN(X, Y | Z=1)",
        "ATE(X, Y | Z)",
        "ATE(X, Y | Z[X=1]=1)",
        "dsep(X)",
        "dsep(X, Y, Z)",
        "affects(X, Y | Z)",
        "minimal_backdoor(X, Y)",
        "identify(Y)",
        "identify(Y | X)",
        "dsep(X, Y | do(Z))",
        "collider_bias(X, Y)",
        "P(Y=1; X=0)",
        "__import__('os')",
        "P(" + "Y[" * 60 + "X=1" + "]" * 60 + "=1)",
    ],
)
def test_faults_are_one_line(text):
    with pytest.raises(UsageError) as caught:
        parse_query(text)
    assert "\n" not in str(caught.value)
    assert caught.value.mend


words = st.sampled_from([*"()[]=,|∅ 01XYMP", "->", "do", "{}", *EFFECTS, *STRUCTURES])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.lists(words, max_size=25).map("".join)))
def test_any_text_is_a_query_or_a_usage_error(text):
    with suppress(UsageError):
        parse_query(text)
