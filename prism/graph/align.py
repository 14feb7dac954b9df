"""Alignment of two graphs: which unit of one became which unit of the other."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nsmallest

from prism.graph.matching import best_matching
from prism.graph.model import CausalGraph, Unit
from prism.graph.wording import Wording, negated

__all__ = ["Alignment", "Pair", "align"]

_CONTEXT = 0.25  # weight of the neighbours in a pair's score; the rest is the wording's
_FLOOR = 0.15  # a pair below this is no pair
_NEW_WORDS = 0.4  # share of a left-over unit's words that a paired unit must account for
_ROUNDS = 3
_CANDIDATES = 12  # a unit's partners are sought among this many

Scores = dict[tuple[int, int], float]
Matching = dict[int, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """One unit of the left graph and what became of it in the right one.

    ``score`` in [0, 1] says how well wording and neighbours support the pair. ``negation`` says
    that one of the two denies what the other affirms, which does not lower the score.
    ``by_place`` says that the two share no word: their neighbours alone make them a pair.
    """

    left: str
    right: str
    score: float
    negation: bool = False
    by_place: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs in the order of the left graph, and what is left over on both sides.

    A unit occurs in several pairs where it was split or where several were merged into it.
    """

    pairs: tuple[Pair, ...]
    left_only: tuple[str, ...]
    right_only: tuple[str, ...]

    def worded(self) -> "Alignment":
        """Return the alignment without the pairs that rest on place alone."""
        pairs = tuple(pair for pair in self.pairs if not pair.by_place)
        dropped = [pair for pair in self.pairs if pair.by_place]
        return Alignment(
            pairs,
            self.left_only + tuple(pair.left for pair in dropped),
            self.right_only + tuple(pair.right for pair in dropped),
        )


def align(left: CausalGraph, right: CausalGraph) -> Alignment:
    """Tell which unit of ``left`` became which unit of ``right``.

    1. Units are compared by their content words (:class:`prism.graph.wording.Wording`).
    2. The one-to-one matching with the greatest total score is found over the whole of both
       texts; then again with each pair's neighbours taken into account, so that order decides
       between look-alikes, while a unit that was moved is still found.
    3. A unit left over joins a paired one on the other side that holds words of it which the
       present partner does not explain: a split or a merge.
    4. Two units left over that share no word but stand between the same neighbours make a pair
       ``by_place``, such as a paraphrase in wholly other words.

    Only pairs with a common word or common neighbours are looked at, so that the cost follows
    their number, not units × units. The measure is lexical: of several paraphrases in wholly
    other words that stand side by side, those without a known neighbour come out unmatched.

    >>> a = CausalGraph.of(["The dam burst and the town flooded.", "Nobody died."])
    >>> b = CausalGraph.of(["A bird sang.", "The dam burst.", "The town was flooded."])
    >>> found = align(a, b)
    >>> [(p.left, p.right) for p in found.pairs], found.left_only, found.right_only
    ([('u1', 'u2'), ('u1', 'u3')], ('u2',), ('u1',))
    """
    wording = Wording([unit.text for unit in (*left.units, *right.units)])
    sizes = size, _ = len(left.units), len(right.units)
    lexical = _lexical(wording, size)
    scores, matching = lexical, _match(lexical)
    for _ in range(_ROUNDS):
        scores = _in_context(lexical, matching, sizes)
        again = _match({pair: score for pair, score in scores.items() if score >= _FLOOR})
        if again == matching:
            break
        matching = again
    pairs = {pair: scores[pair] for pair in matching.items()}
    pairs |= _left_over(wording, size, pairs, lexical)
    pairs |= _by_place(pairs, matching, sizes)
    return _alignment(left, right, pairs, lexical)


def _lexical(wording: Wording, size: int) -> Scores:
    """Score every pair of a left and a right bag that share a word."""
    lefts, rights = wording.bags[:size], wording.bags[size:]
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for j, bag in enumerate(rights):
        for word in bag:
            holders[word].append(j)
    pairs = ((i, j) for i, bag in enumerate(lefts) for word in bag for j in holders[word])
    return {(i, j): wording.similarity(lefts[i], rights[j]) for i, j in dict.fromkeys(pairs)}


def _match(scores: Mapping[tuple[int, int], float]) -> Matching:
    """Return the best one-to-one matching among the strongest candidates of every unit."""
    candidates: defaultdict[tuple[str, int], list[tuple[float, int, int]]] = defaultdict(list)
    for (i, j), score in scores.items():
        candidates["left", i].append((-score, i, j))
        candidates["right", j].append((-score, i, j))
    strongest = (pair for each in candidates.values() for pair in nsmallest(_CANDIDATES, each))
    return best_matching({(i, j): -score for score, i, j in strongest})


def _in_context(lexical: Scores, matching: Matching, sizes: tuple[int, int]) -> Scores:
    """Mix the wording's scores with how many neighbours are matched with one another."""
    return {
        (i, j): (1 - _CONTEXT) * score + _CONTEXT * _context(i, j, matching, sizes)
        for (i, j), score in lexical.items()
    }


def _by_place(pairs: Scores, matching: Matching, sizes: tuple[int, int]) -> Scores:
    """Pair units that nothing else claims and whose neighbours on both sides agree."""
    matching = dict(matching)
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    placed: Scores = {}
    waiting = sorted(matching.items())
    while waiting:
        near = waiting.pop()
        for step in (-1, 1):
            i, j = near[0] + step, near[1] + step
            inside = 0 <= i < sizes[0] and 0 <= j < sizes[1]
            free = inside and i not in taken[0] and j not in taken[1]
            if free and _context(i, j, matching, sizes) == 1:
                matching[i] = j
                placed[i, j] = _CONTEXT
                taken[0].add(i)
                taken[1].add(j)
                waiting.append((i, j))
    return placed


def _context(i: int, j: int, matching: Matching, sizes: tuple[int, int]) -> float:
    """Return the share of the two neighbours that agree; both texts ending there agrees too."""
    before, after = matching.get(i - 1) == j - 1, matching.get(i + 1) == j + 1
    if not before and not after:
        return 0.0
    starts = i == 0 and j == 0
    ends = i + 1 == sizes[0] and j + 1 == sizes[1]
    return ((before or starts) + (after or ends)) / 2


def _left_over(wording: Wording, size: int, pairs: Scores, lexical: Scores) -> Scores:
    """Join units without a partner to paired ones that hold words of theirs."""
    bags = wording.bags
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for i, j in pairs:
        partners[i].add(size + j)
        partners[size + j].add(i)
    free = {n for n in range(len(bags)) if not partners[n]}
    joined: Scores = {}
    claims = []
    for i, j in lexical:
        for unit, host in ((i, size + j), (size + j, i)):
            if unit in free and host not in free:
                claims.append((_unexplained(wording, unit, host, partners), unit, host))
    for _, unit, host in sorted(claims, key=lambda claim: (-claim[0], claim[1:])):
        # An earlier claim may have explained the same words since.
        if unit in free and _unexplained(wording, unit, host, partners) >= _NEW_WORDS:
            free.discard(unit)
            partners[host].add(unit)
            i, j = sorted((unit, host))
            joined[i, j - size] = lexical[i, j - size]
    return joined


def _unexplained(wording: Wording, unit: int, host: int, partners: Mapping[int, set[int]]) -> float:
    """Return the share of ``unit``'s words that ``host`` holds and its partners do not."""
    bag = wording.bags[unit]
    explained = frozenset().union(*(wording.bags[partner] for partner in partners[host]))
    whole = wording.weight(bag)
    return wording.weight(bag & wording.bags[host] - explained) / whole if whole else 0.0


def _alignment(left: CausalGraph, right: CausalGraph, scores: Scores, lexical: Scores) -> Alignment:
    pairs = tuple(
        Pair(
            left.units[i].id,
            right.units[j].id,
            round(score, 6),
            _denied(left.units[i]) != _denied(right.units[j]),
            (i, j) not in lexical,
        )
        for (i, j), score in sorted(scores.items())
    )
    return Alignment(
        pairs,
        _without(left.units, (pair.left for pair in pairs)),
        _without(right.units, (pair.right for pair in pairs)),
    )


def _denied(unit: Unit) -> bool:
    return unit.polarity == "negated" or negated(unit.text)


def _without(units: Iterable[Unit], paired: Iterable[str]) -> tuple[str, ...]:
    found = set(paired)
    return tuple(unit.id for unit in units if unit.id not in found)
