"""Whether a word that is opposed to one of a claim is said of the same thing at the same time."""

from typing import Final

from prism.entailment.align import Match
from prism.entailment.predicates import in_place, is_light_verb, of_another, same_slot
from prism.entailment.terms import Reading, Term
from prism.entailment.words import exclusive

__all__ = ["opposed"]

_POSTURES: Final = frozenset("stand lie sit hang rest".split())
_UNTIL: Final = frozenset({"until", "till"})


def opposed(
    match: Match, claim: Reading, text: Reading, matches: dict[int, Match], strict: bool
) -> bool:
    """Whether an antonym speaks against the claim: the same is said of the same thing.

    ``strict`` compares two descriptions of one moment, where nobody does two things at once.
    A story tells of many moments.
    """
    if match.claim.denied != match.text.denied or is_light_verb(match.claim):
        return False
    if of_another(match, claim, text, matches) or not in_place(match, claim, text, matches):
        return False
    if strict:
        return True
    if match.claim.kind == "verb" and match.text.kind == "noun":
        return False  # *lost her life* for *died*, *the seller* for *bought*
    if exclusive(match.text.lemma, match.claim.lemma):
        return False
    if _turned_round(match, claim, text, matches):
        return False
    if _stands_on(match, claim) or _until(match, claim, text) or _earlier(match, claim, text):
        return False
    repeated = any(_same_word(t, match.claim) for t in text.terms.values())
    return not repeated or same_slot(match, claim, text, matches)


def _same_word(one: Term, other: Term) -> bool:
    return one.lemma == other.lemma and one.denied == other.denied


def _turned_round(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """*She is younger than the boat* for *the boat is older than she is*."""
    than = [b for (h, b), role in claim.links.items() if h == match.claim.place and role == "than"]
    doers = [b for (h, b), role in text.links.items() if h == match.text.place and role == "subj"]
    return any(place in matches and matches[place].text.place in doers for place in than)


def _stands_on(match: Match, claim: Reading) -> bool:
    """Whether two postures merely tell where something is: *the clinic lies above a vineyard*."""
    words = {match.claim.lemma, match.text.lemma}
    return words <= _POSTURES and any(
        c.dep_ in ("prep", "advmod") for c in claim.doc[match.claim.place].children
    )


def _until(match: Match, claim: Reading, text: Reading) -> bool:
    """*Open until six* is what *closes at six* says."""
    sides = ((claim, match.claim.place), (text, match.text.place))
    ends = [any(t.lower_ in _UNTIL for t in side.doc[place : place + 3]) for side, place in sides]
    return ends[0] != ends[1]


def _earlier(match: Match, claim: Reading, text: Reading) -> bool:
    """Whether the one event lies before the other: *she had joined*, and then *she left*."""
    if match.claim.kind != "verb" or match.text.kind != "verb":
        return False
    sides = ((claim, match.claim.place), (text, match.text.place))
    before = [
        any(c.lemma_ == "have" and c.dep_ == "aux" for c in side.doc[place].children)
        for side, place in sides
    ]
    return before[0] != before[1] and text.doc[match.text.place].tag_ in ("VBD", "VBN")
