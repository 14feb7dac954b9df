"""Which unit hangs on which: a tree inside each sentence, and sentence on sentence.

Inside a sentence a model scores every pair and the best tree is taken greedily. Across sentences
the root of a sentence hangs on an earlier one: what its words point back to (``this``, ``as a
result``), what it shares words with, the heading or the lead of its list, else the one before.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from prism.text.layout import LineKind
from prism.text.linear import weights
from prism.text.relate import attachment_features
from prism.text.units import Units

__all__ = ["across", "best_parent", "inside"]

Scores = dict[int, dict[int, float]]

_WIDEST: Final = 40  # units of a sentence beyond which only near pairs are scored
_NEAR: Final = 4
_BACK: Final = 6  # sentences looked back upon
_POINTERS: Final = frozenset({"this", "that", "these", "those", "such", "it", "they"})


def inside(units: Units) -> list[tuple[int, int]]:
    """Return (child, parent) for every unit but the root of each sentence."""
    sentences: dict[int, list[int]] = {}
    for unit in range(len(units.spans)):
        sentences.setdefault(units.sentence(unit), []).append(unit)
    scores = _scores(units, [pair for members in sentences.values() for pair in _pairs(members)])
    return [
        pair
        for members in sentences.values()
        if len(members) > 1
        for pair in _tree({child: scores[child] for child in members})
    ]


def best_parent(units: Units, child: int, others: Sequence[int]) -> int | None:
    """Return the unit among ``others`` that ``child`` fits best under, None if there is none."""
    scores = _scores(units, [(child, parent) for parent in others])
    return _best(scores[child]) if others else None


def _pairs(members: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (child, parent) for the units of a sentence; near ones only where it has many."""
    near = _NEAR if len(members) > _WIDEST else len(members)
    for place, child in enumerate(members):
        for parent in members[max(0, place - near) : place + near + 1]:
            if parent != child:
                yield child, parent


def _scores(units: Units, pairs: Sequence[tuple[int, int]]) -> Scores:
    """Return how well each child fits under each parent."""
    logits = weights("attach").logits(attachment_features(units, pairs))[:, 0].tolist()
    scores: Scores = {}
    for (child, parent), logit in zip(pairs, logits, strict=True):
        scores.setdefault(child, {})[parent] = logit
    return scores


def _best(row: Mapping[int, float]) -> int:
    """Return the parent with the highest score, the earliest of equals."""
    return max(row, key=lambda parent: (row[parent], -parent))


def _tree(scores: Scores) -> list[tuple[int, int]]:
    """Let every unit pick its best parent, then open each circle at its weakest pick.

    One opened unit, the one that wants a parent least, stays the root; the others move to the
    best parent that hangs elsewhere.
    """
    parents = {child: _best(row) for child, row in scores.items()}
    loose = []
    for circle in _circles(parents):
        weakest = min(circle, key=lambda unit: (scores[unit][parents[unit]], unit))
        loose.append((scores[weakest][parents[weakest]], weakest))
        del parents[weakest]
    for _, child in sorted(loose)[1:]:
        below = _below(parents, child)
        elsewhere = {
            parent: score for parent, score in scores[child].items() if parent not in below
        }
        if elsewhere:
            parents[child] = _best(elsewhere)
    return list(parents.items())


def _circles(parents: Mapping[int, int]) -> list[list[int]]:
    """Return the circles of a graph in which every unit has one parent."""
    circles: list[list[int]] = []
    visited: set[int] = set()
    for start in parents:
        path: dict[int, None] = {}
        unit = start
        while unit not in visited and unit not in path:
            path[unit] = None
            unit = parents[unit]
        if unit in path:
            walked = list(path)
            circles.append(walked[walked.index(unit) :])
        visited.update(path)
    return circles


def _below(parents: Mapping[int, int], root: int) -> set[int]:
    """Return ``root`` and everything that hangs on it."""
    children: dict[int, list[int]] = {}
    for child, parent in parents.items():
        children.setdefault(parent, []).append(child)
    found, queue = {root}, [root]
    while queue:
        for child in children.get(queue.pop(), ()):
            if child not in found:
                found.add(child)
                queue.append(child)
    return found


def across(units: Units, attached: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (child, parent) for the root of every sentence but the first.

    Headings hang on the heading before, items of a list on what leads it in, the first sentence
    under a heading on it; other paragraphs on what they share words with.
    """
    hung = {child for child, _ in attached}
    roots = [unit for unit in range(len(units.spans)) if unit not in hung]
    return [(roots[n], _anchor(units, roots, n)) for n in range(1, len(roots))]


def _anchor(units: Units, roots: Sequence[int], number: int) -> int:
    """Return the earlier root that root ``number`` hangs on."""
    child, before = roots[number], roots[number - 1]
    earlier = roots[:number]
    if units.layout[child] == "heading":
        heading = _last(units, earlier, "heading", wanted=True)
        return roots[0] if heading is None else heading
    if units.layout[child] == "item" and units.paragraph[child] != units.paragraph[before]:
        lead = _last(units, earlier, "item", wanted=False)
        return before if lead is None else lead
    opener = units.tokens.low[units.first(child)]
    if units.paragraph[child] == units.paragraph[before] or opener in _POINTERS:
        return before
    if units.layout[before] == "heading":
        return before
    return _chained(units, earlier, child)


def _last(units: Units, earlier: Sequence[int], kind: LineKind, *, wanted: bool) -> int | None:
    """Return the latest earlier root that stands in a line of this kind, or in another."""
    found = (unit for unit in reversed(earlier) if (units.layout[unit] == kind) == wanted)
    return next(found, None)


def _chained(units: Units, earlier: Sequence[int], child: int) -> int:
    """Return the near earlier root that shares most words with ``child``, else the last one."""
    words = units.content(child)
    best, shared = earlier[-1], 0
    for other in reversed(earlier[-_BACK:]):
        common = len(words & units.content(other))
        if common > shared:
            best, shared = other, common
    return best
