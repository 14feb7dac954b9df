"""What a text says of the subject of a claim, wherever it speaks of it, against what the claim says.

*The gravel banks were washed away* is not told by *the gravel banks stayed*: the subject is
answered, and what is said of it is that nothing became of it.
"""

from collections.abc import Iterator
from typing import Final

from prism.claims.align import compare, phrased
from prism.claims.predicates import core
from prism.claims.terms import Reading
from prism.text.likeness import likeness

__all__ = ["said_of_subject"]

_SAME: Final = frozenset({"same", "synonym", "broader"})
_STEADY: Final = frozenset(
    "stay remain keep continue last hold survive endure persist still unchanged same intact whole "
    "usual normal regular full steady safe unharmed always untouched".split()
)
_STEADY_WORDS: Final = frozenset({"still", "always", "unchanged", "usual", "ever", "before"})
_AS: Final = frozenset({"before", "ever", "usual", "always", "planned"})


def said_of_subject(claim: Reading, text: Reading) -> dict[str, float]:
    """Return named evidence from what ``text`` says of the subject of ``claim``; each in [0, 1]."""
    asked = core(claim)
    subjects = [b for _, b in claim.links if _is_subject(claim, b) and b not in asked]
    named = {"subject like": 0.0, "subject unlike": 0.0, "subject steady": 0.0, "subject opposed": 0.0}
    if not subjects or not asked:
        return named
    tied = {
        (m.claim.place, m.text.place): m.bond == "synonym" for m in phrased(claim, text)
    }
    lemmas = {claim.terms[p].lemma for p in asked}
    for place in set(_predicates(claim, text, subjects)):
        term = text.terms[place]
        best = 0.0
        for wanted in asked:
            want = claim.terms[wanted]
            bond = compare(term, want, text)
            agrees = term.denied == want.denied
            told = bond in _SAME or tied.get((wanted, place), False)
            opposed = bond == "antonym" or not tied.get((wanted, place), True)
            like = 1.0 if told else 0.0 if opposed else likeness(term.lemma, want.lemma)
            if (told and not agrees) or (opposed and agrees):
                named["subject opposed"] = 1.0
            if agrees:
                best = max(best, like)
            elif opposed:
                best = 1.0
        named["subject like"] = max(named["subject like"], best)
        named["subject unlike"] = max(named["subject unlike"], 1.0 - best)
        if lemmas.isdisjoint(_STEADY) and _steady(text, place):
            named["subject steady"] = 1.0
    return named


def _predicates(claim: Reading, text: Reading, subjects: list[int]) -> Iterator[int]:
    """Yield the places of what ``text`` says of the words that answer the subjects."""
    said = core(text)
    for beside, term in text.terms.items():
        if term.kind == "pronoun" or not _is_subject(text, beside) or all(
            compare(term, claim.terms[s], text) not in _SAME for s in subjects
        ):
            continue
        for near, role in text.near.get(beside, {}).items():
            if role not in ("subj-of", "obj-of"):
                continue
            if near in said:
                yield near
            yield from (
                far for far, other in text.near.get(near, {}).items()
                if far in said and other in ("comp", "obj", "mod")
            )  # fmt: skip


def _is_subject(reading: Reading, place: int) -> bool:
    return reading.doc[place].dep_ in ("nsubj", "nsubjpass")


def _steady(text: Reading, place: int) -> bool:
    """Whether it tells that things stay as they were: *stays*, *the same*, *as before*."""
    token = text.doc[place]
    if text.terms[place].denied:
        return False
    if token.lemma_.lower() in _STEADY:
        return True
    near = [t.lower_ for t in token.subtree] if token.pos_ in ("VERB", "AUX") else []
    return any(
        word in _STEADY_WORDS and (word not in _AS or near[n - 1] in ("as", "than"))
        for n, word in enumerate(near)
        if n
    )
