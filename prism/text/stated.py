"""Cause and effect as a sentence states them: what marks the link, and its two sides."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from prism.text.connectives import connectives
from prism.text.gist import Gist, gist
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["Statement", "clauses", "stated"]

# Clause markers that the parser leaves alone where they are ambiguous; within one option they
# join the reason to what it is given for.
_REASON_AFTER: Final = re.compile(
    r",\s*(?:(?:and|but)\s+)?(?:as|for|since|because|given\s+that|seeing\s+that)\s+", re.IGNORECASE
)
_REASON_BEFORE: Final = re.compile(
    r",\s*(?:and\s+)?(?:so|thus|which|this|that|thereby|hence)\s+"
    r"|\band\s+(?:so|this|that|because\s+of\s+(?:it|this|that)|through\s+(?:it|this|that)"
    r"|with\s+(?:it|this|that)|as\s+a\s+result)\b\s*",
    re.IGNORECASE,
)
_MEANS: Final = re.compile(r"\b(?:through|thanks\s+to|owing\s+to|due\s+to)\s+", re.IGNORECASE)
_CAUSATIVE: Final = frozenset(
    "lead cause make prompt push drive force encourage allow enable trigger inspire persuade let "
    "help bring produce create convince compel induce spur motivate tempt get require turn provoke "
    "generate result contribute oblige draw set keep dissuade stop prevent".split()
)
_PLAIN: Final = 0.8  # weight of a verb that merely takes a subject and something below it


@dataclass(frozen=True, slots=True)
class Statement:
    """A causal relation as stated: its two sides, the words that mark it, and how firmly.

    ``firmness`` in (0, 1] is 1 where a cue or a causative verb marks the relation.
    """

    cause: Gist
    effect: Gist
    cue: str
    firmness: float = 1.0


def stated(text: str) -> list[Statement]:
    """Return every causal relation that ``text`` states.

    Where no words mark one, the subject of the main verb counts as acting on what follows.

    >>> [found] = stated("The long drought led them to sell the cattle.")
    >>> [t.lemma for t in found.cause.terms], [t.lemma for t in found.effect.terms], found.cue
    (['long', 'drought'], ['sell', 'cattle'], 'led')
    """
    whole = gist(text)
    found = [*_marked(whole), *_joined(whole)]
    return found or list(_verbal(whole, Tokens.of(analyse(text))))


def clauses(text: str) -> list[Gist]:
    """Return the gists of the clauses of ``text`` that are joined by *and*, *so* or a comma.

    >>> [len(each.terms) for each in clauses("The dam holds, and the town stays dry.")]
    [2, 3]
    """
    whole, cuts = gist(text), [0]
    cuts += [m.end() for m in re.finditer(r",?\s+(?:and|so|but)\s+|[,;]\s+", text)]
    cuts.append(len(text))
    parts = (whole.within(start, end) for start, end in pairwise(cuts))
    return [part for part in parts if part.terms]


def _marked(whole: Gist) -> Iterator[Statement]:
    for each in connectives(analyse(whole.text)):
        if each.cause is not None:
            arg1, arg2 = whole.within(*each.arg1), whole.within(*each.arg2)
            cause, effect = (arg1, arg2) if each.cause == "arg1" else (arg2, arg1)
            yield from _statement(cause, effect, each.text)


def _joined(whole: Gist) -> Iterator[Statement]:
    text = whole.text
    for pattern, reason_first in ((_REASON_AFTER, 0), (_REASON_BEFORE, 1), (_MEANS, 0)):
        for match in pattern.finditer(text):
            before = whole.within(0, match.start())
            after = whole.within(match.end(), len(text))
            cause, effect = (before, after) if reason_first else (after, before)
            yield from _statement(cause, effect, match[0].strip(" ,"))


def _verbal(whole: Gist, tokens: Tokens) -> Iterator[Statement]:
    """Yield what verbs with a subject state; with a *by* phrase it is the other way round."""
    for place, pos in enumerate(tokens.pos):
        subject = tokens.child(place, "nsubj", "nsubjpass")
        if pos != "VERB" or subject is None:
            continue
        left = whole.within(tokens.start[tokens.left[place]], tokens.start[place])
        right = whole.within(tokens.end[place], tokens.end[tokens.right[place]])
        passive = tokens.dep[subject] == "nsubjpass"
        turned = (passive and _has(tokens, place, "by")) or _has(tokens, place, "from")
        cause, effect = (right, left) if turned else (left, right)
        firmness = 1.0 if tokens.lemma[place] in _CAUSATIVE else _PLAIN
        cue = whole.text[tokens.start[place] : tokens.end[place]]
        yield from _statement(cause, effect, cue, firmness)


def _statement(cause: Gist, effect: Gist, cue: str, firmness: float = 1.0) -> Iterator[Statement]:
    if cause.terms and effect.terms:
        yield Statement(cause, effect, cue, firmness)


def _has(tokens: Tokens, place: int, word: str) -> bool:
    return any(tokens.low[below] == word for below in tokens.children[place])
