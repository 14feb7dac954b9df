"""What a parser is."""

from typing import Protocol

from prism.graph import CausalGraph

__all__ = ["Parser"]


class Parser(Protocol):
    """Turns a text into a causal graph; ``name`` stands in the signature and in reports."""

    @property
    def name(self) -> str:
        """``embedded``, ``openai:MODEL`` or ``given``."""
        ...

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``; a failure is flagged in the graph's origin, not raised."""
        ...
