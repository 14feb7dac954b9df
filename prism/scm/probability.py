"""Association, intervention and counterfactuals, answered with their derivation.

The three steps of a counterfactual (abduction, action, prediction) are one computation in
:mod:`prism.scm.engine`; here they are told apart for the reader.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from pydantic import JsonValue

from prism.errors import BadInput
from prism.scm.answer import ASSUMPTIONS, Answer, number
from prism.scm.bounds import frechet
from prism.scm.coupling import Fixed
from prism.scm.engine import distribution, mass, unroll
from prism.scm.model import Array, Coupling, Model
from prism.scm.network import Network
from prism.scm.query import Event, Probability, Term

__all__ = ["probability"]

_LARGEST_TABLE = 2**12
_MEET = 1e-12
_MOST_FACTORS = 12


def probability(model: Model, query: Probability, coupling: Coupling | None = None) -> Answer:
    """Answer P(events | given) over any number of worlds.

    Parameters
    ----------
    coupling
        How a table's noise carries over between worlds, where the model does not say. None: do
        not assume any; then a question that depends on it is answered with bounds.

    Raises
    ------
    BadInput
        Evidence of probability zero, an unknown variable or state, or a model too dense.

    >>> from prism.scm.model import bernoulli
    >>> from prism.scm.query import parse_query
    >>> m = bernoulli("", {"X": ((), 0.5), "Y": (("X",), [0.25, 0.5])})
    >>> probability(m, parse_query("P(Y=1 | do(X=1))")).value
    0.5
    >>> probability(m, parse_query("P(Y[X=0]=0 | X=1, Y=1)")).bounds
    (0.5, 1.0)
    """
    openings, outline = _outline(model, tuple([e.term for e in (*query.events, *query.given)]))
    text = str(query)
    asked = [event for event in query.events if event.state is None]
    if openings and coupling is None:
        if asked:
            raise BadInput(
                f"{text} depends on how the noise of {', '.join(openings)} carries over",
                mend="give a state, or name a coupling: independent or comonotone",
            )
        low, high, sharp, lines = frechet(model, query)
        if high - low < _MEET:
            meet = "the bounds meet: every coupling gives this value"
            return Answer(text, low, steps=(*outline, *lines[1:], meet))
        return Answer(text, None, (low, high), sharp, None, (*outline, *lines))
    assumption = ASSUMPTIONS[coupling] if openings and coupling else None
    steps = list(outline)
    if assumption:
        steps.append(f"assumed for {', '.join(openings)}: {assumption}")
    joint, evidence = _joint(model, query, coupling)
    below = number(evidence)
    if query.given:
        seen = ", ".join(map(str, query.given))
        if evidence <= 0.0:
            raise BadInput(f"the evidence {seen} has probability zero")
        steps.append(f"abduction: P({seen}) = {below}")
    if asked:
        value = _named(model, asked, joint / evidence)
        return Answer(text, value, None, None, assumption, tuple(steps))
    total = float(joint)
    share = min(total / evidence, 1.0)
    above, result = number(total), number(share)
    if query.given:
        steps.append(f"prediction: joint with the evidence {above}")
        steps.append(f"{text} = {above} / {below} = {result}")
    else:
        steps.append(f"{text} = {result}")
    return Answer(text, share, None, None, assumption, tuple(steps))


def _joint(model: Model, query: Probability, coupling: Coupling | None) -> tuple[Array, float]:
    """Return P(events, given), one axis an event without a state, and P(given).

    Both come from one elimination that keeps all states of the events, unless these are too many.
    """
    variables = [model.variable(event.term.name) for event in query.events]
    if math.prod([len(variable.states) for variable in variables]) > _LARGEST_TABLE:
        asked = [event for event in query.events if event.state is None]
        joint = distribution(model, asked, (*query.events, *query.given), coupling)
        return joint, mass(model, query.given, coupling) if query.given else 1.0
    table = distribution(model, [Event(e.term) for e in query.events], query.given, coupling)
    index = tuple(
        [
            slice(None) if event.state is None else variable.index(event.state)
            for event, variable in zip(query.events, variables, strict=True)
        ]
    )
    return table[index], float(table.sum()) if query.given else 1.0


def _named(model: Model, asked: Sequence[Event], shares: Array) -> dict[str, JsonValue]:
    states = [model.variable(event.term.name).states for event in asked]
    return {
        ", ".join(names[i] for names, i in zip(states, index, strict=True)): float(shares[index])
        for index in np.ndindex(*shares.shape)
    }


@lru_cache(maxsize=64)
def _outline(model: Model, terms: tuple[Term, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what needs a coupling, and the action: which worlds there are, what was copied."""
    network = unroll(model, terms)
    worlds = dict.fromkeys(", ".join(map(str, term.world)) for term in terms)
    lines = [
        f"action: world [{world}], its variables cut from their causes" for world in worlds if world
    ]
    doubled = [name for name, copies in network.groups().items() if len(copies) > 1]
    if doubled:
        lines.append(f"copied across worlds: {', '.join(doubled)}; shared: all else")
    elif 1 < len(network.copies) <= _MOST_FACTORS:
        cut = "truncated " if lines else ""
        lines.append(f"{cut}factorisation: {_factorisation(network)}")
    return network.open_couplings(), tuple(lines)


def _factorisation(network: Network) -> str:
    parts = []
    for name, copies in network.groups().items():
        mechanism = network.model.mechanisms[name]
        given = [
            f"{parent}={network.model.variable(parent).states[ref.state]}"
            if isinstance(ref, Fixed)
            else parent
            for parent, ref in zip(mechanism.parents, copies[0].parents, strict=True)
        ]
        parts.append(f"P({name}{' | ' if given else ''}{', '.join(given)})")
    return " ".join(parts)
