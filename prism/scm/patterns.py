"""Named parts and patterns of a causal diagram.

Chains, forks and v-structures are those of the directed edges: a bidirected edge neither makes
nor shields one.
"""

from itertools import combinations

from prism.errors import BadInput
from prism.scm.diagram import Diagram
from prism.scm.identify import c_components

__all__ = [
    "are_markov_equivalent",
    "chains",
    "forks",
    "is_c_forest",
    "is_c_tree",
    "markov_blanket",
    "root_set",
    "v_structures",
]


def chains(diagram: Diagram) -> list[tuple[str, str, str]]:
    """Return every A→B→C whose ends no arrow joins, as (A, B, C).

    >>> chains(Diagram.of("X->M, M->Y, Y->Z, M->Z"))
    [('X', 'M', 'Y'), ('X', 'M', 'Z')]
    """
    return [
        (a, b, c)
        for a, b in diagram.edges
        for b2, c in diagram.edges
        if b == b2 and not _joined(diagram, a, c)
    ]


def forks(diagram: Diagram) -> list[tuple[str, str, str]]:
    """Return every A←B→C whose ends no arrow joins, as (A, B, C).

    >>> forks(Diagram.of("Z->X, Z->Y"))
    [('X', 'Z', 'Y')]
    """
    return [
        (a, b, c)
        for b in diagram.nodes
        for a, c in combinations(diagram.directed.successors(b), 2)
        if not _joined(diagram, a, c)
    ]


def v_structures(diagram: Diagram) -> list[tuple[str, str, str]]:
    """Return every A→B←C whose ends no arrow joins, as (A, B, C).

    >>> v_structures(Diagram.of("X->C, Y->C"))
    [('X', 'C', 'Y')]
    """
    return [
        (a, b, c)
        for b in diagram.nodes
        for a, c in combinations(diagram.directed.predecessors(b), 2)
        if not _joined(diagram, a, c)
    ]


def markov_blanket(diagram: Diagram, node: str) -> frozenset[str]:
    """Return parents, children and the children's other parents of a node of a DAG.

    Raises
    ------
    BadInput
        The node is unknown, or the diagram has bidirected edges.

    >>> sorted(markov_blanket(Diagram.of("X->Y, Z->Y, Y->W"), "X"))
    ['Y', 'Z']
    """
    diagram.require((node,))
    if diagram.bidirected:
        raise BadInput("Markov blankets are told of graphs without bidirected edges only")
    children = set(diagram.directed.successors(node))
    spouses = {parent for child in children for parent in diagram.parents(child)}
    return frozenset((children | spouses | set(diagram.parents(node))) - {node})


def root_set(diagram: Diagram) -> frozenset[str]:
    """Return the nodes that have no effect; the maximal root set of c-forests.

    >>> sorted(root_set(Diagram.of("X->Y, X->Z")))
    ['Y', 'Z']
    """
    causes = {a for a, _ in diagram.edges}
    return frozenset(node for node in diagram.nodes if node not in causes)


def is_c_forest(diagram: Diagram) -> bool:
    """Whether all nodes form one c-component and none has more than one child.

    Source: Shpitser and Pearl (2006), definition 4.

    >>> is_c_forest(Diagram.of("X->Y, X<->Y")), is_c_forest(Diagram.of("X->Y"))
    (True, False)
    """
    one = len(c_components(diagram)) == 1
    return one and all(diagram.directed.out_degree(node) <= 1 for node in diagram.nodes)


def is_c_tree(diagram: Diagram) -> bool:
    """Whether the diagram is a c-forest with a single root."""
    return is_c_forest(diagram) and len(root_set(diagram)) == 1


def are_markov_equivalent(a: Diagram, b: Diagram) -> bool:
    """Whether two DAGs imply the same independences: same skeleton, same v-structures.

    Source: Verma and Pearl (1990).

    >>> are_markov_equivalent(Diagram.of("X->Y, Y->Z"), Diagram.of("Z->Y, Y->X"))
    True
    """
    same_nodes = set(a.nodes) == set(b.nodes)
    same_skeleton = {frozenset(e) for e in a.edges} == {frozenset(e) for e in b.edges}
    return same_nodes and same_skeleton and _colliders(a) == _colliders(b)


def _joined(diagram: Diagram, a: str, b: str) -> bool:
    return (a, b) in diagram.edges or (b, a) in diagram.edges


def _colliders(diagram: Diagram) -> set[tuple[frozenset[str], str]]:
    return {(frozenset((a, c)), b) for a, b, c in v_structures(diagram)}
