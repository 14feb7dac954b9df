"""A slow oracle: every counterfactual by enumeration of all exogenous states.

Each variable's noise is spelt out as response functions (a state for every parent state) with
their probabilities; a term is evaluated by plain recursion in each joint noise state. It shares
no code with the engine beyond the records.
"""

from itertools import pairwise, product

import numpy as np
from hypothesis import strategies as st

from prism.scm.model import Gate, Model, Table, Variable
from prism.scm.query import Event, Setting, Term


def responses(model, name, coupling):
    """Return [(probability, {parent states: state})] for one variable."""
    mechanism = model.mechanisms[name]
    cards = [len(model.by_name[p].states) for p in mechanism.parents]
    rows = list(product(*(range(c) for c in cards)))
    if isinstance(mechanism, Gate):
        return list(_gate_responses(mechanism, rows))
    kind = mechanism.coupling or coupling
    found = []
    if kind == "independent":
        for states in product(range(mechanism.values.shape[-1]), repeat=len(rows)):
            chance = 1.0
            for row, state in zip(rows, states, strict=True):
                chance *= mechanism.values[(*row, state)]
            found.append((chance, dict(zip(rows, states, strict=True))))
    else:
        tops = {row: np.cumsum(mechanism.values[row]) for row in rows}
        cuts = sorted({0.0, 1.0, *(min(1.0, float(c)) for top in tops.values() for c in top)})
        for low, high in pairwise(cuts):
            middle = (low + high) / 2
            function = {
                row: min(int(np.searchsorted(top, middle)), len(top) - 1)
                for row, top in tops.items()
            }
            found.append((high - low, function))
    return [(p, f) for p, f in found if p > 0]


def _gate_responses(gate, rows):
    for bits in product((0, 1), repeat=len(gate.parents) + 1):
        chance = 1.0
        for bit, strength in zip(bits, (*gate.strengths, gate.leak), strict=True):
            chance *= strength if bit else 1 - strength
        idle = 0 if gate.kind == "or" else 1
        function = {}
        for row in rows:
            hit = bits[-1] or any(b and s != idle for b, s in zip(bits, row, strict=False))
            function[row] = 1 - idle if hit else idle
        yield chance, function


def value(model, noise, term, memo):
    """Return the state index of a term in one joint noise state."""
    if term in memo:
        return memo[term]
    for setting in term.world:
        if setting.name == term.name:
            chosen = setting.value
            result = (
                value(model, noise, chosen, memo)
                if isinstance(chosen, Term)
                else model.by_name[term.name].states.index(chosen)
            )
            break
    else:
        parents = model.mechanisms[term.name].parents
        states = tuple(value(model, noise, Term(p, term.world), memo) for p in parents)
        result = noise[term.name][states]
    memo[term] = result
    return result


def chance(model, events, given=(), coupling="independent"):
    """Return P(events | given), or None where the evidence has probability zero."""
    names = [v.name for v in model.variables]
    both = above = 0.0
    for combination in product(*(responses(model, name, coupling) for name in names)):
        weight = float(np.prod([p for p, _ in combination]))
        noise = {name: f for name, (_, f) in zip(names, combination, strict=True)}
        memo = {}
        if all(holds(model, noise, event, memo) for event in given):
            above += weight
            if all(holds(model, noise, event, memo) for event in events):
                both += weight
    return both / above if above > 0 else None


def holds(model, noise, event, memo):
    state = model.by_name[event.term.name].states.index(event.state)
    return value(model, noise, event.term, memo) == state


@st.composite
def models(draw, largest=4):
    """Random small models: tables of two or three states, deterministic ones, noisy gates."""
    size = draw(st.integers(2, largest))
    names = ["A", "B", "C", "D", "E"][:size]
    variables, mechanisms = [], {}
    for place, name in enumerate(names):
        parents = tuple(p for p in names[:place] if draw(st.booleans()))[-2:]
        ternary = place == 0 and draw(st.booleans())
        variable = Variable(name, ("0", "1", "2") if ternary else ("0", "1"))
        variables.append(variable)
        binary = all(len(v.states) == 2 for v in variables if v.name in (*parents, name))
        kind = draw(st.sampled_from(["table", "table", "table", "sure", "or", "and"]))
        if kind in ("or", "and") and parents and binary:
            strengths = tuple(draw(fractions) for _ in parents)
            mechanisms[name] = Gate(parents, kind, strengths, draw(fractions))
            continue
        by_name = {v.name: v for v in variables}
        shape = tuple(len(by_name[p].states) for p in parents)
        values = np.zeros((*shape, len(variable.states)))
        for row in np.ndindex(*shape):
            values[row] = draw(rows(len(variable.states), sure=kind == "sure"))
        coupling = draw(st.sampled_from([None, None, "independent", "comonotone"]))
        mechanisms[name] = Table(parents, values, coupling)
    return Model(tuple(variables), mechanisms)


fractions = st.integers(0, 8).map(lambda n: n / 8)


@st.composite
def rows(draw, card, *, sure):
    if sure:
        return np.eye(card)[draw(st.integers(0, card - 1))]
    weights = np.array([draw(st.integers(0, 8)) for _ in range(card)], dtype=float)
    return weights / weights.sum() if weights.sum() else np.eye(card)[0]


@st.composite
def terms(draw, model, depth=2):
    """A random counterfactual term, possibly nested."""
    name = draw(st.sampled_from([v.name for v in model.variables]))
    settings = []
    if depth:
        for variable in model.variables:
            if draw(st.integers(0, 3)) == 0:
                nested = draw(st.integers(0, 3)) == 0
                if nested:
                    inner = draw(terms(model, depth - 1))
                    settings.append(Setting(variable.name, Term(variable.name, inner.world)))
                else:
                    settings.append(
                        Setting(variable.name, draw(st.sampled_from(list(variable.states))))
                    )
    return Term(name, tuple(settings))


@st.composite
def events(draw, model, most=3, depth=2):
    found = []
    for _ in range(draw(st.integers(1, most))):
        term = draw(terms(model, depth))
        found.append(Event(term, draw(st.sampled_from(list(model.by_name[term.name].states)))))
    return tuple(found)
