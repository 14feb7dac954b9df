"""Sampling against exact inference, and beyond its reach."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput
from prism.scm.model import Model, Table, Variable
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term, parse_query
from prism.scm.sample import estimate
from tests.scm.oracle import events, models


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data(), coupling=st.sampled_from(["independent", "comonotone"]))
def test_estimates_are_near_the_exact_value(data, coupling):
    model = data.draw(models())
    query = Probability(data.draw(events(model)), data.draw(events(model, most=1)))
    try:
        exact = probability(model, query, coupling).value
        found = estimate(model, query, draws=4000, seed=3, coupling=coupling)
    except BadInput:  # evidence impossible or too rare for the draws
        return
    assert abs(found.value - exact) <= 5 * found.error + 0.01


def dense(size, degree):
    """Many parents far back: the two worlds together are too wide for exact elimination."""
    rng = np.random.default_rng(7)
    mechanisms = {}
    for i in range(size):
        above = rng.choice(i, min(i, degree), replace=False) if i else []
        on = rng.uniform(0.2, 0.8, (2,) * len(above))
        mechanisms[f"V{i}"] = Table(tuple(f"V{j}" for j in above), np.stack([1 - on, on], axis=-1))
    return Model(tuple(Variable(name) for name in mechanisms), mechanisms)


def test_sampling_goes_on_where_elimination_stops():
    model = dense(80, 5)
    asked = Event(Term("V79", (Setting("V0", "1"),)), "1")
    query = Probability((asked,), tuple(Event(Term(f"V{i}"), "0") for i in (0, 30, 79)))
    with pytest.raises(BadInput, match="too dense"):
        probability(model, query, "independent")
    found = estimate(model, query, draws=20_000, seed=1)
    assert 0 < found.value < 1
    assert found.error < 0.02
    assert found.assumption == "independent noise per parent state"
    again = estimate(model, query, draws=20_000, seed=1)
    assert again.value == found.value


def test_rare_evidence_and_distributions_are_refused():
    model = dense(3, 1)
    with pytest.raises(BadInput, match="only 0 of 50"):
        estimate(model, parse_query("P(V0=1 | V0=1, V0=0)"), draws=50, seed=0)
    with pytest.raises(BadInput, match="give every state"):
        estimate(model, parse_query("P(V0)"), draws=50, seed=0)
