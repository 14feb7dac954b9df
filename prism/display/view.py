"""What is to be drawn: a graph, cut to what was asked for, and what changed in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from prism.graph import CausalGraph
from prism.graph.diff import State, graph_diff
from prism.graph.views import around, causal_part, cut
from prism.records.report import Report

__all__ = ["VERDICT_SIGNS", "View", "verdicts", "view"]

VERDICT_SIGNS: Mapping[str | None, str] = {
    "forward": "✓", "yes": "✓", "backward": "⇄", "none": "✗", "no": "✗", None: "?",
}  # fmt: skip


@dataclass(frozen=True)
class View:
    """A graph to draw.

    ``units`` and ``edges`` hold states by id where two graphs are compared, ``verdicts`` the signs
    of judged edges by id where the graph is that of a report; ``panel`` is what a page says of that
    report beside the drawing, a piece of HTML.
    """

    graph: CausalGraph
    units: Mapping[str, State] = field(default_factory=dict)
    edges: Mapping[str, State] = field(default_factory=dict)
    verdicts: Mapping[str, str] = field(default_factory=dict)
    panel: str = ""

    def present(self) -> CausalGraph:
        """Return the graph without what was removed: the newer one of the two, as far as shown."""
        kept = self.graph.replace(
            edges=tuple(e for e in self.graph.edges if self.edges.get(e.id) != "removed")
        )
        return cut(kept, frozenset(u.id for u in kept.units if self.units.get(u.id) != "removed"))


def verdicts(report: Report) -> Mapping[str, str]:
    """Return the sign of every judged edge by id: ✓ supported, ⇄ reversed, ✗ not, ? unscored."""
    return {edge: VERDICT_SIGNS[v.value] for edge, v in report.edge_verdicts().items()}


def view(
    graph: CausalGraph,
    *,
    causal: bool = False,
    focus: str | None = None,
    radius: int = 1,
    against: CausalGraph | None = None,
    judged: Mapping[str, str] | None = None,
) -> View:
    """Return what to draw of ``graph``.

    Parameters
    ----------
    causal
        Only reach edges and the units they link.
    focus, radius
        Only units at most ``radius`` edges away from the unit ``focus``.
    against
        An older graph; what was added, removed and changed since is marked.
    judged
        The signs of judged edges, as :func:`verdicts` gives them.

    Raises
    ------
    GraphFault
        There is no unit ``focus``.

    >>> g = CausalGraph.of("abc", [(0, 1, "CAUSE"), (1, 2, "CONTRAST")])
    >>> [unit.id for unit in view(g, causal=True).graph.units]
    ['u1', 'u2']
    """
    drawn = View(graph)
    if against is not None:
        diff = graph_diff(against, graph)
        drawn = View(diff.graph, diff.units, diff.edges)
    shown = drawn.graph
    if causal:
        shown = causal_part(shown)
    if focus is not None:
        shown = around(shown, focus, radius)
    return View(shown, drawn.units, drawn.edges, judged or {})
