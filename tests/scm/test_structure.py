"""Structure against path enumeration, and against numbers of random models with confounders."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prism.errors import BadInput, UsageError
from prism.scm.adjustment import (
    backdoor_sets,
    colliding_path,
    frontdoor_sets,
    instruments,
    is_backdoor_set,
    is_frontdoor_set,
    is_instrument,
    minimal_backdoor_sets,
    one_backdoor_set,
    smaller_backdoor_sets,
)
from prism.scm.ask import ask
from prism.scm.diagram import Diagram, descendants, is_d_separated, is_open, open_paths, paths
from prism.scm.engine import distribution
from prism.scm.query import Event, Setting, Term
from tests.scm.test_identify import diagrams, hidden_model

LAWS = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def subsets(nodes):
    return [set(c) for n in range(len(nodes) + 1) for c in combinations(sorted(nodes), n)]


def blocked_by_definition(diagram, path, z):
    """The textbook rule, written out for one path."""
    for i in range(2, len(path) - 2, 2):
        into = path[i - 1] in ("->", "<->") and path[i + 1] in ("<-", "<->")
        if into and not z & set(descendants(diagram, {path[i]})):
            return True
        if not into and path[i] in z:
            return True
    return False


@LAWS
@given(diagrams())
def test_d_separation_is_that_every_path_is_blocked(diagram):
    x, y, *rest = diagram.nodes
    for z in subsets(rest):
        routes = list(paths(diagram, x, y))
        open_ = [p for p in routes if not blocked_by_definition(diagram, p, z)]
        assert is_d_separated(diagram, {x}, {y}, z) == (not open_)
        assert [is_open(diagram, p, z) for p in routes] == [p in open_ for p in routes]
        assert set(open_paths(diagram, x, y, z)) == set(open_)
        colliding = colliding_path(diagram, x, y, z)
        assert colliding is None or (colliding in open_ and is_open(diagram, colliding, z))
        assert colliding is None or not is_open(diagram, colliding, set())


def chances(model, nodes):
    return distribution(model, [Event(Term(n)) for n in nodes], ())


def done(model, x, y, given=()):
    """P(Y=1 | do(X=1), given), the given as (name, state)."""
    world = (Setting(x, "1"),)
    held = [Event(Term(n, world), s) for n, s in given]
    both = distribution(model, (), [*held, Event(Term(y, world), "1")])
    return float(both / distribution(model, (), held))


@LAWS
@given(diagrams(), st.integers(0, 99))
def test_valid_backdoor_sets_adjust_exactly_and_the_others_do_not(diagram, seed):
    """In a model with random numbers an invalid set that blocks nothing it should is off."""
    x, y = "B", "D"
    model, nodes = hidden_model(diagram, seed), list(diagram.nodes)
    joint = chances(model, nodes)
    truth = done(model, x, y)
    valid = list(backdoor_sets(diagram, x, y))
    for z in subsets(set(nodes) - {x, y}):
        names = sorted(z)
        total = 0.0
        for states in np.ndindex(*(2,) * len(names)):
            at = dict(zip(names, states, strict=True))
            weight = mass(joint, nodes, at)
            share = mass(joint, nodes, {**at, x: 1, y: 1}) / mass(joint, nodes, {**at, x: 1})
            total += weight * share
        if frozenset(z) in valid:
            assert total == pytest.approx(truth, abs=1e-9)
            assert is_backdoor_set(diagram, x, y, z)
        else:
            assert not is_backdoor_set(diagram, x, y, z)
    minimal = list(minimal_backdoor_sets(diagram, x, y))
    one = one_backdoor_set(diagram, x, y)
    assert one in minimal if minimal else one is None
    assert set(minimal) == {z for z in valid if not any(w < z for w in valid)}
    for z in valid:
        assert set(smaller_backdoor_sets(diagram, x, y, z)) == {w for w in valid if w < z}


def mass(joint, nodes, at):
    return float(joint[tuple(at.get(n, slice(None)) for n in nodes)].sum())


@LAWS
@given(diagrams(), st.integers(0, 99))
def test_valid_frontdoor_sets_give_the_effect(diagram, seed):
    x, y = "A", "E"
    model, nodes = hidden_model(diagram, seed), list(diagram.nodes)
    joint = chances(model, nodes)
    for m in frontdoor_sets(diagram, x, y):
        names = sorted(m)
        total = 0.0
        for states in np.ndindex(*(2,) * len(names)):
            at = dict(zip(names, states, strict=True))
            inner = 0.0
            for s in (0, 1):
                below = mass(joint, nodes, {**at, x: s})
                above = mass(joint, nodes, {**at, x: s, y: 1})
                inner += above / below * mass(joint, nodes, {x: s})
            total += mass(joint, nodes, {**at, x: 1}) / mass(joint, nodes, {x: 1}) * inner
        assert total == pytest.approx(done(model, x, y), abs=1e-9)


@LAWS
@given(diagrams(), st.integers(0, 99))
def test_an_instrument_says_nothing_of_the_outcome_once_the_treatment_is_set(diagram, seed):
    x, y = "C", "E"
    model = hidden_model(diagram, seed)
    for z in instruments(diagram, x, y):
        low, high = (done(model, x, y, [(z, s)]) for s in ("0", "1"))
        assert low == pytest.approx(high, abs=1e-9)
        seen = chances(model, [z, x])
        assert seen[0, 1] / seen[0].sum() != pytest.approx(seen[1, 1] / seen[1].sum(), abs=1e-12)


def test_verdicts_both_ways():
    """A mediator is no back-door set, a confounder is no front-door set, a child no instrument."""
    mediated = Diagram.of("X->M, M->Y")
    assert is_backdoor_set(mediated, "X", "Y", set())
    assert not is_backdoor_set(mediated, "X", "Y", {"M"})
    assert is_frontdoor_set(mediated, "X", "Y", {"M"})
    fork = Diagram.of("Z->X, Z->Y, X->Y")
    assert is_backdoor_set(fork, "X", "Y", {"Z"})
    assert not is_backdoor_set(fork, "X", "Y", set())
    assert not is_frontdoor_set(fork, "X", "Y", {"Z"})
    front = Diagram.of("X->M, M->Y, X<->Y")
    assert [is_frontdoor_set(front, "X", "Y", m) for m in ("M", "MX", "MY", "Y")] == [True] + [
        False
    ] * 3
    parallel = Diagram.of("X->M, X->N, M->Y, N->Y, X<->Y")
    assert is_frontdoor_set(parallel, "X", "Y", {"M", "N"})
    assert not is_frontdoor_set(parallel, "X", "Y", {"M"})
    assert not is_frontdoor_set(Diagram.of("X->M, M->Y, M<->Y"), "X", "Y", {"M"})
    m_bias = Diagram.of("A->X, A->C, B->C, B->Y, X->Y")
    assert is_backdoor_set(m_bias, "X", "Y", set())
    assert not is_backdoor_set(m_bias, "X", "Y", {"C"})
    assert is_backdoor_set(m_bias, "X", "Y", {"A", "C"})
    noncompliance = Diagram.of("Z->X, X->Y, X<->Y")
    assert is_instrument(noncompliance, "Z", "X", "Y")
    assert not is_instrument(noncompliance, "Z", "X", "Y", {"Z"})
    assert not is_instrument(Diagram.of("Z->X, X->Y, X<->Y, Z->Y"), "Z", "X", "Y")
    assert not is_instrument(Diagram.of("Z->X, X->Y, Z<->Y"), "Z", "X", "Y")
    assert not is_instrument(Diagram.of("X->Z, X->Y"), "Z", "X", "Y")
    assert is_instrument(Diagram.of("W->Z, W->Y, Z->X, X->Y"), "Z", "X", "Y", {"W"})


@pytest.mark.parametrize(
    ("query", "value", "reason"),
    [
        ("dsep(X, Y | C)", False, "X->C<-Y"),
        ("dsep(X, Y)", True, "every path is blocked"),
        ("affects(X, C)", True, "X->C"),
        ("affects(C, X)", False, "no directed path"),
        ("affects(X, X)", False, "no directed path"),
        ("direct_cause(X, C)", True, "X->C"),
        ("direct_cause(C, X)", False, "no arrow C->X"),
        ("backdoor(X, C | Y)", True, "every back-door path is blocked"),
        ("minimal_backdoor(X, C | Y)", False, "so is its part {}"),
        ("backdoor(X, Y | C)", False, "affected by X"),
        ("frontdoor(X, C | Y)", False, "goes around"),
        ("collider_bias(X, Y | C)", True, "X->C<-Y"),
        ("collider_bias(X, C | Y)", False, "no collider"),
    ],
)
def test_answers_carry_their_reason(query, value, reason):
    answer = ask(Diagram.of("X->C, Y->C"), query)
    assert answer.value is value
    assert reason in " ".join(answer.steps)


def test_faults():
    with pytest.raises(BadInput, match="cycle: "):
        Diagram.of("X->Y, Y->Z, Z->X")
    with pytest.raises(BadInput, match="not a variable"):
        ask(Diagram.of("X->Y"), "dsep(X, Q)")
    with pytest.raises(BadInput, match="two of the three"):
        is_d_separated(Diagram.of("X->Y, Z->Y"), {"X"}, {"Y"}, {"X"})
    with pytest.raises(UsageError, match="two places"):
        ask(Diagram.of("X->Y, Z->Y"), "dsep(X, Y | X)")
    with pytest.raises(BadInput, match="needs probabilities"):
        ask(Diagram.of("X->Y"), "ATE(X, Y)")
    assert ask(Diagram.of("X->Y"), "ATE(Y, X)").value == 0.0
    with pytest.raises(BadInput, match="Q is not a variable"):
        ask(Diagram.of("X->Y"), "ATE(X, Q)")
    wide = Diagram.of(", ".join(f"V{i}->Y" for i in range(20)) + ", X->Y")
    with pytest.raises(BadInput, match="too many to list"):
        list(backdoor_sets(wide, "X", "Y"))
    assert ask(wide, "backdoor(X, Y)").value == {"minimal": [[]], "all": None}
    confounded = Diagram.of(", ".join(f"V{i}->Y" for i in range(20)) + ", V3->X, X->Y")
    assert ask(confounded, "backdoor(X, Y)").value == {"minimal": [["V3"]], "all": None}
    hidden = Diagram((*confounded.nodes,), confounded.edges, (("X", "Y"),))
    assert ask(hidden, "backdoor(X, Y)").value == {"minimal": [], "all": None}
