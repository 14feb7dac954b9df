"""Words that a rewrite exchanged where it else repeats its source word for word.

Who tells a thing in other words rarely changes one word of a sentence; who changes a fact often
does. So a content word that stands alone between repeated words says something new, unless it is
another word for the same.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Final

from prism.entailment.align import Match, align, compare
from prism.entailment.entail import Comparison
from prism.entailment.terms import Reading, Term
from prism.entailment.words import bond, rivals

__all__ = ["exchanged", "replaced"]

_REPEATED: Final = 8  # so many repeated tokens around one exchanged word make it deliberate
_BEFORE: Final = 2
_ALL_ELSE: Final = 0.95  # share of the rest of a claim that must stand around a rival
_FULL: Final = 0.5  # a word below this weight says too little
_TELLING: Final = ("noun", "name", "number", "verb", "adj", "adv")


def exchanged(claim: Reading, text: Reading, source: Reading) -> tuple[int, int] | None:
    """Return a word of ``claim`` that ``text`` exchanged against ``source``, and what stands there.

    Token places in the claim and in the text; None where nothing of the claim was exchanged.
    """
    places = dict(_exchanges(source, text))
    if not places:
        return None
    for place, match in align(claim, source).items():
        new = places.get(match.text.place)
        if new is not None and match.bond in ("same", "synonym"):
            return place, new
    return None


def replaced(claim: Reading, text: Reading, found: Comparison) -> tuple[int, int] | None:
    """Return a noun of ``claim`` in whose place ``text`` has a rival, all else being answered.

    *Commutes by bus* for *commutes by boat*, *had been an astronomer* for *a fisherman*.
    """
    total = sum(term.weight for term in claim.terms.values())
    for place in found.missing:
        wanted = claim.terms[place]
        if found.support * total < _ALL_ELSE * (total - wanted.weight):
            continue
        for other, role in _instead(place, claim, text, found.matches):
            if _rival(wanted, text.terms[other], role):
                return place, other
    return None


def _instead(
    place: int, claim: Reading, text: Reading, matches: dict[int, Match]
) -> Iterator[tuple[int, str]]:
    """Yield words of the text that hang where a word of the claim would, and their role there."""
    taken = {match.text.place for match in matches.values()}
    for beside, role in claim.near[place].items():
        if beside in matches:
            answer = matches[beside].text.place
            for other in text.near[answer]:
                if other not in taken and text.near[other][answer] == role:
                    yield other, role


def _rival(wanted: Term, said: Term, role: str) -> bool:
    """Whether two nouns cannot both be meant; of two people, one does what another does not."""
    if {wanted.kind, said.kind} != {"noun"}:
        return False
    people = all(bond(t.lemma, "person", "NOUN", "NOUN") == "broader" for t in (wanted, said))
    return (people and role == "subj-of") or rivals(wanted.lemma, said.lemma)


@lru_cache(maxsize=64)
def _exchanges(source: Reading, text: Reading) -> tuple[tuple[int, int], ...]:
    """Return the places of exchanged words in ``source`` and in ``text``."""
    before = [token.lower_ for token in source.doc]
    after = [token.lower_ for token in text.doc]
    blocks = SequenceMatcher(None, before, after).get_matching_blocks()
    found = []
    for one, other in pairwise(blocks):
        old, new = one.a + one.size, one.b + one.size
        single = other.a - old == 1 and other.b - new == 1
        around = one.size + other.size >= _REPEATED and one.size >= _BEFORE and other.size
        if single and around and _differ(source, old, text, new):
            found.append((old, new))
    return tuple(found)


def _differ(source: Reading, old: int, text: Reading, new: int) -> bool:
    """Whether two words say different things of one kind."""
    if old not in source.terms or new not in text.terms:
        return False
    was, now = source.terms[old], text.terms[new]
    if was.kind not in _TELLING or now.kind not in _TELLING or now.weight < _FULL:
        return False
    return compare(now, was, text) in ("none", "sibling", "antonym", "narrower")
