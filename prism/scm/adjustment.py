"""Adjustment sets, instruments and collider bias, read from a causal diagram.

Verdicts follow Pearl's criteria literally (Causality, 2009, definitions 3.3.1, 3.3.3 and 7.4.1).
Lists of *all* sets are exponential in the number of candidates and refused beyond 2^16.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

import networkx

from prism.errors import BadInput
from prism.scm.diagram import Diagram, ancestors, descendants, is_d_separated, open_paths, paths

__all__ = [
    "backdoor_paths",
    "backdoor_sets",
    "colliding_path",
    "frontdoor_sets",
    "instruments",
    "is_backdoor_set",
    "is_frontdoor_set",
    "is_instrument",
    "minimal_backdoor_sets",
    "minimal_frontdoor_sets",
    "one_backdoor_set",
    "smaller_backdoor_sets",
    "subsets",
]

_MOST_CANDIDATES = 16

_Sets = Iterator[frozenset[str]]


def is_backdoor_set(diagram: Diagram, x: str, y: str, given: Iterable[str]) -> bool:
    """Whether ``given`` satisfies the back-door criterion for the effect of ``x`` on ``y``.

    It holds no descendant of X and blocks every path between X and Y that enters X by an arrow.
    O(nodes + edges).

    >>> fork = Diagram.of("Z->X, Z->Y, X->M, M->Y")
    >>> is_backdoor_set(fork, "X", "Y", {"Z"}), is_backdoor_set(fork, "X", "Y", {"Z", "M"})
    (True, False)
    """
    z = set(given)
    diagram.require((x, y, *z))
    if z & descendants(diagram, {x}) or y in z:
        return False
    return is_d_separated(diagram.without(out_of={x}), {x}, {y}, z)


def backdoor_sets(diagram: Diagram, x: str, y: str) -> _Sets:
    """Yield every valid back-door set, small ones first.

    >>> [sorted(s) for s in backdoor_sets(Diagram.of("Z->X, Z->Y, X->Y, W->Y"), "X", "Y")]
    [['Z'], ['W', 'Z']]
    """
    diagram.require((x, y))
    usable = set(diagram.nodes) - descendants(diagram, {x}) - {y}
    return subsets(usable, lambda z: is_backdoor_set(diagram, x, y, z))


def minimal_backdoor_sets(diagram: Diagram, x: str, y: str) -> _Sets:
    """Yield the valid back-door sets of which no proper subset is valid.

    Only nodes between X and Y in the moral graph of their ancestors can stand in a minimal
    separating set, so these alone are tried.
    """
    diagram.require((x, y))
    usable = _between(diagram.without(out_of={x}), x, y) - descendants(diagram, {x}) - {y}
    return _minimal(subsets(usable, lambda z: is_backdoor_set(diagram, x, y, z)))


def one_backdoor_set(diagram: Diagram, x: str, y: str) -> frozenset[str] | None:
    """Return a minimal back-door set, or None where there is no valid set; polynomial.

    All ancestors of X and Y that X does not affect form a valid set if any set is valid; within
    them separation is that of the moral graph, so that nodes can be dropped one by one.
    Source: van der Zander, Liskiewicz and Textor, UAI 2014.

    >>> sorted(one_backdoor_set(Diagram.of("Z->X, Z->Y, X->Y, W->Y"), "X", "Y"))
    ['Z']
    """
    diagram.require((x, y))
    usable = ancestors(diagram.without(out_of={x}), {x, y})
    chosen = usable - descendants(diagram, {x}) - {y}
    if not is_backdoor_set(diagram, x, y, chosen):
        return None
    for node in sorted(chosen):
        if is_backdoor_set(diagram, x, y, chosen - {node}):
            chosen -= {node}
    return chosen


def smaller_backdoor_sets(diagram: Diagram, x: str, y: str, given: Iterable[str]) -> _Sets:
    """Yield the proper subsets of ``given`` that are valid back-door sets, small ones first.

    A valid set is minimal if there is none.

    >>> g = Diagram.of("Z->X, Z->Y, X->Y, W->Y")
    >>> [sorted(s) for s in smaller_backdoor_sets(g, "X", "Y", {"Z", "W"})]
    [['Z']]
    """
    whole = frozenset(given)
    valid = subsets(whole, lambda z: is_backdoor_set(diagram, x, y, z))
    return (z for z in valid if z != whole)


def is_frontdoor_set(diagram: Diagram, x: str, y: str, mediators: Iterable[str]) -> bool:
    """Whether ``mediators`` satisfies the front-door criterion for the effect of ``x`` on ``y``.

    It intercepts every directed path from X to Y, no back-door path from X to it is open, and X
    blocks every back-door path from it to Y.

    >>> smoking = Diagram.of("X->M, M->Y, X<->Y")
    >>> is_frontdoor_set(smoking, "X", "Y", {"M"}), is_frontdoor_set(smoking, "X", "Y", set())
    (True, False)
    """
    m = set(mediators)
    diagram.require((x, y, *m))
    if x in m or y in m:
        return False
    through = diagram.part(set(diagram.nodes) - m)
    if y in descendants(through, {x}):
        return False
    if not is_d_separated(diagram.without(out_of={x}), {x}, m):
        return False
    return is_d_separated(diagram.without(out_of=m), m, {y}, {x})


def frontdoor_sets(diagram: Diagram, x: str, y: str) -> _Sets:
    """Yield every valid front-door set, small ones first."""
    diagram.require((x, y))
    usable = set(diagram.nodes) - {x, y}
    return subsets(usable, lambda m: is_frontdoor_set(diagram, x, y, m))


def minimal_frontdoor_sets(diagram: Diagram, x: str, y: str) -> _Sets:
    """Yield the valid front-door sets of which no proper subset is valid."""
    return _minimal(frontdoor_sets(diagram, x, y))


def is_instrument(diagram: Diagram, z: str, x: str, y: str, given: Iterable[str] = ()) -> bool:
    """Whether ``z`` is an instrument for the effect of ``x`` on ``y``, given a set.

    It is connected with X, and separated from Y once the arrows into X are cut; the set holds no
    descendant of X or Y.

    >>> g = Diagram.of("Z->X, X->Y, X<->Y")
    >>> is_instrument(g, "Z", "X", "Y"), is_instrument(g, "Y", "X", "Y")
    (True, False)
    """
    w = set(given)
    diagram.require((z, x, y, *w))
    if z in (x, y) or w & {x, y, z} or w & descendants(diagram, {x, y}):
        return False
    if is_d_separated(diagram, {z}, {x}, w):
        return False
    return is_d_separated(diagram.without(into={x}), {z}, {y}, w)


def instruments(diagram: Diagram, x: str, y: str, given: Iterable[str] = ()) -> tuple[str, ...]:
    """Return every instrument for the effect of ``x`` on ``y``, in the order of the nodes."""
    return tuple(z for z in diagram.nodes if is_instrument(diagram, z, x, y, given))


def backdoor_paths(diagram: Diagram, x: str, y: str) -> Iterator[tuple[str, ...]]:
    """Yield every simple path from ``x`` to ``y`` that enters ``x`` by an arrow.

    >>> ["".join(p) for p in backdoor_paths(Diagram.of("Z->X, Z->Y, X->Y, X<->Y"), "X", "Y")]
    ['X<-Z->Y', 'X<->Y']
    """
    yield from (path for path in paths(diagram, x, y) if path[1].startswith("<"))


def colliding_path(
    diagram: Diagram, x: str, y: str, given: Iterable[str]
) -> tuple[str, ...] | None:
    """Return a path that is open only because ``given`` opens a collider on it, or None.

    >>> g = Diagram.of("X->C, Y->C, X->Y")
    >>> "".join(colliding_path(g, "X", "Y", {"C"})), colliding_path(g, "X", "Y", set())
    ('X->C<-Y', None)
    """
    for path in open_paths(diagram, x, y, given):
        if any(a.endswith(">") and b.startswith("<") for a, b in pairwise(path[1::2])):
            return path
    return None


def _between(diagram: Diagram, x: str, y: str) -> frozenset[str]:
    """Return the nodes on simple paths from x to y in the moral graph of their ancestors."""
    graph = diagram.canonical
    above = {x, y} | networkx.ancestors(graph, x) | networkx.ancestors(graph, y)
    moral = networkx.moral_graph(graph.subgraph(above))
    if not networkx.has_path(moral, x, y):
        return frozenset()
    moral.add_edge(x, y)  # the nodes on a path between x and y share a block with this edge
    block = next(b for b in networkx.biconnected_components(moral) if {x, y} <= b)
    return frozenset(block).intersection(diagram.nodes)


def subsets(usable: Iterable[str], valid: Callable[[frozenset[str]], bool]) -> _Sets:
    """Yield every subset that is valid, small ones first.

    Raises
    ------
    BadInput
        There are too many candidates to try them all.
    """
    nodes = sorted(usable)
    if len(nodes) > _MOST_CANDIDATES:
        raise BadInput(
            f"{len(nodes)} candidates have 2^{len(nodes)} subsets, too many to list",
            mend="ask whether one set is valid: put it after '|'",
        )
    for size in range(len(nodes) + 1):
        yield from filter(valid, map(frozenset, combinations(nodes, size)))


def _minimal(valid: _Sets) -> _Sets:
    found: list[frozenset[str]] = []
    for candidate in valid:
        if not any(smaller <= candidate for smaller in found):
            found.append(candidate)
            yield candidate
