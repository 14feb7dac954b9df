"""Orders the rows of a layered drawing so that few lines cross, and sets them apart.

After Sugiyama, Tagawa and Toda (1981): nodes stand in columns, every line joins neighbouring
columns, and each column is sorted by where its neighbours stand, forth and back, keeping the
best order seen.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean

__all__ = ["crossings", "order_columns", "place_rows"]

Columns = list[list[int]]
Neighbours = Mapping[int, Sequence[int]]

_SWEEPS = 24
_PASSES = 24
_STIFFNESS = 6.0


def order_columns(columns: Columns, before: Neighbours, after: Neighbours) -> Columns:
    """Return ``columns`` with each one reordered; ``before`` and ``after`` hold neighbours.

    >>> order_columns([[1, 2], [3, 4]], {3: [2], 4: [1]}, {1: [4], 2: [3]})
    [[1, 2], [4, 3]]
    """
    best, fewest = columns, crossings(columns, after)
    current = columns
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        current = _swept(current, before if sweep % 2 == 0 else after, sweep % 2 == 0)
        count = crossings(current, after)
        if count < fewest:
            best, fewest = current, count
    return best


def crossings(columns: Columns, after: Neighbours) -> int:
    """Return how many pairs of lines cross. O(lines · log lines).

    >>> crossings([[1, 2], [3, 4]], {1: [4], 2: [3]})
    1
    """
    count = 0
    for column, following in pairwise(columns):
        row = {node: place for place, node in enumerate(following)}
        seen: list[int] = []
        for node in column:
            ends = sorted(row[end] for end in after.get(node, ()))
            count += sum(len(seen) - _up_to(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return count


def _up_to(ends: list[int], end: int) -> int:
    return bisect_left(ends, end + 1)


def _swept(columns: Columns, neighbours: Neighbours, forth: bool) -> Columns:
    """Sort each column by the mean row of its neighbours in the column sorted before it."""
    swept = list(columns)
    order = range(1, len(columns)) if forth else range(len(columns) - 2, -1, -1)
    for number in order:
        fixed = swept[number - 1 if forth else number + 1]
        row = {node: place for place, node in enumerate(fixed)}
        own = {node: place for place, node in enumerate(swept[number])}
        scale = len(fixed) / max(1, len(own))

        def middle(
            node: int, row: dict[int, int] = row, own: dict[int, int] = own, scale: float = scale
        ) -> float:
            beside = [row[end] for end in neighbours.get(node, ())]
            return fmean(beside) if beside else own[node] * scale

        swept[number] = sorted(swept[number], key=middle)
    return swept


def place_rows(
    columns: Columns,
    before: Neighbours,
    after: Neighbours,
    height: Callable[[int], float],
    gap: float,
) -> dict[int, float]:
    """Return the middle of every node, so that lines run as straight as heights and gaps allow.

    Order within a column is kept, and nodes stand at least ``gap`` apart. A node with one line on
    either side, such as a lane of a long line, gives way less than others.

    >>> place_rows([[1], [2, 3]], {2: [1], 3: [1]}, {1: [2, 3]}, lambda node: 10, 2)
    {1: 11.0, 2: 5.0, 3: 17.0}
    """
    middle: dict[int, float] = {}
    for column in columns:
        middle |= _spread(column, dict.fromkeys(column, 0.0), {}, height, gap)
    both = {n: [*before.get(n, ()), *after.get(n, ())] for column in columns for n in column}
    stiff = {n: _STIFFNESS for n in both if len(before.get(n, ())) == len(after.get(n, ())) == 1}
    for turn in range(_PASSES):
        neighbours = (before, after)[turn % 2] if turn < _PASSES - 2 else both
        for column in columns if turn % 2 == 0 else reversed(columns):
            wish = {
                node: fmean([middle[end] for end in neighbours.get(node, ())] or [middle[node]])
                for node in column
            }
            middle |= _spread(column, wish, stiff, height, gap)
    top = min((middle[node] - height(node) / 2 for node in middle), default=0.0)
    return {node: value - top for node, value in middle.items()}


def _spread(
    column: list[int],
    wish: Mapping[int, float],
    stiff: Mapping[int, float],
    height: Callable[[int], float],
    gap: float,
) -> dict[int, float]:
    """Return the middles nearest to ``wish`` (weighted least squares) in order and apart.

    Taking off what the nodes above need makes this an isotonic regression, which pooling adjacent
    violators solves in linear time.
    """
    offset = [0.0]
    for above, below in pairwise(column):
        offset.append(offset[-1] + (height(above) + height(below)) / 2 + gap)
    pools: list[tuple[float, float, int]] = []
    for node, needed in zip(column, offset, strict=False):
        mean, weight, size = wish[node] - needed, stiff.get(node, 1.0), 1
        while pools and pools[-1][0] >= mean:
            above_mean, above_weight, above_size = pools.pop()
            mean = (mean * weight + above_mean * above_weight) / (weight + above_weight)
            weight += above_weight
            size += above_size
        pools.append((mean, weight, size))
    level = [mean for mean, _, size in pools for _ in range(size)]
    return {node: mean + needed for node, mean, needed in zip(column, level, offset, strict=False)}
