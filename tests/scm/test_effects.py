"""Effects and probabilities of causation against enumeration and published formulas."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.ask import ask
from prism.scm.model import Model, Table, Variable, bernoulli
from prism.scm.query import Event, Setting, Term
from tests.scm.oracle import chance, models

LAWS = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def at(name, state, **world):
    settings_ = tuple(
        Setting(n, Term(n, (Setting(*v),)) if isinstance(v, tuple) else v) for n, v in world.items()
    )
    return Event(Term(name, settings_), state)


@LAWS
@given(data=st.data())
def test_every_effect_is_its_definition(data):
    model = data.draw(models())
    names = list(model.order)
    x, y = names[0], names[-1]
    low, high = model.variable(x).states[0], model.variable(x).states[-1]
    ate = chance(model, [at(y, "1", **{x: high})]) - chance(model, [at(y, "1", **{x: low})])
    assert ask(model, f"ATE({x}, {y})").value == pytest.approx(ate, abs=1e-9)
    middle = [n for n in names[1:-1] if n in model.mechanisms[y].parents]
    carried = dict.fromkeys(middle, (x, low))
    direct = chance(model, [at(y, "1", **{x: high}, **carried)])
    base = chance(model, [at(y, "1", **{x: low})])
    held = ", ".join([y, *middle])
    assert ask(model, f"NDE({x}, {held})").value == pytest.approx(direct - base, abs=1e-9)
    moved = chance(model, [at(y, "1", **{x: low}, **dict.fromkeys(middle, (x, high)))])
    assert ask(model, f"NIE({x}, {held})").value == pytest.approx(moved - base, abs=1e-9)
    seen = [at(x, high)]
    if chance(model, seen):
        ett = chance(model, [at(y, "1", **{x: high})], seen) - chance(
            model, [at(y, "1", **{x: low})], seen
        )
        assert ask(model, f"ETT({x}, {y})").value == pytest.approx(ett, abs=1e-9)
        assert ask(model, f"ATT({x}, {y})").value == pytest.approx(ett, abs=1e-9)


@LAWS
@given(data=st.data(), coupling=st.sampled_from(["independent", "comonotone"]))
def test_causation_is_its_definition_and_lies_in_its_bounds(data, coupling):
    model = data.draw(models())
    x, y = model.order[0], model.order[-1]
    low, high = model.variable(x).states[0], model.variable(x).states[-1]
    truths = {
        "PN": chance(model, [at(y, "0", **{x: low})], [at(x, high), at(y, "1")], coupling),
        "PS": chance(model, [at(y, "1", **{x: high})], [at(x, low), at(y, "0")], coupling),
        "PNS": chance(model, [at(y, "1", **{x: high}), at(y, "0", **{x: low})], coupling=coupling),
    }
    for kind, truth in truths.items():
        if truth is None:
            with pytest.raises(BadInput, match="probability zero"):
                ask(model, f"{kind}({x}, {y})")
            continue
        assert ask(model, f"{kind}({x}, {y})", coupling).value == pytest.approx(truth, abs=1e-9)
        least, most = ask(model, f"{kind}({x}, {y})").interval
        assert least - 1e-9 <= truth <= most + 1e-9


probabilities = st.floats(0.05, 0.95)


@LAWS
@given(x=probabilities, low=probabilities, high=probabilities)
def test_bounds_without_confounding_are_those_of_tian_and_pearl(x, low, high):
    """PNS in [max(0, h − l), min(h, 1 − l)]; PN and PS are PNS over P(y | x) and P(y' | x')."""
    model = bernoulli("", {"X": ((), x), "Y": (("X",), [low, high])})
    least, most = max(0.0, high - low), min(high, 1 - low)
    for kind, part in (("PNS", 1.0), ("PN", high), ("PS", 1 - low)):
        answer = ask(model, f"{kind}(X, Y)")
        assert answer.bounds == pytest.approx((least / part, most / part), abs=1e-9)
        assert answer.sharp


@LAWS
@given(rows=st.lists(probabilities, min_size=8, max_size=8))
def test_sharp_bounds_are_attained_by_response_functions(rows):
    """With a confounder: build the SCMs at both ends from response types and ask them."""
    z, x0, x1 = rows[0], rows[1], rows[2]
    tables = [[rows[3], rows[4]], [rows[5], rows[6]]]
    model = bernoulli("", {"Z": ((), z), "X": (("Z",), [x0, x1]), "Y": (("Z", "X"), tables)})
    answer = ask(model, "PN(X, Y)")
    assert answer.sharp
    for end, monotone in ((0, True), (1, False)):
        found = ask(_responding(model, tables, monotone), "PN(X, Y)").value
        assert found == pytest.approx(answer.bounds[end], abs=1e-9)


def _responding(model, tables, monotone):
    """Return the model in which Y reads a uniform number R in one direction or in both."""
    cuts = sorted(
        {0.0, 1.0} | {c for low, high in tables for c in (1 - low, 1 - high if monotone else high)}
    )
    widths = np.diff(cuts)
    middles = [(a + b) / 2 for a, b in pairwise(cuts)]
    values = np.zeros((2, 2, len(widths), 2))
    for (z, x), _ in np.ndenumerate(np.zeros((2, 2))):
        for r, u in enumerate(middles):
            on = u > 1 - tables[z][x] if monotone or x == 0 else u < tables[z][x]
            values[z, x, r, int(on)] = 1.0
    states = tuple(map(str, range(len(widths))))
    return Model(
        (*model.variables[:2], Variable("R", states, exogenous=True), Variable("Y")),
        {
            "Z": model.mechanisms["Z"],
            "X": model.mechanisms["X"],
            "R": Table((), widths),
            "Y": Table(("Z", "X", "R"), values),
        },
    )


def test_an_assumption_stands_in_the_result_only_where_it_was_needed():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    assert ask(model, "ATE(X, Y)", "independent").assumption is None
    assert ask(model, "PNS(X, Y)", "independent").assumption == "independent noise per parent state"
    assert ask(model, "P(Y[X=1] | X=0, Y=0)", "comonotone").value == pytest.approx(
        {"0": 2 / 3, "1": 1 / 3}
    )
    with pytest.raises(BadInput, match="name a coupling"):
        ask(model, "P(Y[X=1] | X=0, Y=0)")


def test_bounds_that_meet_are_a_value():
    """Without the treatment the outcome never occurs: every coupling gives the same."""
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.0, 0.5])})
    answer = ask(model, "PNS(X, Y)")
    assert (answer.value, answer.bounds, answer.assumption) == (0.5, None, None)
    assert ask(model, "PN(X, Y)").value == 1.0
    assert ask(model, "PS(X, Y)").value == pytest.approx(0.5)


def test_conditional_effects_condition_on_the_factual_world():
    model = bernoulli(
        "", {"Z": ((), 0.5), "X": (("Z",), [0.2, 0.8]), "Y": (("Z", "X"), [[0.1, 0.3], [0.5, 0.9]])}
    )
    assert ask(model, "ATE(X, Y | Z=1)").value == pytest.approx(0.4)
    assert ask(model, "ATE(X=1->0, Y=0 | Z=0)").value == pytest.approx(0.2)
    assert ask(model, "RD(X, Y | Z=0)").value == pytest.approx(0.2)
    assert ask(model, "ATE(X, Y | Y=1)").bounds is not None


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("P(Y=1 | X=1, X=0)", "probability zero"),
        ("P(Y=2)", "no state '2'"),
        ("P(Q=1)", "not a variable"),
        ("P(Y[Q=1]=1)", "not a variable"),
        ("ATE(X, X)", "both treatment and outcome"),
        ("ATE(X=0->7, Y)", "no state '7'"),
        ("P(Y=1 | W=1)", "probability zero"),
    ],
)
def test_faults_are_one_line(query, message):
    model = bernoulli("", {"X": ((), 0.5), "W": ((), 0.0), "Y": (("X",), [0.25, 0.5])})
    with pytest.raises(BadInput, match=message) as caught:
        ask(model, query)
    assert "\n" not in str(caught.value)


def test_an_impossible_event_has_probability_zero_and_a_set_variable_is_what_it_is_set_to():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    assert ask(model, "P(X=1, X=0)").value == 0.0
    assert ask(model, "P(Y[Y=1]=1)").value == 1.0
    assert ask(model, "P(Y[Y=1]=0)").value == 0.0
    assert ask(model, "P(X[Y=1]=1 | X=1)").value == 1.0
    assert ask(model, "P(X[X=1, Y=Y[X=0]]=1, Y[Y=Y[X=1], X=0]=0)").value == 0.5
    chain = bernoulli("", {"X": ((), 0.5), "M": (("X",), [0.2, 0.7]), "Y": (("M",), [0.1, 0.8])})
    assert ask(chain, "P(Y[Y=1, M=M[X=0]]=1 | M=1)").value == 1.0
    assert ask(chain, "P(Y[Y=1, M=M[X=0]]=1, Y[Y=1, M=M[X=1]]=1 | X=1)").value == 1.0


@LAWS
@given(x=probabilities, low=probabilities, high=probabilities)
def test_consistency_makes_the_world_that_happened_the_counterfactual_one(x, low, high):
    """P(Y_1 = 1 | Y = 1): certain where X was 1, Fréchet's bounds where it was 0."""
    model = bernoulli("", {"X": ((), x), "Y": (("X",), [low, high])})
    assert ask(model, "P(Y[X=1]=1 | X=1, Y=1)").value == pytest.approx(1.0)
    assert ask(model, "P(Y[X=1]=0 | X=1, Y=1)").value == pytest.approx(0.0)
    answer = ask(model, "P(Y[X=1]=1 | Y=1)")
    seen = x * high + (1 - x) * low
    ends = [
        (x * high + (1 - x) * part) / seen for part in (max(0.0, low + high - 1), min(low, high))
    ]
    assert answer.interval == pytest.approx(ends, abs=1e-9)
    assert answer.sharp
    for end, monotone in ((0, False), (1, True)):
        tables = [[low, high]] * 2
        coin = {"Z": Table((), np.array([0.5, 0.5]))}
        both = Model((Variable("Z"), *model.variables), coin | dict(model.mechanisms))
        found = ask(_responding(both, tables, monotone), "P(Y[X=1]=1 | Y=1)").value
        assert found == pytest.approx(ends[end], abs=1e-9)


def test_causes_with_too_many_states_are_not_split_and_the_bounds_are_not_called_sharp(monkeypatch):
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    whole = ask(model, "P(Y[X=1]=1 | Y=1)")
    assert any("within each state of X, shared" in step for step in whole.steps)
    monkeypatch.setattr("prism.scm.bounds._MOST_SPLITS", 1)
    rough = ask(model, "P(Y[X=1]=1 | Y=1)")
    assert rough.interval[0] <= whole.interval[0] <= whole.interval[1] <= rough.interval[1]
    assert (whole.sharp, rough.sharp) == (True, False)


def test_bounds_are_called_sharp_for_one_copied_variable_only():
    chain = bernoulli("", {"X": ((), 0.5), "M": (("X",), [0.2, 0.7]), "Y": (("M",), [0.1, 0.8])})
    assert ask(chain, "PNS(X, M)").sharp
    assert ask(chain, "PNS(X, Y)").sharp is False


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("ATE(X, Y)", "ATE(X=0->1, Y=1)"),
        ("ATE(X, Y | Z=0)", "ATE(X=0->1, Y=1 | Z=0)"),
        ("CDE(X=1->0, Y=0, M=1)", "CDE(X=1->0, Y=0, M=1)"),
        ("PN(X, Y)", "PN(X=0->1, Y=1)"),
    ],
)
def test_an_answer_names_every_state_and_condition_of_its_question(query, written):
    half = [0.25, 0.5]
    model = bernoulli(
        "",
        {
            "Z": ((), 0.5),
            "X": (("Z",), half),
            "M": (("X",), half),
            "Y": (("X", "M"), [half, [0.5, 0.75]]),
        },
    )
    assert ask(model, query).query == written
