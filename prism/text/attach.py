"""Which unit hangs on which: a tree inside each sentence, and sentence on sentence.

Inside a sentence a model scores every pair and the best tree is taken greedily. Across sentences
the root of a sentence hangs on an earlier one: what its words point back to (``this``, ``as a
result``), what it shares words with, the heading or the lead of its list, else the one before.
"""

from collections.abc import Sequence
from typing import Final

from prism.text.linear import weights
from prism.text.relate import Units, attachment_features

__all__ = ["across", "inside"]

_WIDEST: Final = 40  # units of a sentence beyond which only near pairs are scored
_NEAR: Final = 4
_BACK: Final = 6  # sentences looked back upon
_POINTERS: Final = frozenset({"this", "that", "these", "those", "such", "it", "they"})


def inside(units: Units) -> list[tuple[int, int]]:
    """Return (child, parent) for every unit but the root of each sentence."""
    sentences: dict[int, list[int]] = {}
    for unit in range(len(units.spans)):
        sentences.setdefault(units.sentence(unit), []).append(unit)
    return [pair for members in sentences.values() for pair in _tree(units, members)]


def _tree(units: Units, members: Sequence[int]) -> list[tuple[int, int]]:
    """Take pairs from the best downward, each unit once, without a circle."""
    if len(members) < 2:
        return []
    model = weights("attach")
    near = _NEAR if len(members) > _WIDEST else len(members)
    scored = [
        (model.logit(attachment_features(units, child, parent)), -child, -parent)
        for child in members
        for parent in members
        if child != parent and abs(child - parent) <= near
    ]
    parents: dict[int, int] = {}
    group = {unit: unit for unit in members}

    def root(unit: int) -> int:
        while group[unit] != unit:
            unit = group[unit]
        return unit

    for _, child, parent in sorted(scored, reverse=True):
        child, parent = -child, -parent
        if child not in parents and root(parent) != root(child):
            parents[child] = parent
            group[root(child)] = root(parent)
    return list(parents.items())


def across(units: Units, attached: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return (child, parent) for the root of every sentence but the first."""
    hung = {child for child, _ in attached}
    roots = [unit for unit in range(len(units.spans)) if unit not in hung]
    return [(roots[n], _anchor(units, roots, n)) for n in range(1, len(roots))]


def _anchor(units: Units, roots: Sequence[int], number: int) -> int:
    """Return the earlier root that root ``number`` hangs on."""
    child = roots[number]
    before = roots[number - 1]
    opener = units.tokens.low[units.first(child)]
    if units.paragraph[child] == units.paragraph[before] or opener in _POINTERS:
        return before
    words = units.content(child)
    best, shared = before, 0
    for other in reversed(roots[max(0, number - _BACK) : number]):
        common = len(words & units.content(other))
        if common > shared:
            best, shared = other, common
    return best
