"""One row of the edit suite's table, and the figures it is made of."""

import math
from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Confusion", "Row", "accuracy", "balanced", "macro_f1"]

Confusion = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Row:
    """One measure: its value with an interval of two standard errors, and what it is held against.

    ``lower`` says that less is better. ``confusion`` counts (right, answered).
    """

    name: str
    value: float
    n: int
    baseline: str = "–"
    floor: float | None = None
    goal: float | None = None
    lower: bool = False
    confusion: Confusion = field(default_factory=Counter)
    note: str = ""

    @property
    def error(self) -> float:
        """Two standard errors of a share."""
        return 2 * math.sqrt(max(0.0, self.value * (1 - self.value)) / max(1, self.n))

    def reaches(self, target: float | None) -> bool:
        """Whether the value reaches ``target``; nothing is always reached."""
        return target is None or (self.value <= target if self.lower else self.value >= target)


def accuracy(confusion: Confusion) -> float:
    """Share of right answers."""
    return sum(n for (gold, got), n in confusion.items() if gold == got) / max(1, confusion.total())


def macro_f1(confusion: Confusion) -> float:
    """Mean over the right labels of F1."""
    labels = {gold for gold, _ in confusion}
    scores = []
    for label in labels:
        hit = confusion[label, label]
        other = sum(n for (gold, got), n in confusion.items() if (gold == label) != (got == label))
        scores.append(2 * hit / (2 * hit + other) if hit else 0.0)
    return sum(scores) / len(scores)


def balanced(confusion: Confusion) -> float:
    """Mean over the right labels of the share answered right."""
    labels = sorted({gold for gold, _ in confusion})
    return sum(
        confusion[label, label] / sum(n for (gold, _), n in confusion.items() if gold == label)
        for label in labels
    ) / len(labels)
