"""Exact inference by variable elimination: factors in, one factor out.

In two parts, so that a question asked again with other states is not planned again: the schedule
of products and sums depends on what the factors speak of, never on their values.
"""

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_letters

import numpy as np

from prism.errors import BadInput
from prism.scm.model import Array

__all__ = ["Factor", "Schedule", "check_size", "contract", "eliminate", "schedule"]

_LARGEST = 2**26
_MOST_LABELS = 30
_SMALL = 64
_MOST_OPERANDS = 16  # of one product; numpy takes 31 of them in some versions


@dataclass(frozen=True, eq=False, slots=True)
class Factor:
    """A non-negative function of some network variables: one axis of ``values`` a label."""

    labels: tuple[int, ...]
    values: Array


@dataclass(frozen=True, slots=True)
class Schedule:
    """Products and sums, in order.

    Attributes
    ----------
    steps
        The number of the result, those of its operands, and what ``numpy.einsum`` does with them.
        The lowest numbers are the factors, in their order.
    """

    steps: tuple[tuple[int, tuple[int, ...], str], ...]


def eliminate(factors: Iterable[Factor], keep: Sequence[int], cards: Mapping[int, int]) -> Factor:
    """Sum the product of ``factors`` over every label that is not in ``keep``.

    Returns
    -------
    Factor
        Its labels are ``keep``, in that order.

    Raises
    ------
    BadInput
        As :func:`schedule`.

    >>> a, b = Factor((0,), np.array([0.4, 0.6])), Factor((0, 1), np.array([[1., 0.], [.5, .5]]))
    >>> eliminate([a, b], [1], {0: 2, 1: 2}).values.tolist()
    [0.7, 0.3]
    """
    factors = list(factors)
    plan = schedule([factor.labels for factor in factors], keep, cards)
    return Factor(tuple(keep), contract(plan, [factor.values for factor in factors]))


def contract(plan: Schedule, values: Iterable[Array]) -> Array:
    """Carry out a schedule on the values of its factors; one axis a kept label."""
    pool = dict(enumerate(values))
    for number, operands, subscripts in plan.steps:
        pool[number] = np.einsum(subscripts, *map(pool.pop, operands))
    return next(iter(pool.values()), np.array(1.0))


def schedule(
    scopes: Sequence[tuple[int, ...]], keep: Sequence[int], cards: Mapping[int, int]
) -> Schedule:
    """Plan the sum of the product of factors over every label that is not in ``keep``.

    Labels leave in the order of least fill-in, then least size of the new factor. Time and memory
    are exponential in the treewidth that this order finds, linear in the number of labels.

    Parameters
    ----------
    scopes
        The labels of each factor; every kept label is in one of them.

    Raises
    ------
    BadInput
        An intermediate factor would have more than 2^26 cells; found out before any work is done.
    """
    if not scopes:
        return Schedule(())
    buckets: dict[int, set[int]] = {label: set() for label in keep}
    for number, labels in enumerate(scopes):
        for label in labels:
            buckets.setdefault(label, set()).add(number)
    order = list(_order(scopes, frozenset(keep), cards))
    for label, neighbours, cells in order:
        check_size(len(neighbours) + 1, cells * cards[label])
    check_size(len(keep), math.prod(cards[label] for label in keep))
    draft = _Draft(list(scopes), cards)
    live = set(range(len(scopes)))
    for label, neighbours, _ in order:
        numbers = buckets.pop(label)
        made = draft.product(sorted(numbers), neighbours)
        for other in neighbours:
            buckets[other] -= numbers
            buckets[other].add(made)
        live -= numbers
        live.add(made)
    draft.product(sorted(live), tuple(keep))
    return draft.schedule()


def check_size(labels: int, cells: int) -> None:
    """Raise :class:`BadInput` if a factor of so many labels and cells is too large to hold."""
    if labels > _MOST_LABELS or cells > _LARGEST:
        raise BadInput(
            f"the model is too dense for exact inference: {labels} variables in one factor",
            mend="ask about fewer worlds, or sample",
        )


def _order(
    scopes: Iterable[tuple[int, ...]], keep: frozenset[int], cards: Mapping[int, int]
) -> Iterable[tuple[int, tuple[int, ...], int]]:
    """Yield the labels to sum out, each with its neighbours at that moment and their joint size."""
    links: dict[int, set[int]] = {}
    for labels in scopes:
        for label in labels:
            links.setdefault(label, set()).update(labels)
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
        present = sum(len(links[other] & near) for other in near)
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


@dataclass(slots=True)
class _Draft:
    """A schedule in the making: the labels of every factor, and the steps not yet merged."""

    scopes: list[tuple[int, ...]]
    cards: Mapping[int, int]
    steps: dict[int, tuple[list[int], tuple[int, ...]]] = field(default_factory=dict)

    def product(self, numbers: list[int], labels: tuple[int, ...]) -> int:
        """Multiply factors, sum out what is not among ``labels``, return the result's number."""
        while len(numbers) > _MOST_OPERANDS:
            few, numbers = numbers[:_MOST_OPERANDS], numbers[_MOST_OPERANDS:]
            union = dict.fromkeys(label for number in few for label in self.scopes[number])
            numbers.append(self._step(few, tuple(union)))
        return self._step(numbers, labels)

    def schedule(self) -> Schedule:
        """Return the finished schedule."""
        return Schedule(
            tuple(
                (number, tuple(operands), self._subscripts(operands, self.scopes[number]))
                for number, (operands, _) in self.steps.items()
            )
        )

    def _step(self, numbers: list[int], labels: tuple[int, ...]) -> int:
        """Note a step; earlier ones whose sums are small are taken into it.

        A call costs more than some dozens of cells.
        """
        operands = list(numbers)
        span = set(labels).union(*[self.scopes[number] for number in numbers])
        for number in numbers:
            if number not in self.steps:
                continue
            inner, inside = self.steps[number]
            wider = span.union(inside)
            cells = math.prod([self.cards[label] for label in wider])
            if cells <= _SMALL and len(operands) + len(inner) <= _MOST_OPERANDS:
                operands.remove(number)
                operands += inner
                span = wider
                del self.steps[number]
        self.scopes.append(labels)
        self.steps[len(self.scopes) - 1] = operands, tuple(span)
        return len(self.scopes) - 1

    def _subscripts(self, operands: Sequence[int], labels: tuple[int, ...]) -> str:
        letters: dict[int, str] = {}
        parts = [
            "".join([letters.setdefault(label, ascii_letters[len(letters)]) for label in scope])
            for scope in (*(self.scopes[number] for number in operands), labels)
        ]
        return f"{','.join(parts[:-1])}->{parts[-1]}"
