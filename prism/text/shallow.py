"""Clauses seen from their tags alone: a subject, then its verb.

Unreal premises are inverted, cut short or nominalised (*the dam held*, *the dam holding*, *had the
dam held*), and a parser trained on news attaches them at random, while the tags of their words stay
right. So a clause is recognised here by its first noun phrase and the verb after it.
"""

from bisect import bisect_left
from typing import Final, Literal

from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["Kind", "clause", "holds_clause", "noun_starts", "past_adverbs", "statement", "within"]

Kind = Literal["finite", "participle", "gerund"]

_NOUNS: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "EX", "CD", "JJR"})
_BEFORE: Final = frozenset({"DT", "PDT", "PRP$", "JJ", "JJR", "JJS", "CD", "POS", "$", "#", "HYPH"})
_VERBS: Final[dict[str, Kind]] = {
    "VBD": "finite",
    "VBZ": "finite",
    "VBP": "finite",
    "MD": "finite",
    "VBN": "participle",
    "VB": "participle",  # *had the dam hold*: what tagging makes of a participle that looks so
    "VBG": "gerund",
}
_ADVERBS: Final = frozenset({"RB", "RBR", "RBS"})
_AMOUNTS: Final = frozenset("less more fewer nothing none neither either no enough most".split())
_INVERTED: Final = frozenset({"had", "were", "should"})
_ATTACHES: Final = frozenset(
    "of in on at from with for by near behind under over between beside to about against".split()
)
_RELATIVE: Final = frozenset({"who", "which", "that", "whose", "whom", "where"})
_QUOTES: Final = frozenset("\"'“”‘’«»`") | {"``", "''"}


def clause(tokens: Tokens, start: int, end: int) -> tuple[int, Kind] | None:
    """Return the verb of the clause that opens at ``start`` and how it stands, or None.

    A clause is adverbs, a subject with what hangs on it, adverbs, and a verb; phrases between
    commas after the subject are passed over where a verb follows them. Linear, but for commas.
    """
    place = past_adverbs(tokens, start, end)
    if place < end and tokens.pos[place] == "ADP" and tokens.low[place] in _ATTACHES:
        place += 1  # *on Sunday the ferry sailed*: the phrase and the subject are one stretch
    subject = _past_subject(tokens, place, end)
    return None if subject == place else _verb(tokens, subject, end)


def statement(text: str, tokens: Tokens, chars: Range, cue: str) -> str:
    """Return the clause at ``chars`` as a plain statement: to be compared with what a story tells.

    The auxiliary ``cue`` of an inversion stands behind its subject again, and what stands between
    the subject and its verb (an apposition, a relative clause) is left out.
    """
    places = within(tokens, chars)
    found = clause(tokens, *places) if places else None
    if places is None or found is None:
        return text[slice(*chars)]
    opens, verb = past_adverbs(tokens, places[0], found[0]), found[0]
    while verb > opens and tokens.tag[verb - 1] in _ADVERBS:
        verb -= 1
    subject = _past_subject(tokens, opens, verb)
    subject = verb if subject == opens else subject
    auxiliary = f" {cue.lower()}" if cue.lower() in _INVERTED else ""
    head, rest = text[chars[0] : tokens.end[subject - 1]], text[tokens.start[verb] : chars[1]]
    return f"{head}{auxiliary} {rest}"


def holds_clause(tokens: Tokens, chars: Range) -> bool:
    """Whether a subject and its verb stand in the characters ``chars``."""
    places = within(tokens, chars)
    return places is not None and clause(tokens, *places) is not None


def within(tokens: Tokens, chars: Range) -> Range | None:
    """Return the tokens that start in the characters ``chars``, or None where none does."""
    first, last = bisect_left(tokens.start, chars[0]), bisect_left(tokens.start, chars[1])
    return (first, last) if first < last else None


def noun_starts(tokens: Tokens, place: int) -> bool:
    """Whether a noun phrase can begin at ``place``."""
    tag = tokens.at(place, tokens.tag)
    return tag in _NOUNS or tag in _BEFORE or tokens.at(place, tokens.low) in _AMOUNTS


def past_adverbs(tokens: Tokens, place: int, end: int) -> int:
    """Return the first token from ``place`` that is no adverb, quotation mark or blank."""
    while place < end and _passed(tokens, place):
        place += 1
    return place


def _passed(tokens: Tokens, place: int) -> bool:
    adverb = tokens.tag[place] in _ADVERBS and tokens.low[place] not in _AMOUNTS
    return adverb or tokens.low[place] in _QUOTES or tokens.pos[place] == "SPACE"


def _past_subject(tokens: Tokens, start: int, end: int) -> int:
    """Return the token after the noun phrase at ``start``, or ``start`` where there is none."""
    place, last = start, start
    while place < end:
        tag, following = tokens.tag[place], tokens.at(place + 1, tokens.tag)
        if tag in _NOUNS or tokens.low[place] in _AMOUNTS:
            last = place = place + 1
        elif tag in _BEFORE or (_modifies(tokens, place) and following in _NOUNS | _BEFORE):
            place += 1
            last = place if tag in ("DT", "POS", "JJ") else last  # *this held*, *the poor ate*
        elif last == place > start and (tokens.low[place] in _ATTACHES or tag == "CC"):
            if not noun_starts(tokens, place + 1):
                break
            place += 1
        else:
            break
    return last


def _modifies(tokens: Tokens, place: int) -> bool:
    """Whether the token can stand between an article and its noun: *very*, *broken*, *leaking*."""
    before = tokens.at(place - 1, tokens.tag)
    return tokens.tag[place] in _ADVERBS | {"VBN", "VBG"} and before in _BEFORE


def _verb(tokens: Tokens, place: int, end: int) -> tuple[int, Kind] | None:
    """Return the verb after a subject, past adverbs, asides and relative clauses."""
    place = past_adverbs(tokens, place, end)
    if place >= end:
        return None
    kind = _VERBS.get(tokens.tag[place])
    if kind is not None:
        return place, kind
    low = tokens.low[place]
    if low in (",", "(", "—", "–", "-"):
        closing = (i for i in range(place + 2, end) if tokens.low[i] in (",", ")", "—", "–", "-"))
        found = (_next_verb(tokens, i + 1, end) for i in closing)
        return next((verb for verb in found if verb is not None), None)
    if low in _RELATIVE:
        inner = next((i for i in range(place + 1, end) if tokens.tag[i] in _VERBS), end)
        outer = (i for i in range(inner + 1, end) if tokens.tag[i] in _VERBS)
        apart = next((i for i in outer if tokens.tag[i - 1] not in _VERBS), None)
        return (apart, _VERBS[tokens.tag[apart]]) if apart is not None else None
    return None


def _next_verb(tokens: Tokens, place: int, end: int) -> tuple[int, Kind] | None:
    place = past_adverbs(tokens, place, end)
    kind = _VERBS.get(tokens.tag[place]) if place < end else None
    return (place, kind) if kind is not None else None
