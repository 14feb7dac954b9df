"""Counterfactuals by drawing units: the way on where the treewidth forbids exact inference.

One draw is one unit: its noise is drawn once and every world is computed from it, so all that the
worlds share they share here as well. Units that contradict the evidence are thrown away.
"""

import numpy as np
from numpy.typing import NDArray

from prism.errors import BadInput
from prism.scm.answer import ASSUMPTIONS, Answer, number
from prism.scm.coupling import Copy, Fixed, Ref
from prism.scm.engine import unroll
from prism.scm.model import Coupling, Gate, Model, Table
from prism.scm.network import Network
from prism.scm.query import Event, Probability

__all__ = ["estimate"]

_FEWEST = 100

_States = dict[int, NDArray[np.intp]]


def estimate(
    model: Model, query: Probability, *, draws: int, seed: int, coupling: Coupling = "independent"
) -> Answer:
    """Estimate P(events | given) over any number of worlds.

    Time and memory are linear in draws × copies, whatever the treewidth; the evidence must not be
    too rare, since only units that fit it count.

    Returns
    -------
    Answer
        ``value`` with ``error``, its standard error.

    Raises
    ------
    BadInput
        Fewer than 100 units fit the evidence, or an event has no state.

    >>> from prism.scm.model import bernoulli
    >>> from prism.scm.query import parse_query
    >>> m = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    >>> answer = estimate(m, parse_query("P(Y=1 | do(X=1))"), draws=10_000, seed=1)
    >>> abs(answer.value - 0.5) < 4 * answer.error
    True
    """
    if any(event.state is None for event in query.events):
        raise BadInput("sampling estimates events, not distributions", mend="give every state")
    network = unroll(model, tuple(e.term for e in (*query.events, *query.given)))
    states = _draw(network, draws, np.random.default_rng(seed), coupling)
    fits = _holds(network, states, query.given, draws)
    kept = int(fits.sum())
    if kept < _FEWEST:
        raise BadInput(
            f"only {kept} of {draws} drawn units fit the evidence", mend="draw more of them"
        )
    hits = int((fits & _holds(network, states, query.events, draws)).sum())
    value = hits / kept
    error = float(np.sqrt(value * (1 - value) / kept))
    openings = network.open_couplings()
    steps = [f"{draws} units drawn, {kept} fit the evidence, {hits} of these the events"]
    if openings:
        steps.append(f"assumed for {', '.join(openings)}: {ASSUMPTIONS[coupling]}")
    steps.append(f"{number(value)} ± {number(error)}")
    assumption = ASSUMPTIONS[coupling] if openings else None
    return Answer(str(query), value, assumption=assumption, steps=tuple(steps), error=error)


def _draw(network: Network, draws: int, rng: np.random.Generator, coupling: Coupling) -> _States:
    """Return the state of every copy in every unit."""
    states: _States = {}
    for name, copies in network.groups().items():
        mechanism = network.model.mechanisms[name]
        if isinstance(mechanism, Gate):
            _draw_gate(mechanism, copies, states, draws, rng)
        else:
            _draw_table(mechanism, copies, states, draws, rng, mechanism.coupling or coupling)
    return states


def _draw_table(
    table: Table,
    copies: list[Copy],
    states: _States,
    draws: int,
    rng: np.random.Generator,
    coupling: Coupling,
) -> None:
    """Draw the copies of a table: one uniform number a unit, or one for each state of the parents.

    With independent noise a copy takes over the number of an earlier one in the units in which
    their parents agree.
    """
    upper = np.cumsum(table.values, axis=-1)[..., :-1]
    numbers: list[NDArray[np.float64]] = []
    seen: list[tuple[NDArray[np.intp], ...]] = []
    for copy in copies:
        parents = tuple(_state_of(ref, states, draws) for ref in copy.parents)
        uniform = numbers[0] if numbers and coupling == "comonotone" else rng.random(draws)
        for earlier, drawn in zip(reversed(seen), reversed(numbers), strict=True):
            agree = np.ones(draws, dtype=bool)
            for a, b in zip(earlier, parents, strict=True):
                agree &= a == b
            uniform = np.where(agree, drawn, uniform)
        rows = upper[parents] if parents else np.broadcast_to(upper, (draws, *upper.shape))
        states[copy.label] = (uniform[:, None] >= rows).sum(axis=1)
        numbers.append(uniform)
        seen.append(parents)


def _draw_gate(
    gate: Gate, copies: list[Copy], states: _States, draws: int, rng: np.random.Generator
) -> None:
    idle = 0 if gate.kind == "or" else 1
    strikes = [rng.random(draws) < strength for strength in gate.strengths]
    leaks = rng.random(draws) < gate.leak
    for copy in copies:
        active = leaks
        for ref, strike in zip(copy.parents, strikes, strict=True):
            active = active | (strike & (_state_of(ref, states, draws) != idle))
        states[copy.label] = np.where(active, 1 - idle, idle)


def _state_of(ref: Ref, states: _States, draws: int) -> NDArray[np.intp]:
    return np.full(draws, ref.state) if isinstance(ref, Fixed) else states[ref]


def _holds(
    network: Network, states: _States, events: tuple[Event, ...], draws: int
) -> NDArray[np.bool_]:
    result = np.ones(draws, dtype=bool)
    for event in events:
        wanted = network.model.variable(event.term.name).index(event.state or "")
        result &= _state_of(network.resolve(event.term), states, draws) == wanted
    return result
