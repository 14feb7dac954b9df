"""The units of a text: what each hangs on, what marks it, and what the models know of it."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from prism.text.connectives import find
from prism.text.finding import Finding, Range
from prism.text.guards import has_modal
from prism.text.kinds import head_of
from prism.text.layout import LineKind, lines
from prism.text.templates import Column, beside
from prism.text.tokens import Tokens

__all__ = ["Units"]

_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
_CONTENT: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})


@dataclass(frozen=True)
class Units:
    """The units of a text and what is known of each, by number.

    ``spans`` are the token ranges of a unit, one or, where it is interrupted, several; ``heads``
    the words they hang on; ``owner`` the unit of every token; ``marked`` the marked relations by
    the pair of units they join (argument 1, argument 2); ``layout`` the kind of line a unit stands
    in (heading, item, prose …).
    """

    tokens: Tokens
    spans: Sequence[tuple[Range, ...]]
    heads: Sequence[int]
    owner: Sequence[int]
    paragraph: Sequence[int]
    marked: Mapping[tuple[int, int], Finding]
    layout: Sequence[LineKind]

    @classmethod
    def of(
        cls,
        tokens: Tokens,
        spans: Sequence[tuple[Range, ...]],
        text: str | None = None,
        findings: Sequence[Finding] | None = None,
    ) -> Self:
        """Read what there is to know of the units over ``spans``.

        Without ``text`` all is prose; ``findings`` saves looking for the marked relations again.
        """
        owner = [0] * len(tokens)
        for number, parts in enumerate(spans):
            for first, last in parts:
                owner[first:last] = [number] * (last - first)
        heads = [_head(tokens, parts) for parts in spans]
        broken = (
            pos == "SPACE" and "\n" in low for pos, low in zip(tokens.pos, tokens.low, strict=True)
        )
        paragraphs = list(accumulate(broken, initial=0))[1:]
        marked: dict[tuple[int, int], Finding] = {}
        for finding in find(tokens) if findings is None else findings:
            pair = owner[finding.head1], owner[finding.head2]
            if pair[0] != pair[1]:
                marked.setdefault(pair, finding)
        starts = [tokens.start[parts[0][0]] for parts in spans]
        return cls(
            tokens,
            spans,
            heads,
            owner,
            [paragraphs[parts[0][0]] for parts in spans],
            marked,
            ["prose"] * len(spans) if text is None else _layout(text, starts),
        )

    def first(self, unit: int) -> int:
        """Return the first visible token of the unit."""
        for start, end in self.spans[unit]:
            for place in range(start, end):
                if self.tokens.pos[place] not in ("SPACE", "PUNCT"):
                    return place
        return self.spans[unit][0][0]

    def sentence(self, unit: int) -> int:
        """Return the number of the sentence the unit hangs in."""
        return self.tokens.sentence[self.heads[unit]]

    def above(self, unit: int) -> int | None:
        """Return the unit that the unit hangs on by the parse, None for the root of a sentence."""
        head = self.heads[unit]
        parent = self.owner[self.tokens.head[head]]
        return None if parent == unit else parent

    def content(self, unit: int) -> frozenset[str]:
        """Return the lemmas of the content words of the unit."""
        tokens = self.tokens
        return frozenset(
            tokens.lemma[place]
            for first, last in self.spans[unit]
            for place in range(first, last)
            if tokens.pos[place] in _CONTENT
        )

    def between(self, one: int, two: int) -> Finding | None:
        """Return the marked relation of the two units, whichever comes first."""
        return self.marked.get((one, two)) or self.marked.get((two, one))

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        """What the models know of each unit: codes of words and tags, places, truth values."""
        tokens, codes = self.tokens, self.tokens.codes
        count = range(len(self.spans))
        heads = np.array(self.heads, dtype=np.int64)
        first = np.array([self.first(unit) for unit in count], dtype=np.int64)
        start = np.array([parts[0][0] for parts in self.spans], dtype=np.int64)
        end = np.array([parts[-1][1] for parts in self.spans], dtype=np.int64)
        sentence = np.array(tokens.sentence, dtype=np.int64)[heads]
        bounds = np.array(tokens.sentences, dtype=np.int64)[sentence]
        upper = np.array(tokens.head, dtype=np.int64)[heads]
        above = np.array(self.owner, dtype=np.int64)[upper]
        paragraph = np.array(self.paragraph, dtype=np.int64)
        subject = np.array([_or_none(tokens.child(h, *_SUBJECTS)) for h in self.heads])
        verb = np.array([tokens.pos[h] in ("VERB", "AUX") for h in self.heads])
        last = _last_visible(tokens)
        broken = paragraph[1:] != paragraph[:-1]
        return {
            "above": np.where(above == np.arange(len(heads)), -1, above),
            "start": start,
            "end": end,
            "sentence": sentence,
            "paragraph": paragraph,
            "lemma": codes["lemma"][heads],
            "pos": codes["pos"][heads],
            "tag": codes["tag"][heads],
            "dep": codes["dep"][heads],
            "above_lemma": codes["lemma"][upper],
            "first_tag": codes["tag"][first],
            "word1": codes["low"][first],
            "word2": beside(codes["low"], first, 1),
            "word3": beside(codes["low"], first, 2),
            "before": beside(codes["low"], start, -1),
            "last": codes["low"][last[end - 1]],
            "size": np.minimum(7, (end - start) // 3),
            "subject": subject >= 0,
            "subject_word": np.where(subject >= 0, codes["low"][subject], np.uint64(0)),
            "modal": np.array([has_modal(tokens, h) for h in self.heads]),
            "negated": np.array([tokens.has(h, "neg") for h in self.heads]),
            "verb": verb,
            "begins": np.concatenate([[True], broken]),
            "ends": np.concatenate([broken, [True]]),
            "sentence_first": codes["low"][bounds[:, 0]],
            "sentence_last": codes["low"][last[bounds[:, 1] - 1]],
        }


def _or_none(place: int | None) -> int:
    return -1 if place is None else place


def _last_visible(tokens: Tokens) -> NDArray[np.int64]:
    """Return for each token the last one up to it that is no white space."""
    visible = np.array([pos != "SPACE" for pos in tokens.pos])
    return np.maximum.accumulate(np.where(visible, np.arange(len(visible)), 0))


def _layout(text: str, starts: Sequence[int]) -> list[LineKind]:
    """Return the kind of the line at each offset."""
    rows = list(lines(text))
    ends = [row.end for row in rows]
    places = [min(bisect_left(ends, start + 1), len(rows) - 1) for start in starts]
    return [rows[place].kind for place in places]


def _head(tokens: Tokens, parts: Sequence[Range]) -> int:
    heads = [head_of(tokens, part) for part in parts]
    verbs = [head for head in heads if tokens.pos[head] in ("VERB", "AUX")]
    return max(verbs or heads, key=lambda i: (tokens.right[i] - tokens.left[i], -i))
