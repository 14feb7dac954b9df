"""The one-to-one matching with the greatest total score, where few pairs have one."""

from collections import defaultdict
from collections.abc import Mapping
from heapq import heappop, heappush

__all__ = ["best_matching"]


def best_matching(scores: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """Return which right number each left number is matched with; some stay unmatched.

    The assignment method with successive shortest paths (Kuhn–Munkres in its sparse form): every
    right end has a price, a left end wants where score − price is greatest, and each new left end
    searches (Dijkstra) for the cheapest chain of moves that makes room. Exact.
    O(left ends · pairs · log pairs) at worst, near-linear where few pairs compete.

    Parameters
    ----------
    scores
        Positive scores of the pairs (left, right) that may be matched.

    >>> best_matching({(0, 0): 0.9, (0, 1): 0.8, (1, 0): 0.7})
    {0: 1, 1: 0}
    """
    offers: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for (left, right), score in sorted(scores.items()):
        offers[left].append((right, score))
    for left, wanted in offers.items():
        wanted.append((-1 - left, 0.0))  # a place of its own: staying unmatched
    price: defaultdict[int, float] = defaultdict(float)
    holder: dict[int, int] = {}
    held: dict[int, int] = {}
    for start in offers:
        settled, came_from, end = _cheapest_place(start, offers, price, holder)
        for right, distance in settled.items():
            price[right] += settled[end] - distance
        place: int | None = end
        while place is not None:
            left = holder[place] = came_from[place]
            held[left], place = place, held.get(left)
    return {left: right for left, right in sorted(held.items()) if right >= 0}


def _cheapest_place(
    start: int,
    offers: Mapping[int, list[tuple[int, float]]],
    price: Mapping[int, float],
    holder: Mapping[int, int],
) -> tuple[dict[int, float], dict[int, int], int]:
    """Search from ``start`` for the nearest free right end; return distances, steps and it."""
    settled: dict[int, float] = {}
    came_from: dict[int, int] = {}
    queue: list[tuple[float, int, int]] = []
    left, base = start, 0.0
    while True:
        gains = [(right, score - price[right]) for right, score in offers[left]]
        best = max(gain for _, gain in gains)
        for right, gain in gains:
            if right not in settled:
                heappush(queue, (base + best - gain, right, left))
        base, right, left = heappop(queue)
        while right in settled:
            base, right, left = heappop(queue)
        settled[right], came_from[right] = base, left
        if right not in holder:
            return settled, came_from, right
        left = holder[right]
