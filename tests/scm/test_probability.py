"""Another implementation: pgmpy's variable elimination, on networks that are built here.

Its elimination is exact; interventions are made by cutting the edges into the treatment and giving
it a table that is sure of its state (``do`` of pgmpy 1.1 leaves a summed table behind).
"""

import importlib
import warnings
from functools import partial

import numpy as np
import pytest

from prism.scm.model import Model, Table, Variable
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term


@pytest.fixture(scope="module")
def eliminated():
    """Import pgmpy, which takes seconds, only where it is compared with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("pgmpy", reason="extra scm is not installed")
        discrete = importlib.import_module("pgmpy.factors.discrete")
        inference = importlib.import_module("pgmpy.inference")
        models = importlib.import_module("pgmpy.models")
    return partial(_eliminated, discrete.TabularCPD, inference.VariableElimination, models)


def random_model(seed):
    """Six variables of two or three states, up to three parents each, all tables positive."""
    rng = np.random.default_rng(seed)
    names, cards, mechanisms = list("ABCDEF"), rng.integers(2, 4, 6), {}
    for place, name in enumerate(names):
        above = sorted(rng.choice(place, size=min(place, rng.integers(0, 4)), replace=False))
        shape = tuple(int(cards[i]) for i in above)
        values = rng.dirichlet(np.ones(cards[place]), size=shape)
        mechanisms[name] = Table(tuple(names[i] for i in above), values)
    variables = (Variable(n, tuple(map(str, range(c)))) for n, c in zip(names, cards, strict=True))
    return Model(tuple(variables), mechanisms)


def _eliminated(cpd, elimination, models, model, target, seen, done):
    """Return P(target | seen, do(done)) as an array, by pgmpy."""
    network = models.DiscreteBayesianNetwork()
    network.add_nodes_from(model.order)
    for name in model.order:
        mechanism = model.mechanisms[name]
        card = len(model.variable(name).states)
        if name in done:
            network.add_cpds(cpd(name, card, np.eye(card)[done[name]][:, None]))
            continue
        network.add_edges_from((parent, name) for parent in mechanism.parents)
        cards = [len(model.variable(p).states) for p in mechanism.parents]
        table = mechanism.values.reshape(-1, card).T
        network.add_cpds(cpd(name, card, table, mechanism.parents, cards))
    engine = elimination(network)
    return engine.query([target], evidence=seen, show_progress=False).values


@pytest.mark.parametrize("seed", range(8))
def test_observation_and_intervention_are_those_of_pgmpy(eliminated, seed):
    model = random_model(seed)
    rng = np.random.default_rng(seed + 100)
    for _ in range(4):
        target, one, two, treated = (str(n) for n in rng.permutation(list("ABCDEF"))[:4])
        seen, done = {one: 0, two: 1}, {treated: int(rng.integers(0, 2))}
        given = tuple(Event(Term(n), str(s)) for n, s in seen.items())
        ours = probability(model, Probability((Event(Term(target)),), given)).value
        assert list(ours.values()) == pytest.approx(eliminated(model, target, seen, {}), abs=1e-9)
        world = tuple(Setting(n, str(s)) for n, s in done.items())
        given = tuple(Event(Term(n, world), str(s)) for n, s in seen.items())
        ours = probability(model, Probability((Event(Term(target, world)),), given)).value
        theirs = eliminated(model, target, seen, done)
        assert list(ours.values()) == pytest.approx(theirs, abs=1e-9)
