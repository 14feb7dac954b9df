"""What the shape of the tree of links tells of each link: what hangs below, beside and above it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from prism.text.templates import Column

__all__ = ["standing"]

_KIDS: Final = 3  # beyond these numbers more counts no more
_SIBLINGS: Final = 4
_RANK: Final = 3
_BEHIND: Final = 2


def standing(links: Sequence[tuple[int, int]]) -> dict[str, Column]:
    """Return where each (child, parent) stands among all ``links``; linear but for sorting.

    ``kids`` hang on the child; ``weight`` and ``other_weight`` are the binary logarithms of how
    many units the trees under child and parent hold; ``siblings`` hang on the same side of the
    parent, ``rank`` of them nearer to it and ``behind`` of them farther; ``hangs`` says where the
    parent itself hangs: 0 nowhere, 1 on an earlier unit, 2 on a later one.

    >>> shape = standing([(1, 0), (2, 0), (3, 2)])
    >>> shape["kids"].tolist(), shape["rank"].tolist(), shape["weight"].tolist()
    ([0, 1, 0], [0, 1, 0], [0, 1, 0])
    """
    parents: dict[int, int] = {}
    children: dict[int, set[int]] = {}
    for child, parent in links:
        parents.setdefault(child, parent)
        children.setdefault(parent, set()).add(child)
    place: dict[tuple[int, int], tuple[int, int]] = {}
    for parent, below in children.items():
        for side in (
            sorted((child for child in below if child < parent), reverse=True),
            sorted(child for child in below if child > parent),
        ):
            for rank, child in enumerate(side):
                place[child, parent] = rank, len(side) - 1 - rank
    weights = _weights(parents)
    rows = [
        (
            min(_KIDS, len(children.get(child, ()))),
            weights[child].bit_length() - 1,
            weights[parent].bit_length() - 1,
            min(_SIBLINGS, sum(place[child, parent])),
            min(_RANK, place[child, parent][0]),
            min(_BEHIND, place[child, parent][1]),
            0 if parent not in parents else 1 + (parents[parent] > parent),
        )
        for child, parent in links
    ]
    names = ("kids", "weight", "other_weight", "siblings", "rank", "behind", "hangs")
    return dict(zip(names, np.array(rows, dtype=np.int64).reshape(-1, len(names)).T, strict=True))


def _weights(parents: Mapping[int, int]) -> Counter[int]:
    """Return how many units the tree under each unit holds, itself included; circles stay open."""
    waiting = Counter(parents.values())
    weights = Counter({*parents.keys(), *parents.values()})
    ready = [unit for unit in parents if not waiting[unit]]
    while ready:
        unit = ready.pop()
        if unit in parents:
            above = parents[unit]
            weights[above] += weights[unit]
            waiting[above] -= 1
            if not waiting[above]:
                ready.append(above)
    return weights
