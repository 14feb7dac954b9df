"""How much alike two words are in meaning, from WordNet's relations and glosses.

Likeness is graded where the relations of ``wordnet`` are not: *overflow* is near *spill*, and
*rattle* near *clatter*. It does not know opposites: *hot* and *cold* are alike. The vectors beside
this module are built by ``benchmarks/build_likeness.py`` and carry WordNet's notice.
"""

import zlib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["alike", "likeness"]

_CACHE: Final = 100_000
_TOGETHER: Final = 3  # so many words of a text may together say what is asked

Vector = NDArray[np.float32]


@lru_cache(maxsize=_CACHE)
def likeness(one: str, other: str) -> float:
    """Return the cosine of two words' vectors, at least 0; 0 where a word is unknown.

    >>> likeness("overflow", "spill") > 0.7 > 0.4 > likeness("overflow", "chemistry")
    True
    """
    first, second = _vector(one), _vector(other)
    if first is None or second is None:
        return 0.0
    return max(0.0, float(first @ second))


def alike(asked: Iterable[str], said: Iterable[str]) -> float:
    """Return how much alike ``asked`` and the best few of ``said`` are, each taken together.

    O(words of ``said``). Returns a value in [0, 1]; 0 where no word is known.

    >>> alike(["photograph"], ["take", "picture"]) > alike(["photograph"], ["take", "walk"])
    True
    """
    wanted = [v for word in asked if (v := _vector(word)) is not None]
    left = [v for word in said if (v := _vector(word)) is not None]
    if not wanted:
        return 0.0
    goal = np.sum(wanted, axis=0)
    best, found = 0.0, np.zeros_like(goal)
    for _ in range(min(_TOGETHER, len(left))):
        scores = [_cosine(goal, found + vector) for vector in left]
        place = int(np.argmax(scores))
        if scores[place] <= best:
            break
        best, found = scores[place], found + left.pop(place)
    return best


def _cosine(one: Vector, other: Vector) -> float:
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / size if size else 0.0


def _vector(word: str) -> Vector | None:
    places, table = _tables()
    place = places.get(word)
    return None if place is None else table[place]


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, int], Vector]:
    """Return the row of every word, and the rows, each of length 1."""
    packed = zlib.decompress((files("prism.lexicon") / "data" / "likeness.z").read_bytes())
    reach, _, rest = packed.partition(b"\n")
    words, _, codes = rest.partition(b"\n")
    names = words.decode("ascii").split(" ")
    pairs = np.frombuffer(codes, dtype=np.uint8).reshape(len(names), -1)
    halves = np.stack([pairs >> 4, pairs & 15], axis=2).reshape(len(names), -1)
    sizes = np.array([float(value) for value in reach.split()], dtype=np.float32)
    table = (halves.astype(np.float32) / np.float32(7.5) - 1) * sizes
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    return {word: place for place, word in enumerate(names)}, table
