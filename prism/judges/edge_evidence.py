"""What in a text speaks for and against a claimed causal link, piece by piece.

Every piece says how much it speaks for source → target: positive for that way round, negative for
target → source. A bar rules the link out whichever way it runs. Weights are log-odds set by hand
before anything was measured; ``benchmarks/fidelity/judge.py`` checks them against weights fitted
with one record left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from prism.graph import Unit
from prism.judges.content import content, novel
from prism.judges.reading import End, Reading, novelty
from prism.text.connectives import Connective
from prism.text.finding import Range, is_finite
from prism.text.tokens import Tokens

__all__ = ["WEIGHTS", "Bar", "Piece", "bars", "pieces", "widened"]

Name = Literal[
    "cue", "correction", "opener", "split", "participle", "relative", "anaphor", "unreal", "order"
]  # fmt: skip

WEIGHTS: Final[dict[Name, float]] = {
    "cue": 4.0,  # words that state the link
    "correction": 8.0,  # words that take it back and state the other
    "opener": 2.5,  # “if …”, “by doing …”, “from …” at the head of one end
    "split": 2.5,  # subject in one unit, its predicate in the other
    "participle": 2.5,  # “…, delaying the harvest”
    "relative": 2.0,  # “… that would black out the city”
    "anaphor": 1.5,  # “This could …”
    "unreal": 0.6,  # the later clause goes on in the unreal mood
    "order": 0.5,  # what is told first tends to be the cause
}
_FIT: Final = 0.5
_NOVEL: Final = 0.5  # share of an effect's words that the question must not have said already
_ASSOCIATION: Final = frozenset({"correlate", "associate", "coincide", "accompany", "correlation"})
_CORRECTIONS: Final = frozenset({"fact", "rather", "actually", "contrary", "reverse", "reality"})
_DWELLS: Final = 0.5  # novelty below which an answer as a whole says the question again
_VAGUE: Final = frozenset({"change", "alter", "affect", "influence", "differ", "transform"})
_CLAUSE_OPENERS: Final = frozenset({"if", "because", "since", "unless", "when", "once", "as"})
_PHRASE_OPENERS: Final = frozenset({"by", "from", "through", "without", "with", "given"})
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


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a link cannot hold, whichever way it runs."""

    code: str
    words: str
    chars: Range | None = None


def widened(reading: Reading, end: End, *, back: bool = False) -> End:
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


def bars(
    reading: Reading, question: frozenset[str], source: End, target: End, found: list[Piece]
) -> Iterator[Bar]:
    """Yield what rules the link out, given its pieces and the content words of the question."""
    forward = sum(piece.weight for piece in found) >= 0
    cause, effect = (source, target) if forward else (target, source)
    if not widened(reading, cause, back=True).words:
        yield Bar("empty_end", "the cause end says nothing that could be one", cause.chars)
    if not widened(reading, effect).words:
        yield Bar("empty_end", "the effect end says nothing that could be one", effect.chars)
    if question and novelty(reading.text, question) < _DWELLS:
        yield Bar("restates_question", "the answer as a whole dwells on the question", effect.chars)
    elif _restates(reading, effect, question):
        yield Bar("restates_question", "the effect only says the question again", effect.chars)
    elif _is_vague(reading, widened(reading, effect)):
        yield Bar("vague_end", "the effect is only that something would be different", effect.chars)
    if effect.words and effect.words == cause.words:
        yield Bar("same_content", "both ends say the same", effect.chars)
    yield from _denials(reading, source, target)
    if all(piece.name in ("order", "unreal") for piece in found):
        yield from _associations(reading, source, target)
    for end in (cause, effect):
        yield from _contradictions(reading, end)


def _cues(reading: Reading, source: End, target: End, relation: str) -> Iterator[Piece]:
    """Yield the marks that join the two ends, the best fitting each way; corrections apart."""
    best: dict[int, Piece] = {}
    for mark in reading.marks:
        concessive = mark.polarity == "negated" and mark.text.lower() == "even if"
        if mark.cause is None and not concessive:
            continue
        if mark.polarity == "negated" and not (concessive and relation == "CONDITION"):
            continue
        fit, source_is = _joins(reading, mark, source, target)
        if fit < _FIT:
            continue
        sign = 1 if (mark.cause or "arg2") == source_is else -1
        chars = (mark.start, mark.end)
        piece = Piece("cue", sign, fit, f"“{mark.text}” says so", chars)
        if _corrects(reading, mark) and -sign in best:
            piece = Piece("correction", sign, fit, f"“{mark.text}” turns it round", chars)
        if sign not in best or fit > best[sign].fit or piece.name == "correction":
            best[sign] = piece
    yield from best.values()


def _joins(
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
    opens = [_opening_word(tokens, span) for span in spans]
    for sign, end, word in ((1, source, opens[0]), (-1, target, opens[1])):
        if word and not all(opens):
            yield Piece("opener", sign, 1.0, f"it opens with “{word}”", end.chars)


def _opening_word(tokens: Tokens, span: Range) -> str:
    """Return the word of cause or condition a unit opens with, or ''."""
    first = span[0]
    while first < span[1] and tokens.pos[first] in ("PUNCT", "SPACE", "CCONJ"):
        first += 1
    word = tokens.at(first, tokens.low)
    if word in _CLAUSE_OPENERS and tokens.dep[first] in ("mark", "advmod"):
        return word
    gerund = tokens.at(first + 1, tokens.tag) == "VBG"
    causal_from = word in ("from", "without", "given") or gerund
    return word if word in _PHRASE_OPENERS and causal_from else ""


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


def _restates(reading: Reading, effect: End, question: frozenset[str]) -> bool:
    """Whether the effect brings (next to) nothing that the question had not said."""
    wide = widened(reading, effect)
    if not question or not wide.words:
        return False
    new = novel(wide.words, question)
    return len(new) < _NOVEL * len(wide.words) or (wide is not effect and len(new) < 2)


def _is_vague(reading: Reading, effect: End) -> bool:
    """Whether the effect has a subject and a finite predicate that says no more than “changes”."""
    if effect.chars is None:
        return False
    tokens = reading.tokens
    span = reading.token_span(effect.chars)
    subjects = [i for i in range(*span) if tokens.dep[i] in ("nsubj", "nsubjpass")]
    if not subjects or not any(is_finite(tokens, i) for i in range(*span)):
        return False
    about = {k for i in subjects for k in range(tokens.left[i], tokens.right[i] + 1)}
    said = [i for i in range(*span) if i not in about]
    return not any(content(tokens, (i, i + 1)) - _VAGUE for i in said)


def _denials(reading: Reading, source: End, target: End) -> Iterator[Bar]:
    """Yield where the text says that the one is not why the other."""
    for mark in reading.marks:
        negated = mark.polarity == "negated" and mark.text.lower() != "even if"
        if negated and _joins(reading, mark, source, target)[0] >= _FIT:
            yield Bar("denied", f"the text denies it: “{mark.text}”", (mark.start, mark.end))


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
    for pair in reading.opposed:
        for unit, other in (pair, pair[::-1]):
            if _covers(end, unit):
                chars = (other.start or 0, other.end or 0)
                yield Bar("contradicted", f"elsewhere the text says “{other.text}”", chars)


def _covers(end: End, unit: Unit) -> bool:
    if end.chars is None or unit.start is None or unit.end is None:
        return False
    common = min(end.chars[1], unit.end) - max(end.chars[0], unit.start)
    return common >= _FIT * (unit.end - unit.start)
