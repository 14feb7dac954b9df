"""A response read once: its parse, its marked relations, its units and what they are about."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from prism.graph import CausalGraph, Unit
from prism.judges.local.content import content, likeness, novel, text_content
from prism.parsers.ground import ground
from prism.text.connectives import Connective, connectives
from prism.text.finding import Range
from prism.text.nlp import analyse
from prism.text.parse import parse
from prism.text.tokens import Tokens

__all__ = ["End", "Reading", "novelty", "read"]

_KEPT: Final = 4  # readings kept, for all probes of one response come together
_SAME: Final = 0.75  # likeness from which two statements tell the same
_AGAIN: Final = 0.65  # likeness from which an argument mentions a unit again
_NEAR: Final = 32  # mentions of a word looked at on either side
_COVERED: Final = 0.5  # share of the shorter stretch from which the two are the same place
_PRONOUNS: Final = frozenset({"this", "that", "it", "these", "those", "which"})
_HELD: Final = frozenset({"asserted", "attributed"})


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

    @cached_property
    def clusters(self) -> tuple[frozenset[str], ...]:
        """Content words of what hangs together: every sentence, and the two ends of every link."""
        sentences = [content(self.tokens, span) for span in self.tokens.sentences]
        links = [
            self.unit_words[edge.source] | self.unit_words[edge.target]
            for edge in self.graph.edges
            if edge.causal
        ]
        return (*sentences, *links)

    @cached_property
    def denied(self) -> frozenset[int]:
        """Tokens of the units that deny what they tell."""
        units = [unit for unit in self.graph.units if unit.polarity == "negated"]
        return frozenset(i for unit in units for i in range(*self.token_span(_chars(unit))))

    @cached_property
    def opposed(self) -> tuple[tuple[Unit, Unit], ...]:
        """Pairs of units of which one states what the other denies, both as a fact.

        Near-linear: a unit is compared with those nearest to it of the units that share a word.
        """
        held = [unit for unit in self.graph.units if unit.modality in _HELD]
        at: dict[str, list[int]] = {}
        for number, unit in enumerate(held):
            for word in sorted(self.unit_words[unit.id]):
                at.setdefault(word, []).append(number)
        pairs: dict[tuple[str, str], tuple[Unit, Unit]] = {}
        for number, unit in enumerate(held):
            words = self.unit_words[unit.id]
            if unit.polarity != "negated" or len(words) < 2:
                continue
            near = (near for word in sorted(words) for near in _nearest(at[word], number))
            for other in (held[place] for place in near):
                fresh = other.polarity == "affirmed" and (other.id, unit.id) not in pairs
                if fresh and likeness(words, self.unit_words[other.id]) >= _SAME:
                    pairs[other.id, unit.id] = (other, unit)
        return tuple(pairs.values())

    @cached_property
    def opposites(self) -> dict[str, list[Unit]]:
        """What stands against a unit in :attr:`opposed`, by the unit's id."""
        found: dict[str, list[Unit]] = {}
        for one, other in self.opposed:
            found.setdefault(one.id, []).append(other)
            found.setdefault(other.id, []).append(one)
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return [_chars(unit)[0] for unit in self.graph.units]

    def units_at(self, chars: Range) -> tuple[Unit, ...]:
        """Return the units that may share a character with ``chars``, in text order."""
        first = max(0, bisect_right(self._starts, chars[0]) - 1)
        return self.graph.units[first : bisect_left(self._starts, chars[1])]

    def token_span(self, chars: Range) -> Range:
        """Return the tokens that start inside ``chars``."""
        return bisect_left(self.tokens.start, chars[0]), bisect_left(self.tokens.start, chars[1])

    def words_in(self, chars: Range) -> frozenset[str]:
        """Return the content words of the characters ``chars``."""
        return content(self.tokens, self.token_span(chars))

    def rest_of_sentence(self, chars: Range) -> Range:
        """Return the characters from the start of ``chars`` to the end of its sentence."""
        first, last = self.token_span(chars)
        if first >= last:
            return chars
        return chars[0], self._sentence(self.tokens.sentence[last - 1])[1]

    def said_before(self, chars: Range) -> Range | None:
        """Return the nearest sentence before that of ``chars`` that says something, or None."""
        first, last = self.token_span(chars)
        number = self.tokens.sentence[first] - 1 if first < last else -1
        while number >= 0 and not content(self.tokens, self.tokens.sentences[number]):
            number -= 1
        return self._sentence(number) if number >= 0 else None

    def _sentence(self, number: int) -> Range:
        first, last = self.tokens.sentences[number]
        return self.tokens.start[first], self.tokens.end[last - 1]

    def end(self, text: str, start: object, stop: object) -> End:
        """Return the end of a link, located by its offsets or else by its words."""
        if isinstance(start, int) and isinstance(stop, int) and start < stop <= len(self.text):
            return End(text, (start, stop), self.words_in((start, stop)))
        unit = ground([Unit(id="end", text=text)], self.text)[0]
        if unit.start is not None and unit.end is not None:
            chars = (unit.start, unit.end)
            return End(text, chars, self.words_in(chars))
        words = text_content(text)
        return End(text, self._units_with(words), words)

    def _units_with(self, words: frozenset[str]) -> Range | None:
        """Return the units of the first sentence that has all of ``words``, two or more."""
        if len(words) < 2:
            return None
        by_sentence: dict[int | None, list[Unit]] = {}
        for unit in self.graph.units:
            if self.unit_words[unit.id] & words:
                by_sentence.setdefault(unit.sentence, []).append(unit)
        for units in by_sentence.values():
            if words <= frozenset().union(*(self.unit_words[unit.id] for unit in units)):
                return _chars(units[0])[0], _chars(units[-1])[1]
        return None

    def fit(self, argument: Range, end: End) -> float:
        """Return how well an argument of a mark covers an end, or mentions it again, in [0, 1]."""
        shared = 0.0
        if end.chars is not None:
            common = min(argument[1], end.chars[1]) - max(argument[0], end.chars[0])
            shorter = min(argument[1] - argument[0], end.chars[1] - end.chars[0])
            shared = max(0, common) / max(1, shorter)
        if shared >= _COVERED:
            return shared
        like = likeness(self.words_in(argument), end.words)
        return max(shared, like if like >= _AGAIN else 0.0)

    def marks_near(self, source: End, target: End) -> list[Connective]:
        """Return the marks that touch or mention both ends, in text order.

        Of the marks that mention a word those nearest to either end count, so that a long text
        that says the same words again and again is judged in linear time.
        """
        places = [end.chars[0] for end in (source, target) if end.chars is not None] or [0]
        starts = [bisect_left(self._mark_starts, place) for place in places]
        both = self._touching(source, starts) & self._touching(target, starts)
        return [self.marks[number] for number in sorted(both)]

    def _touching(self, end: End, places: Sequence[int]) -> set[int]:
        by_sentence, by_word = self._mark_index
        found = {
            number
            for word in end.words
            for place in places
            for number in _nearest(by_word.get(word, []), place)
        }
        for sentence in self._sentences(end.chars) if end.chars else ():
            found.update(by_sentence.get(sentence, ()))
        return found

    @cached_property
    def _mark_starts(self) -> list[int]:
        return [mark.start for mark in self.marks]

    @cached_property
    def _mark_index(self) -> tuple[dict[int, list[int]], dict[str, list[int]]]:
        """Numbers of the marks by the sentences and by the content words of their arguments."""
        by_sentence: dict[int, list[int]] = {}
        by_word: dict[str, list[int]] = {}
        for number, mark in enumerate(self.marks):
            for argument in (mark.arg1, mark.arg2):
                for sentence in self._sentences(argument):
                    by_sentence.setdefault(sentence, []).append(number)
                for word in self.words_in(argument):
                    by_word.setdefault(word, []).append(number)
        return by_sentence, by_word

    def _sentences(self, chars: Range) -> range:
        first, last = self.token_span(chars)
        numbers = self.tokens.sentence
        return range(numbers[first], numbers[last - 1] + 1) if first < last else range(0)


@lru_cache(maxsize=_KEPT)
def read(text: str) -> Reading:
    """Read ``text``; the last few readings are kept."""
    doc = analyse(text)
    tokens = Tokens.of(doc)
    bare = Reading(text=text, tokens=tokens, marks=tuple(connectives(doc)), graph=parse(text))
    return replace(bare, marks=tuple(_resolved(bare, mark) for mark in bare.marks))


@lru_cache(maxsize=_KEPT)
def novelty(text: str, question: frozenset[str]) -> float:
    """Return how many content words that are not the question's ``text`` has for each of its words.

    Explanations reach 0.35 and more, loose facts 0.23; answers that only turn the question over
    stay below 0.15, however many words of cause they use.
    """
    tokens = read(text).tokens
    spoken = [word for i in range(len(tokens)) for word in content(tokens, (i, i + 1))]
    new = novel(frozenset(spoken), question)
    return sum(word in new for word in spoken) / max(1, sum(map(str.isalnum, tokens.low)))


def _resolved(reading: Reading, mark: Connective) -> Connective:
    """Return ``mark`` with a bare pronoun in place of argument 2 read as the sentence before."""
    if reading.text[slice(*mark.arg2)].lower() not in _PRONOUNS:
        return mark
    before = reading.said_before(mark.arg1)
    return replace(mark, arg2=before) if before else mark


def _nearest(numbers: Sequence[int], place: int) -> Sequence[int]:
    """Return those of the sorted ``numbers`` that stand nearest to ``place`` on either side."""
    middle = bisect_left(numbers, place)
    return numbers[max(0, middle - _NEAR) : middle + _NEAR]


def _chars(unit: Unit) -> Range:
    return (unit.start or 0, unit.end or 0)
