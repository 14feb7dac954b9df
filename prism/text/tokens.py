"""The parse of a text as plain lists: quick to read, and independent of spaCy's objects."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import DEP, HEAD, IDX, LEMMA, LENGTH, LOWER, POS, TAG
from spacy.tokens import Doc

from prism.text.templates import code

__all__ = ["Tokens"]

_Value = TypeVar("_Value")
_BREAK: Final = re.compile(r"[\r\n\u2028\x0b\x0c]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """One entry a token in every list.

    ``start`` and ``end`` are character offsets; ``head`` is the token a token depends on (itself
    for a root); ``left`` and ``right`` are the first and last token of its subtree; ``sentence``
    counts sentences from 0 and ``sentences`` holds their half-open token ranges; ``codes`` holds
    the codes of the five columns of strings, in lower case, by the column's name.
    """

    start: Sequence[int]
    end: Sequence[int]
    low: Sequence[str]
    lemma: Sequence[str]
    pos: Sequence[str]
    tag: Sequence[str]
    dep: Sequence[str]
    head: Sequence[int]
    left: Sequence[int]
    right: Sequence[int]
    children: Sequence[Sequence[int]]
    sentence: Sequence[int]
    sentences: Sequence[tuple[int, int]]
    codes: Mapping[str, NDArray[np.uint64]]

    @classmethod
    def of(cls, doc: Doc) -> Self:
        """Read a parsed Doc in one sweep; linear."""
        start, size, shift = doc.to_array([IDX, LENGTH, HEAD]).astype("int64").T.tolist()
        head = [place + offset for place, offset in enumerate(shift)]
        columns = doc.to_array([LOWER, LEMMA, POS, TAG, DEP]).T
        numbers, table = np.unique(columns, return_inverse=True)
        table = table.reshape(columns.shape)  # numpy 1 gives it flat
        words = [doc.vocab.strings[number] for number in numbers.tolist()]
        low, lemma, pos, tag, dep = np.array(words, dtype=object)[table].tolist()
        codes = np.array([code(word.lower()) for word in words], dtype=np.uint64)[table]
        children: list[list[int]] = [[] for _ in head]
        for place, above in enumerate(head):
            if above != place:
                children[above].append(place)
        left, right = _edges(head, children)
        sentences = [(span.start, span.end) for span in doc.sents]
        return cls(
            start=start,
            end=[at + length for at, length in zip(start, size, strict=True)],
            low=low,
            lemma=[word.lower() for word in lemma],
            pos=pos,
            tag=tag,
            dep=dep,
            head=head,
            left=left,
            right=right,
            children=children,
            sentence=[
                number for number, (first, last) in enumerate(sentences) for _ in range(first, last)
            ],
            sentences=sentences,
            codes=dict(zip(("low", "lemma", "pos", "tag", "dep"), codes, strict=True)),
        )

    def without_blanks(self) -> Self:
        """Return the tokens but for those of mere blanks inside a line, which masking leaves."""
        kept = [
            i for i, (pos, low) in enumerate(zip(self.pos, self.low, strict=True))
            if pos != "SPACE" or not low.isspace() or _BREAK.search(low)
        ]  # fmt: skip
        if len(kept) == len(self.low):
            return self
        place = {old: new for new, old in enumerate(kept)}

        def above(old: int) -> int:
            higher = self.head[old]
            while higher not in place and self.head[higher] != higher:
                higher = self.head[higher]
            return higher if higher in place else old

        def pick(column: Sequence[_Value]) -> list[_Value]:
            return [column[old] for old in kept]

        head = [place[above(old)] for old in kept]
        children: list[list[int]] = [[] for _ in head]
        for below, higher in enumerate(head):
            if higher != below:
                children[higher].append(below)
        left, right = _edges(head, children)
        numbers = pick(self.sentence)
        bounds = [bisect_left(numbers, number) for number in range(len(self.sentences) + 1)]
        spans = [(first, last) for first, last in pairwise(bounds) if first < last]
        return type(self)(
            start=pick(self.start), end=pick(self.end), low=pick(self.low), lemma=pick(self.lemma),
            pos=pick(self.pos), tag=pick(self.tag), dep=pick(self.dep), head=head,
            left=left, right=right, children=children,
            sentence=[n for n, (first, last) in enumerate(spans) for _ in range(first, last)],
            sentences=spans,
            codes={name: column[kept] for name, column in self.codes.items()},
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.low)

    def at(self, place: int, what: Sequence[str]) -> str:
        """Return ``what[place]``, or '' beyond either end."""
        return what[place] if 0 <= place < len(what) else ""

    def before(self, place: int) -> range:
        """Return the tokens of its sentence that stand before ``place``."""
        return range(self.sentences[self.sentence[place]][0], place)

    def child(self, place: int, *deps: str) -> int | None:
        """Return the first child of ``place`` with one of ``deps``, or None."""
        for below in self.children[place]:
            if self.dep[below] in deps:
                return below
        return None

    def has(self, place: int, *deps: str) -> bool:
        """Whether ``place`` has a child with one of ``deps``."""
        return self.child(place, *deps) is not None


def _edges(head: list[int], children: list[list[int]]) -> tuple[list[int], list[int]]:
    """Return the first and the last token of every subtree, from the leaves upward."""
    order = [place for place, above in enumerate(head) if above == place]
    for place in order:  # grows while it is walked: every word after its head
        order.extend(children[place])
    left, right = list(range(len(head))), list(range(len(head)))
    for place in reversed(order):
        above = head[place]
        left[above] = min(left[above], left[place])
        right[above] = max(right[above], right[place])
    return left, right
