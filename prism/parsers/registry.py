"""From the name of a parser to the parser."""

from typing import Literal

from prism.errors import UsageError
from prism.parsers.base import Parser
from prism.parsers.embedded import EmbeddedParser

__all__ = ["make_parser"]


def make_parser(
    spec: str, *, granularity: Literal["clause", "claim"] = "clause", model: str | None = None
) -> Parser:
    """Return the parser called ``spec``; ``model`` names the spaCy model it runs on.

    Raises
    ------
    UsageError
        No parser has that name.
    """
    if spec == "embedded":
        return EmbeddedParser(granularity=granularity, model=model)
    raise UsageError(f"no parser {spec!r}", where="--parser", mend="give embedded or openai:MODEL")
