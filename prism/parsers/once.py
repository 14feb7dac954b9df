"""A parser that reads each text once, however many items are about it."""

import asyncio
from collections.abc import Mapping

from prism.graph import CausalGraph
from prism.llm.budget import Price
from prism.llm.estimate import Estimate
from prism.parsers.base import Parser

__all__ = ["ParseOnce"]


class ParseOnce(Parser):
    """Remembers the graphs of ``parser`` by text, also while they are being made."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._graphs: dict[str, asyncio.Future[CausalGraph]] = {}

    @property
    def name(self) -> str:
        """Name of the parser behind it."""
        return self._parser.name

    @property
    def reads_prompts(self) -> bool:
        """As the parser behind it."""
        return self._parser.reads_prompts

    def held(self, text: str) -> CausalGraph | None:
        """Return what the parser behind it holds."""
        return self._parser.held(text)

    def cost(self, text: str, prices: Mapping[str, Price]) -> Estimate:
        """Return what the parser behind it would take."""
        return self._parser.cost(text, prices)

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``."""
        if text not in self._graphs:
            self._graphs[text] = asyncio.ensure_future(self._parser.parse(text))
        return await self._graphs[text]
