"""Synonyms, hypernyms, derivation and antonyms of English words, from WordNet 3.0.

The compact file beside this module holds single lower-case words with their first senses; it is
built by ``benchmarks/build_wordnet.py`` and carries WordNet's notice. It is kept in memory as one
sorted block of bytes and searched by bisection, so that loading costs milliseconds.

Source: WordNet 3.0, Princeton University (https://wordnet.princeton.edu).
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

__all__ = [
    "Pos", "Relation", "antonyms", "derived", "hypernyms", "is_kind_of", "known", "related",
    "synonyms",
]  # fmt: skip

Pos = Literal["n", "v", "a", "r"]
Relation = Literal["same", "synonym", "derived", "hypernym", "hyponym", "antonym"]

_CACHE: Final = 20_000
_DEPTH: Final = 3  # how far above a word related() looks for the other one
_SENSES: Final = 2  # of so many first senses a part of speech


def known(word: str) -> bool:
    """Whether the file has ``word`` (lower case, as in a dictionary).

    >>> known("flood"), known("floodn't")
    (True, False)
    """
    return _entry(word) is not None


def synonyms(word: str, pos: Pos | None = None) -> tuple[str, ...]:
    """Return the other words of the synsets of ``word``, sorted; of one part of speech if given.

    >>> "automobile" in synonyms("car")
    True
    """
    found = {member for synset in _synsets(word, pos) for member in _members(synset)}
    return tuple(sorted(found - {word}))


def hypernyms(word: str, pos: Pos | None = None, depth: int = 1) -> tuple[str, ...]:
    """Return the words up to ``depth`` steps above ``word``, sorted; adjectives: their head's.

    >>> "tree" in hypernyms("oak")
    True
    """
    found: set[str] = set()
    level = set(_synsets(word, pos))
    for _ in range(depth):
        level = {above for synset in level for above in _above(synset)}
        found.update(member for synset in level for member in _members(synset))
    return tuple(sorted(found - {word}))


def is_kind_of(noun: str, kind: str) -> bool:
    """Whether the first sense of ``noun`` stands below the first sense of the noun ``kind``.

    >>> is_kind_of("road", "object"), is_kind_of("drought", "object")
    (True, False)
    """
    level, wanted = set(_synsets(noun, "n")[:1]), set(_synsets(kind, "n")[:1])
    seen: set[int] = set()
    while level - seen:
        seen |= level
        level = {above for synset in level for above in _above(synset)}
    return bool(wanted & seen)


def derived(word: str) -> tuple[str, ...]:
    """Return the words that ``word`` is derived from or gives rise to, sorted.

    A noun and the adjectives that are its values (speed: fast, slow) count too.

    >>> "destruction" in derived("destroy")
    True
    """
    entry = _entry(word)
    return entry.derived if entry else ()


def antonyms(word: str) -> tuple[str, ...]:
    """Return the direct antonyms of ``word``, sorted.

    >>> antonyms("hot")
    ('cold',)
    """
    entry = _entry(word)
    return entry.antonyms if entry else ()


def related(a: str, b: str) -> Relation | None:
    """Return how ``a`` and ``b`` are related, looking at their first senses, or None.

    ``hypernym`` says that ``b`` stands above ``a``, ``hyponym`` that it stands below. Adjectives
    near an antonym's pole and synonyms of an antonym count as antonyms (chilly, hot).

    >>> related("purchase", "buy"), related("oak", "tree"), related("chilly", "hot")
    ('synonym', 'hypernym', 'antonym')
    """
    if a == b:
        return "same"
    one, two = _profile(a), _profile(b)
    if b in one.derived or a in two.derived:
        return "derived"
    if b in one.opposed or a in two.opposed:
        return "antonym"
    if not one.senses.isdisjoint(two.senses):
        return "synonym"
    if not one.above.isdisjoint(two.senses):
        return "hypernym"
    if not two.above.isdisjoint(one.senses):
        return "hyponym"
    return None


class _Entry:
    """One word of the file."""

    __slots__ = ("antonyms", "derived", "senses")

    def __init__(self, fields: list[str]) -> None:
        padded = [*fields, "", "", ""]
        self.senses = tuple((key[0], int(key[1:], 16)) for key in padded[0].split())
        self.derived = tuple(padded[1].split())
        self.antonyms = tuple(padded[2].split())


@lru_cache(maxsize=1)
def _tables() -> tuple[bytes, tuple[bytes, ...]]:
    """Return the sorted word lines as one block, and the synset lines."""
    packed = (files("prism.lexicon") / "data" / "wordnet.txt.z").read_bytes()
    words, _, synsets = zlib.decompress(packed).partition(b"\n\n")
    return words + b"\n", tuple(synsets.split(b"\n"))


@lru_cache(maxsize=_CACHE)
def _entry(word: str) -> _Entry | None:
    block, wanted = _tables()[0], word.encode("utf-8", "replace")
    low, high = 0, len(block)
    while low < high:  # the line that wanted stands on, if any, starts in [low, high)
        start = block.rfind(b"\n", 0, (low + high) // 2) + 1
        end = block.index(b"\n", start)
        here, _, rest = block[start:end].partition(b"\t")
        if here == wanted:
            return _Entry(rest.decode("ascii").split("\t"))
        if here < wanted:
            low = end + 1
        else:
            high = start
    return None


def _synsets(word: str, pos: Pos | None = None) -> tuple[int, ...]:
    entry = _entry(word)
    senses = entry.senses if entry else ()
    return tuple(synset for kind, synset in senses if pos in (None, kind))


def _members(synset: int) -> tuple[str, ...]:
    return tuple(_tables()[1][synset].partition(b"\t")[0].decode("ascii").split())


def _above(synset: int) -> tuple[int, ...]:
    return tuple(int(n, 16) for n in _tables()[1][synset].partition(b"\t")[2].split())


@dataclass(frozen=True, slots=True)
class _Profile:
    """What related() compares: first senses, what stands above them, derived and opposed words."""

    senses: frozenset[int]
    above: frozenset[int]
    derived: frozenset[str]
    opposed: frozenset[str]


@lru_cache(maxsize=_CACHE)
def _profile(word: str) -> _Profile:
    entry = _entry(word)
    if entry is None:
        return _Profile(frozenset(), frozenset(), frozenset(), frozenset())
    first: set[int] = set()
    for pos in "nvar":
        first.update([synset for kind, synset in entry.senses if kind == pos][:_SENSES])
    heads = {above for synset in _synsets(word, "a") for above in _above(synset)}
    poles = {member for synset in first | heads for member in _members(synset)}
    opposed = {antonym for pole in poles | {word} for antonym in antonyms(pole)}
    above: set[int] = set()
    level = first
    for _ in range(_DEPTH):
        level = {higher for synset in level for higher in _above(synset)}
        above |= level
    return _Profile(
        frozenset(first), frozenset(above), frozenset(entry.derived), frozenset(opposed)
    )
