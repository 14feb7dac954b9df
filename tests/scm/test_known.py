"""Effects from known probabilities agree with the whole model they were taken from."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.ask import ask
from prism.scm.diagram import Diagram
from prism.scm.known import Known, Underivable
from prism.scm.model import bernoulli

probabilities = st.floats(0.1, 0.9)
LAWS = settings(
    max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def known_of(model, facts):
    """Note some conditional probabilities ``(variable, conditions)``, computed by the model."""
    known = Known(model.diagram)
    for name, conditions in facts:
        for states in product((0, 1), repeat=len(conditions)):
            seen = ", ".join(f"{n}={s}" for n, s in zip(conditions, states, strict=True))
            chance = ask(model, f"P({name}=1{' | ' if seen else ''}{seen})").value
            known.add({name: 1}, dict(zip(conditions, states, strict=True)), chance)
    return known


@LAWS
@given(p=st.lists(probabilities, min_size=13, max_size=13))
def test_effects_of_a_confounded_mediation(p):
    model = bernoulli(
        "",
        {
            "Z": ((), p[0]),
            "X": (("Z",), p[1:3]),
            "M": (("X",), p[3:5]),
            "Y": (("Z", "X", "M"), [[p[5:7], p[7:9]], [p[9:11], p[11:13]]]),
        },
    )
    outcome, mediator, root = ("Y", "ZXM"), ("M", "X"), ("Z", "")
    printed = {
        "ATE(X, Y)": [("Y", "XZ"), root],
        "ETT(X, Y)": [("Y", "XZ"), ("Y", "X"), ("Z", "X")],
        "NDE(X, Y, M)": [outcome, mediator, root],
        "NIE(X, Y, M)": [outcome, mediator, root],
        "CDE(X, Y, M=1)": [outcome, root],
        "P(M=0, X=1)": [mediator, ("X", "")],
    }
    for query, facts in printed.items():
        known = known_of(model, facts)
        assert known.model() is None
        assert ask(known, query).value == pytest.approx(ask(model, query).value, abs=1e-9)


@LAWS
@given(p=st.lists(probabilities, min_size=9, max_size=9))
def test_effects_carried_by_a_front_door_set(p):
    """The confounder U is hidden: nothing speaks of it, and no set is left to adjust for."""
    model = bernoulli(
        "",
        {
            "U": ((), p[0]),
            "X": (("U",), p[1:3]),
            "M": (("X",), p[3:5]),
            "Y": (("U", "M"), [p[5:7], p[7:9]]),
        },
    )
    facts = [("M", "X"), ("Y", "XM"), ("X", "")]
    for query in ("ATE(X, Y)", "ATE(X=1->0, Y)", "ETT(X, Y)", "ATE(X, Y=0)"):
        known = known_of(model, facts)
        assert ask(known, query).value == pytest.approx(ask(model, query).value, abs=1e-9)
    assert ask(known_of(model, facts), "NIE(X, Y)").value == pytest.approx(
        ask(model, "NIE(X, Y, M)").value, abs=1e-9
    )
    with pytest.raises(BadInput, match="does not follow"):
        ask(known_of(model, facts[:2]), "ATE(X, Y)")


def test_an_effect_without_direct_part_is_all_indirect():
    model = bernoulli("", {"X": ((), 0.5), "M": (("X",), [0.2, 0.7]), "Y": (("M",), [0.1, 0.5])})
    known = known_of(model, [("Y", "X")])
    assert ask(known, "NIE(X, Y)").value == pytest.approx(ask(model, "ATE(X, Y)").value)
    with pytest.raises(BadInput, match="does not follow"):
        ask(known, "NIE(X, Y, M)")


def test_all_tables_make_a_model():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    known = known_of(model, [("X", ""), ("Y", "X")])
    for query in ("PNS(X, Y)", "P(X=1 | Y=1)", "ATE(X, Y | Y=1)"):
        assert ask(known, query).interval == pytest.approx(ask(model, query).interval)


def test_bounds_of_causation_from_experiment_and_observation():
    """Source: Tian and Pearl (2000), section 4.3: PN is 1 in the drug example."""
    known = Known(Diagram.of("X->Y"))
    known.add({"Y": 1}, {}, 0.4)
    known.add({"X": 1, "Y": 1}, {}, 0.3)
    known.add({"Y": 1}, {"X": 0}, 0.2)
    low, high = ask(known, "PN(X, Y)").bounds
    assert low == pytest.approx((0.4 - 0.2) / 0.3)
    assert high == 1.0


def test_what_does_not_follow_is_refused():
    known = Known(Diagram.of("Z->X, Z->Y, X->Y"))
    known.add({"Y": 1}, {"X": 0}, 0.2)
    known.add({"Y": 1}, {"X": 1}, 0.6)
    with pytest.raises(BadInput, match="does not follow"):
        ask(known, "ATE(X, Y)")
    assert ask(known, "RD(X, Y)").value == pytest.approx(0.4)
    with pytest.raises(Underivable):
        ask(known, "P(X=1)")
    known.add({"Z": 1}, {}, 0.5)
    with pytest.raises(Underivable):  # Z matters to Y: P(Y | X) does not stand for P(Y | X, Z)
        ask(known, "P(Y=1 | X=0, Z=0)")
    with pytest.raises(BadInput, match="whole model"):
        ask(known, "ATE(X, Y | Z=1)")
    with pytest.raises(BadInput, match="not a probability"):
        known.add({"Z": 1}, {}, 1.5)


def test_the_diagram_alone_rules_effects_out():
    known = Known(Diagram.of("X->M, M->Y, Z->Y"))
    assert ask(known, "ATE(Z, M)").value == 0.0
    assert ask(known, "NDE(X, Y)").value == 0.0
    assert ask(known, "NIE(Z, Y)").value == 0.0
    assert ask(known, "CDE(X, Y, M=0)").value == 0.0


@LAWS
@given(p=st.lists(probabilities, min_size=7, max_size=7))
def test_effects_lie_between_those_of_the_strata_where_the_strata_have_no_weights(p):
    model = bernoulli(
        "",
        {"Z": ((), p[0]), "X": (("Z",), p[1:3]), "Y": (("Z", "X"), [p[3:5], p[5:7]])},
    )
    known = known_of(model, [("Y", "ZX")])
    strata = sorted((p[4] - p[3], p[6] - p[5]))
    for query in ("ATE(X, Y)", "ETT(X, Y)"):
        answer = ask(known, query)
        assert answer.bounds == pytest.approx(strata)
        assert strata[0] - 1e-9 <= ask(model, query).value <= strata[1] + 1e-9
    with pytest.raises(BadInput, match="does not follow"):
        ask(known_of(model, [("Y", "X")]), "ETT(X, Y)")


def test_a_variable_in_two_states_at_once_is_refused():
    known = Known(Diagram.of("X->Y"))
    known.add({"Y": 1}, {"X": 0}, 0.25)
    with pytest.raises(BadInput, match="X cannot be 0 and 1 at once"):
        ask(known, "P(Y=1 | X=1, X=0)")
