"""Criteria of an edit from the counterfactual."""

import numpy as np
import pytest

from prism.errors import BadInput
from prism.scm.claims import changes, claims
from prism.scm.expression import parse_expression
from prism.scm.model import Model, Table, Variable, bernoulli, logical


def story():
    """Rain floods the road, the flood stops the bus; the bakery opens whatever happens."""
    names = ("Rain", "Flood", "Bus", "Bakery")
    known = {n: Variable(n, unit=f"u{i}") for i, n in enumerate(names, 1)}
    coin = Table((), np.array([0.5, 0.5]))
    mechanisms = {"Rain": coin, "Bakery": coin}
    for name, text in (("Flood", "Rain"), ("Bus", "not Flood")):
        mechanisms[name] = logical(known[name], parse_expression(text), known)
    return Model(tuple(known.values()), mechanisms)


TOLD = {"Rain": "1", "Flood": "1", "Bus": "0", "Bakery": "1"}


def test_what_the_intervention_reaches_is_revised_and_the_rest_preserved():
    found = {c.variable: c for c in changes(story(), {"Rain": "0"}, TOLD)}
    assert {n: c.verdict for n, c in found.items()} == {
        "Bakery": "preserve",
        "Flood": "revise",
        "Bus": "revise",
    }
    assert (found["Bus"].before, found["Bus"].after, found["Bus"].chance) == ("0", "1", (1.0, 1.0))


def test_an_intervention_downstream_leaves_the_causes_alone():
    found = changes(story(), {"Flood": "0"}, TOLD)
    texts = {"u1": "It rained.", "u3": "The bus stood still.", "u4": "The bakery opened."}
    told = claims(found, texts)
    assert told.preserve == ("The bakery opened.", "It rained.")
    assert told.revise == ("The bus stood still.",)


def test_a_change_the_graph_would_expect_but_that_does_not_happen_is_preserved():
    """Two riflemen: the prisoner dies although one of them does not shoot."""
    known = {n: Variable(n, unit=n.lower()) for n in ("C", "A", "B", "D")}
    mechanisms = {"C": Table((), np.array([0.5, 0.5]))}
    for name, text in (("A", "C"), ("B", "C"), ("D", "A or B")):
        mechanisms[name] = logical(known[name], parse_expression(text), known)
    model = Model(tuple(known.values()), mechanisms)
    told = dict.fromkeys("CABD", "1")
    assert {c.variable: c.verdict for c in changes(model, {"A": "0"}, told)} == {
        "C": "preserve",
        "B": "preserve",
        "D": "preserve",
    }


def test_what_the_model_leaves_open_gives_no_criterion():
    model = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.2, 0.7])})
    anchored = Model(tuple(Variable(n, unit=n) for n in "XY"), model.mechanisms)
    (only,) = changes(anchored, {"X": "0"}, {"X": "1", "Y": "1"})
    assert only.verdict == "open"
    assert only.after is None
    assert only.chance == pytest.approx((0.5 / 0.7, 1.0))
    assert claims([only], {"Y": "…"}).preserve == ()
    (named,) = changes(anchored, {"X": "0"}, {"X": "1", "Y": "1"}, "independent")
    assert named.chance == pytest.approx((0.8, 0.8))


def test_faults():
    with pytest.raises(BadInput, match="probability zero"):
        changes(story(), {"Rain": "0"}, {"Rain": "1", "Flood": "0"})
    with pytest.raises(BadInput, match="needs an intervention"):
        changes(story(), {}, TOLD)
    with pytest.raises(BadInput, match="which the story lacks"):
        claims(changes(story(), {"Rain": "0"}, TOLD), {})
