"""Which words of a claim carry what is said, and whether two words are said of the same thing."""

from typing import Final

from prism.entailment.align import Match, compare
from prism.entailment.terms import Reading, Term, is_said_of

__all__ = [
    "core",
    "in_place",
    "is_light_verb",
    "of_another",
    "same_predicate",
    "same_slot",
    "weight",
]

_DIRECT: Final = ("obj-of", "comp-of", "mod-of", "subj-of", "comp", "obj", "mod")
_FULL: Final = 0.5  # a word below this weight says too little to exclude another filler


def core(reading: Reading) -> frozenset[int]:
    """Return the terms that carry what is said: full verbs, and what light verbs and *be* say."""
    found = {place for place, term in reading.terms.items() if _carries(reading, term)}
    return frozenset(found) or frozenset(p for p, t in reading.terms.items() if t.kind == "verb")


def _carries(reading: Reading, term: Term) -> bool:
    token = reading.doc[term.place]
    if term.kind == "verb" and term.weight >= _FULL:
        return True
    if token.dep_ in ("attr", "acomp", "oprd", "ROOT"):
        return term.kind != "pronoun"
    above = reading.terms.get(token.head.i)
    light = above is not None and above.weight < _FULL
    if is_said_of(token):
        return True
    return light and token.dep_ in ("dobj", "xcomp", "ccomp")


def is_light_verb(term: Term) -> bool:
    """Whether a verb says little by itself: *have*, *make*."""
    return term.kind == "verb" and term.weight < _FULL


def same_predicate(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether a light verb is said of the same participant on both sides: *had the evening off*."""
    if not is_light_verb(match.claim) or match.bond != "same":
        return False
    return same_slot(match, claim, text, matches)


def same_slot(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the two words fill the same role of words that answer each other."""
    for neighbour, role in claim.near.get(match.claim.place, {}).items():
        other = matches.get(neighbour)
        if other is None or other.bond in ("sibling", "antonym", "none"):
            continue
        if text.near.get(match.text.place, {}).get(other.text.place) == role:
            return True
    return False


def weight(matches: list[Match]) -> float:
    """Sum of weights; a light verb, which carries the polarity of its clause, counts whole."""
    return sum(1.0 if m.claim.kind == "verb" else m.claim.weight for m in matches)


def in_place(
    match: Match, claim: Reading, text: Reading, matches: dict[int, Match], limit: int = 2
) -> bool:
    """Whether the neighbours of a clashing word are answered near it."""
    near = set(claim.near.get(match.claim.place, {}))
    if not near:
        return True
    if near.isdisjoint(matches):  # what links it to the rest is told in other words
        near = {far for n in near for far in claim.near.get(n, {})} - {match.claim.place}
    answered = [matches[n] for n in near if n in matches]
    return not answered or any(
        text.distance(match.text.place, other.text.place) <= limit
        and other.bond not in ("sibling", "antonym")
        for other in answered
    )


def of_another(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the text says it of another subject: *the lathe did not lose its precision*."""
    asked = subject(claim, match.claim.place)
    said = subject(text, match.text.place)
    if asked is None or said is None or asked not in matches:
        return False
    if matches[asked].text.place == said or text.terms[said].kind in ("pronoun", "number"):
        return False
    if _tied_nouns(text, said, matches[asked].text.place):
        return False
    return compare(text.terms[said], claim.terms[asked], text) in ("none", "antonym", "sibling")


def _tied_nouns(text: Reading, one: int, other: int) -> bool:
    """Whether two nouns stand in one phrase: *the number of fractures*."""
    near = text.near.get(one, {})
    return other in near or any(
        other in text.near[between] and text.terms[between].kind != "verb" for between in near
    )


def subject(reading: Reading, place: int) -> int | None:
    """Return the nearest subject of a verb, or of the verb that a word hangs on directly."""
    above = (n for n, role in reading.near.get(place, {}).items() if role in _DIRECT)
    for verb in (place, *above):
        if reading.terms[verb].kind != "verb":
            continue
        subjects = [below for below, role in reading.near[verb].items() if role == "subj"]
        if subjects:
            return min(subjects, key=lambda below: abs(below - verb))
    return None
