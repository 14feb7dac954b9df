"""Is an effect identified? Verdicts both ways against linear algebra, without a line of ID.

Binary variables, each unobserved cause with two children. All that the noise can do is a
distribution over response functions of a node, or of a confounded pair. The observed joint, and
the effect, are linear in one such distribution while the others stay as they are; the joint fixes
each of them up to the null space of that linear map (Tian and Pearl: c-factors are identified). So
the effect is identified exactly if it does not move within any of these null spaces.
"""

import random
from itertools import product

import numpy as np

from prism.scm.diagram import Diagram
from prism.scm.identify import identify

NAMES = ("A", "B", "C", "D")
STATES = list(product((0, 1), repeat=len(NAMES)))


def paired(rng):
    """A diagram in which no node has more than two causes or more than one confounded partner."""
    edges = []
    for place, node in enumerate(NAMES):
        causes = rng.sample(NAMES[:place], min(place, rng.randint(0, 2)))
        edges += [(cause, node) for cause in causes]
    order = rng.sample(NAMES, 4)
    pairs = [tuple(order[:2]), tuple(order[2:])][: rng.randint(1, 2)]
    return Diagram(NAMES, tuple(edges), tuple(pairs))


def functions(diagram, node):
    rows = list(product((0, 1), repeat=len(diagram.parents(node))))
    for values in product((0, 1), repeat=len(rows)):
        yield dict(zip(rows, values, strict=True))


class Space:
    """A random point: one distribution over response functions a node or confounded pair."""

    def __init__(self, diagram, seed):
        rng = np.random.default_rng(seed)
        confounded = {node for pair in diagram.bidirected for node in pair}
        self.diagram = diagram
        self.parts = [*diagram.bidirected, *((n,) for n in NAMES if n not in confounded)]
        self.noise = [list(product(*(functions(diagram, n) for n in p))) for p in self.parts]
        self.weights = [rng.dirichlet(np.ones(len(noise))) for noise in self.noise]

    def fits(self, part, state, free):
        """Which noise of a part gives the state's values to its nodes that are not set."""
        at = dict(zip(NAMES, state, strict=True))
        nodes = self.parts[part]

        def right(noise):
            return all(
                f[tuple(at[p] for p in self.diagram.parents(n))] == at[n]
                for n, f in zip(nodes, noise, strict=True)
                if n in free
            )

        return np.array([right(noise) for noise in self.noise[part]], dtype=float)

    def row(self, part, state, free):
        """P(state | do(all that is not free)) as a linear function of one part's weights."""
        others = 1.0
        for other, weights in enumerate(self.weights):
            if other != part:
                others *= self.fits(other, state, free) @ weights
        return others * self.fits(part, state, free)

    def effect(self, part, x, y, z, at):
        """The derivative of P(y | do(x), z) by one part's weights, up to a positive factor."""
        free = set(NAMES) - x

        def total(fixed):
            chosen = [s for s in STATES if all(s[NAMES.index(n)] == at[n] for n in fixed | x)]
            return sum(self.row(part, s, free) for s in chosen)

        both, below = total(y | z), total(z)
        weights = self.weights[part]
        return both * (below @ weights) - below * (both @ weights)


def is_fixed(diagram, x, y, z, seed):
    """Whether no direction that keeps the observed joint moves the effect."""
    space = Space(diagram, seed)
    for part in range(len(space.parts)):
        seen = np.array([space.row(part, s, set(NAMES)) for s in STATES])
        targets = []
        for states in product((0, 1), repeat=len(x | y | z)):
            at = dict(zip(sorted(x | y | z), states, strict=True))
            targets.append(space.effect(part, x, y, z, at))
        wanted = np.array(targets).T
        solved = np.linalg.lstsq(seen.T, wanted, rcond=1e-10)[0]
        if np.abs(seen.T @ solved - wanted).max() > 1e-7:
            return False
    return True


def test_an_effect_is_identified_exactly_if_the_joint_fixes_it():
    verdicts = []
    for seed in range(160):
        rng = random.Random(seed)
        diagram, roles = paired(rng), rng.sample(NAMES, 4)
        several = rng.randint(1, 2)
        x, y, rest = set(roles[:several]), {roles[2]}, [*roles[several:2], roles[3]]
        z = set(rng.sample(rest, rng.randint(0, len(rest))))
        verdicts.append(identify(diagram, y, x, z).estimand is not None)
        assert verdicts[-1] == is_fixed(diagram, x, y, z, seed), (diagram, x, y, z)
    assert 10 < sum(verdicts) < 150  # both verdicts are tried
