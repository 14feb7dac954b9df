"""Shuffled options, and whether answers favour a place among them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from prism.records.digest import digest

__all__ = ["Place", "PositionBias", "option_order", "position_bias"]


@dataclass(frozen=True, slots=True)
class Place:
    """What happened to one place among the options, from 0.

    ``right`` and ``chosen`` count how often the right option stood there and how often what
    stood there was chosen; ``correct`` counts both together.
    """

    place: int
    right: int
    chosen: int
    correct: int

    @property
    def accuracy(self) -> float | None:
        """Share of the questions with the right option here that were answered right."""
        return self.correct / self.right if self.right else None


@dataclass(frozen=True, slots=True)
class PositionBias:
    """Every place, and how far choices are from where the right options stood.

    ``distance`` in [0, 1] is the total variation between the shares of chosen and of right
    places: 0 where every place was chosen as often as it was right.
    """

    places: tuple[Place, ...]
    distance: float
    n: int


def option_order(name: str, size: int, seed: int | None) -> tuple[int, ...]:
    """Return in which order the options of item ``name`` are shown under ``seed``.

    Entry i is the option that stands in place i. The same on every machine; as in the file
    where ``seed`` is None.

    >>> option_order("12/2", 5, None)
    (0, 1, 2, 3, 4)
    >>> sorted(option_order("12/2", 5, 7)) == list(range(5))
    True
    """
    if seed is None:
        return tuple(range(size))
    return tuple(sorted(range(size), key=lambda place: digest([seed, name, place])))


def position_bias(answers: Iterable[tuple[int, int]]) -> PositionBias:
    """Count (place of the right option, place that was chosen) pairs by place.

    >>> position_bias([(0, 0), (1, 0), (1, 1), (2, 0)]).distance
    0.5
    """
    pairs = list(answers)
    right = Counter(place for place, _ in pairs)
    chosen = Counter(place for _, place in pairs)
    correct = Counter(place for place, other in pairs if place == other)
    places = tuple(
        Place(place, right[place], chosen[place], correct[place])
        for place in sorted(right.keys() | chosen.keys())
    )
    n = len(pairs)
    distance = sum(abs(p.right - p.chosen) for p in places) / (2 * n) if n else 0.0
    return PositionBias(places, distance, n)
