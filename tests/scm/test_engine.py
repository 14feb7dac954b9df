"""The engine against enumeration of every exogenous state, on random models."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.probability import probability
from prism.scm.query import Probability
from tests.scm.oracle import chance, events, models

QUICK = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.parametrize("coupling", ["independent", "comonotone"])
@QUICK
@given(data=st.data())
def test_any_joint_counterfactual_equals_enumeration(coupling, data):
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
