"""What can go wrong, as one tree.

::

    PrismError                     exit code
    ├── UsageError                 2   the call itself is wrong
    ├── BadInput                   3   a file or text the user gave
    │   ├── UnreadableFile             missing, directory, binary, wrong encoding, too large
    │   ├── UnknownFormat              readable, but none of the formats prism knows
    │   ├── BadRecord                  a known format with a fault in it
    │   ├── ItemNotFound               the item asked for is not in the file
    │   └── GraphFault                 a graph that is not one (dangling edge, unknown unit)
    ├── Unavailable                5   an endpoint, a model or an extra that is not there
    └── InternalError              1   a fault of prism's own, which asks for a report

Every error is one line: what is wrong, where, and how to mend it. Third-party errors are
mapped with ``raise … from exc``; the command line prints the line and exits with ``exit_code``.
"""

import traceback
from pathlib import Path
from typing import ClassVar, Self

__all__ = [
    "BadInput",
    "BadRecord",
    "GraphFault",
    "InternalError",
    "ItemNotFound",
    "PrismError",
    "Unavailable",
    "UnknownFormat",
    "UnreadableFile",
    "UsageError",
]

_REPORT = "a fault of prism's own: please report this line with the command"


class PrismError(Exception):
    """Base of everything prism raises on purpose.

    Parameters
    ----------
    what
        The fault in a few words.
    where
        File, JSON path, line or flag the fault stands at.
    mend
        What the user can do about it.

    >>> str(BadInput("the rubric has no criteria", where="q.json: $.rubrics", mend="add one"))
    'q.json: $.rubrics: the rubric has no criteria (add one)'
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, what: str, *, where: str | None = None, mend: str | None = None) -> None:
        self.what = what
        self.where = where
        self.mend = mend
        line = f"{where}: {what}" if where else what
        super().__init__(f"{line} ({mend})" if mend else line)


class UsageError(PrismError):
    """The call itself is wrong: flags that exclude each other, an unknown name."""

    exit_code = 2


class BadInput(PrismError):
    """A file or text that the user gave cannot be used."""

    exit_code = 3


class UnreadableFile(BadInput):
    """The bytes could not be turned into text: missing, directory, binary, encoding, size."""


class UnknownFormat(BadInput):
    """The file is readable, but it is none of the formats prism knows."""


class BadRecord(BadInput):
    """The format is known and a record in it is faulty; ``where`` holds its JSON path or line."""


class ItemNotFound(BadInput):
    """The item asked for is not in the file; ``mend`` names the nearest one."""


class GraphFault(BadInput):
    """A graph whose parts do not fit together, such as an edge to a unit that is not there."""


class Unavailable(PrismError):
    """An endpoint, a language model, a spaCy model or an optional extra is not available."""

    exit_code = 5


class InternalError(PrismError):
    """A fault of prism's own: nothing that the user gave is to blame, so it asks for a report.

    Its exit code is the one with which Python ends where nothing catches an error: a gate on
    ``--fail-under`` fails as well, and no script takes it for bad input or a server that is down.

    >>> str(InternalError.of(KeyError("u7")))
    "KeyError: 'u7' (a fault of prism's own: please report this line with the command)"
    """

    exit_code = 1

    @classmethod
    def of(cls, crash: Exception) -> Self:
        """Return ``crash`` as one line that names the place it was raised at, if it was."""
        raised = traceback.extract_tb(crash.__traceback__)
        where = f"{Path(raised[-1].filename).name}:{raised[-1].lineno}" if raised else None
        return cls(f"{type(crash).__name__}: {crash}", where=where, mend=_REPORT)
