"""Which word of a text answers which word of a claim."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import isclose
from typing import Final

from prism.entailment.terms import Reading, Term
from prism.entailment.words import Bond, bond

__all__ = ["Match", "align", "compare", "implied", "phrased"]

_STRENGTH: Final[dict[Bond, float]] = {
    "same": 1.0, "synonym": 0.9, "broader": 0.85, "narrower": 0.7, "antonym": 0.75,
    "sibling": 0.45,
}  # fmt: skip
_OTHER_NUMBER: Final = 0.3
_PHRASED: Final = 0.8
_NEARBY: Final = {1: 0.4, 2: 0.25, 3: 0.1}  # by the number of links to an answered neighbour
_SAME_ROLE: Final = 0.2
_SHARED_SENTENCE: Final = 0.5
_TOTAL: Final = frozenset({"nobody", "nothing", "none", "everyone", "everybody"})
_PRONOUN: Final = 0.55
_UNREAL: Final = 0.3
_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A term of a claim and the term of the text that answers it, with how the two words stand."""

    claim: Term
    text: Term
    bond: Bond
    strength: float


def align(claim: Reading, text: Reading) -> dict[int, Match]:
    """Return the best match of every term of ``claim`` in ``text``, by the claim's token places.

    Words are compared first; then, in a few rounds, a candidate gains where the neighbours of the
    claim's word were answered near it. O(claim terms × text terms × rounds).
    """
    options = {place: _options(term, claim, text) for place, term in claim.terms.items()}
    for match in phrased(claim, text):
        options[match.claim.place].append(match)
    focus = _focus(claim, text, options)
    chosen: dict[int, Match] = {}
    for _ in range(_ROUNDS):
        chosen = {
            place: max(found, key=lambda m: _score(m, claim, text, chosen, focus))
            for place, found in options.items()
            if found
        }
    return chosen


def implied(match: Match) -> bool:
    """Whether the text's word implies the claim's, in the monotonicity of its place."""
    if match.bond in ("same", "synonym"):
        return True
    downward = (match.claim.negated and match.text.negated) or (
        match.claim.every and match.text.every
    )
    if match.bond == "broader":
        return not downward
    if match.bond == "narrower":
        return downward
    if match.bond == "antonym":
        return match.claim.denied != match.text.denied
    return False


def _options(term: Term, claim: Reading, text: Reading) -> list[Match]:
    found = []
    for other in text.terms.values():
        kind = compare(other, term, text)
        if kind != "none":
            strength = _STRENGTH[kind]
            if kind == "sibling" and term.number is not None:
                strength = _OTHER_NUMBER
            if other.kind == "pronoun" or term.kind == "pronoun":
                strength = _PRONOUN
            found.append(Match(term, other, kind, strength))
    return found


@lru_cache(maxsize=512)
def phrased(claim: Reading, text: Reading) -> tuple[Match, ...]:
    """Return matches of words that tell or exclude one fact together: *nod off*, *fall asleep*."""
    found = []
    for fact, wanted in claim.phrases.items():
        for asked, said in product(wanted, text.phrases.get(fact, ())):
            head = text.terms[said.head]
            if head.number is not None and claim.terms[asked.head].number is not None:
                continue  # *five* and *seven* both exclude *half a dozen*; values tell them apart
            if asked.excludes != said.excludes:
                found.append(Match(claim.terms[asked.head], head, "antonym", _PHRASED))
                continue
            places = sorted(asked.places & claim.terms.keys())
            found += [Match(claim.terms[place], head, "synonym", _PHRASED) for place in places]
    return tuple(found)


def compare(other: Term, term: Term, text: Reading) -> Bond:
    """Return how a term of the text stands to a term of the claim."""
    if other.number is not None or term.number is not None:
        return _numbers(other, term)
    if "pronoun" in (other.kind, term.kind):
        return _pronouns(other, term, text)
    if other.kind == "name" and term.kind == "name":
        return "same" if _bare(other.lemma) == _bare(term.lemma) else "none"
    if term.lemma in _TOTAL:
        return "same" if other.lemma == term.lemma else "none"
    found = bond(_bare(other.lemma), _bare(term.lemma), other.pos, term.pos)
    if found == "none" and term.lemma in other.lemma.split("-"):
        return "same"
    if found == "sibling" and other.kind != term.kind and "name" in (other.kind, term.kind):
        return "none"
    return found


def _pronouns(other: Term, term: Term, text: Reading) -> Bond:
    """A claim's pronoun may mean any noun; a text's one what the claim names, if named before."""
    if term.kind == "pronoun":
        return "synonym" if other.kind in ("name", "noun", "pronoun") else "none"
    if term.kind not in ("name", "noun"):
        return "none"
    named = any(t.lemma == term.lemma and t.place < other.place for t in text.terms.values())
    return "synonym" if named else "none"


def _bare(lemma: str) -> str:
    return lemma.strip(".'’")


def _numbers(other: Term, term: Term) -> Bond:
    if other.number is None or term.number is None:
        return "none"
    if other.measure and term.measure and other.measure[0] == term.measure[0]:
        one, two = other.measure[1], term.measure[1]
    else:
        one, two = _plain(other.number, other.measure), _plain(term.number, term.measure)
    return "same" if isclose(one, two) else "sibling"


def _plain(number: float, measure: tuple[str, float] | None) -> float:
    """The number itself; a percentage as the share it is, so that *half* is *fifty percent*."""
    return measure[1] if measure is not None and measure[0] == "share" else number


def _focus(claim: Reading, text: Reading, options: dict[int, list[Match]]) -> dict[int, float]:
    """Return how much of the claim each sentence of the text answers, in [0, 1]."""
    total = sum(term.weight for term in claim.terms.values())
    found: dict[int, float] = {}
    for matches in options.values():
        best: dict[int, float] = {}
        for match in matches:
            number = text.sentence[match.text.place]
            best[number] = max(best.get(number, 0.0), match.strength * match.claim.weight)
        for number, gain in best.items():
            found[number] = found.get(number, 0.0) + gain / total
    return found


def _score(
    match: Match,
    claim: Reading,
    text: Reading,
    chosen: dict[int, Match],
    focus: dict[int, float],
) -> float:
    score = match.strength - (_UNREAL if match.text.unreal and not match.claim.unreal else 0.0)
    score += _SHARED_SENTENCE * focus[text.sentence[match.text.place]]
    for neighbour, role in claim.near.get(match.claim.place, {}).items():
        answered = chosen.get(neighbour)
        if answered is None:
            continue
        steps = text.distance(match.text.place, answered.text.place)
        score += _NEARBY.get(steps, 0.0)
        if text.near[match.text.place].get(answered.text.place) == role:
            score += _SAME_ROLE
    return score
