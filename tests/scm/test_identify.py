"""Identification: estimands computed from the observed joint equal the truth of hidden models."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.scm.diagram import Diagram
from prism.scm.engine import distribution
from prism.scm.estimand import evaluate
from prism.scm.identify import identify
from prism.scm.model import Model, Table, Variable
from prism.scm.query import Event, Setting, Term

SLOW = settings(
    max_examples=80, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
NAMES = ("A", "B", "C", "D", "E")


@st.composite
def diagrams(draw):
    pairs = [(a, b) for i, a in enumerate(NAMES) for b in NAMES[i + 1 :]]
    edges = tuple(p for p in pairs if draw(st.booleans()))
    bidirected = tuple(p for p in pairs if draw(st.integers(0, 3)) == 0)
    return Diagram(NAMES, edges, bidirected)


def hidden_model(diagram, seed):
    """Return a random positive model whose diagram is the given one."""
    rng = np.random.default_rng(seed)
    causes = {node: list(diagram.parents(node)) for node in diagram.nodes}
    hidden = []
    for number, pair in enumerate(diagram.bidirected):
        hidden.append(f"U{number}")
        for node in pair:
            causes[node].append(f"U{number}")
    mechanisms = {u: Table((), np.array([0.4, 0.6])) for u in hidden}
    for node, parents in causes.items():
        on = rng.uniform(0.1, 0.9, (2,) * len(parents))
        mechanisms[node] = Table(tuple(parents), np.stack([1 - on, on], axis=-1))
    variables = [Variable(u, exogenous=True) for u in hidden] + [Variable(n) for n in diagram.nodes]
    return Model(tuple(variables), mechanisms)


@SLOW
@given(diagram=diagrams(), seed=st.integers(0, 999), data=st.data())
def test_the_estimand_gives_the_interventional_probability(diagram, seed, data):
    nodes = list(diagram.nodes)
    x = data.draw(st.sets(st.sampled_from(nodes), min_size=1, max_size=2))
    y = data.draw(st.sampled_from([n for n in nodes if n not in x]))
    z = data.draw(
        st.sets(st.sampled_from([n for n in nodes if n not in x and n != y] or [None]), max_size=2)
    )
    found = identify(diagram, {y}, x, z - {None})
    if found.estimand is None:
        assert found.hedge
        return
    model = hidden_model(diagram, seed)
    assert {frozenset(p) for p in model.diagram.bidirected} == {
        frozenset(p) for p in diagram.bidirected
    }
    joint = distribution(model, [Event(Term(n)) for n in nodes], ())
    at = {n: data.draw(st.integers(0, 1)) for n in nodes}
    world = tuple(Setting(n, str(at[n])) for n in sorted(x))
    below = [Event(Term(n, world), str(at[n])) for n in z if n]
    both = distribution(model, (), [*below, Event(Term(y, world), str(at[y]))])
    truth = float(both / distribution(model, (), below))
    assert evaluate(found.estimand, joint, tuple(nodes), at) == pytest.approx(truth, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "identified"),
    [
        ("X->Y, X<->Y", False),  # the bow
        ("X->M, M->Y, X<->Y", True),  # front door
        ("X->M, M->Y, X<->M", False),
        ("Z->X, X->Y, X<->Y", False),  # an instrument alone identifies nothing
        ("W->Z, Z->X, X->Y, W<->X, W<->Y", True),  # napkin
        ("X->Z, Z->Y, X<->Z, Z<->Y", False),
        ("X->Y, Z->X, Z->Y, X<->Z", True),
        ("X->Y, Z->X, Z->Y, X<->Z, Z<->Y", False),
    ],
)
def test_known_verdicts(text, identified):
    """Source: Shpitser and Pearl (2006), figures 1 and 2; Pearl, Causality (2009), section 3.5."""
    assert (identify(Diagram.of(text), {"Y"}, {"X"}).estimand is not None) == identified


def test_a_condition_may_be_what_identifies():
    """Rule 2 in the world of do(X): P(Y | do(X), Z) is P(Y), P(Y, Z | do(X)) is not identified."""
    diagram = Diagram.of("X->Z, X<->Y, X<->Z, Z<->W")
    assert str(identify(diagram, {"Y"}, {"X"}, {"Z"}).estimand) == "P(Y)"
    assert identify(diagram, {"Y", "Z"}, {"X"}).estimand is None


def test_unidentified_effects_really_differ_between_models_with_one_observed_joint():
    """The bow: two models agree on P(X, Y) and disagree on P(Y | do(X))."""
    coin = Table((), np.array([0.5, 0.5]))
    copy = Table(("U",), np.eye(2))
    flat = Table(("U", "X"), np.stack([np.eye(2)] * 2, axis=1))
    ident = Table(("U", "X"), np.stack([np.eye(2)] * 2, axis=0))
    names = (Variable("U", exogenous=True), Variable("X"), Variable("Y"))
    pair = [Model(names, {"U": coin, "X": copy, "Y": y}) for y in (flat, ident)]
    seen = [distribution(m, [Event(Term("X")), Event(Term("Y"))], ()) for m in pair]
    done = [float(distribution(m, (), [Event(Term("Y", (Setting("X", "1"),)), "1")])) for m in pair]
    assert np.allclose(*seen)
    assert done == [0.5, 1.0]
