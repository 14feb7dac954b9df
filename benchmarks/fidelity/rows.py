"""The rows of the fidelity table, and intervals that take documents as clusters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Row", "f1", "interval", "ratio", "row"]

_DRAWS = 1000
_SEED = 20260829

Counts = Sequence[Sequence[float]]  # one entry a document: what its statistic is summed from


@dataclass(frozen=True, slots=True)
class Row:
    """One measure: its value and 95 % interval, a simple baseline, the floor and the goal."""

    section: str
    measure: str
    value: float
    low: float
    high: float
    n: str
    baseline: str = "–"
    floor: float | None = None
    goal: float | None = None

    @property
    def verdict(self) -> str:
        """``goal``, ``floor``, ``below`` or, where nothing is asked, ``–``."""
        if self.floor is None:
            return "–"
        if self.value < self.floor:
            return "below"
        return "goal" if self.goal is not None and self.value >= self.goal else "floor"


def ratio(sums: NDArray[np.float64]) -> float:
    """Return right ÷ asked of summed (right, asked)."""
    return float(sums[0] / sums[1]) if sums[1] else 0.0


def f1(sums: NDArray[np.float64]) -> float:
    """Return F1 of summed (true positives, false positives, false negatives)."""
    weight = 2 * sums[0] + sums[1] + sums[2]
    return float(2 * sums[0] / weight) if weight else 0.0


def interval(
    counts: Counts, statistic: Callable[[NDArray[np.float64]], float]
) -> tuple[float, float]:
    """Return the 95 % percentile interval of a seeded bootstrap over documents."""
    table = np.asarray(counts, dtype=np.float64)
    order = np.random.default_rng(_SEED)
    drawn = [
        statistic(table[order.integers(0, len(table), len(table))].sum(axis=0))
        for _ in range(_DRAWS)
    ]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return float(low), float(high)


def row(
    section: str,
    measure: str,
    counts: Counts,
    statistic: Callable[[NDArray[np.float64]], float] = f1,
    *,
    baseline: str = "–",
    floor: float | None = None,
    goal: float | None = None,
) -> Row:
    """Count one measure from its documents; ``n`` is gold items in documents."""
    total = np.asarray(counts, dtype=np.float64).sum(axis=0)
    low, high = interval(counts, statistic)
    items = total[1] if statistic is ratio else total[0] + total[2]
    size = f"{int(items):,} in {len(counts)}"
    return Row(section, measure, statistic(total), low, high, size, baseline, floor, goal)
