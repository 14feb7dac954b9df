"""The embedded parser: rules and small linear models over spaCy; no network, deterministic."""

import asyncio
from typing import Final

from prism.graph import CausalGraph
from prism.parsers.base import ParseBench, Parser, ParserKind
from prism.settings import Granularity
from prism.text.parse import parse

__all__ = ["KIND", "EmbeddedParser"]


class EmbeddedParser(Parser):
    """Parses with :func:`prism.text.parse.parse`, off the event loop.

    Parameters
    ----------
    granularity
        ``clause`` cuts as RST does, ``claim`` as language models do.
    model
        Name of a spaCy model, or None for the best one installed.

    >>> import asyncio
    >>> graph = asyncio.run(EmbeddedParser().parse("The road flooded because it rained."))
    >>> [(edge.source, edge.label, edge.target) for edge in graph.edges]
    [('u2', 'CAUSE', 'u1')]
    """

    portable = True

    def __init__(self, granularity: Granularity = "clause", model: str | None = None) -> None:
        self.granularity = granularity
        self.model = model

    @property
    def name(self) -> str:
        """The name in signatures and reports."""
        return "embedded"

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``; where it cannot be parsed, its sentences, flagged."""
        return await asyncio.to_thread(parse, text, granularity=self.granularity, model=self.model)


async def _make(rest: str, bench: ParseBench) -> Parser:
    del rest
    return EmbeddedParser(bench.settings.granularity, bench.settings.spacy)


KIND: Final = ParserKind("embedded", _make)
