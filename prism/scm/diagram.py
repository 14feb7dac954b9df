"""A causal diagram: directed edges, and bidirected ones for unobserved common causes.

Questions about it are plain functions here and in :mod:`prism.scm.adjustment` and
:mod:`prism.scm.identify`. ``descendants(X)`` and ``ancestors(X)`` include X, as in Pearl's
convention (networkx excludes it).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import networkx

from prism.errors import BadInput

__all__ = [
    "Diagram",
    "ancestors",
    "descendants",
    "directed_paths",
    "is_d_separated",
    "is_open",
    "open_paths",
    "paths",
]


@dataclass(frozen=True)
class Diagram:
    """An acyclic directed mixed graph (ADMG).

    Parameters
    ----------
    nodes
        Names of the observed variables.
    edges
        (cause, effect) pairs.
    bidirected
        Pairs that share an unobserved common cause; order within a pair does not matter.

    Raises
    ------
    BadInput
        An edge names an undefined variable or joins one with itself, or the edges form a cycle.

    >>> sorted(descendants(Diagram.of("X->M, M->Y, X<->Y"), {"M"}))
    ['M', 'Y']
    """

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...] = ()
    bidirected: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        known = set(self.nodes)
        for pair in (*self.edges, *self.bidirected):
            for end in pair:
                if end not in known:
                    raise BadInput(f"an edge names {end}, which is not a variable of the graph")
            if pair[0] == pair[1]:
                raise BadInput(f"an edge joins {pair[0]} with itself")
        if not networkx.is_directed_acyclic_graph(self.directed):
            cycle = [source for source, _ in networkx.find_cycle(self.directed)]
            raise BadInput(f"the variables form a cycle: {' -> '.join([*cycle, cycle[0]])}")

    @classmethod
    def of(cls, text: str) -> "Diagram":
        """Read ``"X->M, M->Y, X<->Y, Z"``."""
        nodes: dict[str, None] = {}
        edges: list[tuple[str, str]] = []
        bidirected: list[tuple[str, str]] = []
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            arrow = "<->" if "<->" in part else "->"
            ends = [end.strip() for end in part.split(arrow)]
            nodes.update(dict.fromkeys(ends))
            for pair in pairwise(ends):
                (bidirected if arrow == "<->" else edges).append(pair)
        return cls(tuple(nodes), tuple(edges), tuple(bidirected))

    @cached_property
    def directed(self) -> "networkx.DiGraph[str]":
        """The directed part."""
        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from(self.edges)
        return graph

    @cached_property
    def canonical(self) -> "networkx.DiGraph[str]":
        """The diagram as a DAG: each bidirected edge becomes a latent node with two children."""
        graph = self.directed.copy()
        for a, b in self.bidirected:
            low, high = sorted((a, b))
            latent = f"{low}<->{high}"
            graph.add_edges_from(((latent, low), (latent, high)))
        return graph

    def parents(self, node: str) -> tuple[str, ...]:
        """Return the direct causes of ``node``."""
        return tuple(self.directed.predecessors(node))

    def without(self, *, into: Iterable[str] = (), out_of: Iterable[str] = ()) -> "Diagram":
        """Return the diagram with the arrows into, and out of, some nodes removed."""
        into, out_of = set(into), set(out_of)
        return Diagram(
            self.nodes,
            tuple((a, b) for a, b in self.edges if b not in into and a not in out_of),
            tuple((a, b) for a, b in self.bidirected if a not in into and b not in into),
        )

    def part(self, nodes: Iterable[str]) -> "Diagram":
        """Return the induced subgraph."""
        keep = set(nodes)
        return Diagram(
            tuple(n for n in self.nodes if n in keep),
            tuple((a, b) for a, b in self.edges if a in keep and b in keep),
            tuple((a, b) for a, b in self.bidirected if a in keep and b in keep),
        )

    def require(self, names: Iterable[str]) -> None:
        """Raise :class:`BadInput` for a name that is not a node."""
        for name in names:
            if name not in self.directed:
                raise BadInput(
                    f"{name} is not a variable of the graph", mend=f"one of {', '.join(self.nodes)}"
                )


def ancestors(diagram: Diagram, nodes: Iterable[str]) -> frozenset[str]:
    """Return the ancestors of ``nodes``, these included."""
    return _reach(diagram.directed.predecessors, nodes)


def descendants(diagram: Diagram, nodes: Iterable[str]) -> frozenset[str]:
    """Return the descendants of ``nodes``, these included."""
    return _reach(diagram.directed.successors, nodes)


def is_d_separated(
    diagram: Diagram, xs: Iterable[str], ys: Iterable[str], given: Iterable[str] = ()
) -> bool:
    """Whether ``given`` blocks every path between ``xs`` and ``ys``; O(nodes + edges).

    Raises
    ------
    BadInput
        A name is unknown, or the three sets overlap.

    >>> g = Diagram.of("X->M, M->Y")
    >>> is_d_separated(g, {"X"}, {"Y"}, {"M"}), is_d_separated(g, {"X"}, {"Y"})
    (True, False)
    """
    x, y, z = set(xs), set(ys), set(given)
    diagram.require(x | y | z)
    if x & y or x & z or y & z:
        twice = sorted((x & y) | (x & z) | (y & z))[0]
        raise BadInput(f"{twice} stands in two of the three sets")
    if not x or not y:
        return True
    return bool(networkx.is_d_separator(diagram.canonical, x, y, z))


def paths(diagram: Diagram, x: str, y: str) -> Iterator[tuple[str, ...]]:
    """Yield every simple path between two nodes as ``(X, '<-', Z, '->', Y)``; exponential many.

    A pair joined both by an arrow and by a bidirected edge gives two paths.

    >>> ["".join(path) for path in paths(Diagram.of("X->M, M->Y, X<->Y"), "X", "Y")]
    ['X->M->Y', 'X<->Y']
    """
    diagram.require((x, y))
    steps = _steps(diagram)
    stack: list[tuple[str, ...]] = [(x,)]
    while stack:
        path = stack.pop()
        if path[-1] == y:
            yield path
            continue
        stack.extend(
            (*path, arrow, node)
            for arrow, node in reversed(steps[path[-1]])
            if node not in path[::2]
        )


def directed_paths(diagram: Diagram, x: str, y: str) -> Iterator[tuple[str, ...]]:
    """Yield every directed path from ``x`` to ``y`` as a tuple of nodes."""
    diagram.require((x, y))
    yield from (tuple(path) for path in networkx.all_simple_paths(diagram.directed, x, y))


def open_paths(
    diagram: Diagram, x: str, y: str, given: Iterable[str] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield the paths between two nodes that ``given`` leaves open, short ones first.

    >>> g = Diagram.of("X->C, Y->C, C->D")
    >>> ["".join(path) for path in open_paths(g, "X", "Y", {"D"})]
    ['X->C<-Y']
    """
    z = set(given)
    if is_d_separated(diagram, {x}, {y}, z):
        return
    opened, steps = ancestors(diagram, z), _steps(diagram)
    queue: deque[tuple[str, ...]] = deque([(x,)])
    while queue:
        path = queue.popleft()
        if path[-1] == y:
            yield path
            continue
        longer = ((*path, arrow, node) for arrow, node in steps[path[-1]] if node not in path[::2])
        queue.extend(p for p in longer if len(p) < 5 or _passes(p[-5:], z, opened))


def is_open(diagram: Diagram, path: tuple[str, ...], given: Iterable[str] = ()) -> bool:
    """Whether a set leaves one path ``(X, '<-', Z, '->', Y)`` open.

    >>> is_open(Diagram.of("X->C, Y->C"), ("X", "->", "C", "<-", "Y"))
    False
    """
    z = set(given)
    opened = ancestors(diagram, z)
    return all(_passes(path[i - 2 : i + 3], z, opened) for i in range(2, len(path) - 2, 2))


def _passes(triple: tuple[str, ...], given: set[str], opened: frozenset[str]) -> bool:
    """Whether the middle node lets the path through; ``opened`` are the ancestors of ``given``."""
    _, left, node, right, _ = triple
    collider = left.endswith(">") and right.startswith("<")
    return node in opened if collider else node not in given


def _steps(diagram: Diagram) -> dict[str, list[tuple[str, str]]]:
    """Return for each node the arrows one can walk along and where they lead."""
    steps: dict[str, list[tuple[str, str]]] = {node: [] for node in diagram.nodes}
    for a, b in diagram.edges:
        steps[a].append(("->", b))
        steps[b].append(("<-", a))
    for a, b in diagram.bidirected:
        steps[a].append(("<->", b))
        steps[b].append(("<->", a))
    return steps


def _reach(step: Callable[[str], Iterable[str]], nodes: Iterable[str]) -> frozenset[str]:
    seen = set(nodes)
    stack = list(seen)
    while stack:
        for node in step(stack.pop()):
            if node not in seen:
                seen.add(node)
                stack.append(node)
    return frozenset(seen)
