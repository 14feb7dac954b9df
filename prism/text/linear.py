"""Hashed linear models: small tables of weights that re-score what the rules propose.

The key of a feature says which row of the table is its own. A row belongs to one feature of the
training data, and is tagged with a byte of its key: features that were never met count nothing.
Weights are stored as float16 in ``weights/*.npz``, made by ``python -m benchmarks.train`` and by
nothing else. They are multiples of 1/64, so that sums of them are exact in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from prism.errors import Unavailable
from prism.text.templates import Samples, code

__all__ = ["Linear", "rows", "tags", "weights"]

_code = lru_cache(maxsize=1 << 15)(code)


def rows(keys: NDArray[np.uint64], bits: int) -> NDArray[np.int64]:
    """Return the row of every key in a table of ``2 ** bits`` rows: ``bits`` bits from its middle.

    >>> import numpy as np
    >>> rows(np.array([5 << 32], dtype=np.uint64), 2)
    array([1])
    """
    found: NDArray[np.int64] = (keys >> np.uint64(32)).astype(np.int64) & ((1 << bits) - 1)
    return found


def tags(keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the highest byte of every key: what tells it from others of the same row."""
    return (keys >> np.uint64(56)).astype(np.uint8)


@dataclass(frozen=True)
class Linear:
    """A table of weights, one row a feature, one column a class; ``tags`` say whose each row is.

    A binary model has one column, the logit of *yes*.
    """

    table: NDArray[np.float32]
    tags: NDArray[np.uint8]
    classes: tuple[str, ...] = ()

    @cached_property
    def _column(self) -> list[tuple[int, float]]:
        return list(zip(self.tags.tolist(), self.table[:, 0].tolist(), strict=True))

    @property
    def bits(self) -> int:
        """Binary logarithm of the number of rows."""
        return int(self.table.shape[0]).bit_length() - 1

    def logit(self, features: Sequence[str]) -> float:
        """Return the logit of a binary model for one sample; without numpy, for speed."""
        column, mask = self._column, len(self._column) - 1
        total = 0.0
        for each in features:
            key = _code(each)
            tag, weight = column[key & mask]
            if tag == key >> 24:
                total += weight
        return total

    def logits(self, samples: Samples) -> NDArray[np.float64]:
        """Return the logits, a row a sample, a column a class."""
        places = rows(samples.keys, self.bits)
        known = self.tags[places] == tags(samples.keys)
        places, owner = places[known], samples.owner[known]
        return np.stack(
            [
                np.bincount(owner, column[places], minlength=samples.count)
                for column in self.table.T
            ],
            axis=1,
        )

    def probabilities(self, samples: Samples) -> NDArray[np.float64]:
        """Return, a row a sample, the softmax over the classes: in [0, 1], rows summing to 1."""
        logits = self.logits(samples)
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
        return Linear(
            stored["table"].astype(np.float32), stored["tags"], tuple(stored["classes"].tolist())
        )
