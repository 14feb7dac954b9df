"""Bounds where conditional tables do not fix a counterfactual.

Events of one world have a probability of their own; how they go together with events of another
world is limited by Fréchet's inequalities. They are applied within every state of the variables
that the worlds share (the context); where the causes of two copies agree, consistency makes them
one. For a treatment, an outcome and their confounders these are the bounds of Tian and Pearl (2000)
for PN, PS and PNS, taken given the confounders.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import networkx
import numpy as np

from prism.errors import BadInput
from prism.scm.answer import number
from prism.scm.coupling import Copy, Fixed
from prism.scm.eliminate import eliminate
from prism.scm.engine import held_factor, unroll
from prism.scm.model import Array, Model
from prism.scm.network import Network
from prism.scm.query import Event, Probability, Setting, Term

__all__ = ["frechet"]

_LARGEST_CONTEXT = 2**14
_MOST_SPLITS = 2**8


def frechet(model: Model, query: Probability) -> tuple[float, float, bool, tuple[str, ...]]:
    """Return lower bound, upper bound, whether they are sharp, and the derivation.

    The bounds hold for every coupling of the noise. They are sharp (attained) if a single variable
    is copied, once, and its parents are all in the context; otherwise they may be too wide.

    Raises
    ------
    BadInput
        The evidence has probability zero.
    """
    network = unroll(model, tuple(e.term for e in (*query.events, *query.given)))
    given = _held(network, query.given)
    held = _held(network, query.events, given)
    if given is None:
        raise BadInput(f"the evidence {', '.join(map(str, query.given))} has probability zero")
    if held is None:
        return 0.0, 0.0, True, ("the events exclude each other",)
    if network.open_couplings(network.closure(given)):
        return 0.0, 1.0, False, ("the evidence itself depends on the coupling: nothing is known",)
    evidence = float(_table(network, given, ()))
    if evidence <= 0.0:
        raise BadInput(f"the evidence {', '.join(map(str, query.given))} has probability zero")
    context = _context(network, held)
    split, complete = _split(network, held, context)
    pieces = [_joint(model, events) for events in _consistent(query, split)]
    low = min(1.0, sum(low for low, _ in pieces) / evidence)
    high = min(1.0, sum(high for _, high in pieces) / evidence)
    sharp = complete and len(_parts(network, held, context)) == 2
    sharp = sharp and _is_sharp(network, context, held)
    shared = ", ".join(sorted({network.copies[label].name for label in context})) or "nothing"
    lines = (
        f"not identified: the noise of {', '.join(network.open_couplings())} is not given",
        f"Fréchet bounds within each state of {shared}, shared by the worlds",
        f"P(evidence) = {number(evidence)}; bounds [{number(low)}, {number(high)}]"
        f"{' are sharp' if sharp else ' hold for every coupling'}",
    )
    return low, high, sharp, lines


def _joint(model: Model, events: Sequence[Event]) -> tuple[float, float]:
    """Return Fréchet's bounds of the joint probability of events, summed over their context."""
    network = unroll(model, tuple(event.term for event in events))
    held = _held(network, events)
    if held is None:
        return 0.0, 0.0
    context = _context(network, held)
    parts = _parts(network, held, context)
    whole = _table(network, {a: s for a, s in held.items() if a in context}, context)
    tables = [_range(network, part, context, whole) for part in parts]
    joint = sum(low for low, _ in tables) - (len(parts) - 1) * whole
    high = np.minimum.reduce([high for _, high in tables])
    return float(np.maximum(joint, 0.0).sum()), float(high.sum())


def _split(
    network: Network, held: Mapping[int, int], context: Sequence[int]
) -> tuple[dict[str, tuple[str, ...]], bool]:
    """Return the shared causes in which copies may or may not agree, and whether these are all.

    Each comes with the states it may have: the one it is held at, or any.
    """
    differing = {
        ref
        for copies in network.groups().values()
        for refs in zip(*(copy.parents for copy in copies), strict=True)
        if len(set(refs)) > 1
        for ref in refs
        if isinstance(ref, int) and ref in context
    }
    found: dict[str, tuple[str, ...]] = {}
    size = 1
    for label in sorted(differing, key=lambda label: (label not in held, label)):
        variable = network.model.variable(network.copies[label].name)
        states = (variable.states[held[label]],) if label in held else variable.states
        size *= len(states)
        if size > _MOST_SPLITS:
            return found, False
        found[variable.name] = states
    return found, True


def _consistent(
    query: Probability, split: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[Event, ...]]:
    """Yield the events of the query, evidence included, within each state of the shared causes.

    Consistency: where a cause takes a state in a world by itself, setting it there changes nothing.
    Copies whose causes agree then are one.
    """
    events = (*query.events, *query.given)
    for states in product(*split.values()):
        where = dict(zip(split, states, strict=True))
        yield (
            *(Event(_within(event.term, where), event.state) for event in events),
            *(Event(Term(name), state) for name, state in where.items()),
        )


def _within(term: Term, where: Mapping[str, str]) -> Term:
    """Return the term in its world with the causes set that this world does not set itself.

    A cause asked about is left alone: it is the same in all worlds that do not set it.
    """
    taken = {setting.name for setting in term.world} | {term.name}
    settings = [
        Setting(s.name, _within(s.value, where) if isinstance(s.value, Term) else s.value)
        for s in term.world
    ]
    settings += [Setting(name, state) for name, state in where.items() if name not in taken]
    return Term(term.name, tuple(settings))


def _held(
    network: Network, events: Sequence[Event], also: Mapping[int, int] | None = None
) -> dict[int, int] | None:
    """Return the states at which the events hold copies; None if they contradict each other."""
    held = dict(also or {})
    for event in events:
        ref = network.resolve(event.term)
        state = network.model.variable(event.term.name).index(event.state or "")
        if isinstance(ref, Fixed):
            if ref.state != state:
                return None
        elif held.setdefault(ref, state) != state:
            return None
    return held


def _context(network: Network, held: Mapping[int, int]) -> tuple[int, ...]:
    """Return the copies to condition on: those that, with all their causes, exist only once.

    Held ones come first (they cost nothing), then parents of copied variables, up to a joint size
    of 2^14 states.
    """
    groups = network.groups()
    alone = {copies[0].label for copies in groups.values() if len(copies) == 1}
    causes = {
        ref for group in groups.values() if len(group) > 1 for c in group for ref in c.parents
    }
    usable = [label for label in alone if network.closure([label]) <= alone]
    usable.sort(key=lambda label: (label not in held, label not in causes, label))
    chosen: list[int] = []
    size = 1
    for label in usable:
        size *= 1 if label in held else network.cards[label]
        if size > _LARGEST_CONTEXT:
            break
        chosen.append(label)
    return tuple(chosen)


def _parts(
    network: Network, held: Mapping[int, int], context: Sequence[int]
) -> list[dict[int, int]]:
    """Split the held copies into few groups, each of which needs no coupling if that can be."""
    shared = {label: state for label, state in held.items() if label in context}
    parts: list[dict[int, int]] = []
    for label, state in held.items():
        if label in shared:
            continue
        for part in parts:
            if not network.open_couplings(network.closure([*part, *context, label])):
                part[label] = state
                break
        else:
            parts.append({**shared, label: state})
    return parts or [shared]


def _range(
    network: Network, part: Mapping[int, int], context: Sequence[int], whole: Array
) -> tuple[Array, Array]:
    """Return bounds of P(part, context): equal, unless one nested term alone needs a coupling."""
    if network.open_couplings(network.closure([*part, *context])):
        return np.zeros_like(whole), whole
    table = _table(network, part, context)
    return table, table


def _table(network: Network, held: Mapping[int, int], context: Sequence[int]) -> Array:
    """Return P(held, context), one axis for every context copy that is not held."""
    free = [label for label in context if label not in held]
    among = network.closure([*held, *context])
    factors = [held_factor(factor, held) for factor in network.factors(among=among)]
    return eliminate(factors, free, network.cards).values


def _is_sharp(network: Network, context: Sequence[int], held: Mapping[int, int]) -> bool:
    """Whether every pair of bounds is attained by one coupling.

    True if one variable has two copies and nothing else is copied, both are held, their parents
    lie in the context, and the pairs of parent states that have to be coupled form a forest (then
    couplings of the pairs always extend to one of all parent states).
    """
    doubled = [copies for copies in network.groups().values() if len(copies) > 1]
    if len(doubled) != 1 or len(doubled[0]) != 2 or any(c.label not in held for c in doubled[0]):
        return False
    first, second = doubled[0]
    parents = [ref for copy in doubled[0] for ref in copy.parents if isinstance(ref, int)]
    labels = list(dict.fromkeys(parents))
    cards = [network.cards[label] for label in labels]
    if not set(labels) <= set(context) or math.prod(cards) > _LARGEST_CONTEXT:
        return False
    pairs: networkx.Graph[tuple[int, ...]] = networkx.Graph()
    choices = [(held[a],) if a in held else range(n) for a, n in zip(labels, cards, strict=True)]
    for states in product(*choices):
        where = dict(zip(labels, states, strict=True))
        ends = _states(first, where), _states(second, where)
        if ends[0] != ends[1]:
            pairs.add_edge(*ends)
    return len(pairs) == 0 or bool(networkx.is_forest(pairs))


def _states(copy: Copy, where: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(ref.state if isinstance(ref, Fixed) else where[ref] for ref in copy.parents)
