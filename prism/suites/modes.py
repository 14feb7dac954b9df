"""How failure modes are read anew with other limits, and counted in a table of a suite's own."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, JsonValue
from rich.console import RenderableType

from prism.records.item import Item
from prism.records.report import FailureMode

__all__ = ["NO_LIMITS", "Limits", "ModeTable", "Modes", "Shown"]

# Limits that a user sets, by name; the others stand at the default of the suite that has them.
Limits = Mapping[str, float]
NO_LIMITS: Final[Limits] = MappingProxyType({})


class Shown(NamedTuple):
    """The failure modes of a response; a ``bare`` one is the plainest example of what it shows."""

    modes: tuple[FailureMode, ...]
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Modes:
    """Failure modes that depend on limits.

    Attributes
    ----------
    limits
        The limits, each a number with a default and a description; ``prism report`` has an option
        ``--mode-NAME`` for every one of them.
    symptoms
        What a run keeps of a report to read its modes from.
    look
        The symptoms of a report on an item; None where there is nothing to look at.
    read
        The modes that symptoms show within limits.
    bare
        Whether symptoms make the plainest example of a mode.
    """

    limits: type[BaseModel]
    symptoms: type[BaseModel]
    # These take the suite's own report, symptoms and limits.
    look: Callable[[Any, Item], BaseModel | None]
    read: Callable[[Any, Any], tuple[FailureMode, ...]]
    bare: Callable[[Any], bool]

    def again(self, kept: Mapping[str, JsonValue], given: Limits) -> Shown:
        """Return what the symptoms that were ``kept`` show with the limits that were ``given``.

        Limits of other suites are left out of account.
        """
        found = self.symptoms.model_validate(kept)
        own = {name: limit for name, limit in given.items() if name in self.limits.model_fields}
        return Shown(self.read(found, self.limits.model_validate(own)), self.bare(found))


@dataclass(frozen=True, slots=True)
class ModeTable:
    """A table that counts failure modes by two slices.

    Attributes
    ----------
    title
        What stands above it.
    by
        The two slices; a response without the second is not counted, one without the first under
        ``-``.
    rows
        The rows, from how often each mode stands in each cell.
    render
        What the terminal shows of the rows of several arms, under their heads, at a width in cells.
    published
        The paper's rows, at a width in cells.
    """

    title: str
    by: tuple[str, str]
    rows: Callable[[Mapping[tuple[str, str], Counter[str]]], Sequence[BaseModel]]
    render: Callable[[Sequence[Any], Sequence[str], int], Iterator[RenderableType]]
    published: Callable[[int], Iterator[RenderableType]]

    def cell(self, slices: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the cell in which a response with ``slices`` counts; None where in none."""
        first, second = self.by
        return (slices.get(first, "-"), slices[second]) if second in slices else None
