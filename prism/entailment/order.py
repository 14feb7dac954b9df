"""Which connective two bare sentences ask for, by what kind of thing each of them tells.

A state explains an event and an event follows from a state; two events follow in time. That is all
words alone can say of sentences about unknown things: world knowledge is not consulted.
"""

from typing import Final, Literal

from spacy.tokens import Token

from prism.entailment.check import reading
from prism.text.nlp import analyse

__all__ = ["preferred"]

Preferred = Literal["so", "because", "then", "after"]
_STATES: Final = frozenset(
    "be have want need like love hate know believe lack own fear feel suffer hope prefer own "
    "contain cost seem live wish understand trust".split()
)
_FIRST: Final = frozenset(
    "wake enter open arrive decide start begin buy prepare cook wash choose plan take pick find "
    "get call study train practise practice pack read order fill board".split()
)
_LAST: Final = frozenset(
    "leave finish close end return win lose sleep pay serve eat clean graduate submit celebrate "
    "rest put die collapse break".split()
)


def preferred(first: str, second: str) -> Preferred:
    """Return the connective that fits best between ``first`` and ``second``.

    >>> preferred("Anna called a doctor.", "Anna was ill.")
    'because'
    """
    one, two = _root(first), _root(second)
    state1, state2 = _is_state(one), _is_state(two)
    if state2 and not state1:
        return "because"
    if state1:
        return "so"
    if _rank(one) > _rank(two):
        return "after"
    shared = reading(first).lemmas & reading(second).lemmas
    return "then" if shared else "so"


def _root(sentence: str) -> Token:
    return next(token for token in analyse(sentence) if token.dep_ == "ROOT")


def _is_state(root: Token) -> bool:
    auxiliaries = {c.lower_ for c in root.children if c.dep_ in ("aux", "neg")}
    progressive = root.tag_ == "VBG"
    return (root.lemma_.lower() in _STATES and not progressive) or bool(
        auxiliaries & {"can", "could", "ca", "had", "not", "n't"}
    )


def _rank(root: Token) -> int:
    lemma = root.lemma_.lower()
    return -1 if lemma in _FIRST else 1 if lemma in _LAST else 0
