"""The parse of a text as plain lists: quick to read, and independent of spaCy's objects."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from spacy.tokens import Doc

__all__ = ["Tokens"]


@dataclass(frozen=True, slots=True)
class Tokens:
    """One entry a token in every list.

    ``start`` and ``end`` are character offsets; ``head`` is the token a token depends on (itself
    for a root); ``left`` and ``right`` are the first and last token of its subtree; ``sentence``
    counts sentences from 0 and ``sentences`` holds their half-open token ranges.
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

    @classmethod
    def of(cls, doc: Doc) -> Self:
        """Read a parsed Doc; linear but for the depth of the trees."""
        size = len(doc)
        head = [token.head.i for token in doc]
        children: list[list[int]] = [[] for _ in range(size)]
        for place, above in enumerate(head):
            if above != place:
                children[above].append(place)
        sentences = [(span.start, span.end) for span in doc.sents]
        sentence = [0] * size
        for number, (first, last) in enumerate(sentences):
            for place in range(first, last):
                sentence[place] = number
        start = [token.idx for token in doc]
        low = [token.lower_ for token in doc]
        return cls(
            start=start,
            end=[at + len(word) for at, word in zip(start, (t.text for t in doc), strict=True)],
            low=low,
            lemma=[token.lemma_.lower() for token in doc],
            pos=[token.pos_ for token in doc],
            tag=[token.tag_ for token in doc],
            dep=[token.dep_ for token in doc],
            head=head,
            left=[token.left_edge.i for token in doc],
            right=[token.right_edge.i for token in doc],
            children=children,
            sentence=sentence,
            sentences=sentences,
        )

    def __len__(self) -> int:
        return len(self.low)

    def at(self, place: int, what: Sequence[str]) -> str:
        """Return ``what[place]``, or '' beyond either end."""
        return what[place] if 0 <= place < len(what) else ""

    def child(self, place: int, *deps: str) -> int | None:
        """Return the first child of ``place`` with one of ``deps``, or None."""
        for below in self.children[place]:
            if self.dep[below] in deps:
                return below
        return None

    def has(self, place: int, *deps: str) -> bool:
        """Whether ``place`` has a child with one of ``deps``."""
        return self.child(place, *deps) is not None
