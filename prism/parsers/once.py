"""A parser that reads each text once, however many items are about it."""

import asyncio

from prism.graph import CausalGraph
from prism.parsers.base import Parser

__all__ = ["ParseOnce"]


class ParseOnce:
    """Remembers the graphs of ``parser`` by text, also while they are being made."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._graphs: dict[str, asyncio.Future[CausalGraph]] = {}

    @property
    def name(self) -> str:
        """Name of the parser behind it."""
        return self._parser.name

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``."""
        if text not in self._graphs:
            self._graphs[text] = asyncio.ensure_future(self._parser.parse(text))
        return await self._graphs[text]
