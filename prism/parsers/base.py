"""What a parser is, and what makes one by name."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pydantic import JsonValue

from prism.graph import CausalGraph
from prism.llm.budget import Price
from prism.llm.client import Client
from prism.llm.estimate import Estimate
from prism.settings import Settings

__all__ = ["ParseBench", "Parser", "ParserKind", "Parsing", "RequestedParser"]


class Parsing(Protocol):
    """The least that a parser of one's own needs; see :func:`~prism.parsers.own.as_parser`."""

    @property
    def name(self) -> str:
        """What signatures and reports call it."""
        ...

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``; a failure is flagged in the graph's origin, not raised."""
        ...


@runtime_checkable
class Parser(Parsing, Protocol):
    """Turns a text into a causal graph, and says of itself what others must know of it.

    Nobody looks at the name or the class of a parser. One that inherits from this class says only
    what departs from this: it reads no prompts, cannot be sent to another process, holds no graph
    that is made already, and costs nothing.
    """

    @property
    def reads_prompts(self) -> bool:
        """Whether it puts the prompts of a pack to a language model."""
        return False

    @property
    def portable(self) -> bool:
        """Whether it works on the processor alone, and may be pickled and asked elsewhere."""
        return False

    def held(self, text: str) -> CausalGraph | None:
        """Return the graph of ``text`` where it is made already."""
        del text
        return None

    def cost(self, text: str, prices: Mapping[str, Price]) -> Estimate:
        """Return what :meth:`parse` would ask of language models, and pay by ``prices`` a model."""
        del text, prices
        return Estimate()


class RequestedParser(Parser, Protocol):
    """A parser whose graphs are worth keeping."""

    def identity(self, text: str) -> Mapping[str, JsonValue]:
        """Return everything requested that could change the graph."""
        ...


class ParseBench(Protocol):
    """What parsers are made with: what was set, one client, one store."""

    @property
    def settings(self) -> Settings:
        """What was set."""
        ...

    async def client(self) -> Client:
        """Return the open client of the endpoint, which all share."""
        ...

    def kept_graphs(self, parser: RequestedParser) -> Parser:
        """Return ``parser``, its graphs kept where there is a store."""
        ...

    def graphs(self, file: str) -> Mapping[str, CausalGraph]:
        """Return the graphs that a file of answers holds, by their text."""
        ...


@dataclass(frozen=True, slots=True)
class ParserKind:
    """One row of the registry: what ``--parser NAME`` or ``--parser NAME:REST`` makes.

    Attributes
    ----------
    form
        What a user writes, such as ``lines`` or ``openai:MODEL``; up to the colon it is the name.
    make
        The parser, from what stands after the colon ('' where nothing does) and what is at hand.
    remote
        Whether it asks language models, so that texts leave this machine and graphs are kept.
    """

    form: str
    make: Callable[[str, ParseBench], Awaitable[Parsing]]
    remote: bool = False
