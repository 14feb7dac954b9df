"""Logistic regression over hashed features: deterministic, in numpy alone.

AdaGrad over fixed-size batches in an order drawn from a seeded generator; the same data and seed
give the same bytes.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prism.text.linear import Linear, rows, tags
from prism.text.templates import Samples

__all__ = ["fit"]

_BATCH = 64
_STEPS = 64  # weights are rounded to this part of one: nothing is lost, and they pack well


def fit(  # noqa: PLR0913  # the settings of one training run
    samples: Samples,
    targets: Sequence[int],
    *,
    classes: Sequence[str] = (),
    bits: int = 16,
    epochs: int = 8,
    rate: float = 0.2,
    decay: float = 1e-6,
    least: int = 1,
    seed: int = 0,
) -> Linear:
    """Return the model of ``targets`` (0/1 without ``classes``, else class numbers)."""
    width = max(1, len(classes))
    table = np.zeros((1 << bits, width), dtype=np.float64)
    squares = np.full_like(table, 1e-8)
    owned = _owned(samples.keys, bits, least)
    hashed = _by_sample(samples, owned)
    wanted = np.asarray(targets, dtype=np.int64)
    order = np.random.default_rng(seed)
    mean = np.zeros_like(table)
    for epoch in range(epochs):
        for start in _batches(order.permutation(len(hashed))):
            _step(table, squares, [hashed[i] for i in start], wanted[start], rate, decay)
        if epoch >= epochs // 2:
            mean += table
    mean /= max(1, epochs - epochs // 2)
    stepped = np.round(mean * _STEPS) / _STEPS
    return Linear(stepped.astype(np.float16).astype(np.float32), tags(owned), tuple(classes))


def _owned(keys: NDArray[np.uint64], bits: int, least: int) -> NDArray[np.uint64]:
    """Return the key that owns each row, 0 for none: of those met ``least`` times the commonest."""
    distinct, counts = np.unique(keys, return_counts=True)
    order = np.argsort(counts, kind="stable")  # the commonest last, and so written over the others
    frequent = distinct[order[counts[order] >= least]]
    owned = np.zeros(1 << bits, dtype=np.uint64)
    owned[rows(frequent, bits)] = frequent
    return owned


def _by_sample(samples: Samples, owned: NDArray[np.uint64]) -> list[NDArray[np.int64]]:
    """Return the rows of every sample; a feature counts as often as it stands there."""
    places = rows(samples.keys, len(owned).bit_length() - 1)
    known = np.flatnonzero(owned[places] == samples.keys)
    known = known[np.argsort(samples.owner[known], kind="stable")]
    ends = np.searchsorted(samples.owner[known], np.arange(1, samples.count))
    return np.split(places[known], ends)


def _batches(order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [order[start : start + _BATCH] for start in range(0, len(order), _BATCH)]


def _step(
    table: NDArray[np.float64],
    squares: NDArray[np.float64],
    batch: list[NDArray[np.int64]],
    wanted: NDArray[np.int64],
    rate: float,
    decay: float,
) -> None:
    flat = np.concatenate(batch)
    owner = np.repeat(np.arange(len(batch)), [len(example) for example in batch])
    logits = np.zeros((len(batch), table.shape[1]))
    np.add.at(logits, owner, table[flat])
    if table.shape[1] == 1:
        error = 1.0 / (1.0 + np.exp(-logits)) - wanted[:, None]
    else:
        power = np.exp(logits - logits.max(axis=1, keepdims=True))
        error = power / power.sum(axis=1, keepdims=True)
        error[np.arange(len(batch)), wanted] -= 1.0
    touched, inverse = np.unique(flat, return_inverse=True)
    gradient = np.zeros((len(touched), table.shape[1]))
    np.add.at(gradient, inverse, error[owner])
    gradient += decay * len(batch) * table[touched]
    squares[touched] += gradient**2
    table[touched] -= rate * gradient / np.sqrt(squares[touched])
