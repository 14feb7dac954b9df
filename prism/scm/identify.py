"""Is a causal effect identified from observation, with unobserved common causes? And by what?

The complete algorithms ID and IDC of Shpitser and Pearl ("Identification of joint interventional
distributions in recursive semi-Markovian causal models", AAAI 2006; "Identification of conditional
interventional distributions", UAI 2006).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import networkx

from prism.errors import BadInput
from prism.scm.diagram import Diagram, ancestors, is_d_separated
from prism.scm.estimand import Chance, Estimand, Fraction, Product, free, summed

__all__ = ["Identification", "c_components", "identify"]


@dataclass(frozen=True, slots=True)
class Identification:
    """Whether an effect is identified.

    Attributes
    ----------
    estimand
        The effect in terms of observed probabilities, or None.
    hedge
        Where it is not identified: the two sets of nodes of the hedge that forbids it.
    steps
        The rules of the algorithm in the order they fired.
    """

    estimand: Estimand | None
    hedge: tuple[frozenset[str], frozenset[str]] | None
    steps: tuple[str, ...]


class _Hedge(Exception):
    def __init__(self, whole: frozenset[str], part: frozenset[str]) -> None:
        self.sets = whole, part


def identify(
    diagram: Diagram, outcome: Iterable[str], do: Iterable[str], given: Iterable[str] = ()
) -> Identification:
    """Decide whether P(outcome | do, given) follows from the observed distribution.

    Sound and complete; polynomial but for the printing of the estimand.

    Raises
    ------
    BadInput
        An unknown variable, or one that stands in two of the sets.

    >>> front = Diagram.of("X->M, M->Y, X<->Y")
    >>> print(identify(front, {"Y"}, {"X"}).estimand)
    Σ_M P(M | X) Σ_X' P(X') P(Y | X', M)
    >>> identify(Diagram.of("X->Y, X<->Y"), {"Y"}, {"X"}).estimand is None
    True
    """
    y, x, z = frozenset(outcome), frozenset(do), frozenset(given)
    diagram.require(y | x | z)
    if not y or y & x or y & z or x & z:
        raise BadInput("outcome, do and given must be disjoint, the outcome not empty")
    run = _Run(diagram)
    try:
        estimand = run.conditional(y, x, z)
    except _Hedge as hedge:
        return Identification(None, hedge.sets, tuple(run.steps))
    if loose := free(estimand) - y - x - z:
        run.steps.append(f"{_set(loose)} may take any value: the result does not depend on it")
    return Identification(estimand, None, tuple(run.steps))


def c_components(diagram: Diagram) -> tuple[frozenset[str], ...]:
    """Return the sets of nodes that bidirected edges connect, in the order of the nodes.

    >>> [sorted(part) for part in c_components(Diagram.of("X->M, M->Y, X<->Y"))]
    [['X', 'Y'], ['M']]
    """
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(diagram.nodes)
    graph.add_edges_from(diagram.bidirected)
    return tuple(frozenset(part) for part in networkx.connected_components(graph))


class _Run:
    """One run of IDC: the whole diagram, a fixed topological order, and the steps so far."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.order = {
            node: place
            for place, node in enumerate(
                networkx.lexicographical_topological_sort(diagram.directed)
            )
        }
        self.steps: list[str] = []

    def conditional(self, y: frozenset[str], x: frozenset[str], z: frozenset[str]) -> Estimand:
        """IDC: move what may be set instead of seen into ``x``, then divide."""
        for node in sorted(z):
            cut = self.diagram.without(into=x, out_of={node})
            if is_d_separated(cut, y, {node}, (x | z) - {node}):
                self.steps.append(f"seeing {node} is doing {node} (rule 2)")
                return self.conditional(y, x | {node}, z - {node})
        joint = self.joint(y | z, x, None, self.diagram)
        if not z:
            return joint
        self.steps.append(f"divide by the sum over {_set(y)}")
        return Fraction(joint, summed(self.sorted(y), joint))

    def joint(
        self, y: frozenset[str], x: frozenset[str], p: Estimand | None, g: Diagram
    ) -> Estimand:
        """ID; ``p`` is the distribution over the nodes of ``g``, None for the observed one."""
        v = frozenset(g.nodes)
        if not x:
            return self.marginal(y, v, p)
        above = ancestors(g, y)
        if v != above:
            self.steps.append(f"drop what is no ancestor of {_set(y)}: {_set(v - above)}")
            rest = None if p is None else summed(self.sorted(v - above), p)
            return self.joint(y, x & above, rest, g.part(above))
        idle = v - x - ancestors(g.without(into=x), y)
        if idle:
            self.steps.append(f"setting {_set(idle)} as well changes nothing")
            return self.joint(y, x | idle, p, g)
        parts = c_components(g.part(v - x))
        if len(parts) > 1:
            self.steps.append(f"split into c-components {', '.join(map(_set, parts))}")
            product = Product(tuple(self.joint(s, v - s, p, g) for s in parts))
            return summed(self.sorted(v - x - y), product)
        return self.single(y, x, p, g, parts[0])

    def single(
        self,
        y: frozenset[str],
        x: frozenset[str],
        p: Estimand | None,
        g: Diagram,
        s: frozenset[str],
    ) -> Estimand:
        """The last three lines of ID: what is left is one c-component ``s``."""
        whole = next(part for part in c_components(g) if s <= part)
        if whole == frozenset(g.nodes):
            self.steps.append(f"{_set(whole)} and {_set(s)} form a hedge: not identified")
            raise _Hedge(whole, s)
        chain = Product(tuple(self.factor(node, p, g) for node in self.sorted(whole)))
        if s == whole:
            self.steps.append(f"{_set(s)} is a c-component of its own: a product of conditionals")
            return summed(self.sorted(s - y), chain)
        self.steps.append(f"go on within the c-component {_set(whole)}")
        return self.joint(y, x & whole, chain, g.part(whole))

    def factor(self, node: str, p: Estimand | None, g: Diagram) -> Estimand:
        """P(node | all earlier nodes of ``g``), in short form where ``p`` is the observed one."""
        earlier = frozenset(n for n in g.nodes if self.order[n] < self.order[node])
        if p is not None:
            later = frozenset(g.nodes) - earlier - {node}
            return Fraction(summed(self.sorted(later), p), summed(self.sorted(later | {node}), p))
        given = set(earlier)
        for candidate in self.sorted(earlier):
            if is_d_separated(self.diagram, {node}, {candidate}, given - {candidate}):
                given.discard(candidate)
        return Chance((node,), self.sorted(given))

    def marginal(self, y: frozenset[str], v: frozenset[str], p: Estimand | None) -> Estimand:
        return Chance(self.sorted(y), ()) if p is None else summed(self.sorted(v - y), p)

    def sorted(self, nodes: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(nodes, key=self.order.__getitem__))


def _set(nodes: Iterable[str]) -> str:
    return "{" + ", ".join(sorted(nodes)) + "}"
