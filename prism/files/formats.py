"""What a file format is: how a document of it is recognised, and what it holds or what is wrong.

The formats that belong to no suite stand here; every other comes with its suite, and all of them
are found through :mod:`prism.suites.reading`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from prism.errors import BadInput
from prism.files import graph, responses
from prism.files.document import Document, record_path, records
from prism.files.ratings import Sheet
from prism.files.source import Source
from prism.records.item import Item
from prism.validation import Fault, faults_of, refuse, repeated

__all__ = ["GRAPH", "RESPONSES", "Format", "Found", "items_or_faults", "read_records"]

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Found:
    """What a document holds: its items, or, where it has any, its faults and no items."""

    items: tuple[Item, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Attributes
    ----------
    name, title
        What ``prism validate`` calls it, and the same in words.
    matches
        Whether a document looks like it.
    read
        The items of such a document, or its faults.
    rank
        Who is asked first where a document looks like several, the lowest first: below 0 what a
        file calls itself, 10 to 49 what only one benchmark writes, from 90 what much else may look
        like. Of two with one rank prism's own is asked first.
    holds_items
        Whether such files hold items.
    in_parts
        Whether a file of one record a line may be read part by part: no record needs to know what
        stands in another.
    empty
        What is said of a document without faults that holds no items.
    parse
        The document in a file that is neither JSON nor a table; None where it does not look like
        one of the format.
    sheet
        How people's ratings of such items are read, where they come in a sheet of their own shape.
    """

    name: str
    title: str
    matches: Callable[[Document], bool]
    read: Callable[[Document], Found]
    rank: int = 50
    holds_items: bool = True
    in_parts: bool = False
    empty: str = "the file holds no items"
    parse: Callable[[Source], Document | None] | None = None
    sheet: Sheet | None = None

    def faults(self, document: Document) -> list[Fault]:
        """Return every fault of such a document."""
        return [*self.read(document).faults]

    def items(self, document: Document) -> list[Item]:
        """Return the items of such a document.

        Raises
        ------
        BadInput
            It has a fault, or holds no items.
        """
        if not self.holds_items:
            raise BadInput(
                f"{self.title} holds no items",
                where=document.name,
                mend="give a rubric or a benchmark",
            )
        found = self.read(document)
        if found.faults:
            raise refuse(document.name, [*found.faults])
        if not found.items:
            raise BadInput(self.empty, where=document.name)
        return [*found.items]


def items_or_faults(faults: Sequence[Fault], items: Callable[[], Iterable[Item]]) -> Found:
    """Return the ``faults`` of a document, or its ``items``, which are made where it has none."""
    return Found(faults=tuple(faults)) if faults else Found(items=tuple(items()))


def read_records(
    document: Document,
    model: type[Model],
    items: Callable[[Model], Iterable[Item]],
    name: Callable[[Model], str],
    more: Callable[[str, Model], list[Fault]] = lambda place, read: [],
) -> Found:
    """Return what the records of ``document`` hold, each a ``model``; names told twice are faults.

    ``more`` gives, for its place and itself, what else is wrong with a record that is well-formed.
    """
    found: list[Fault] = []
    names: list[tuple[str, str]] = []
    held: list[Item] = []
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        try:
            read = model.model_validate(record)
        except ValidationError as error:
            found += faults_of(error, place)
        else:
            found += more(place, read)
            names.append((place, name(read)))
            held += [] if found else items(read)
    return items_or_faults(found + repeated(names), lambda: held)


GRAPH: Final = Format(
    "prism-graph",
    "a causal graph",
    graph.is_graph_file,
    lambda document: Found(faults=tuple(graph.faults(document))),
    rank=-2,
    holds_items=False,
)
RESPONSES: Final = Format(
    "responses",
    "a file of responses",
    responses.is_responses,
    lambda document: Found(faults=tuple(responses.faults(document))),
    rank=99,
    holds_items=False,
)
