"""The engine against enumeration of every exogenous state, on random models."""

from itertools import product

import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.bounds import frechet
from prism.scm.model import Model, Table, Variable, bernoulli
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term, parse_query
from tests.scm.oracle import chance, events, models
from tests.scm.test_identify import diagrams, hidden_model

QUICK = settings(
    max_examples=70, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.parametrize("merged", [1, 64])
@pytest.mark.parametrize("coupling", ["independent", "comonotone"])
@QUICK
@given(data=st.data())
def test_any_joint_counterfactual_equals_enumeration(coupling, merged, data):
    """Whether small sums are merged into one step (up to so many cells) or not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prism.scm.eliminate._SMALL", merged)
        _equals_enumeration(coupling, data)


def _equals_enumeration(coupling, data):
    model = data.draw(models())
    query = Probability(data.draw(events(model)), data.draw(events(model, most=2)))
    truth = chance(model, query.events, query.given, coupling)
    if truth is None:
        with pytest.raises(BadInput, match="probability zero"):
            probability(model, query, coupling)
    else:
        assert probability(model, query, coupling).value == pytest.approx(truth, abs=1e-9)


@QUICK
@given(data=st.data())
def test_a_question_asked_again_with_other_states_is_answered_anew(data):
    model = data.draw(models(largest=3))
    asked, seen = data.draw(events(model, most=2)), data.draw(events(model, most=2))
    terms = [event.term for event in (*asked, *seen)]
    for states in product(*(model.variable(term.name).states for term in terms)):
        every = [Event(*pair) for pair in zip(terms, states, strict=True)]
        query = Probability(tuple(every[: len(asked)]), tuple(every[len(asked) :]))
        truth = chance(model, query.events, query.given)
        if truth is None:
            with pytest.raises(BadInput, match="probability zero"):
                probability(model, query, "independent")
        else:
            value = probability(model, query, "independent").value
            assert value == pytest.approx(truth, abs=1e-9)


@QUICK
@given(diagrams(), st.integers(0, 99))
def test_the_order_of_a_model_is_the_first_topological_one_by_the_alphabet(diagram, seed):
    model = hidden_model(diagram, seed)
    graph = networkx.DiGraph()
    graph.add_nodes_from(model.by_name)
    graph.add_edges_from((p, n) for n, m in model.mechanisms.items() for p in m.parents)
    assert model.order == tuple(networkx.lexicographical_topological_sort(graph))


def test_a_table_is_a_copy_that_cannot_be_changed():
    """Plans are remembered: a model whose numbers moved would be answered by the old ones."""
    values = np.array([0.5, 0.5])
    model = Model((Variable("X"),), {"X": Table((), values)})
    assert probability(model, parse_query("P(X=1)")).value == 0.5
    values[:] = 0.0, 1.0
    assert probability(model, parse_query("P(X=1)")).value == 0.5
    with pytest.raises(ValueError, match="read-only"):
        model.mechanisms["X"].values[0] = 1.0


def test_a_cause_of_a_hundred_observed_effects():
    tables = {"X": ((), 0.5)} | {f"E{i}": (("X",), [0.4, 0.5]) for i in range(100)}
    seen = ", ".join(f"E{i}=1" for i in range(100))
    answer = probability(bernoulli("", tables), parse_query(f"P(X=1 | {seen})"))
    assert answer.value == pytest.approx(0.5**100 / (0.5**100 + 0.4**100))


@pytest.mark.parametrize("coupling", ["independent", "comonotone"])
def test_a_variable_with_too_many_causes_for_two_worlds_is_one_line(coupling):
    """Fourteen causes that differ between the worlds: 2^30 cells, refused before they are made."""
    causes = [f"C{i}" for i in range(14)]
    tables = {"X": ((), 0.5)} | {name: (("X",), [0.2, 0.7]) for name in causes}
    tables["Y"] = (tuple(causes), np.full((2,) * 14, 0.3))
    query = parse_query("P(Y[X=1]=1 | X=0, Y=0)")
    with pytest.raises(BadInput, match="too dense"):
        probability(bernoulli("", tables), query, coupling)


def in_world(name, state, **world):
    return Event(Term(name, tuple(Setting(*pair) for pair in world.items())), state)


@pytest.mark.parametrize("coupling", ["independent", "comonotone"])
def test_three_worlds_share_the_noise_where_their_parents_agree(coupling):
    """Each factual unit repeats whichever world has its own treatment."""
    x = Table((), np.array([0.5, 0.3, 0.2]))
    y = Table(("X",), np.array([[0.8, 0.2], [0.5, 0.5], [0.1, 0.9]]))
    model = Model((Variable("X", ("0", "1", "2")), Variable("Y")), {"X": x, "Y": y})
    asked = (
        in_world("Y", "1", X="1"),
        in_world("Y", "0", X="2"),
        in_world("Y", "0", X="0"),
        in_world("Y", "1"),
    )
    for number in range(1, 5):
        truth = chance(model, asked[-number:], (), coupling)
        query = Probability(asked[-number:])
        assert probability(model, query, coupling).value == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("own", ["independent", "comonotone"])
def test_the_coupling_of_a_mechanism_goes_before_the_one_that_is_assumed(own):
    y = Table(("X",), np.array([[0.75, 0.25], [0.5, 0.5]]), own)
    coin = Table((), np.array([0.5, 0.5]))
    model = Model((Variable("X"), Variable("Y")), {"X": coin, "Y": y})
    query = parse_query("P(Y[X=1]=1, Y[X=0]=1)")
    value = {"independent": 0.125, "comonotone": 0.25}[own]
    for assumed in ("independent", "comonotone", None):
        assert probability(model, query, assumed).value == pytest.approx(value)


def test_copies_with_one_cause_set_alike_repeat_each_other_where_the_other_cause_agrees():
    model = bernoulli(
        "",
        {
            "X": ((), 0.5),
            "M": (("X",), [0.2, 0.7]),
            "Y": (("X", "M"), [[0.1, 0.6], [0.3, 0.9]]),
        },
    )
    query = parse_query("P(Y[X=1]=1, Y[X=1, M=M[X=0]]=1)")
    truth = chance(model, query.events, (), "independent")
    assert probability(model, query, "independent").value == pytest.approx(truth, abs=1e-12)


def test_bounds_of_a_term_that_needs_a_coupling_by_itself():
    """Y[X=1, W=W[X=0]] speaks of M in both worlds: nothing but the couplings limits it."""
    model = bernoulli(
        "",
        {
            "X": ((), 0.5),
            "M": (("X",), [0.2, 0.7]),
            "W": (("M",), [0.1, 0.8]),
            "Y": (("M", "W"), [[0.1, 0.9], [0.9, 0.1]]),
        },
    )
    query = parse_query("P(Y[X=1, W=W[X=0]]=1)")
    low, high = probability(model, query).bounds
    truths = [chance(model, query.events, (), c) for c in ("independent", "comonotone")]
    assert truths[0] != pytest.approx(truths[1])
    assert all(low <= truth <= high for truth in truths)


def test_events_that_exclude_each_other_and_impossible_evidence():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    low, high, sharp, _ = frechet(model, parse_query("P(Y[X=1]=1, Y[X=1]=0 | Y=1)"))
    assert (low, high, sharp) == (0.0, 0.0, True)
    for evidence in ("Y=0, Y=1", "X[X=1]=0"):
        with pytest.raises(BadInput, match="probability zero"):
            frechet(model, parse_query(f"P(Y[X=1]=1 | {evidence})"))


def test_evidence_that_depends_on_the_coupling_leaves_everything_open():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    query = parse_query("P(Y=1 | Y[X=1]=1, Y[X=0]=0)")
    assert frechet(model, query)[:3] == (0.0, 1.0, False)


def test_questions_of_many_events_hold_their_states_before_the_sum(monkeypatch):
    """Beyond a size the joint of all events is not tabled: the answer is the same."""
    model = bernoulli(
        "", {"X": ((), 0.4), "Z": (("X",), [0.2, 0.7]), "Y": (("X", "Z"), [[0.1, 0.5], [0.3, 0.8]])}
    )
    texts = ("P(X=1, Y=0 | Z=1)", "P(X, Y=0 | Z=1)", "P(Y, X)", "P(Y[X=1]=1, Z[X=1])")
    answers = [probability(model, parse_query(text), "independent").value for text in texts]
    monkeypatch.setattr("prism.scm.probability._LARGEST_TABLE", 1)
    for text, answer in zip(texts, answers, strict=True):
        again = probability(model, parse_query(text), "independent").value
        assert again == pytest.approx(answer, abs=1e-12)


@QUICK
@given(data=st.data())
def test_bounds_hold_for_both_couplings_and_are_a_point_when_identified(data):
    model = data.draw(models())
    query = Probability(data.draw(events(model, most=2)), data.draw(events(model, most=2)))
    truths = [chance(model, query.events, query.given, c) for c in ("independent", "comonotone")]
    if None in truths:
        return
    answer = probability(model, query)
    low, high = answer.bounds or (answer.value, answer.value)
    for truth in truths:
        assert low - 1e-9 <= truth <= high + 1e-9
