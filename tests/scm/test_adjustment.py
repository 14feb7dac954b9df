"""Back-door, front-door and instrument verdicts, both ways, against Pearl's criteria by paths.

The oracle lists every path of the diagram by itself and shares no code with the verdicts: a rule
that refuses too much is caught as well as one that allows too much.
"""

from itertools import combinations, pairwise

from hypothesis import HealthCheck, given, settings

from prism.scm.adjustment import (
    frontdoor_sets,
    is_backdoor_set,
    is_frontdoor_set,
    is_instrument,
    minimal_frontdoor_sets,
)
from tests.scm.test_identify import diagrams

LAWS = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def subsets(nodes):
    return [set(c) for n in range(len(nodes) + 1) for c in combinations(sorted(nodes), n)]


def walks(diagram, x, y):
    """Every path as [(node, arrowhead here on the way in, arrowhead here on the way out)]."""
    steps = [(a, b, False, True) for a, b in diagram.edges]  # mark at a, mark at b
    steps += [(a, b, True, True) for a, b in diagram.bidirected]
    steps += [(b, a, there, here) for a, b, here, there in steps]

    def go(route):
        last = route[-1][1]
        if last == y:
            yield route
            return
        seen = {route[0][0], *(step[1] for step in route)}
        for step in steps:
            if step[0] == last and step[1] not in seen:
                yield from go([*route, step])

    for first in steps:
        if first[0] == x and first[1] != x:
            yield from go([first])


def below(diagram, node):
    found = {node}
    while True:
        more = found | {b for a, b in diagram.edges if a in found}
        if more == found:
            return found
        found = more


def blocked(diagram, route, z):
    for into, out in pairwise(route):
        node, collides = into[1], into[3] and out[2]
        if collides and not below(diagram, node) & z:
            return True
        if not collides and node in z:
            return True
    return False


def enters(route):
    return route[0][2]


def is_causal(route):
    return not any(step[2] for step in route)


def backdoor_by_paths(diagram, x, y, z):
    if z & below(diagram, x) or y in z:
        return False
    return all(blocked(diagram, r, z) for r in walks(diagram, x, y) if enters(r))


def frontdoor_by_paths(diagram, x, y, m):
    causal = [r for r in walks(diagram, x, y) if is_causal(r)]
    if not all(m & {step[1] for step in r[:-1]} for r in causal):
        return False
    for node in m:
        if not all(blocked(diagram, r, set()) for r in walks(diagram, x, node) if enters(r)):
            return False
        # Back-door paths from M leave every member by an arrowhead: others lead through members.
        for route in walks(diagram, node, y):
            inside = [step for step in route if step[0] in m]
            if all(step[2] for step in inside) and not blocked(diagram, route, {x}):
                return False
    return True


def instrument_by_paths(diagram, z, x, y, w):
    if w & (below(diagram, x) | below(diagram, y)):
        return False
    if all(blocked(diagram, r, w) for r in walks(diagram, z, x)):
        return False
    cut_edges = tuple(e for e in diagram.edges if e[1] != x)
    cut_pairs = tuple(e for e in diagram.bidirected if x not in e)
    cut = type(diagram)(diagram.nodes, cut_edges, cut_pairs)
    return all(blocked(cut, r, w) for r in walks(cut, z, y))


@LAWS
@given(diagrams())
def test_backdoor_verdicts_are_those_of_the_paths(diagram):
    for x, y in (("B", "D"), ("A", "E"), ("C", "B")):
        for z in subsets(set(diagram.nodes) - {x}):
            assert is_backdoor_set(diagram, x, y, z) == backdoor_by_paths(diagram, x, y, z), (x, z)


@LAWS
@given(diagrams())
def test_frontdoor_verdicts_are_those_of_the_paths(diagram):
    for x, y in (("A", "E"), ("B", "D")):
        valid = []
        for m in subsets(set(diagram.nodes) - {x, y}):
            expected = frontdoor_by_paths(diagram, x, y, m)
            assert is_frontdoor_set(diagram, x, y, m) == expected, (x, y, m)
            valid += [frozenset(m)] if expected else []
        assert set(frontdoor_sets(diagram, x, y)) == set(valid)
        least = {m for m in valid if not any(n < m for n in valid)}
        assert set(minimal_frontdoor_sets(diagram, x, y)) == least


@LAWS
@given(diagrams())
def test_instrument_verdicts_are_those_of_the_paths(diagram):
    for z, x, y in (("A", "C", "E"), ("B", "C", "D"), ("D", "C", "E")):
        for w in subsets(set(diagram.nodes) - {x, y, z}):
            expected = instrument_by_paths(diagram, z, x, y, w)
            assert is_instrument(diagram, z, x, y, w) == expected, (z, x, y, w)
