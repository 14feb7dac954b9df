"""What can be named on the command line, prism's own and what other packages bring.

A package names what it brings in its ``pyproject.toml``, one row each, such as
``[project.entry-points."prism.judges"]`` with ``coin = "coins.judge:KIND"``. It is loaded when it
is named; what cannot be loaded is told in one line then, and stands in the way of nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Generic, Protocol, TypeVar

from prism.errors import Unavailable, UsageError

__all__ = ["Kind", "Registry", "brought", "load_entry", "package_of"]

T = TypeVar("T")


class Kind(Protocol):
    """One row of a registry."""

    @property
    def form(self) -> str:
        """What a user writes: a name, or a name and what stands after the colon (``a:FILE``)."""
        ...


K = TypeVar("K", bound=Kind)


@dataclass(frozen=True, slots=True)
class Registry(Generic[K]):
    """All that an option can name.

    Attributes
    ----------
    what
        What it is for a reader, such as ``judge``; the option is ``--judge``.
    group
        The entry points by which other packages name theirs.
    kind
        The type of a row.
    own
        The rows that prism brings.
    """

    what: str
    group: str
    kind: type[K]
    own: Sequence[K]

    def find(self, spec: str) -> tuple[K, str]:
        """Return the row that ``spec`` names, and what stands after its colon.

        Raises
        ------
        UsageError
            There is none of that name, or more or less stands after it than belongs there.
        Unavailable
            It came with another package, and cannot be loaded.
        """
        name, _, rest = spec.partition(":")
        row = next((own for own in self.own if own.form.partition(":")[0] == name), None)
        if row is None:
            entry = next((e for e in brought(self.group) if e.name == name), None)
            row = None if entry is None else load_entry(entry, self.kind, self.what)
        if row is None or bool(rest) != (":" in row.form) or (":" in spec) != bool(rest):
            mend = f"give {self.forms()}"
            raise UsageError(f"no {self.what} {spec!r}", where=f"--{self.what}", mend=mend)
        return row, rest

    def forms(self) -> str:
        """Return what a user may write, for help and messages; another package's by name alone."""
        *first, last = [*(own.form for own in self.own), *(e.name for e in brought(self.group))]
        return f"{', '.join(first)} or {last}" if first else last


@cache
def brought(group: str) -> tuple[EntryPoint, ...]:
    """Return the rows of ``group`` that installed packages name, by name."""
    return tuple(sorted(entry_points(group=group), key=lambda entry: entry.name))


def load_entry(entry: EntryPoint, kind: type[T], what: str) -> T:
    """Return the ``kind`` that stands at ``entry``; ``what`` is it for a reader.

    Raises
    ------
    Unavailable
        Whatever the package does on being loaded, or something else stands there.
    """
    try:
        found: object = resolve_name(entry.value)
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # a module may do anything, also end the program
        raise _broken(entry, what, f"{type(exc).__name__}: {exc}") from exc
    if not isinstance(found, kind):
        told = f"a {type(found).__name__} stands there, not a {kind.__name__}"
        raise _broken(entry, what, told)
    return found


def package_of(entry: EntryPoint) -> str:
    """Return the name and version of the package that an entry point came with."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "unknown"


def _broken(entry: EntryPoint, what: str, why: str) -> Unavailable:
    return Unavailable(
        f"the {what} {entry.name!r} cannot be loaded: {' '.join(why.split())[:300]}",
        where=f"package {package_of(entry)}, entry point {entry.name} = {entry.value}",
        mend="update or remove that package",
    )
