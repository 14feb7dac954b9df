"""Hashed linear models: small tables of weights that re-score what the rules propose.

Features are strings; a stable hash (CRC-32) gives each one a row of the table. Weights are stored
as float16 in ``weights/*.npz``, made by ``python -m benchmarks.train`` and by nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from prism.errors import Unavailable

__all__ = ["Linear", "rows", "weights"]


def rows(features: Sequence[str], bits: int) -> list[int]:
    """Return the row of every feature in a table of ``2 ** bits`` rows.

    >>> rows(["pos=VERB"], 4)
    [2]
    """
    mask = (1 << bits) - 1
    return [_hash(feature) & mask for feature in features]


@lru_cache(maxsize=1 << 15)
def _hash(feature: str) -> int:
    """Return a hash that is the same in every process; most features recur within a text."""
    return crc32(feature.encode("utf-8", "replace"))


@dataclass(frozen=True)
class Linear:
    """A table of weights, one row a hash value, one column a class.

    A binary model has one column, the logit of *yes*.
    """

    table: NDArray[np.float32]
    classes: tuple[str, ...] = ()

    @cached_property
    def _column(self) -> list[float]:
        column: list[float] = self.table[:, 0].tolist()
        return column

    @property
    def bits(self) -> int:
        """Binary logarithm of the number of rows."""
        return int(self.table.shape[0]).bit_length() - 1

    def logit(self, features: Sequence[str]) -> float:
        """Return the logit of a binary model; summed in order, without numpy, for speed."""
        column, mask = self._column, len(self._column) - 1
        return sum([column[_hash(each) & mask] for each in features])

    def probabilities(self, samples: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """Return, a row a sample, the softmax over the classes: in [0, 1], rows summing to 1.

        All samples at once, since small arrays cost numpy more than their sums; none may be empty.
        """
        if not samples:
            return np.zeros((0, self.table.shape[1]))
        starts = np.cumsum([0, *(len(features) for features in samples[:-1])])
        chosen = self.table[rows([each for features in samples for each in features], self.bits)]
        logits = np.add.reduceat(chosen, starts, axis=0, dtype=np.float64)
        power = np.exp(logits - logits.max(axis=1, keepdims=True))
        share: NDArray[np.float64] = power / power.sum(axis=1, keepdims=True)
        return share


@lru_cache(maxsize=16)
def weights(name: str) -> Linear:
    """Return the model ``name`` that ships with prism; read once.

    Raises
    ------
    Unavailable
        Its file is missing: the installation is broken.
    """
    path = files("prism.text") / "weights" / f"{name}.npz"
    if not path.is_file():
        raise Unavailable(f"the weights {name!r} are missing", mend="reinstall prism-causal")
    with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        return Linear(stored["table"].astype(np.float32), tuple(stored["classes"].tolist()))
