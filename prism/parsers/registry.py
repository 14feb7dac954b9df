"""Every parser that has a name, one row each: prism's own, and those of other packages.

A package outside prism adds one by an entry point of the group ``prism.parsers``, such as
``[project.entry-points."prism.parsers"]`` with ``lines = "lines.parser:KIND"``; what stands
there is a :class:`~prism.parsers.base.ParserKind`, as ``KIND`` is in every file that a row here
names.
"""

from typing import Final

from prism.parsers import embedded, given, openai
from prism.parsers.base import ParseBench, Parser, ParserKind
from prism.parsers.own import as_parser
from prism.plugins import Registry

__all__ = ["PARSERS", "make_parser"]

PARSERS: Final = Registry(
    what="parser",
    group="prism.parsers",
    kind=ParserKind,
    own=(embedded.KIND, openai.KIND, given.KIND),
)


async def make_parser(spec: str, bench: ParseBench) -> Parser:
    """Return the parser called ``spec``, made with what is at hand.

    Raises
    ------
    UsageError
        No parser has that name.
    Unavailable
        It came with another package, and cannot be loaded.
    """
    row, rest = PARSERS.find(spec)
    return as_parser(await row.make(rest, bench))
