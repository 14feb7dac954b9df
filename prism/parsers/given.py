"""A parser that hands over a graph made elsewhere: corrected by hand, stored, or replayed."""

from collections.abc import Mapping

from prism.errors import BadInput
from prism.graph import CausalGraph

__all__ = ["GivenParser", "RecordedParser"]


class GivenParser:
    """Returns the graph it was given, whatever the text."""

    name = "given"

    def __init__(self, graph: CausalGraph) -> None:
        self._graph = graph

    async def parse(self, text: str) -> CausalGraph:
        """Return the given graph; ``text`` is not read."""
        del text
        return self._graph


class RecordedParser:
    """Returns the graph that was recorded for a text.

    Parameters
    ----------
    name
        What the signature calls it, such as ``replay:metrics.json``.
    graphs
        Recorded graphs by their text.
    """

    def __init__(self, name: str, graphs: Mapping[str, CausalGraph]) -> None:
        self.name = name
        self._graphs = graphs

    async def parse(self, text: str) -> CausalGraph:
        """Return the recorded graph of ``text``.

        Raises
        ------
        BadInput
            None was recorded.
        """
        if text not in self._graphs:
            raise BadInput("no graph was recorded for this response", where=self.name)
        return self._graphs[text]
