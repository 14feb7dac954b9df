"""Many names in little room: their bytes one after another, and where each ends."""

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy
from numpy.typing import NDArray

__all__ = ["Groups", "Names"]


@dataclass(slots=True)
class Names:
    """A list of names that can grow; equal where the names are.

    >>> names = Names()
    >>> names.append("q1"); names.append("ä")
    >>> list(names), names[1], len(names)
    (['q1', 'ä'], 'ä', 2)
    """

    _bytes: bytearray = field(default_factory=bytearray)
    _ends: "array[int]" = field(default_factory=lambda: array("q", [0]))

    def append(self, name: str) -> None:
        """Add a name at the end."""
        self._bytes += name.encode()
        self._ends.append(len(self._bytes))

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._ends) - 1

    def __getitem__(self, place: int) -> str:
        """Return the name at ``place``, from 0."""
        return self._bytes[self._ends[place] : self._ends[place + 1]].decode()

    def __iter__(self) -> Iterator[str]:
        """Yield the names in order."""
        return (self[place] for place in range(len(self)))


@dataclass(slots=True)
class Groups:
    """Which of many things belong together, told by a name of which 64 bits of a digest are kept.

    That two names share them is less likely than one in a hundred million among 500,000 names.
    """

    _marks: "array[int]" = field(default_factory=lambda: array("Q"))
    _codes: NDArray[numpy.int64] = field(default_factory=lambda: numpy.empty(0, numpy.int64))

    def append(self, name: str) -> None:
        """Add a thing that belongs to the group called ``name``."""
        mark = hashlib.blake2b(name.encode(), digest_size=8).digest()
        self._marks.append(int.from_bytes(mark))

    def __len__(self) -> int:
        """How many things there are."""
        return len(self._marks)

    def codes(self) -> NDArray[numpy.int64]:
        """Return the group of every thing, counted from 0 in the order of first appearance.

        >>> groups = Groups()
        >>> for name in "babc":
        ...     groups.append(name)
        >>> groups.codes().tolist()
        [0, 1, 0, 2]
        """
        if len(self._codes) < len(self):
            marks = numpy.array(self._marks, dtype=numpy.uint64)
            _, first, found = numpy.unique(marks, return_index=True, return_inverse=True)
            order = numpy.empty(len(first), dtype=numpy.int64)
            order[numpy.argsort(first)] = numpy.arange(len(first))
            self._codes = order[found]
        return self._codes
