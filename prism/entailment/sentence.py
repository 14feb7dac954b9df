"""The one sentence of a text that says most of a claim, and how well each word is answered there.

``align`` looks for the best answer to every word in the whole text; what stands together in one
sentence is better evidence. Words that only resemble each other count here, by their likeness.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from prism.entailment.align import compare, phrased
from prism.entailment.terms import Reading, Term
from prism.entailment.words import Bond
from prism.lexicon.likeness import likeness

__all__ = ["Told", "mean", "told", "weigh"]

_WORTH: Final[Mapping[Bond, float]] = {
    "same": 1.0, "synonym": 0.9, "broader": 0.85, "narrower": 0.6, "sibling": 0.3, "antonym": 0.0,
    "none": 0.0,
}  # fmt: skip
_BY_PRONOUN: Final = 0.8
_ELSEWHERE: Final = 0.5  # a name that another sentence has
_LIKE: Final = 0.7
_OPEN: Final = ("noun", "verb", "adj", "adv")


@dataclass(frozen=True, slots=True)
class Told:
    """Where a text says most of a claim.

    ``number`` is that of the sentence; ``shares`` how well each claim word is answered there, in
    [0, 1]; ``around`` the same with the sentences before and after; ``answers`` maps a text word to
    the claim word that it answers. Words are given by their token places.
    """

    number: int
    shares: Mapping[int, float]
    around: Mapping[int, float]
    answers: Mapping[int, int]


def told(claim: Reading, text: Reading) -> Told:
    """Return the sentence of ``text`` that says most of ``claim``; the first of equal ones.

    O(claim words × text words).
    """
    elsewhere, worths = _worths(claim, text)
    found = [_answered(elsewhere, worths.get(n, [])) for n in range(_sentences(text))]
    scores = [round(mean(claim, claim.terms, shares), 9) for shares, _ in found]
    best = scores.index(max(scores))
    beside = [shares for shares, _ in found[max(0, best - 1) : best + 2]]
    around = {place: max(s.get(place, 0.0) for s in beside) for place in claim.terms}
    return Told(best, found[best][0], around, found[best][1])


def weigh(terms: Iterable[Term]) -> float:
    """Return the sum of the weights of ``terms``."""
    return sum(term.weight for term in terms)


def mean(claim: Reading, places: Iterable[int], shares: Mapping[int, float]) -> float:
    """Return the mean of ``shares`` over ``places`` of the claim, by weight; 0 for no place."""
    asked = list(places)
    total = weigh(claim.terms[p] for p in asked) or 1.0
    return sum(claim.terms[p].weight * shares.get(p, 0.0) for p in asked) / total


def _sentences(text: Reading) -> int:
    return max(text.sentence.values(), default=0) + 1


Worth = tuple[float, int, int]  # minus the worth, so that the best sorts first; claim, text place


def _worths(claim: Reading, text: Reading) -> tuple[dict[int, float], dict[int, list[Worth]]]:
    """Return what names anywhere are worth, and the worth of every pair of words by sentence."""
    elsewhere: dict[int, float] = {}
    worths: dict[int, list[Worth]] = {}
    for place, term in claim.terms.items():
        for beside, other in text.terms.items():
            kind = compare(other, term, text)
            if kind == "same" and term.kind == "name":
                elsewhere[place] = _ELSEWHERE
            worth = _worth(term, other, kind)
            if worth > 0:
                worths.setdefault(text.sentence[beside], []).append((-worth, place, beside))
    for match in phrased(claim, text):
        if match.claim.denied == match.text.denied and match.bond == "synonym":
            pair = (-match.strength, match.claim.place, match.text.place)
            worths.setdefault(text.sentence[match.text.place], []).append(pair)
    return elsewhere, worths


def _answered(
    elsewhere: Mapping[int, float], worths: list[Worth]
) -> tuple[dict[int, float], dict[int, int]]:
    """Give every claim word its best answer in a sentence, the best pairs first."""
    shares, answers = dict(elsewhere), dict[int, int]()
    done: set[int] = set()
    for worth, place, beside in sorted(worths):
        if place not in done and beside not in answers:
            done.add(place)
            answers[beside] = place
            shares[place] = max(shares.get(place, 0.0), -worth)
    return shares, answers


def _worth(term: Term, other: Term, kind: Bond) -> float:
    if "pronoun" in (term.kind, other.kind):
        return _BY_PRONOUN if kind != "none" else 0.0
    if kind == "sibling" and term.number is not None:
        return 0.0
    worth = _WORTH[kind]
    if kind in ("none", "sibling", "narrower") and term.kind in _OPEN and other.kind in _OPEN:
        return max(worth, _LIKE * likeness(other.lemma, term.lemma))
    return worth
