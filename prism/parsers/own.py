"""A parser of the caller's own: the seam for other harnesses."""

from prism.errors import UsageError
from prism.graph import CausalGraph
from prism.parsers.base import Parser, Parsing

__all__ = ["OwnParser", "as_parser"]


class OwnParser(Parser):
    """A parser with a name and graphs; of what else it is, it says as much as it likes."""

    def __init__(self, inner: Parsing) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._inner.name

    @property
    def reads_prompts(self) -> bool:
        """As it says of itself."""
        return bool(getattr(self._inner, "reads_prompts", False))

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``."""
        return await self._inner.parse(text)


def as_parser(given: Parsing) -> Parser:
    """Return whatever can parse as a parser.

    Raises
    ------
    UsageError
        It cannot.
    """
    if isinstance(given, Parser):
        return given
    if not callable(getattr(given, "parse", None)):
        mend = "give its name, or an object with a name and async parse(text)"
        raise UsageError(f"{type(given).__name__} is no parser", where="parser", mend=mend)
    return OwnParser(given)
