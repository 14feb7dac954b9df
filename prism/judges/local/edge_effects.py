"""Effects that are told in words which carry no claim alone: *called off*, *hardly change*.

A light verb with its particle names an act (Quirk et al. 1985, phrasal verbs, 16.3), and that
something does not change is a statement of its own. Both are told apart from ends that say only
that something would be different.
"""

from collections.abc import Iterator
from typing import Final

from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["says_effect", "vague_words"]

_VAGUE: Final = frozenset({"change", "alter", "affect", "influence", "differ", "transform"})
_DENIABLE: Final = _VAGUE | {"different", "differently", "happen", "occur", "exist", "matter"}
_LIGHT: Final = frozenset(
    "begin bring call come do drive drop fall get give go hand keep lay let lie make move pass "
    "pull put run see send set shut show stand step take throw turn wear work".split()
)
_PARTICLES: Final = frozenset(
    "across ahead along apart around aside away back by down forth forward in off on out over "
    "through together under up".split()
)
_IDLE: Final = frozenset(  # particle verbs that say that something is so, and idioms of talk
    {("turn", "out"), ("work", "out"), ("bring", "up"), ("come", "up"), ("come", "in"),
     ("get", "by"), ("come", "by"), ("set", "forth"), ("put", "forth"), ("put", "forward")}
)  # fmt: skip
_IDIOMS: Final = frozenset(
    {("give", "way"), ("give", "birth"), ("let", "go"), ("let", "loose"), ("take", "hold"),
     ("take", "root"), ("take", "flight"), ("come", "apart"), ("come", "loose"), ("go", "wrong")}
)  # fmt: skip
_DENIERS: Final = frozenset("not n't n’t never hardly barely scarcely little rarely seldom".split())
_NONE: Final = frozenset("nothing nobody none little few no neither hardly".split())
_OTHERWISE: Final = frozenset("different differently otherwise another change changes".split())
_WHATEVER: Final = frozenset("thing something everything anything matter situation all".split())
_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
_AGAIN: Final = _PARTICLES | {"again", "ever", "stay", "remain", "long", "before"}
_STAYS: Final = frozenset({"be", "remain", "stay", "keep"})


def says_effect(tokens: Tokens, span: Range) -> bool:
    """Whether the tokens of ``span`` name an act by a light verb, or deny that something changes.

    >>> from prism.text.nlp import analyse
    >>> def said(text):
    ...     tokens = Tokens.of(analyse(text))
    ...     return says_effect(tokens, (0, len(tokens)))
    >>> said("The match was called off."), said("Their yields would hardly change.")
    (True, True)
    >>> said("Things would be very different."), said("Life would not be the same.")
    (False, False)
    """
    return any(_act(tokens, i, span) or _no_change(tokens, i, span) for i in range(*span))


def vague_words(tokens: Tokens, span: Range) -> frozenset[str]:
    """Return the words that say no more than “changes”, as the tokens of ``span`` use them.

    Where all is *different*, or *not the same*, *go on* and *again* add nothing to it.
    """
    otherwise = any(tokens.low[i] in _OTHERWISE for i in range(*span))
    unlike = any(
        tokens.low[i] == "same" and any(_denied(tokens, head, span) for head in _above(tokens, i))
        for i in range(*span)
    )
    return _VAGUE | _AGAIN if otherwise or unlike else _VAGUE


def _act(tokens: Tokens, verb: int, span: Range) -> bool:
    """Whether a light verb and its particle stand here, and it is not only done “differently”."""
    lemma = tokens.lemma[verb]
    if lemma not in _LIGHT or tokens.pos[verb] not in ("VERB", "AUX"):
        return False
    if any(tokens.low[i] in _OTHERWISE for i in range(*span)):
        return False
    subject = tokens.child(verb, *_SUBJECTS)
    if subject is not None and tokens.lemma[subject] in _WHATEVER:
        return False
    if (lemma, tokens.at(verb + 1, tokens.low)) in _IDIOMS:
        return True
    return any((lemma, tokens.low[i]) not in _IDLE for i in _particles(tokens, verb, span))


def _particles(tokens: Tokens, verb: int, span: Range) -> Iterator[int]:
    """Yield the particles of a verb: right behind it or behind its object, with nothing below."""
    for place in range(verb + 1, min(verb + 4, span[1])):
        alone = not tokens.has(place, "pobj", "pcomp", "prep")
        if tokens.low[place] in _PARTICLES and tokens.head[place] == verb and alone:
            yield place


def _no_change(tokens: Tokens, place: int, span: Range) -> bool:
    """Whether a word of change is denied here, or sameness is not."""
    same = tokens.low[place] == "same" and tokens.lemma[tokens.head[place]] in _STAYS
    if tokens.lemma[place] not in _DENIABLE and not same:
        return False
    return same != any(_denied(tokens, head, span) for head in _above(tokens, place))


def _above(tokens: Tokens, place: int) -> Iterator[int]:
    """Yield the word and the verbs it completes: *not be different*, *not seem to change*."""
    yield place
    while tokens.dep[place] in ("acomp", "attr", "xcomp", "advmod", "dobj"):
        place = tokens.head[place]
        yield place


def _denied(tokens: Tokens, head: int, span: Range) -> bool:
    below = [i for i in tokens.children[head] if span[0] <= i < span[1]]
    denier = any(tokens.low[i] in _DENIERS and tokens.dep[i] in ("neg", "advmod") for i in below)
    subjects = [i for i in below if tokens.dep[i] in (*_SUBJECTS, "dobj", "attr")]
    return denier or any(
        tokens.low[i] in _NONE or any(tokens.low[d] in _NONE for d in tokens.children[i])
        for i in subjects
    )
