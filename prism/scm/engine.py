"""Exact joint probabilities of events in any number of worlds, by elimination.

The worlds that the events speak of are unrolled into one network (:mod:`prism.scm.network`), the
events are held, and the rest is summed out.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from prism.scm.coupling import Fixed
from prism.scm.eliminate import Factor, eliminate
from prism.scm.model import Array, Coupling, Model
from prism.scm.network import Network
from prism.scm.query import Event, Term

__all__ = ["distribution", "held_factor", "mass", "unroll"]


def mass(model: Model, events: Iterable[Event], coupling: Coupling | None = None) -> float:
    """Return the joint probability of events that all name a state."""
    return float(distribution(model, (), tuple(events), coupling))


def distribution(
    model: Model, asked: Sequence[Event], events: Iterable[Event], coupling: Coupling | None = None
) -> Array:
    """Return P(asked, events), one axis an asked event; the asked ones carry no state.

    ``coupling`` None is read as ``independent``: pass it only where no coupling matters.
    """
    events = tuple(events)
    network = unroll(model, (*asked, *events))
    held: dict[int, int] = {}
    for event in events:
        if event.state is None:
            continue
        ref = network.resolve(event.term)
        state = model.variable(event.term.name).index(event.state)
        if isinstance(ref, Fixed):
            if ref.state != state:
                return np.zeros([model.card(e.term.name) for e in asked])
        elif held.setdefault(ref, state) != state:
            return np.zeros([model.card(e.term.name) for e in asked])
    return _sum(network, [(e.term, model.card(e.term.name)) for e in asked], held, coupling)


def _sum(
    network: Network,
    asked: Sequence[tuple[Term, int]],
    held: dict[int, int],
    coupling: Coupling | None,
) -> Array:
    """Sum the network over everything but ``asked`` with some copies held."""
    refs = [network.resolve(term) for term, _ in asked]
    keep = list(dict.fromkeys(ref for ref in refs if isinstance(ref, int) and ref not in held))
    factors = [held_factor(factor, held) for factor in network.factors(coupling or "independent")]
    result = eliminate(factors, keep, network.cards).values
    cards = [card for _, card in asked]
    full = np.zeros(cards)
    for index in np.ndindex(*cards):
        where: dict[int, int] = dict(held)
        fits = all(
            (ref.state if isinstance(ref, Fixed) else where.setdefault(ref, state)) == state
            for ref, state in zip(refs, index, strict=True)
        )
        if fits:
            full[index] = result[tuple(where[label] for label in keep)]
    return full


def held_factor(factor: Factor, held: Mapping[int, int]) -> Factor:
    """Return the factor with some of its labels held at a state."""
    if not any(label in held for label in factor.labels):
        return factor
    index = tuple(held.get(label, slice(None)) for label in factor.labels)
    return Factor(tuple(a for a in factor.labels if a not in held), factor.values[index])


def unroll(model: Model, events: Iterable[Event]) -> Network:
    """Return the network of all worlds that the events speak of."""
    network = Network(model)
    for event in events:
        network.resolve(event.term)
    return network
