"""A parser that hands over a graph made elsewhere: corrected by hand, stored, or replayed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from prism.errors import BadInput
from prism.graph import CausalGraph
from prism.parsers.base import ParseBench, Parser, ParserKind

__all__ = ["KIND", "GivenParser", "RecordedParser"]


class GivenParser(Parser):
    """Returns the graph it was given, whatever the text."""

    name = "given"

    def __init__(self, graph: CausalGraph) -> None:
        self._graph = graph

    async def parse(self, text: str) -> CausalGraph:
        """Return the given graph; ``text`` is not read."""
        del text
        return self._graph


class RecordedParser(Parser):
    """Returns the graph that was recorded for a text.

    Parameters
    ----------
    name
        What the signature calls it, such as ``replay:metrics.json``.
    graphs
        Recorded graphs by their text.
    """

    def __init__(self, name: str, graphs: Mapping[str, CausalGraph]) -> None:
        self._name = name
        self._graphs = graphs

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._name

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


async def _make(file: str, bench: ParseBench) -> Parser:
    return RecordedParser(f"replay:{Path(file).name}", bench.graphs(file))


KIND: Final = ParserKind("replay:FILE", _make)
