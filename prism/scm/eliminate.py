"""Exact inference by variable elimination: factors in, one factor out."""

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from prism.errors import BadInput
from prism.scm.model import Array

__all__ = ["Factor", "eliminate"]

_LARGEST = 2**26
_MOST_LABELS = 30


@dataclass(frozen=True, eq=False, slots=True)
class Factor:
    """A non-negative function of some network variables: one axis of ``values`` a label."""

    labels: tuple[int, ...]
    values: Array


def eliminate(factors: Iterable[Factor], keep: Sequence[int], cards: Mapping[int, int]) -> Factor:
    """Sum the product of ``factors`` over every label that is not in ``keep``.

    Labels leave in the order of least fill-in, then least size of the new factor. Time and memory
    are exponential in the treewidth that this order finds, linear in the number of labels.

    Returns
    -------
    Factor
        Its labels are ``keep``, in that order.

    Raises
    ------
    BadInput
        An intermediate factor would have more than 2^26 cells; found out before any work is done.

    >>> a, b = Factor((0,), np.array([0.4, 0.6])), Factor((0, 1), np.array([[1., 0.], [.5, .5]]))
    >>> eliminate([a, b], [1], {0: 2, 1: 2}).values.tolist()
    [0.7, 0.3]
    """
    buckets: dict[int, set[int]] = {label: set() for label in keep}
    pool: dict[int, Factor] = {}
    for number, factor in enumerate(factors):
        pool[number] = factor
        for label in factor.labels:
            buckets.setdefault(label, set()).add(number)
    fresh = len(pool)
    order = list(_order(pool.values(), frozenset(keep), cards))
    for label, neighbours, cells in order:
        _check_size(len(neighbours) + 1, cells * cards[label])
    for label, neighbours, _ in order:
        numbers = sorted(buckets.pop(label))
        made = _product([pool.pop(number) for number in numbers], neighbours)
        for other in neighbours:
            buckets[other].difference_update(numbers)
            buckets[other].add(fresh)
        pool[fresh] = made
        fresh += 1
    _check_size(len(keep), math.prod(cards[label] for label in keep))
    rest = list(pool.values())
    missing = set(keep) - {label for factor in rest for label in factor.labels}
    rest += [Factor((label,), np.ones(cards[label])) for label in missing]
    return _product(rest, tuple(keep))


def _order(
    factors: Iterable[Factor], keep: frozenset[int], cards: Mapping[int, int]
) -> Iterable[tuple[int, tuple[int, ...], int]]:
    """Yield the labels to sum out, each with its neighbours at that moment and their joint size."""
    links: dict[int, set[int]] = {}
    for factor in factors:
        for label in factor.labels:
            links.setdefault(label, set()).update(factor.labels)
    for label, near in links.items():
        near.discard(label)

    def cost(label: int) -> tuple[int, int, int]:
        """Return the fill-in of a label, the size of the factor it leaves, and the label."""
        near = links[label]
        cells = 1
        for other in near:
            cells *= cards[other]
        if len(near) < 2:
            return 0, cells, label
        present = sum([len(links[other] & near) for other in near])
        return (len(near) * (len(near) - 1) - present) // 2, cells, label

    heap = [cost(label) for label in links if label not in keep]
    heapq.heapify(heap)
    while heap:
        entry = heapq.heappop(heap)
        label = entry[2]
        if label not in links:
            continue
        if entry != (now := cost(label)):
            heapq.heappush(heap, now)
            continue
        near = links.pop(label)
        for other in near:
            others = links[other]
            others |= near
            others -= {label, other}
        yield label, tuple(near), entry[1]
        for other in near - keep:
            heapq.heappush(heap, cost(other))


def _product(factors: Sequence[Factor], labels: tuple[int, ...]) -> Factor:
    """Multiply factors and sum out every label that is not among ``labels``."""
    local = {label: place for place, label in enumerate(labels)}
    operands: list[object] = []
    for factor in factors:
        operands += [factor.values, [local.setdefault(a, len(local)) for a in factor.labels]]
    if not factors:
        return Factor(labels, np.array(1.0))
    values = np.einsum(*operands, list(range(len(labels))))  # type: ignore[call-overload]
    return Factor(labels, np.asarray(values))


def _check_size(labels: int, cells: int) -> None:
    if labels > _MOST_LABELS or cells > _LARGEST:
        raise BadInput(
            f"the model is too dense for exact inference: {labels} variables in one factor",
            mend="ask about fewer worlds, or sample",
        )
