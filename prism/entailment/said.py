"""What a text says of the subject of a claim, against what the claim says of it.

*The gravel banks were washed away* is not told by *the gravel banks stayed*: the subject is
answered, and what is said of it is that nothing became of it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from prism.entailment.align import compare, phrased
from prism.entailment.predicates import core
from prism.entailment.terms import Reading, Term
from prism.lexicon.likeness import likeness

__all__ = ["said_of_subject"]

_SAME: Final = frozenset({"same", "synonym", "broader"})
_STEADY: Final = frozenset(
    "stay remain keep continue last hold survive endure persist unchanged same intact whole usual "
    "normal regular full steady safe unharmed untouched".split()
)
_STILL: Final = frozenset({"still", "unchanged"})
_AS: Final = frozenset({"before", "ever", "usual", "always", "planned"})  # as before, than ever
_SAID: Final = ("comp", "obj", "mod")


def said_of_subject(claim: Reading, text: Reading) -> dict[str, float]:
    """Return named evidence from what ``text`` says of the claim's subject; each in [0, 1].

    How much like the claim's predicate the likest and the unlikest of it is, whether some of it
    excludes the claim, and whether it says that things stay as they were where the claim does not.
    """
    asked = core(claim)
    subjects = [place for place in claim.terms if _is_subject(claim, place) and place not in asked]
    said = sorted(set(_said_of(subjects, claim, text)))
    bonds = [[_stands(claim.terms[a], text.terms[s], claim, text) for a in asked] for s in said]
    likes = [max((abs(b) if b > 0 else 0.0 for b in row), default=0.0) for row in bonds]
    steady = any(claim.terms[place].lemma in _STEADY for place in asked)
    return {
        "subject like": max(likes, default=0.0),
        "subject unlike": 1.0 - min(likes, default=1.0),
        "subject opposed": float(any(b < 0 for row in bonds for b in row)),
        "subject steady": float(not steady and any(_is_steady(text, place) for place in said)),
    }


def _stands(want: Term, term: Term, claim: Reading, text: Reading) -> float:
    """Return how a predicate of the text stands to one of the claim: 1 tells it, −1 excludes it.

    Between 0 and 1 is how much the two words are alike.
    """
    bond = compare(term, want, text)
    tied = {
        m.bond
        for m in phrased(claim, text)
        if (m.claim.place, m.text.place) == (want.place, term.place)
    }
    agree = 1.0 if term.denied == want.denied else -1.0
    if bond in _SAME or "synonym" in tied:
        return agree
    if bond == "antonym" or "antonym" in tied:
        return -agree
    return likeness(term.lemma, want.lemma) if agree > 0 else 0.0


def _said_of(subjects: list[int], claim: Reading, text: Reading) -> Iterator[int]:
    """Yield the places of what ``text`` says of the words that answer the subjects."""
    said = core(text)
    for beside, term in text.terms.items():
        answers = (compare(term, claim.terms[place], text) in _SAME for place in subjects)
        if term.kind == "pronoun" or not _is_subject(text, beside) or not any(answers):
            continue
        for verb, role in text.near.get(beside, {}).items():
            if role in ("subj-of", "obj-of"):
                yield from (p for p, r in text.near[verb].items() if p in said and r in _SAID)
                yield from {verb} & said


def _is_subject(reading: Reading, place: int) -> bool:
    return reading.doc[place].dep_ in ("nsubj", "nsubjpass")


def _is_steady(text: Reading, place: int) -> bool:
    """Whether it tells that things stay as they were: *stays*, *is still*, *as before*."""
    token = text.doc[place]
    if text.terms[place].denied or token.lemma_.lower() in _STEADY:
        return not text.terms[place].denied
    words = [t.lower_ for t in token.subtree] if token.pos_ in ("VERB", "AUX") else []
    compared = any(a in ("as", "than") and b in _AS for a, b in pairwise(words))
    return compared or not _STILL.isdisjoint(words)
