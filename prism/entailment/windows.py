"""Negations by the order of words, where a parser hangs them elsewhere: *not he but she*, *rather
than leave*, *not for a minute was she awake*.
"""

from typing import Final

from spacy.tokens import Doc, Token

__all__ = ["carried_on", "contrasted", "fronted", "passed_over"]

_BREAKS: Final = frozenset(". ; : ! ? , ( ) —".split())
_STOPS: Final = frozenset(". ; ! ?".split())
_CONTRAST: Final = 6  # so many words may stand between *not* and *but*
_WOULD: Final = frozenset({"would", "could", "might"})
_FAR: Final = 60  # no such negation reaches farther
_FRONTED: Final = 6  # and so many between a negation that opens a clause and its verb
_FRONTING: Final = frozenset("not never nor hardly scarcely rarely seldom no".split())
_REVERSED: Final = frozenset("only until till before since because if without".split())
_HELPING: Final = frozenset(
    "was were is are am had has have did do does could can would will should might must".split()
)


def contrasted(token: Token) -> set[int] | None:
    """Return what stands between *not* and *but*, None where no *but* follows in its phrase.

    >>> from prism.text.nlp import analyse
    >>> doc = analyse("Not she but the girl drew the boats.")
    >>> [doc[i].text for i in contrasted(doc[0])]
    ['she']
    """
    if token.lower_ != "not":
        return None
    between: list[Token] = []
    for word in token.doc[token.i + 1 : token.i + 2 + _CONTRAST]:
        if word.lower_ == "but":
            phrase = bool(between) and all(w.pos_ not in ("VERB", "AUX") for w in between)
            return {w.i for w in between} if phrase and between[0].lower_ != "only" else None
        if word.text in _BREAKS:
            return None
        between.append(word)
    return None


def passed_over(token: Token) -> set[int]:
    """Return what *than* of *rather than* sets aside: the words up to the next break.

    >>> from prism.text.nlp import analyse
    >>> doc = analyse("She slept there rather than walk home, and rose early.")
    >>> [doc[i].text for i in sorted(passed_over(doc[4]))]
    ['walk', 'home']
    """
    if token.lower_ != "than" or not token.i or token.nbor(-1).lower_ != "rather":
        return set()
    return _up_to_break(token.doc, token.i + 1)


def fronted(token: Token) -> set[int]:
    """Return what a negation denies that opens a clause and turns its word order.

    >>> from prism.text.nlp import analyse
    >>> doc = analyse("At no time was she awake.")
    >>> [doc[i].text for i in sorted(fronted(doc[1]))]
    ['she', 'awake']
    """
    if token.lower_ not in _FRONTING:
        return set()
    doc, start = token.doc, token.i
    if token.lower_ == "no":  # *at no time*, *in no way*
        start -= 1
        if start < 0 or doc[start].pos_ != "ADP":
            return set()
    if start and doc[start - 1].text not in _BREAKS and doc[start - 1].lower_ not in ("and", "but"):
        return set()
    for place in range(token.i + 1, min(token.i + 2 + _FRONTED, len(doc) - 1)):
        word = doc[place]
        if word.text in _BREAKS or word.lower_ in _REVERSED:
            return set()
        if word.lower_ in _HELPING:
            turned = doc[place + 1].pos_ in ("PRON", "PROPN", "DET", "NUM")
            return _up_to_break(doc, place + 1) if turned else set()
    return set()


def carried_on(modal: Token) -> set[int]:
    """Return what *would have* goes on to govern without a subject of its own.

    >>> from prism.text.nlp import analyse
    >>> doc = analyse("Leo would have slipped, let go and landed below; as it was, he did not.")
    >>> [doc[i].text for i in sorted(carried_on(doc[1]))][-3:]
    ['and', 'landed', 'below']
    """
    if (
        modal.lower_ not in _WOULD
        or modal.i + 1 >= len(modal.doc)
        or modal.nbor(1).lower_ != "have"
    ):
        return set()
    found = set()
    for word in modal.doc[modal.i + 1 : modal.i + 1 + _FAR]:
        if word.text in _STOPS or word.lower_ == "but" or word.dep_ in ("nsubj", "nsubjpass"):
            break
        found.add(word.i)
    return found


def _up_to_break(doc: Doc, start: int) -> set[int]:
    found: list[int] = []
    for word in doc[start : start + _FAR]:
        if word.text in _BREAKS:
            break
        found.append(word.i)
    return set(found)
