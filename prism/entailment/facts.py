"""The facts that a stretch of a story tells, each as a claim of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc, Token

from prism.text.nlp import analyse

__all__ = ["Fact", "facts"]

_LEADING: Final = re.compile(
    r"^\W*(?:and|but|so|because|since|as|although|though|while|which|who|then|yet|when|after|before"
    r"|also|meanwhile|therefore|thus|hence|however|still|as a result|consequently)\b[\s,]*",
    re.IGNORECASE,
)
_SUBJECTS: Final = ("nsubj", "nsubjpass")
_ADJUNCTS: Final = ("prep", "npadvmod", "advmod", "agent")


@dataclass(frozen=True, slots=True)
class Fact:
    """One claim: its words, and half-open offsets of where the story tells it."""

    text: str
    start: int
    end: int


def facts(story: str, start: int, end: int) -> tuple[Fact, ...]:
    """Return the facts of ``story[start:end]``: what it says, and each of its particulars.

    The first is the unit itself without its leading connective; the others are its predicate with
    one particular each (a number, a place, a time, a participant).

    >>> [fact.text for fact in facts("It was shut, so Ana Lee moved to Oslo in 2011.", 13, 46)]
    ['Ana Lee moved to Oslo in 2011', 'Ana Lee moved to Oslo', 'Ana Lee moved in 2011']
    """
    text = story[start:end]
    lead = _LEADING.match(text)
    first = start + (lead.end() if lead and lead.end() < len(text) else 0)
    last = start + len(text.rstrip(" .,;:!?"))
    doc = analyse(story)
    inside = [t for t in doc if first <= t.idx < last and not t.is_space]
    if not any(t.pos_ in ("VERB", "AUX") for t in inside):
        return ()  # a fragment without a predicate tells nothing by itself
    whole = Fact(_subject_before(doc, inside) + story[first:last], first, last)
    parts = list(_particulars(doc, inside))
    return (
        (whole, *(part for part in parts if part.text != whole.text))
        if len(parts) > 1
        else (whole,)
    )


def _subject_before(doc: Doc, inside: list[Token]) -> str:
    """Return the subject that a unit shares with what stands outside it, or ''."""
    places = {t.i for t in inside}
    verb = next((t for t in inside if t.pos_ in ("VERB", "AUX") and t.head.i not in places), None)
    if verb is None or any(c.dep_ in _SUBJECTS and c.i in places for c in verb.children):
        return ""
    above = verb
    while above.dep_ in ("conj", "xcomp", "advcl", "aux") and above.head.i != above.i:
        above = above.head
        found = next((c for c in above.children if c.dep_ in _SUBJECTS), None)
        if found is not None:
            return _words(doc, _near(found)) + " "
    if above.dep_ in ("relcl", "acl") and above.head.i not in places:
        return _words(doc, _near(above.head)) + " "
    return ""


def _words(doc: Doc, places: list[int]) -> str:
    return " ".join(doc[i].text for i in sorted(places)).replace(" 's", "'s")


def _particulars(doc: Doc, inside: list[Token]) -> Iterator[Fact]:
    places = {t.i for t in inside}
    for verb in inside:
        if verb.pos_ not in ("VERB", "AUX") or verb.dep_ in ("aux", "auxpass"):
            continue
        subject = next((c for c in verb.children if c.dep_ in _SUBJECTS and c.i in places), None)
        if subject is None:
            continue
        core = {verb.i, *_near(subject)}
        core |= {c.i for c in verb.children if c.dep_ in ("aux", "auxpass", "neg", "prt")}
        for thing in verb.children:
            if thing.dep_ in ("dobj", "attr", "acomp", "oprd"):
                core |= set(_near(thing))
        for adjunct in verb.children:
            if adjunct.dep_ in _ADJUNCTS and adjunct.i in places and _tells(adjunct):
                wanted = core | {
                    t.i for t in adjunct.subtree if t.i in places and t.dep_ != "punct"
                }
                yield _fact(doc, wanted)


def _near(token: Token) -> list[int]:
    """A noun with its own modifiers, but without clauses that hang on it."""
    found = [token.i]
    for child in token.children:
        if child.dep_ in ("det", "compound", "amod", "nummod", "poss", "case", "neg", "quantmod"):
            found += [t.i for t in child.subtree]
    return found


def _tells(adjunct: Token) -> bool:
    return any(t.pos_ in ("NOUN", "PROPN", "NUM") for t in adjunct.subtree)


def _fact(doc: Doc, wanted: set[int]) -> Fact:
    order = sorted(i for i in wanted if doc[i].pos_ not in ("PUNCT", "SPACE"))
    words = re.sub(r"\s+", " ", " ".join(doc[i].text for i in order)).replace(" 's", "'s")
    return Fact(words, doc[order[0]].idx, doc[order[-1]].idx + len(doc[order[-1]]))
