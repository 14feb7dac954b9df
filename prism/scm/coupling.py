"""How the copies of one variable in several worlds depend on each other.

A conditional table fixes each copy given its own parents. Which values several copies take
*together* is fixed by the noise they share:

* ``independent``: one noise a parent state. Copies whose parents agree are equal, copies whose
  parents differ are independent.
* ``comonotone``: one uniform number u drives all parent states through the inverse distribution
  function, states in their order. The monotone choice: no unit moves against the trend.

A noisy gate's noise is part of its definition, a deterministic table has none. In every case the
noise is summed out by hand: what is left is a factor over the copies and their parents.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from prism.scm.eliminate import Factor, check_size
from prism.scm.model import Array, Coupling, Gate, Mechanism

__all__ = ["Copy", "Fixed", "Ref", "couple"]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A variable that an intervention holds at a state (its index)."""

    state: int


Ref = int | Fixed


@dataclass(frozen=True, slots=True)
class Copy:
    """One variable of the multi-world network: ``label`` and what its parents are there."""

    label: int
    name: str
    parents: tuple[Ref, ...]


def couple(mechanism: Mechanism, copies: Sequence[Copy], coupling: Coupling) -> list[Factor]:
    """Return factors whose product is P(copies | their parents).

    Parameters
    ----------
    copies
        All copies of the one variable; no two have the same parents.
    coupling
        Read where the mechanism is a table that is not deterministic and that does not name its
        own coupling.

    Raises
    ------
    BadInput
        A factor would have more than 2^26 cells.

    Notes
    -----
    A comonotone factor over c copies with k binary parents has 2^(c(k+1)) cells at most (shared
    parents count once); independent copies need such factors only where their parents may agree.
    """
    values = mechanism.values
    if len(copies) == 1:
        return [_single(values, copies[0])]
    if isinstance(mechanism, Gate):
        return [_gate(mechanism, copies)]
    if mechanism.deterministic:
        return [_single(values, copy) for copy in copies]
    if (mechanism.coupling or coupling) == "independent":
        return [_given_earlier(values, copies[:place], copy) for place, copy in enumerate(copies)]
    return [_comonotone(values, copies)]


def _sized_axes(shape: Sequence[int], copies: Sequence[Copy]) -> tuple[int, ...]:
    """Return every label that the copies and their parents use, each once, unless too many.

    ``shape`` holds the number of states of the parents, then of the variable itself.
    """
    cards = {
        ref: card
        for copy in copies
        for ref, card in zip(copy.parents, shape, strict=False)
        if isinstance(ref, int)
    }
    cards |= {copy.label: shape[-1] for copy in copies}
    check_size(len(cards), math.prod(cards.values()))
    return tuple(cards)


def _pick(values: Array, copy: Copy) -> tuple[Array, list[int]]:
    """Return the table with fixed parents sliced away, and the labels of the axes left."""
    index = tuple(ref.state if isinstance(ref, Fixed) else slice(None) for ref in copy.parents)
    return values[index], [ref for ref in copy.parents if isinstance(ref, int)] + [copy.label]


def _single(values: Array, copy: Copy) -> Factor:
    table, labels = _pick(values, copy)
    return Factor(tuple(labels), table)


def _spread(values: Array, labels: Sequence[int], axes: Sequence[int]) -> Array:
    """Return ``values`` with its axes in the order of ``axes`` and length one where it has none."""
    order = sorted(range(len(labels)), key=lambda i: axes.index(labels[i]))
    shape = [1] * len(axes)
    for i in order:
        shape[axes.index(labels[i])] = values.shape[i]
    return values.transpose(order).reshape(shape)


def _given_earlier(values: Array, earlier: Sequence[Copy], copy: Copy) -> Factor:
    """Return P(copy | its parents, earlier copies and theirs) under independent noise.

    The copy repeats the first earlier one whose parents agree with its own, else it is drawn anew.
    """
    twins = [twin for twin in earlier if _may_agree(twin, copy)]
    if not twins:
        return _single(values, copy)
    axes = _sized_axes(values.shape, [*twins, copy])
    card = values.shape[-1]
    table, labels = _pick(values, copy)
    result = _spread(table, labels, axes)
    for twin in reversed(twins):
        same = _spread(np.eye(card), [twin.label, copy.label], axes)
        result = np.where(_agree(twin, copy, values.shape, axes), same, result)
    return Factor(axes, result)


def _may_agree(a: Copy, b: Copy) -> bool:
    pairs = zip(a.parents, b.parents, strict=True)
    return not any(isinstance(p, Fixed) and isinstance(q, Fixed) and p != q for p, q in pairs)


def _agree(a: Copy, b: Copy, shape: Sequence[int], axes: Sequence[int]) -> Array:
    """Return, over ``axes``, whether the parents of two copies have the same states."""
    result = np.ones((1,) * len(axes), dtype=bool)
    for p, q, card in zip(a.parents, b.parents, shape, strict=False):
        if p == q:
            continue
        match p, q:
            case (int(), int()):
                equal, labels = np.eye(card, dtype=bool), [p, q]
            case (int(free), Fixed(state)) | (Fixed(state), int(free)):
                equal, labels = np.arange(card) == state, [free]
            case _:
                equal, labels = np.array(False), []
        result = result & _spread(equal, labels, axes).astype(bool)
    return result


def _comonotone(values: Array, copies: Sequence[Copy]) -> Factor:
    """Return the length of the interval of u on which every copy takes its state."""
    axes = _sized_axes(values.shape, copies)
    upper = np.cumsum(values, axis=-1)
    upper[..., -1] = 1.0
    lower = np.concatenate([np.zeros((*upper.shape[:-1], 1)), upper[..., :-1]], axis=-1)
    high, low = np.array(1.0), np.array(0.0)
    for copy in copies:
        table, labels = _pick(upper, copy)
        high = np.minimum(high, _spread(table, labels, axes))
        table, labels = _pick(lower, copy)
        low = np.maximum(low, _spread(table, labels, axes))
    return Factor(axes, np.maximum(high - low, 0.0))


def _gate(gate: Gate, copies: Sequence[Copy]) -> Factor:
    """Return the factor of a noisy gate by inclusion and exclusion over the copies.

    P(all copies of a set are quiet) = (1 − leak) · Π (1 − strength) over the causes that are
    active in at least one of them.
    """
    axes = _sized_axes((2,) * (len(gate.parents) + 1), copies)
    idle = 0 if gate.kind == "or" else 1
    parts = {
        subset: _quiet(gate, [c for c, on in zip(copies, subset, strict=True) if on], idle, axes)
        for subset in product((0, 1), repeat=len(copies))
    }
    result = np.zeros((1,) * len(axes))
    for pattern in product((0, 1), repeat=len(copies)):
        quiet = [state == idle for state in pattern]
        chosen: Array = np.ones((1,) * len(axes))
        for copy, state in zip(copies, pattern, strict=True):
            chosen = chosen * _spread(np.eye(2)[state], [copy.label], axes)
        for subset, part in parts.items():
            if all(on or not q for on, q in zip(subset, quiet, strict=True)):
                result = result + (-1.0) ** (sum(subset) - sum(quiet)) * part * chosen
    return Factor(axes, np.maximum(np.broadcast_to(result, (2,) * len(axes)), 0.0))


def _quiet(gate: Gate, copies: Sequence[Copy], idle: int, axes: Sequence[int]) -> Array:
    """Return, over ``axes``, the probability that all ``copies`` are quiet."""
    result = np.full((1,) * len(axes), 1 - gate.leak if copies else 1.0)
    for place, strength in enumerate(gate.strengths):
        calm = np.ones((1,) * len(axes), dtype=bool)
        for ref in {copy.parents[place] for copy in copies}:
            if isinstance(ref, Fixed):
                calm = calm & (ref.state == idle)
            else:
                calm = calm & _spread(np.arange(2) == idle, [ref], axes).astype(bool)
        result = result * np.where(calm, 1.0, 1 - strength)
    return result
