"""Exact joint probabilities of events in any number of worlds, by elimination.

The worlds that the events speak of are unrolled into one network (:mod:`prism.scm.network`), the
events are held, and the rest is summed out. Everything but the states is a plan, and the last
plans are remembered: a model asked many questions of one form builds and orders its network once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from prism.scm.coupling import Fixed, Ref
from prism.scm.eliminate import Factor, Schedule, contract, schedule
from prism.scm.model import Array, Coupling, Model
from prism.scm.network import Network
from prism.scm.query import Event, Term

__all__ = ["distribution", "held_factor", "mass", "unroll"]

_REMEMBERED = 16


@dataclass(frozen=True, eq=False, slots=True)
class _Plan:
    """How P(asked, held) is computed for whatever states the held terms take.

    Attributes
    ----------
    asked, held
        What the terms stand for in the network.
    cards
        Number of states of every asked term.
    keep
        The network variables that the sum leaves, one axis each.
    tables
        The factors, the axes of held variables first.
    index
        For each factor, what picks the states of those axes from those of the held terms.
    """

    asked: tuple[Ref, ...]
    held: tuple[Ref, ...]
    cards: tuple[int, ...]
    keep: tuple[int, ...]
    tables: tuple[Array, ...]
    index: tuple[Callable[[Sequence[int]], Any] | None, ...]
    schedule: Schedule

    def run(self, states: Sequence[int]) -> Array:
        """Return P(asked, held terms take ``states``), one axis an asked term."""
        where: dict[int, int] = {}
        for ref, state in zip(self.held, states, strict=True):
            if (ref.state if isinstance(ref, Fixed) else where.setdefault(ref, state)) != state:
                return np.zeros(self.cards)
        held = [
            table if pick is None else table[pick(states)]
            for table, pick in zip(self.tables, self.index, strict=True)
        ]
        result = contract(self.schedule, held)
        return result if self.asked == self.keep else self._spread(result, where)

    def _spread(self, result: Array, where: Mapping[int, int]) -> Array:
        """Give back their axes to asked terms that are set, held, or one network variable."""
        full = np.zeros(self.cards)
        for index in np.ndindex(*self.cards):
            at = dict(where)
            if all(
                (ref.state if isinstance(ref, Fixed) else at.setdefault(ref, state)) == state
                for ref, state in zip(self.asked, index, strict=True)
            ):
                full[index] = result[tuple(at[label] for label in self.keep)]
        return full


def mass(model: Model, events: Iterable[Event], coupling: Coupling | None = None) -> float:
    """Return the joint probability of events that all name a state."""
    return float(distribution(model, (), tuple(events), coupling))


def distribution(
    model: Model, asked: Sequence[Event], events: Iterable[Event], coupling: Coupling | None = None
) -> Array:
    """Return P(asked, events), one axis an asked event; the asked ones carry no state.

    ``coupling`` None is read as ``independent``: pass it only where no coupling matters.
    """
    held = [(event.term, event.state) for event in events if event.state is not None]
    plan = _plan(
        model,
        tuple([event.term for event in asked]),
        tuple([term for term, _ in held]),
        coupling or "independent",
    )
    return plan.run([model.variable(term.name).index(state) for term, state in held])


@lru_cache(maxsize=_REMEMBERED)
def _plan(
    model: Model, asked: tuple[Term, ...], held: tuple[Term, ...], coupling: Coupling
) -> _Plan:
    network = unroll(model, (*asked, *held))
    asked_refs = tuple(network.resolve(term) for term in asked)
    held_refs = tuple(network.resolve(term) for term in held)
    first = {ref: held_refs.index(ref) for ref in held_refs if isinstance(ref, int)}
    free = (ref for ref in asked_refs if isinstance(ref, int) and ref not in first)
    keep = tuple(dict.fromkeys(free))
    tables, index, scopes = [], [], []
    for factor in network.factors(coupling):
        axes = sorted(range(len(factor.labels)), key=lambda i: factor.labels[i] not in first)
        labels = [factor.labels[axis] for axis in axes]
        tables.append(factor.values.transpose(axes))
        places = [first[label] for label in labels if label in first]
        index.append(itemgetter(*places) if places else None)
        scopes.append(tuple(label for label in labels if label not in first))
    return _Plan(
        asked_refs,
        held_refs,
        tuple(model.card(term.name) for term in asked),
        keep,
        tuple(tables),
        tuple(index),
        schedule(scopes, keep, network.cards),
    )


def held_factor(factor: Factor, held: Mapping[int, int]) -> Factor:
    """Return the factor with some of its labels held at a state."""
    if not any(label in held for label in factor.labels):
        return factor
    index = tuple(held.get(label, slice(None)) for label in factor.labels)
    return Factor(tuple(a for a in factor.labels if a not in held), factor.values[index])


@lru_cache(maxsize=_REMEMBERED)
def unroll(model: Model, terms: tuple[Term, ...]) -> Network:
    """Return the network of all worlds that the terms speak of; resolve no other terms in it."""
    network = Network(model)
    for term in terms:
        network.resolve(term)
    return network
