"""What rules a claimed causal link out, whichever way it would run."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from prism.graph import Unit
from prism.judges.local.content import content, novel
from prism.judges.local.edge_effects import says_effect, vague_words
from prism.judges.local.edge_evidence import FIT, Piece, joins
from prism.judges.model.reading import End, Reading, novelty
from prism.text.finding import Range, is_finite
from prism.text.tokens import Tokens

__all__ = ["Bar", "bars", "says_something"]

_NOVEL: Final = 0.5  # share of an effect's words that the question must not have said already
_DWELLS: Final = 0.17  # novelty below which an answer as a whole says the question again
_TRUE: Final = frozenset({"true", "right", "correct", "case"})
_UNTRUE: Final = frozenset(
    """
    myth false falsely wrong wrongly mistaken mistakenly untrue incorrect incorrectly fallacy
    misconception refute disprove debunk
    """.split()
)
_ASSOCIATION: Final = frozenset({"correlate", "associate", "coincide", "accompany", "correlation"})


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a link cannot hold, whichever way it runs."""

    code: str
    words: str
    chars: Range | None = None


def bars(
    reading: Reading, question: frozenset[str], source: End, target: End, found: list[Piece]
) -> Iterator[Bar]:
    """Yield what rules the link out, given its pieces and the content words of the question."""
    forward = sum(piece.weight for piece in found) >= 0
    cause, effect = (source, target) if forward else (target, source)
    if not _tells(reading, cause, back=True):
        yield Bar("empty_end", "the cause end says nothing that could be one", cause.chars)
    if not says_something(reading, effect):
        yield Bar("empty_end", "the effect end says nothing that could be one", effect.chars)
    if question and novelty(reading.text, question) < _DWELLS:
        yield Bar("restates_question", "the answer as a whole dwells on the question", effect.chars)
    elif _restates(reading, effect, question):
        yield Bar("restates_question", "the effect only says the question again", effect.chars)
    elif _is_vague(reading, _widened(reading, effect)):
        yield Bar("vague_end", "the effect is only that something would be different", effect.chars)
    if effect.words and effect.words == cause.words:
        yield Bar("same_content", "both ends say the same", effect.chars)
    yield from _denials(reading, source, target)
    yield from _disowned(reading, found)
    if all(piece.name in ("order", "unreal") for piece in found):
        yield from _associations(reading, source, target)
    for end in (cause, effect):
        yield from _contradictions(reading, end)


def says_something(reading: Reading, end: End) -> bool:
    """Whether ``end``, or else the rest of its sentence, has a word that carries a claim."""
    return _tells(reading, end)


def _tells(reading: Reading, end: End, *, back: bool = False) -> bool:
    wide = _widened(reading, end, back=back)
    return bool(wide.words) or _acts(reading, wide)


def _acts(reading: Reading, end: End) -> bool:
    """Whether the end tells an act, or that nothing changes, in words too light to be content."""
    return end.chars is not None and says_effect(reading.tokens, reading.token_span(end.chars))


def _widened(reading: Reading, end: End, *, back: bool = False) -> End:
    """Return ``end``, or the rest of its sentence where the end alone says nothing.

    With ``back`` also the sentence before: where a text goes on after a sentence that says
    nothing, what it goes on from is what stood before that.
    """
    if end.words or end.chars is None:
        return end
    rest = reading.rest_of_sentence(end.chars)
    before = reading.said_before(end.chars) if back else None
    chars = before if before and not reading.words_in(rest) else rest
    return End(end.text, chars, reading.words_in(chars))


def _restates(reading: Reading, effect: End, question: frozenset[str]) -> bool:
    """Whether the effect brings (next to) nothing that the question had not said."""
    wide = _widened(reading, effect)
    if not question or not wide.words:
        return False
    new = novel(wide.words, question)
    return len(new) < _NOVEL * len(wide.words) or (wide is not effect and len(new) < 2)


def _is_vague(reading: Reading, effect: End) -> bool:
    """Whether the effect has a subject and a finite predicate that says no more than “changes”."""
    if effect.chars is None or _acts(reading, effect):
        return False
    tokens = reading.tokens
    first, last = reading.token_span(effect.chars)
    subjects = [
        i
        for i in range(first, last)
        if tokens.dep[i] in ("nsubj", "nsubjpass", "expl") and first <= tokens.head[i] < last
    ]
    if not any(is_finite(tokens, tokens.head[i]) for i in subjects):
        return False
    said = [i for i in range(first, last) if not _hangs_on(tokens, i, subjects)]
    vague = vague_words(tokens, (first, last))
    return not any(content(tokens, (i, i + 1)) - vague for i in said)


def _hangs_on(tokens: Tokens, place: int, above: list[int]) -> bool:
    """Whether ``place`` is one of ``above`` or depends on one of them."""
    while place not in above:
        if tokens.head[place] == place:
            return False
        place = tokens.head[place]
    return True


def _denials(reading: Reading, source: End, target: End) -> Iterator[Bar]:
    """Yield where the text says that the one is not why the other."""
    for mark in reading.marks_near(source, target):
        negated = mark.polarity == "negated" and mark.text.lower() != "even if"
        if negated and joins(reading, mark, source, target)[0] >= FIT:
            yield Bar("denied", f"the text denies it: “{mark.text}”", (mark.start, mark.end))


def _disowned(reading: Reading, found: list[Piece]) -> Iterator[Bar]:
    """Yield where the sentence that states the link only asks it, or it is called untrue."""
    tokens = reading.tokens
    for piece in found:
        if piece.name != "cue" or piece.chars is None:
            continue
        cue = reading.token_span(piece.chars)[0]
        number = tokens.sentence[cue]
        first, last = tokens.sentences[number]
        if "?" in tokens.low[first:last]:
            yield Bar("denied", "the text only asks whether it is so", piece.chars)
        before = range(first, cue)
        untrue = [i for i in before if tokens.lemma[i] in _UNTRUE and tokens.dep[i] != "amod"]
        untrue += _called_untrue(tokens, number + 1)
        if untrue:
            word = reading.text[tokens.start[untrue[0]] : tokens.end[untrue[0]]]
            yield Bar("denied", f"the text disowns it: “{word}”", piece.chars)


def _called_untrue(tokens: Tokens, number: int) -> list[int]:
    """Return the words by which sentence ``number`` calls what stands before it untrue."""
    if number >= len(tokens.sentences):
        return []
    first, last = tokens.sentences[number]
    opens = next((i for i in range(first, last) if tokens.pos[i] in ("PRON", "NOUN", "VERB")), last)
    if tokens.at(opens, tokens.low) not in ("this", "that", "it"):
        return []
    denied = any(tokens.dep[i] == "neg" for i in range(first, last))
    words = _TRUE if denied else _UNTRUE
    return [i for i in range(first, last) if tokens.lemma[i] in words]


def _associations(reading: Reading, source: End, target: End) -> Iterator[Bar]:
    """Yield the word of mere association that stands between or in the two ends."""
    if source.chars is None or target.chars is None:
        return
    first = min(source.chars[0], target.chars[0])
    last = max(source.chars[1], target.chars[1])
    tokens = reading.tokens
    for place in range(*reading.token_span((first, last))):
        if tokens.lemma[place] in _ASSOCIATION:
            word = reading.text[tokens.start[place] : tokens.end[place]]
            chars = (tokens.start[place], tokens.end[place])
            yield Bar("association_only", f"“{word}” says only that they go together", chars)
            return


def _contradictions(reading: Reading, end: End) -> Iterator[Bar]:
    """Yield the unit that tells the opposite of what the end tells, both as a fact."""
    for unit in reading.units_at(end.chars) if end.chars else ():
        if _covers(end, unit):
            for other in reading.opposites.get(unit.id, ()):
                chars = (other.start or 0, other.end or 0)
                yield Bar("contradicted", f"elsewhere the text says “{other.text}”", chars)


def _covers(end: End, unit: Unit) -> bool:
    if end.chars is None or unit.start is None or unit.end is None:
        return False
    common = min(end.chars[1], unit.end) - max(end.chars[0], unit.start)
    return common >= FIT * (unit.end - unit.start)
