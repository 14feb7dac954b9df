"""Lists of a diagram: their members, and membership, against networkx and brute force."""

from itertools import combinations, permutations

import networkx
import pytest
from hypothesis import HealthCheck, given, settings

from prism.errors import BadInput, UsageError
from prism.scm.ask import ask
from prism.scm.diagram import Diagram
from prism.scm.members import best, form_of, is_member, members
from prism.scm.query import LISTS, StructureQuery, parse_query
from tests.scm.test_adjustment import backdoor_by_paths, blocked, enters, is_causal, walks
from tests.scm.test_identify import diagrams

LAWS = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def subsets(nodes):
    return [frozenset(c) for n in range(len(nodes) + 1) for c in combinations(sorted(nodes), n)]


def listed(diagram, text):
    found = members(diagram, parse_query(text))
    assert len(set(found)) == len(found)
    return set(found)


def shown(route):
    """A path as it is written."""
    text = route[0][0]
    for step in route:
        text += ("<" if step[2] else "") + "-" + (">" if step[3] else "") + step[1]
    return text


@LAWS
@given(diagrams())
def test_relatives_are_those_of_networkx(diagram):
    graph = networkx.DiGraph(diagram.edges)
    graph.add_nodes_from(diagram.nodes)
    for node in diagram.nodes:
        assert listed(diagram, f"ancestors({node})") == networkx.ancestors(graph, node)
        assert listed(diagram, f"descendants({node})") == networkx.descendants(graph, node)
        assert listed(diagram, f"parents({node})") == set(graph.predecessors(node))
        assert listed(diagram, f"children({node})") == set(graph.successors(node))
    assert listed(diagram, "nodes()") == set(diagram.nodes)
    assert listed(diagram, "root_set()") == {n for n, degree in graph.out_degree if degree == 0}
    together = networkx.Graph(diagram.bidirected)
    together.add_nodes_from(diagram.nodes)
    parts = set(map(frozenset, networkx.connected_components(together)))
    assert listed(diagram, "c_components()") == parts
    assert ask(diagram, "c_component()").value == (len(parts) == 1)


@LAWS
@given(diagrams())
def test_paths_and_separators_are_those_of_the_definition(diagram):
    x, y = "B", "E"
    routes = list(walks(diagram, x, y))
    assert listed(diagram, "paths(B, E)") == set(map(shown, routes))
    assert listed(diagram, "directed_paths(B, E)") == {shown(r) for r in routes if is_causal(r)}
    assert listed(diagram, "backdoor_paths(B, E)") == {shown(r) for r in routes if enters(r)}
    rest = set(diagram.nodes) - {x, y}
    apart = {z for z in subsets(rest) if all(blocked(diagram, r, z) for r in routes)}
    assert listed(diagram, "separators(B, E)") == apart
    for z in subsets(diagram.nodes):
        belongs = is_member(diagram, StructureQuery("separators", (x, y)), z)
        assert belongs == (z in apart)
        belongs = is_member(diagram, StructureQuery("backdoor", (x, y)), z)
        assert belongs == backdoor_by_paths(diagram, x, y, set(z))


@LAWS
@given(diagrams())
def test_orders_put_causes_first(diagram):
    valid = {
        ", ".join(order)
        for order in permutations(diagram.nodes)
        if all(order.index(a) < order.index(b) for a, b in diagram.edges)
    }
    assert listed(diagram, "orders()") == valid


def test_triples_forests_and_blankets():
    graph = Diagram.of("A->B, B->C, D->B")
    assert listed(graph, "chains()") == {frozenset("ABC"), frozenset("DBC")}
    assert listed(graph, "v_structures()") == {frozenset("ABD")}
    assert listed(graph, "forks()") == set()
    assert listed(graph, "markov_blanket(A)") == set("BD")
    assert is_member(graph, StructureQuery("markov_blanket", ("A",)), frozenset("BD"))
    assert not is_member(graph, StructureQuery("markov_blanket", ("A",)), frozenset("B"))
    assert ask(graph, "c_forest()").value is False
    tree = Diagram.of("A->B, B->C, A<->B, B<->C")
    assert ask(tree, "c_tree()").value is True
    two = Diagram.of("A->B, A<->B, C<->A")
    assert (ask(two, "c_forest()").value, ask(two, "c_tree()").value) == (True, False)
    with pytest.raises(BadInput, match="without bidirected"):
        ask(two, "markov_blanket(A)")


def test_the_best_are_the_least_sets_and_the_shortest_paths():
    sets = [frozenset("A"), frozenset("AB"), frozenset("BC")]
    assert best(sets, "least") == (frozenset("A"), frozenset("BC"))
    assert best(sets, "greatest") == (frozenset("AB"), frozenset("BC"))
    assert best(["X->Y", "X<-Z->Y", "X<->Y"], "least") == ("X->Y", "X<->Y")
    assert best([], "greatest") == ()


def test_every_list_is_asked_by_the_grammar_with_as_many_variables_as_it_takes():
    graph = Diagram.of("X->Y")
    for kind, count in LISTS.items():
        names = ", ".join("XY"[:count])
        assert form_of(kind) in ("name", "path", "edge", "order", "set")
        assert isinstance(ask(graph, f"{kind}({names})").value, list)
        with pytest.raises(UsageError):
            parse_query(f"{kind}({', '.join('XYZ'[: count + 1])})")
        with pytest.raises(UsageError, match="no condition"):
            parse_query(f"{kind}({names} | Z)")


def test_lists_that_are_too_long_are_refused(monkeypatch):
    monkeypatch.setattr("prism.scm.members.MOST", 3)
    with pytest.raises(BadInput, match="more than 3 members"):
        ask(Diagram.of("A, B, C, D"), "orders()")
