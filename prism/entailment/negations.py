"""What one text denies and the other asserts."""

from typing import Final

from prism.entailment.align import Match
from prism.entailment.clash import Clash
from prism.entailment.predicates import core, in_place, of_another, same_predicate, weight
from prism.entailment.terms import Reading

__all__ = ["NO", "beside", "denied_extra", "flips", "negations"]

NO: Final = frozenset(
    {"no", "without", "neither", "few", "nor", "lack", "absence", "nobody", "none", "nothing"}
)
_PLAIN: Final = frozenset("not n't no never none nobody nothing without".split())
_LEXICAL: Final = frozenset("cannot vain non hardly lack lacks lacked incapable unable".split())
_NEGATED_NEAR: Final = 3
_SLACK: Final = 0.5  # weight of denied claim words that the text may leave out
_FULL: Final = 0.5  # a word below this weight says too little to exclude another filler


def flips(match: Match) -> bool:
    """Whether one side denies what the other asserts."""
    if match.bond in ("sibling", "none", "antonym"):
        return False
    if "pronoun" in (match.claim.kind, match.text.kind):
        return False
    return match.claim.denied != match.text.denied


def negations(
    claim: Reading, text: Reading, matches: dict[int, Match], strict: bool
) -> list[Clash]:
    """One clash at most: what one side denies of the claim's predicates the other asserts."""
    asked, said = core(claim), core(text)
    central = [
        m for m in matches.values()
        if m.claim.place in asked
        or m.text.place in said
        or same_predicate(m, claim, text, matches)
    ]  # fmt: skip
    flipped = [m for m in central if flips(m)]
    agreed = [
        m for m in central
        if not flips(m) and m.bond not in ("sibling", "antonym") and not _granted(m)
    ]  # fmt: skip
    if not flipped:
        flipped = [m for m in matches.values() if flips(m) and _quantified_by_no(m, claim, text)]
        agreed = []
    flipped = [
        m for m in flipped
        if in_place(m, claim, text, matches, _NEGATED_NEAR)
        and not of_another(m, claim, text, matches)
    ]  # fmt: skip
    if not flipped or weight(flipped) < weight(agreed):
        return []
    if strict and not _excludes(claim, text, matches):
        return []
    return [
        Clash(
            "negation",
            tuple(m.claim.place for m in flipped),
            tuple(m.text.place for m in flipped),
        )
    ]


def beside(clash: Clash, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether what the operators deny first is no part of the other side.

    *None of the four hundred seats creaked* denies a creaking, not that there are seats.
    """
    flipped = [matches[place] for place in clash.claim]
    if any(m.text.denied for m in flipped):
        reading, denied = text, [m.text.place for m in flipped if m.text.denied]
        answered = {m.text.place for m in matches.values()}
    else:
        reading, denied = claim, [m.claim.place for m in flipped]
        answered = set(matches)
    operators = {op for place in denied for op in reading.scopes.negations[place]}
    if reading is claim and (
        all(claim.doc[op].lower_ not in _PLAIN for op in operators)
        or any(_denies_near(m.text.place, text) for m in flipped)
    ):
        return True  # *stopped*, *missing*: there are many words for that
    return bool(operators) and not any(_aims_at(reading, op, answered) for op in operators)


def _denies_near(place: int, text: Reading) -> bool:
    """Whether the sentence of a word holds any negation: it may well deny in other words."""
    words = text.doc[place].sent
    return any(
        t.lower_ in _PLAIN or t.lower_ in _LEXICAL or text.scopes.negations[t.i] for t in words
    )


def _aims_at(reading: Reading, operator: int, answered: set[int]) -> bool:
    token = reading.doc[operator]
    first = token.head.i
    denied = operator in reading.scopes.negations[first]
    if token.lower_ not in _PLAIN or first not in reading.terms or not denied:
        return True
    return first in answered or reading.terms[first].weight < _FULL


def _granted(match: Match) -> bool:
    """Whether the text takes the word for granted under a negation, which speaks neither way."""
    return match.text.negated and match.text.presupposed and not match.claim.negated


def _quantified_by_no(match: Match, claim: Reading, text: Reading) -> bool:
    """Whether the denied word stands right under *no* or its like: *no hat*, *no less*."""
    reading, term = (text, match.text) if match.text.denied else (claim, match.claim)
    token = reading.doc[term.place]
    operators = reading.scopes.negations[term.place]
    if token.pos_ in ("ADJ", "ADV"):
        return any(reading.doc[op].head.i == term.place for op in operators)
    if token.pos_ not in ("NOUN", "PROPN", "PRON"):
        return False
    return any(
        reading.doc[op].lower_ in NO
        and (reading.doc[op].head.i == term.place or reading.doc[op].i == token.head.i)
        for op in operators
    )


def _excludes(claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the denial leaves no room: *no hat* excludes a sunhat, *no sunhat* not a hat."""
    flipped = [m for m in matches.values() if flips(m)]
    if any(m.text.denied and m.bond == "broader" for m in flipped):
        return False
    if any(m.text.denied for m in flipped) and denied_extra(text, matches):
        return False
    if any(m.claim.denied and m.bond == "narrower" for m in flipped):
        return False
    if any(m.bond in ("sibling", "antonym") for m in matches.values()):
        return False
    unanswered = sum(t.weight for t in claim.terms.values() if t.denied and t.place not in matches)
    return unanswered <= _SLACK


def denied_extra(
    text: Reading, matches: dict[int, Match], words: frozenset[str] | None = None
) -> int:
    """Count words that the text denies together with a matched one, and that the claim lacks.

    With ``words`` only those operators count: *no tall boy ran* does not deny that a boy did, while
    what stands beside *not* is mostly taken for granted.
    """
    answered = {m.text.place for m in matches.values()}
    operators = {
        op
        for m in matches.values()
        if m.text.negated
        for op in text.scopes.negations[m.text.place]
        if words is None or text.doc[op].lower_ in words
    }
    return sum(
        1
        for place, term in text.terms.items()
        if term.negated
        and place not in answered
        and term.weight >= _FULL
        and text.scopes.negations[place] & operators
    )
