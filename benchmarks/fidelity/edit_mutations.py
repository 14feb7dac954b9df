"""Changes of our own to a sentence that must break the fact it tells, one function a kind."""

import re
from collections.abc import Callable, Iterator

from spacy.tokens import Doc, Token

from prism.lexicon import wordnet
from prism.text.nlp import analyse

__all__ = ["MUTATIONS", "mutations"]

PLACES = "kitchen garage garden bedroom office school church hospital beach park forest".split()
TIMES = {
    "morning": "evening", "evening": "morning", "night": "noon", "today": "yesterday",
    "yesterday": "today", "monday": "thursday", "tuesday": "friday", "wednesday": "sunday",
    "thursday": "monday", "friday": "tuesday", "saturday": "wednesday", "sunday": "wednesday",
    "summer": "winter", "winter": "summer", "january": "june", "june": "january", "july": "march",
    "week": "decade", "day": "year", "year": "day", "hour": "month", "minutes": "weeks",
    "hours": "months", "days": "years", "weeks": "minutes", "months": "hours", "years": "days",
}  # fmt: skip
NUMBERS = "two three four five six seven eight nine ten twelve twenty fifty".split()


def mutations(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the result of every mutation that applies to ``sentence``."""
    doc = analyse(sentence)
    for name, change in MUTATIONS.items():
        changed = change(doc)
        if changed is not None and changed != sentence:
            yield name, changed


def negate(doc: Doc) -> str | None:
    """Deny the main verb."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or any(t.dep_ == "neg" for t in doc):
        return None
    auxiliary = next(
        (t for t in root.children if t.dep_ in ("aux", "auxpass") and t.i < root.i), None
    )
    if root.lemma_ == "be":
        return _after(doc, root, " not")
    if auxiliary is not None and auxiliary.lower_ != "to":
        return _after(doc, auxiliary, " not")
    if root.tag_ == "VBD":
        return doc.text[: root.idx] + f"did not {root.lemma_}" + doc.text[root.idx + len(root) :]
    return None


def swap(doc: Doc) -> str | None:
    """Exchange who did it and to whom it was done."""
    for verb in doc:
        subject = next((c for c in verb.children if c.dep_ == "nsubj"), None)
        thing = next((c for c in verb.children if c.dep_ == "dobj"), None)
        if subject is None or thing is None:
            continue
        kinds = (subject.pos_, thing.pos_)
        if all(kind in ("PROPN", "NOUN") for kind in kinds) and subject.lemma_ != thing.lemma_:
            a, b = _phrase(subject), _phrase(thing)
            if a[1] <= b[0]:
                text = doc.text
                return (
                    text[: a[0]]
                    + text[b[0] : b[1]]
                    + text[a[1] : b[0]]
                    + text[a[0] : a[1]]
                    + text[b[1] :]
                )
    return None


def number(doc: Doc) -> str | None:
    """Replace the first number by another."""
    for token in doc:
        if token.lower_ in NUMBERS:
            new = NUMBERS[(NUMBERS.index(token.lower_) + 3) % len(NUMBERS)]
            return _replace(doc, token, new)
        if re.fullmatch(r"\d+", token.text):
            return _replace(doc, token, str(int(token.text) * 2 + 3))
    return None


def place(doc: Doc) -> str | None:
    """Move it to another place."""
    for token in doc:
        if token.lower_ in PLACES and token.dep_ == "pobj":
            return _replace(doc, token, PLACES[(PLACES.index(token.lower_) + 4) % len(PLACES)])
    return None


def time(doc: Doc) -> str | None:
    """Move it to another time, or change how long it took."""
    for token in doc:
        if token.lower_ in TIMES:
            new = TIMES[token.lower_]
            return _replace(doc, token, new.capitalize() if token.text[0].isupper() else new)
    return None


def antonym(doc: Doc) -> str | None:
    """Turn an adjective or adverb into its opposite."""
    for token in doc:
        if token.pos_ in ("ADJ", "ADV"):
            opposites = wordnet.antonyms(token.lemma_.lower())
            if opposites:
                return _replace(doc, token, opposites[0])
    return None


def drop(doc: Doc) -> str | None:
    """Leave it out."""
    return ""


MUTATIONS: dict[str, Callable[[Doc], str | None]] = {
    "negate": negate, "swap participants": swap, "number": number, "place": place, "time": time,
    "antonym": antonym, "drop": drop,
}  # fmt: skip


def _after(doc: Doc, token: Token, what: str) -> str:
    end = token.idx + len(token)
    return doc.text[:end] + what + doc.text[end:]


def _replace(doc: Doc, token: Token, new: str) -> str:
    return doc.text[: token.idx] + new + doc.text[token.idx + len(token) :]


def _phrase(token: Token) -> tuple[int, int]:
    left, right = token.left_edge, token.right_edge
    return left.idx, right.idx + len(right)
