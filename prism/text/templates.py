"""Features as conjunctions of columns, hashed for a whole text at once.

A sample is a row of a table whose columns hold codes: hashes of words, small numbers, truth
values. A template names the columns that make up one feature; the feature's key is a linear form
of their codes modulo 2 ** 64, with odd factors drawn from the names, so that keys are the same in
every process (multiply-shift hashing: Dietzfelbinger et al., J. Algorithms 25, 1997).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Final, Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

__all__ = ["Column", "Samples", "Templates", "beside", "code"]

Column = NDArray[np.uint64] | NDArray[np.int64] | NDArray[np.bool_]
_WORD: Final = 8  # bytes of a factor


def code(word: str) -> int:
    """Return the code of a word: below 2 ** 32, the same in every process.

    >>> code("because")
    4018443513
    """
    return crc32(word.encode("utf-8", "replace"))


def beside(column: NDArray[np.uint64], places: NDArray[np.int64], by: int) -> NDArray[np.uint64]:
    """Return the codes ``by`` tokens further on, 0 beyond either end."""
    there = places + by
    inside = (there >= 0) & (there < len(column))
    return np.where(inside, column[np.clip(there, 0, len(column) - 1)], np.uint64(0))


@dataclass(frozen=True, slots=True)
class Samples:
    """The features of ``count`` samples: ``keys[i]`` is one of sample ``owner[i]``."""

    count: int
    keys: NDArray[np.uint64]
    owner: NDArray[np.int64]

    @classmethod
    def of(cls, examples: Sequence[Sequence[str]]) -> Self:
        """Return samples whose features are strings."""
        keys = [code(feature) << 32 for features in examples for feature in features]
        owner = np.repeat(np.arange(len(examples)), [len(features) for features in examples])
        return cls(len(examples), np.array(keys, dtype=np.uint64), owner)

    @classmethod
    def joined(cls, groups: Sequence[Self]) -> Self:
        """Return the samples of the first group, with the features of all groups."""
        return cls(
            groups[0].count,
            np.concatenate([group.keys for group in groups]),
            np.concatenate([group.owner for group in groups]),
        )

    @classmethod
    def stacked(cls, parts: Sequence[Self]) -> Self:
        """Return the samples of every part, one part after the other."""
        starts = np.cumsum([0, *(part.count for part in parts)])
        return cls(
            int(starts[-1]),
            np.concatenate([part.keys for part in parts]),
            np.concatenate([part.owner + at for part, at in zip(parts, starts, strict=False)]),
        )


@dataclass(frozen=True)
class Templates:
    """The templates of one table: comma between templates, space between columns.

    ``name`` keeps features apart from those of another table with the same templates.

    >>> import numpy as np
    >>> shapes = Templates("demo", "tag, tag word")
    >>> keys = shapes.keys({"tag": np.array([1, 1]), "word": np.array([7, 8])})
    >>> keys.shape, bool(keys[0, 0] == keys[1, 0]), bool(keys[0, 1] == keys[1, 1])
    ((2, 2), True, False)
    """

    name: str
    table: str

    @cached_property
    def _rows(self) -> list[list[str]]:
        return [row.split() for row in self.table.split(",")]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Every column that a template names."""
        return tuple(dict.fromkeys(column for row in self._rows for column in row))

    @cached_property
    def _factors(self) -> NDArray[np.uint64]:
        """One row a column, one column a template; zero where the template leaves it out."""
        factors = np.zeros((len(self.columns), len(self._rows)), dtype=np.uint64)
        for number, row in enumerate(self._rows):
            for column in row:
                factors[self.columns.index(column), number] = self._drawn([*row, column]) | 1
        return factors

    @cached_property
    def _offsets(self) -> NDArray[np.uint64]:
        return np.array([self._drawn(row) for row in self._rows], dtype=np.uint64)

    def _drawn(self, words: Sequence[str]) -> int:
        name = " ".join([self.name, *words])
        return int.from_bytes(blake2b(name.encode(), digest_size=_WORD).digest(), "little")

    def keys(self, columns: Mapping[str, Column]) -> NDArray[np.uint64]:
        """Return the keys, a row a sample, a column a template."""
        codes = np.stack([columns[name].astype(np.uint64) for name in self.columns], axis=1)
        found: NDArray[np.uint64] = codes @ self._factors + self._offsets
        return found

    def samples(
        self, columns: Mapping[str, Column], owner: NDArray[np.int64] | None = None
    ) -> Samples:
        """Return the features of samples: row ``i`` is that of sample ``owner[i]``, or of ``i``."""
        keys = self.keys(columns)
        rows, width = keys.shape
        if owner is None:
            owner = np.arange(rows)
        return Samples(rows, keys.ravel(), np.repeat(owner, width))
