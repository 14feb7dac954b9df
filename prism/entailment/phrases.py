"""Phrases that tell one fact in other words, or exclude it, and where they stand in a text.

The table, packed from ``benchmarks/phrases.txt``, has one fact a line: on the left of ``<>`` the
phrases that tell it, on the right those that exclude it. ``_`` is the place of an argument, which
both sides share.
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from spacy.tokens import Doc, Token

__all__ = ["Pattern", "Phrase", "find_phrases", "patterns"]

_SLOT: Final = "_"
_GAP: Final = 2  # words that may stand between two of a phrase
_SLOT_GAP: Final = 6  # and where an argument stands between them
_SENSES: Final = 3  # a single word with more meanings than these tells none by itself
_NEGATORS: Final = frozenset({"not", "no", "never"})
_SELVES: Final = frozenset(
    "oneself myself yourself himself herself itself ourselves themselves".split()
)
_VAGUE: Final = frozenset(
    "be have do make take get go come give put use keep let seem happen hold set look see run "
    "turn work stand stay leave bring find say tell know think want try".split()
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One phrase of the table: the fact it is of, whether it excludes it, its words and gaps.

    ``gaps[i]`` is how many other words may stand before word ``i + 1``.
    """

    fact: int
    excludes: bool
    words: tuple[str, ...]
    gaps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase where it stands: the fact, whether it excludes it, the highest word, all words."""

    fact: int
    excludes: bool
    head: int
    places: frozenset[int]


def find_phrases(doc: Doc) -> tuple[Phrase, ...]:
    """Return the phrases of the table that stand in ``doc``; of one fact the longest at a place.

    >>> from prism.text.nlp import analyse
    >>> one, other = (find_phrases(analyse(t)) for t in ("He dozed off.", "He fell asleep."))
    >>> {p.fact for p in one} & {p.fact for p in other} != set()
    True
    """
    found = {
        Phrase(pattern.fact, pattern.excludes, _top(doc, places), frozenset(places))
        for token in doc
        for pattern in _by_key().get(_form(token), ()) + _by_key().get(token.lower_, ())
        if (places := _places(doc, token.i, pattern)) is not None
    }
    beside: dict[tuple[int, int], list[Phrase]] = {}  # of a fact, at a place
    for each in found:
        for place in each.places:
            beside.setdefault((each.fact, place), []).append(each)
    longest = [
        one
        for one in found
        if not any(one.places < other.places for other in beside[one.fact, min(one.places)])
    ]
    return tuple(sorted(longest, key=lambda p: (p.head, p.fact, p.excludes, len(p.places))))


@lru_cache(maxsize=1)
def patterns() -> tuple[Pattern, ...]:
    """Return every phrase of the table, in its order, without words too common to tell a fact."""
    packed = (files("prism.entailment") / "data" / "phrases.txt.z").read_bytes()
    rows = zlib.decompress(packed).decode("utf-8").splitlines()
    found = [
        pattern
        for fact, row in enumerate(row for row in rows if row and not row.startswith("#"))
        for side, part in enumerate(row.split("<>"))
        for phrase in part.split(";")
        if (pattern := _pattern(fact, side == 1, phrase)) is not None
    ]
    senses: dict[str, set[int]] = {}
    for pattern in found:
        if len(pattern.words) == 1:
            senses.setdefault(pattern.words[0], set()).add(pattern.fact)
    common = {word for word, facts in senses.items() if len(facts) > _SENSES} | _VAGUE
    return tuple(p for p in found if len(p.words) > 1 or p.words[0] not in common)


def _pattern(fact: int, excludes: bool, phrase: str) -> Pattern | None:
    words = phrase.lower().replace("'s ", " ").split()
    if words and words[0] in _NEGATORS:
        words, excludes = words[2 if words[:2] == ["no", "longer"] else 1 :], not excludes
    kept: list[str] = []
    gaps: list[int] = []
    for before, word in zip(["", *words], words, strict=False):
        if word == _SLOT:
            continue
        if kept:
            gaps.append(_SLOT_GAP if before == _SLOT else _GAP)
        kept.append(word)
    return Pattern(fact, excludes, tuple(kept), tuple(gaps)) if kept else None


@lru_cache(maxsize=1)
def _by_key() -> dict[str, tuple[Pattern, ...]]:
    """Return the patterns by their longest word, which is met least often."""
    table: dict[str, tuple[Pattern, ...]] = {}
    for pattern in patterns():
        key = max(pattern.words, key=len)
        table[key] = (*table.get(key, ()), pattern)
    return table


def _places(doc: Doc, place: int, pattern: Pattern) -> list[int] | None:
    """Return where the words of ``pattern`` stand around its key at ``place``, or None."""
    key = pattern.words.index(max(pattern.words, key=len))
    found = [place]
    for number in range(key + 1, len(pattern.words)):
        reach = range(found[-1] + 1, found[-1] + 2 + pattern.gaps[number - 1])
        here = _first(doc, reach, pattern.words[number])
        if here is None:
            return None
        found.append(here)
    for number in range(key - 1, -1, -1):
        reach = range(found[0] - 1, found[0] - 2 - pattern.gaps[number], -1)
        here = _first(doc, reach, pattern.words[number])
        if here is None:
            return None
        found.insert(0, here)
    return found


def _first(doc: Doc, reach: range, word: str) -> int | None:
    for place in reach:
        if not 0 <= place < len(doc) or doc[place].text in ".;:!?":
            return None
        if word in (_form(doc[place]), doc[place].lower_):
            return place
    return None


def _form(token: Token) -> str:
    return "oneself" if token.lower_ in _SELVES else token.lemma_.lower()


def _top(doc: Doc, places: list[int]) -> int:
    """Return the word of a phrase that hangs on none of the others."""
    return next((i for i in places if doc[i].head.i == i or doc[i].head.i not in places), places[0])
