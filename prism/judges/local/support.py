"""What keeps a link that words state from being supported.

A link is *stated* when words mark it; it is *supported* only when the text asserts both ends, they
are not the same thing said twice nor each the other's reason, and something joins them, or joins
the argument they stand in to the question.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from prism.judges.local.asserting import unasserted
from prism.judges.local.content import akin
from prism.judges.local.edge_bars import Bar
from prism.judges.local.edge_effects import says_effect
from prism.judges.model.reading import End, Reading, read
from prism.lexicon.likeness import alike
from prism.lexicon.likeness import likeness as word_likeness
from prism.lexicon.wordnet import related
from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["doubts"]

_TAKEN_BACK: Final = 0.5  # share of an end's words that a text need not stand by to disown it
_SAME: Final = 0.85  # likeness of two words from which they say the same in two ends
_RESTATED: Final = 0.7  # likeness of two whole ends from which the one restates the other
_ABOUT: Final = 0.7  # likeness to the question from which an end is about it
_JOINED: Final = 0.45  # likeness of two words from which two ends may belong together
_CONTINUES: Final = 0.5  # share of the smaller end's words from which an argument goes on in it
_STEPS: Final = 3  # links from one about the question to one that follows from it
_NEAR: Final = 64  # links that are looked at for a word
_LOOPS: Final = frozenset(
    "feedback vicious spiral loop cycle reinforce other mutually turn".split()
)
_AMOUNTS: Final = frozenset("few little less more many much half double".split())
_STATES: Final = frozenset({"be", "seem", "remain", "stay"})

Words = frozenset[str]


def doubts(reading: Reading, question: Words, cause: End, effect: End) -> Iterator[Bar]:
    """Yield why the text does not support a link that it states, the weightiest first."""
    yield from _disowned(reading, cause, effect)
    apart = _denied(reading, cause) != _denied(reading, effect)
    nouns = _nouns(reading, cause) | _nouns(reading, effect)
    if _restates(cause.words, effect.words, nouns, apart):
        yield Bar("tautology", "the reason only says the claim again", cause.chars)
    yield from _circular(reading, cause, effect)
    if not _known(reading, question, cause, effect):
        words = "words state it, but nothing shows that its ends belong together"
        if question:
            words += " or to the question"
        yield Bar("not_known", words, effect.chars)


def _disowned(reading: Reading, cause: End, effect: End) -> Iterator[Bar]:
    disowned = unasserted(reading.text)
    for end in (cause, effect):
        span = range(*reading.token_span(end.chars)) if end.chars else range(0)
        taken = [i for i in span if i in disowned]
        if span and len(taken) >= _TAKEN_BACK * len(span):
            said = disowned[taken[0]]
            yield Bar("not_asserted", f"the text does not stand by it: “{said}”", end.chars)


@lru_cache(maxsize=2**14)
def _restates(one: Words, other: Words, nouns: Words = frozenset(), apart: bool = False) -> bool:
    """Whether two ends say the same: each word has its like in the other, amounts aside.

    Where only predicates differ (*prices rise*, *prices are higher*), the two as wholes must be
    alike, and each of ``nouns`` must stand in both.
    ``apart`` says that one of the two is negated: then an opposite says the same (*fail*, *no
    longer succeed*).
    """
    small, large = sorted((one - _AMOUNTS, other - _AMOUNTS), key=len)
    if not small or (one & _AMOUNTS != other & _AMOUNTS and len(large) < 2):
        return False
    if apart:
        turned = any(related(word, said) == "antonym" for word in large for said in small)
        shared = small & large
        return turned and len(shared) + 1 >= len(small) and bool(shared)
    matched = sum(any(_alike(word, said) for said in small) for word in large)
    if matched == len(large):
        return len(large) > 1 or one == other
    if any((word in nouns) and not any(_alike(word, o) for o in small) for word in large):
        return False
    return bool(nouns) and matched >= 0.5 * len(large) and _whole(small, large) >= _RESTATED


def _nouns(reading: Reading, end: End) -> Words:
    if end.chars is None:
        return frozenset()
    tokens, span = reading.tokens, range(*reading.token_span(end.chars))
    return frozenset(tokens.lemma[i] for i in span if tokens.pos[i] in ("NOUN", "PROPN"))


def _denied(reading: Reading, end: End) -> bool:
    return end.chars is not None and not reading.denied.isdisjoint(
        range(*reading.token_span(end.chars))
    )


def _alike(one: str, other: str) -> bool:
    return one == other or word_likeness(one, other) >= _SAME


def _whole(one: Words, other: Words) -> float:
    a, b = sorted(one), sorted(other)
    return min(alike(a, b), alike(b, a))


def _circular(reading: Reading, cause: End, effect: End) -> Iterator[Bar]:
    """Yield the link by which the text makes the effect the reason of its own cause."""
    if _told_as_loop(reading, cause, effect):
        return
    places = _links_by_word(reading.text)
    links = _links(reading.text)
    near = {n for word in effect.words for n in places.get(word, ())[:_NEAR]}
    for number in sorted(near):
        source, target, chars = links[number]
        if chars != effect.chars or source == effect.words:
            back = _restates(source, effect.words) and _restates(target, cause.words)
            if back or (source == effect.words and target == cause.words):
                yield Bar("circular", "the effect is also given as the cause of its cause", chars)
                return


def _told_as_loop(reading: Reading, cause: End, effect: End) -> bool:
    """Whether the words around the link say that it runs both ways: a loop is no circle."""
    places = [end.chars for end in (cause, effect) if end.chars]
    if not places:
        return False
    first, last = min(a for a, _ in places), max(b for _, b in places)
    start, _ = reading.token_span((first, last))
    sentence = reading.tokens.sentence[min(start, len(reading.tokens) - 1)]
    span = reading.tokens.sentences[sentence]
    return bool(_LOOPS & set(reading.tokens.lemma[slice(*span)]))


@lru_cache(maxsize=4)
def _links(text: str) -> tuple[tuple[Words, Words, Range], ...]:
    """Return the causal links of ``text``: content words of cause and effect, and where it is."""
    reading = read(text)
    by_id = reading.graph.by_id
    return tuple(
        (
            reading.unit_words[edge.source],
            reading.unit_words[edge.target],
            (by_id[edge.source].start or 0, by_id[edge.source].end or 0),
        )
        for edge in reading.graph.edges
        if edge.causal
    )


@lru_cache(maxsize=4)
def _links_by_word(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, (source, target, _) in enumerate(_links(text)):
        for word in sorted(source | target):
            found.setdefault(word, []).append(number)
    return found


def _known(reading: Reading, question: Words, cause: End, effect: End) -> bool:
    """Whether anything shows that the ends belong together, or to what was asked."""
    if question:
        if _about(cause.words | effect.words, question):
            return True
        reached = not (cause.words | effect.words).isdisjoint(_argument(reading.text, question))
        return reached and _joined(cause.words, effect.words)
    if effect.chars is not None and says_effect(reading.tokens, reading.token_span(effect.chars)):
        return True
    return _joined(cause.words, effect.words) or not _is_state(reading, cause)


def _joined(cause: Words, effect: Words) -> bool:
    """Whether two ends share a matter, or have words that are near in meaning."""
    pairs = [(a, b) for a in cause for b in effect]
    return not pairs or any(akin(a, b) or word_likeness(a, b) >= _JOINED for a, b in pairs)


@lru_cache(maxsize=2**14)
def _about(words: Words, question: Words) -> bool:
    if any(akin(word, asked) for word in words for asked in question):
        return True
    a, b = sorted(words), sorted(question)
    return max(alike(a, b), alike(b, a)) >= _ABOUT


@lru_cache(maxsize=8)
def _argument(text: str, question: Words) -> Words:
    """Return the words of the links that follow from those about the question.

    A link goes on from another where an end of the one has at least half the words of the other's.
    O(links × links that share a word with it), at most 64 a word.
    """
    links, places = _links(text), _links_by_word(text)
    reached = {n for n, (a, b, _) in enumerate(links) if _about(a | b, question)}
    edge = set(reached)
    for _ in range(_STEPS):
        near = {
            other
            for number in edge
            for word in sorted(links[number][0] | links[number][1])
            for other in places[word][:_NEAR]
            if other not in reached and _continues(links[number][:2], links[other][:2])
        }
        reached |= near
        edge = near
    return frozenset().union(*(links[n][0] | links[n][1] for n in sorted(reached)))


def _continues(one: Iterable[Words], other: Iterable[Words]) -> bool:
    return any(
        a and b and len(a & b) >= _CONTINUES * min(len(a), len(b)) for a in one for b in list(other)
    )


def _is_state(reading: Reading, end: End) -> bool:
    """Whether an end tells what something is like, and nothing that happens."""
    if end.chars is None:
        return False
    tokens, span = reading.tokens, range(*reading.token_span(end.chars))
    verbs = [i for i in span if tokens.pos[i] in ("VERB", "AUX")]
    return bool(verbs) and all(_tells_state(tokens, i) for i in verbs)


def _tells_state(tokens: Tokens, verb: int) -> bool:
    said = tokens.child(verb, "acomp", "attr")
    return tokens.lemma[verb] in _STATES and said is not None and tokens.pos[said] == "ADJ"
