"""A response read once: its parse, its marked relations, its units and what they are about."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from prism.graph import CausalGraph, Unit
from prism.judges.content import content, likeness
from prism.parsers.ground import ground
from prism.text.connectives import Connective, connectives
from prism.text.finding import Range
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.tokens import Tokens

__all__ = ["End", "Reading", "read"]

_KEPT: Final = 4  # readings kept, for all probes of one response come together
_SAME: Final = 0.75  # likeness from which a stretch mentions a unit again


@dataclass(frozen=True, slots=True)
class End:
    """One end of a claimed link: where it stands (None if nowhere) and what it is about."""

    text: str
    chars: Range | None
    words: frozenset[str]


@dataclass(frozen=True)
class Reading:
    """A text with everything the judge looks at."""

    text: str
    tokens: Tokens
    marks: tuple[Connective, ...]
    graph: CausalGraph

    @cached_property
    def words(self) -> frozenset[str]:
        """Content words of the whole text."""
        return content(self.tokens, (0, len(self.tokens)))

    @cached_property
    def unit_words(self) -> dict[str, frozenset[str]]:
        """Content words of every unit, by its id."""
        return {unit.id: self.words_in(_chars(unit)) for unit in self.graph.units}

    def token_span(self, chars: Range) -> Range:
        """Return the tokens that start inside ``chars``."""
        return bisect_left(self.tokens.start, chars[0]), bisect_left(self.tokens.start, chars[1])

    def words_in(self, chars: Range) -> frozenset[str]:
        """Return the content words of the characters ``chars``."""
        return content(self.tokens, self.token_span(chars))

    def sentence_of(self, chars: Range) -> Range:
        """Return the characters from the start of ``chars`` to the end of its sentence."""
        first, last = self.token_span(chars)
        if first >= last:
            return chars
        end = self.tokens.sentences[self.tokens.sentence[last - 1]][1]
        return chars[0], self.tokens.end[end - 1]

    def end(self, text: str, start: object, stop: object) -> End:
        """Return the end of a link, located by its offsets or else by its words."""
        if isinstance(start, int) and isinstance(stop, int) and start < stop <= len(self.text):
            return End(text, (start, stop), self.words_in((start, stop)))
        unit = ground([Unit(id="end", text=text)], self.text)[0]
        if unit.start is not None and unit.end is not None:
            chars = (unit.start, unit.end)
            return End(text, chars, self.words_in(chars))
        tokens = Tokens.of(analyse(text))
        return End(text, None, content(tokens, (0, len(tokens))))

    def fit(self, argument: Range, end: End) -> float:
        """Return how well an argument of a mark covers an end, or mentions it again, in [0, 1]."""
        shared = 0.0
        if end.chars is not None:
            common = min(argument[1], end.chars[1]) - max(argument[0], end.chars[0])
            shorter = min(argument[1] - argument[0], end.chars[1] - end.chars[0])
            shared = max(0, common) / max(1, shorter)
        if shared >= 1 or len(end.words) < 2:
            return shared
        like = likeness(self.words_in(argument), end.words)
        return max(shared, like if like >= _SAME else 0.0)


@lru_cache(maxsize=_KEPT)
def read(text: str) -> Reading:
    """Read ``text``; the last few readings are kept."""
    doc = analyse(text)
    return Reading(
        text=text,
        tokens=Tokens.of(doc),
        marks=tuple(connectives(doc)),
        graph=parse(text),
    )


def _chars(unit: Unit) -> Range:
    return (unit.start or 0, unit.end or 0)
