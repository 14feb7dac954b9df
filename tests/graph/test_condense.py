"""Condensing against networkx."""

import networkx
from hypothesis import given
from hypothesis import strategies as st

from prism.graph.condense import condense

NODE = st.sampled_from("abcdefg")


@given(st.lists(st.tuples(NODE, NODE), max_size=15))
def test_the_same_groups_and_arrows_as_networkx_causes_first(arrows: list[tuple[str, str]]) -> None:
    graph = networkx.DiGraph(arrows)
    graph.add_nodes_from("abcdefg")
    found = condense(graph, {name: ord(name) for name in "abcdefg"})
    reference = networkx.condensation(graph)
    members = {n: tuple(sorted(reference.nodes[n]["members"])) for n in reference}
    assert sorted(found.groups) == sorted(members.values())
    ours = {(found.groups[c], found.groups[g]) for g, cs in enumerate(found.causes) for c in cs}
    assert ours == {(members[s], members[t]) for s, t in reference.edges}
    assert all(cause < group for group, causes in enumerate(found.causes) for cause in causes)
