"""Base forms of words, where the lemmatiser errs."""

from prism.lexicon import wordnet

__all__ = ["mended"]


def mended(lemma: str, word: str) -> str:
    """Undo a lemmatiser's slip: *riding* is not from *rid*, which would double its last letter.

    >>> mended("rid", "riding"), mended("visit", "visited")
    ('ride', 'visit')
    """
    if word in (lemma + "ing", lemma + "ed") and len(lemma) > 2:
        a, b, c = tuple(lemma[-3:])
        closed = a not in "aeiou" and b in "aeiou" and c not in "aeiouwxy"
        if closed and wordnet.known(lemma + "e"):
            return lemma + "e"
    return lemma
