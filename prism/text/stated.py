"""Cause and effect as a sentence states them: what marks the link, and its two sides."""

from collections.abc import Iterator
from typing import Final

from prism.text.connectives import connectives
from prism.text.gist import Gist, gist
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["stated"]

# Verbs whose subject makes the rest of their clause come about; with "by" it is the other way.
_CAUSATIVE: Final = frozenset(
    "lead cause make prompt push drive force encourage allow enable trigger inspire persuade let "
    "help bring produce create convince compel induce spur motivate tempt get require turn provoke "
    "generate result contribute".split()
)
_PRODUCED: Final = frozenset("result arise stem follow".split())  # … from


def stated(text: str) -> list[tuple[Gist, Gist, str]]:
    """Return cause, effect and the marking words of every causal relation ``text`` states.

    >>> [(cause, effect, cue)] = stated("The long drought led them to sell the cattle.")
    >>> [term.lemma for term in cause.terms], [term.lemma for term in effect.terms], cue
    (['long', 'drought'], ['sell', 'cattle'], 'led')
    """
    whole = gist(text)
    found = []
    for each in connectives(analyse(text)):
        if each.cause is not None:
            arg1, arg2 = whole.within(*each.arg1), whole.within(*each.arg2)
            pair = (arg1, arg2) if each.cause == "arg1" else (arg2, arg1)
            found.append((*pair, each.text))
    return found or list(_causative(whole, Tokens.of(analyse(text))))


def _causative(whole: Gist, tokens: Tokens) -> Iterator[tuple[Gist, Gist, str]]:
    """Yield the relations that a causative verb with a subject and something below it states."""
    for place, lemma in enumerate(tokens.lemma):
        subject = tokens.child(place, "nsubj", "nsubjpass")
        if tokens.pos[place] != "VERB" or subject is None:
            continue
        if lemma not in _CAUSATIVE and not (lemma in _PRODUCED and _by(tokens, place, "from")):
            continue
        left = whole.within(tokens.start[tokens.left[place]], tokens.start[place])
        right = whole.within(tokens.end[place], tokens.end[tokens.right[place]])
        if not left.terms or not right.terms:
            continue
        agent = _by(tokens, place, "by") if tokens.dep[subject] == "nsubjpass" else None
        source = _by(tokens, place, "from") if lemma in _PRODUCED | {"result"} else None
        pair = (right, left) if agent or source else (left, right)
        yield (*pair, whole.text[tokens.start[place] : tokens.end[place]])


def _by(tokens: Tokens, place: int, word: str) -> bool:
    return any(tokens.low[below] == word for below in tokens.children[place])
