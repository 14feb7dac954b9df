"""The typed semantic causal graph: units, edges, and the graph that holds them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Annotated, Any, Literal, Self

import networkx
from pydantic import Field, with_config

from prism.errors import GraphFault
from prism.graph.relations import RELATIONS, is_causal, is_reach

__all__ = ["CausalGraph", "Cue", "Decision", "Edge", "Origin", "Unit", "Written"]

Kind = Literal["event", "state", "mechanism"]
Polarity = Literal["affirmed", "negated"]
Modality = Literal["asserted", "possible", "hypothetical", "counterfactual", "attributed"]
Nuclearity = Literal["SN", "NS", "NN"]
Decision = Literal["cue", "turned", "kept"]
Fallback = Literal["embedded", "sentences"]
Granularity = Literal["clause", "claim", "sentence"]
Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class Unit:
    """An elementary discourse unit: a node of the graph.

    Attributes
    ----------
    id
        Unique in its graph, such as ``u3``.
    text
        The words as the parser gave them; verbatim where ``start`` and ``end`` are set and
        ``grounding`` is 1.
    start, end
        Half-open character offsets into the source text, or None where it was not found there.
    sentence
        Index of the sentence it starts in, from 0.
    kind
        Whether it tells an event, a state, or a mechanism.
    polarity, modality
        Two attributes that are never mixed: whether it is denied, and how it is put forward.
    grounding
        How well the unit was found in the source, in [0, 1]; 1 is verbatim, 0 not found.
    """

    id: str
    text: str
    start: Count | None = None
    end: Count | None = None
    sentence: Count | None = None
    kind: Kind = "event"
    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    grounding: Share = 1.0

    @property
    def grounded(self) -> bool:
        """Whether the unit was located in the source text."""
        return self.start is not None and self.end is not None


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class Cue:
    """The words that license an edge, with their offsets into the source text where known."""

    text: str
    start: Count | None = None
    end: Count | None = None


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class Written:
    """One link exactly as its source wrote it, before any edge was turned or merged."""

    source: str
    target: str
    label: str
    nuclearity: Nuclearity | None = None


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class Edge:
    """A typed relation between two units; a causal edge always runs cause → effect.

    Attributes
    ----------
    id
        Unique in its graph and without a slash, such as ``e5``.
    source, target
        Unit ids. For causal and reach edges: cause and effect.
    label
        One of the 24 relation labels, or an unknown one as written.
    cue
        The words that license it, if any.
    written
        What the source wrote: one entry, or several where twins were merged.
    decision
        What fixed the direction: a ``cue``, the rule that ``turned`` it, or ``kept`` as written.
    confidence
        How sure the parser is, in [0, 1].
    """

    id: str
    source: str
    target: str
    label: str
    cue: Cue | None = None
    written: tuple[Written, ...] = ()
    decision: Decision = "kept"
    confidence: Share = 1.0

    @property
    def causal(self) -> bool:
        """Whether the edge belongs to the causal edge set."""
        return is_causal(self.label)

    @property
    def reach(self) -> bool:
        """Whether the edge belongs to the reach edge set."""
        return is_reach(self.label, cued=self.cue is not None)


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class Origin:
    """Where a graph comes from.

    Attributes
    ----------
    parser
        ``embedded``, ``openai:MODEL``, ``reply`` (a stored reply) or ``given``.
    fallback
        What stood in when the parser failed, else None. Flagged in every report.
    granularity
        How coarse the units are cut.
    turned, kept, cue, merged
        How many causal edges the direction rule turned, kept as written, decided by a cue, and
        how many twins it merged away (see :mod:`prism.graph.orient`).
    foreign
        Share of the words that stand in sentences in another language.
    cut
        How many runs without a blank and sentences were too long to parse whole, and were cut.
    """

    parser: str = "given"
    fallback: Fallback | None = None
    granularity: Granularity = "clause"
    turned: Count = 0
    kept: Count = 0
    cue: Count = 0
    merged: Count = 0
    foreign: Share = 0.0
    cut: Count = 0


@dataclass(frozen=True, eq=True)
class CausalGraph:
    """A typed semantic causal graph over one text.

    Immutable: surgery and other changes return a new graph. ``nx`` is the same graph as a
    ``networkx.MultiDiGraph``, so that every networkx algorithm works on it unchanged.

    Parameters
    ----------
    units
        The nodes, in text order.
    edges
        The typed edges; their ends must be units of the graph.
    bidirected
        Pairs of unit ids that share an unobserved common cause. Graph-only: no relation of a
        text produces one.
    text
        The source text the offsets refer to, or ''.

    Raises
    ------
    GraphFault
        An id occurs twice, an edge's id holds a slash, an edge names a unit that is not there, or
        a unit's offsets do not lie in the text.

    >>> g = CausalGraph.of(["it rained", "the road flooded"], [(0, 1, "CAUSE")])
    >>> [(e.source, e.label, e.target) for e in g.edges]
    [('u1', 'CAUSE', 'u2')]
    >>> g.nx.number_of_nodes(), g.causal.number_of_edges()
    (2, 1)
    """

    units: tuple[Unit, ...] = ()
    edges: tuple[Edge, ...] = ()
    bidirected: tuple[tuple[str, str], ...] = ()
    text: str = ""
    origin: Origin = field(default_factory=Origin)

    def __post_init__(self) -> None:
        _check_unique("unit", (unit.id for unit in self.units))
        _check_unique("edge", (edge.id for edge in self.edges))
        for edge in self.edges:
            if "/" in edge.id:  # probes are named EDGE/k
                raise GraphFault(f"the edge id {edge.id!r} holds a slash", mend="leave it out")
        ends = [(edge.id, end) for edge in self.edges for end in (edge.source, edge.target)]
        ends += [("bidirected edge", end) for pair in self.bidirected for end in pair]
        for name, end in ends:
            if end not in self.by_id:
                raise GraphFault(f"{name} names the unit {end!r}, which is not in the graph")
        for unit in self.units:
            _check_span(unit, len(self.text))

    @classmethod
    def of(
        cls, texts: Iterable[str], links: Iterable[tuple[int, int, str]] = (), **fields: Any
    ) -> Self:
        """Build a small graph from unit texts and (source index, target index, label) links."""
        units = tuple(Unit(id=f"u{i}", text=text) for i, text in enumerate(texts, 1))
        edges = tuple(
            Edge(id=f"e{i}", source=units[s].id, target=units[t].id, label=label)
            for i, (s, t, label) in enumerate(links, 1)
        )
        return cls(units=units, edges=edges, **fields)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed."""
        return replace(self, **changes)

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """Units by their id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def edge_by_id(self) -> Mapping[str, Edge]:
        """Edges by their id."""
        return {edge.id: edge for edge in self.edges}

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Place of each unit in text order, from 0."""
        return {unit.id: place for place, unit in enumerate(self.units)}

    @cached_property
    def nx(self) -> "networkx.MultiDiGraph[str]":
        """The whole graph: nodes carry ``unit``, edges are keyed by id and carry ``edge``."""
        whole: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        whole.add_nodes_from((unit.id, {"unit": unit}) for unit in self.units)
        whole.add_edges_from((e.source, e.target, e.id, {"edge": e}) for e in self.edges)
        return whole

    @cached_property
    def causal(self) -> "networkx.DiGraph[str]":
        """Units under the causal edges (CAUSE, CONDITION, RESULT, CONSEQUENCE) alone."""
        return self._simple(edge for edge in self.edges if edge.causal)

    @cached_property
    def reach(self) -> "networkx.DiGraph[str]":
        """Units under the reach edges: causal, and PURPOSE and EXPLANATION where cued."""
        edges = [edge for edge in self.edges if edge.reach]
        return self.causal if all(edge.causal for edge in edges) else self._simple(edges)

    def require(self, *ids: str) -> None:
        """Raise GraphFault for the first of ``ids`` that is no unit of the graph."""
        for name in ids:
            if name not in self.by_id:
                near = get_close_matches(name, list(self.by_id), n=1)
                raise GraphFault(
                    f"no unit {name!r} in the graph",
                    mend=f"did you mean {near[0]!r}?" if near else self._span_of_ids(),
                )

    def _span_of_ids(self) -> str:
        names = list(self.by_id)
        return f"its units are {names[0]} to {names[-1]}" if names else "it has no units"

    def unknown_labels(self) -> tuple[str, ...]:
        """Labels of edges that the relation table does not know, one entry an edge."""
        return tuple(edge.label for edge in self.edges if edge.label not in RELATIONS)

    def _simple(self, edges: Iterable[Edge]) -> "networkx.DiGraph[str]":
        simple: networkx.DiGraph[str] = networkx.DiGraph()
        simple.add_nodes_from(unit.id for unit in self.units)
        simple.add_edges_from((edge.source, edge.target) for edge in edges)
        return simple


def _check_unique(what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise GraphFault(f"the {what} id {name!r} occurs twice")
        seen.add(name)


def _check_span(unit: Unit, length: int) -> None:
    if unit.start is None or unit.end is None:
        return
    if unit.start > unit.end or (length and unit.end > length):
        raise GraphFault(
            f"unit {unit.id!r} spans {unit.start} to {unit.end} in a text of {length} characters"
        )
