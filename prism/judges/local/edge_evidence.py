"""What in a text speaks for a claimed causal link, piece by piece.

Every piece says how much it speaks for source → target: positive for that way round, negative for
target → source. Weights are log-odds set by hand and left alone; the kinds of evidence were chosen
with WhatIfBench's ten public records in sight. ``benchmarks/fidelity/judge.py`` holds the weights
against ones fitted with the record they are measured on left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from prism.judges.model.reading import End, Reading
from prism.text.connectives import Connective
from prism.text.finding import Range, is_finite
from prism.text.tokens import Tokens

__all__ = ["FIT", "WEIGHTS", "Piece", "joins", "pieces"]

Name = Literal[
    "cue", "correction", "opener", "split", "participle", "relative", "anaphor", "unreal", "order"
]  # fmt: skip

WEIGHTS: Final[dict[Name, float]] = {
    "cue": 4.0,  # words that state the link
    "correction": 8.0,  # words that take it back and state the other
    "opener": 2.5,  # “if …”, “by doing …”, “so …” at the head of one end
    "split": 2.5,  # subject in one unit, its predicate in the other
    "participle": 2.5,  # “…, delaying the harvest”
    "relative": 2.0,  # “… that would black out the city”
    "anaphor": 1.5,  # “This could …”
    "unreal": 0.6,  # the later clause goes on in the unreal mood
    "order": 0.5,  # what is told first tends to be the cause
}
FIT: Final = 0.5  # how well an argument must fit an end to stand for it
_CORRECTIONS: Final = frozenset({"fact", "rather", "actually", "contrary", "reverse", "reality"})
_CLAUSE_OPENERS: Final = frozenset({"if", "because", "since", "unless", "when", "once", "as"})
_PHRASE_OPENERS: Final = frozenset({"by", "from", "through", "without", "with", "given"})
_NOUN_OPENERS: Final = frozenset({"from", "without", "given"})
_EFFECT_OPENERS: Final = frozenset({"so", "thus", "hence", "therefore", "thereby", "consequently"})
_ANAPHORS: Final = frozenset({"this", "that", "these", "those", "such"})


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence: its name, the way it points (+1, −1), how well it fits, and where."""

    name: Name
    sign: int
    fit: float
    words: str
    chars: Range | None

    @property
    def weight(self) -> float:
        """Log-odds for source → target."""
        return WEIGHTS[self.name] * self.sign * self.fit


def pieces(reading: Reading, source: End, target: End, relation: str) -> list[Piece]:
    """Return every piece of evidence on the way the link runs."""
    found = list(_cues(reading, source, target, relation))
    if source.chars is not None and target.chars is not None and source.chars != target.chars:
        forward = source.chars < target.chars
        earlier, later = (source, target) if forward else (target, source)
        sign = 1 if forward else -1
        found += _shapes(reading, earlier, later, sign)
        found += _opener(reading, source, target)
        found.append(Piece("order", sign, 1.0, "it is told first", None))
    return found


def _cues(reading: Reading, source: End, target: End, relation: str) -> Iterator[Piece]:
    """Yield the marks that join the two ends, the best fitting each way; corrections apart."""
    best: dict[int, Piece] = {}
    for mark in reading.marks_near(source, target):
        concessive = mark.polarity == "negated" and mark.text.lower() == "even if"
        if mark.cause is None and not concessive:
            continue
        if mark.polarity == "negated" and not (concessive and relation == "CONDITION"):
            continue
        fit, source_is = joins(reading, mark, source, target)
        if fit < FIT:
            continue
        sign = 1 if (mark.cause or "arg2") == source_is else -1
        chars = (mark.start, mark.end)
        piece = Piece("cue", sign, fit, f"“{mark.text}” says so", chars)
        if _corrects(reading, mark) and -sign in best:
            piece = Piece("correction", sign, fit, f"“{mark.text}” turns it round", chars)
        if sign not in best or fit > best[sign].fit or piece.name == "correction":
            best[sign] = piece
    yield from best.values()


def joins(
    reading: Reading, mark: Connective, source: End, target: End
) -> tuple[float, Literal["arg1", "arg2"]]:
    """Return how well the mark's arguments fit the ends, and which one the source is."""
    forward = min(reading.fit(mark.arg1, source), reading.fit(mark.arg2, target))
    backward = min(reading.fit(mark.arg2, source), reading.fit(mark.arg1, target))
    if forward == backward:
        return 0.0, "arg1"
    return (forward, "arg1") if forward > backward else (backward, "arg2")


def _corrects(reading: Reading, mark: Connective) -> bool:
    """Whether the sentence of the mark takes something back (in fact, rather, on the contrary)."""
    first, _ = reading.token_span((mark.start, mark.end))
    start, end = reading.tokens.sentences[reading.tokens.sentence[first]]
    return any(reading.tokens.low[i] in _CORRECTIONS for i in range(start, end))


def _shapes(reading: Reading, earlier: End, later: End, sign: int) -> Iterator[Piece]:
    """Yield what the form of the later unit says of the one before it."""
    if earlier.chars is None or later.chars is None:
        return
    tokens = reading.tokens
    span = _opened(tokens, reading.token_span(later.chars))
    if span[0] >= span[1]:
        return
    opening = tokens.low[span[0]]
    words = f"“{_phrase(reading, span)}” "
    same = tokens.sentence[span[0]] == tokens.sentence[reading.token_span(earlier.chars)[0]]
    verb = _leading_verb(tokens, span)
    if same and verb is not None and tokens.tag[verb] == "VBG":
        yield Piece("participle", sign, 1.0, words + "tells what came of it", later.chars)
    elif same and opening in ("which", "that") and tokens.dep[span[0]] in ("nsubj", "mark"):
        yield Piece("relative", sign, 1.0, words + "tells what it does", later.chars)
    elif same and verb is not None and _lacks_predicate(reading, earlier):
        yield Piece("split", sign, 1.0, words + "is said of it", later.chars)
    elif opening in _ANAPHORS and tokens.dep[span[0]] in ("nsubj", "det", "nsubjpass"):
        yield Piece("anaphor", sign, 1.0, words + "points back to it", later.chars)
    if any(tokens.low[i] in ("would", "could", "might", "’d", "'d") for i in range(*span)):
        yield Piece("unreal", sign, 1.0, "it goes on to what would follow", later.chars)


def _opener(reading: Reading, source: End, target: End) -> Iterator[Piece]:
    """Yield the word of cause or condition that one of two ends in one sentence opens with."""
    tokens = reading.tokens
    spans = [reading.token_span(end.chars) for end in (source, target) if end.chars is not None]
    if len(spans) < 2 or any(first >= last for first, last in spans):
        return
    if tokens.sentence[spans[0][0]] != tokens.sentence[spans[1][0]]:
        return
    opens = [_opening(tokens, span) for span in spans]
    for turn, end, (word, role) in ((1, source, opens[0]), (-1, target, opens[1])):
        if role and opens[0][1] != opens[1][1]:
            yield Piece("opener", turn * role, 1.0, f"it opens with “{word}”", end.chars)


def _opening(tokens: Tokens, span: Range) -> tuple[str, int]:
    """Return the word a unit opens with, and 1 if it marks a cause, −1 an effect, 0 neither."""
    first = span[0]
    while first < span[1] and tokens.pos[first] in ("PUNCT", "SPACE", "CCONJ"):
        first += 1
    word, following = tokens.at(first, tokens.low), tokens.at(first + 1, tokens.tag)
    if word in _CLAUSE_OPENERS and tokens.dep[first] in ("mark", "advmod"):
        return word, 1
    if word in _PHRASE_OPENERS and (word in _NOUN_OPENERS or following == "VBG"):
        return word, 1
    return word, -1 if word in _EFFECT_OPENERS and following not in ("JJ", "RB") else 0


def _opened(tokens: Tokens, span: Range) -> Range:
    """Return ``span`` without the conjunctions, adverbs and punctuation it opens with."""
    first = span[0]
    while first < span[1] and tokens.pos[first] in ("PUNCT", "SPACE", "CCONJ", "ADV", "ADP"):
        first += 1
    return first, span[1]


def _leading_verb(tokens: Tokens, span: Range) -> int | None:
    """Return the verb that the unit opens with, auxiliaries and adverbs before it allowed."""
    for place in range(*span):
        if tokens.pos[place] == "VERB":
            return place
        if tokens.pos[place] not in ("AUX", "PART", "ADV"):
            return None
    return None


def _lacks_predicate(reading: Reading, end: End) -> bool:
    if end.chars is None:
        return False
    return not any(is_finite(reading.tokens, i) for i in range(*reading.token_span(end.chars)))


def _phrase(reading: Reading, span: Range) -> str:
    last = min(span[0] + 4, span[1]) - 1
    return reading.text[reading.tokens.start[span[0]] : reading.tokens.end[last]]
