"""Settles what ``so`` means where it stands: a result, a purpose, or no relation at all.

The guards of :mod:`prism.text.guards` for the commonest and most ambiguous mark of a result.
"""

from typing import Final

from prism.lexicon.wordnet import hypernyms
from prism.text.finding import Range, is_finite
from prism.text.predicates import asks, has_modal
from prism.text.tokens import Tokens

__all__ = ["so", "so_that"]

_INVERTING: Final = frozenset("is was are were do does did can will has have".split())
_NOT_AFTER: Final = frozenset("far much many called - on as long to".split())
_AROUND: Final = 15  # sentences to either side that tell how somebody talks
_TALK: Final = 0.01  # of the words are interjections, and it is talk


def so(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Return the result that ``so`` marks, or None where it measures, repeats or opens a turn."""
    place = cue[1] - 1
    following = tokens.at(place + 1, tokens.low)
    if _before_amount(tokens, place):
        return label
    opens_more = following == "that" and not _is_subject(tokens, place + 1)
    if opens_more or following in _NOT_AFTER:
        return None
    if tokens.head[place] == place + 1 and tokens.pos[place + 1] in ("ADJ", "ADV", "DET"):
        return None
    if tokens.at(place - 1, tokens.low) in ("or", "do", "think", "even", "ever", "not"):
        return None
    if following in _INVERTING and tokens.at(place + 2, tokens.low) not in ("n't", "n’t", "not"):
        return None
    opens = all(tokens.pos[i] in ("PUNCT", "SPACE", "CCONJ", "INTJ") for i in tokens.before(place))
    if opens and _takes_the_floor(tokens, place):
        return None
    after_comma = tokens.at(cue[0] - 1, tokens.low) in (",", ";", "—", "–", ":", "-", ")")
    subject = tokens.at(place + 1, tokens.dep) in ("nsubj", "nsubjpass", "expl")
    subject |= tokens.at(place + 1, tokens.tag) == "VB"
    if not (opens or after_comma or subject or tokens.pos[place] in ("CCONJ", "SCONJ")):
        return None
    clause = is_finite(tokens, head2) or tokens.has(head2, "nsubj", "nsubjpass")
    clause |= after_comma and _may_be_verb(tokens, head2)
    return label if clause or tokens.tag[head2] == "VB" else None


def _may_be_verb(tokens: Tokens, place: int) -> bool:
    """Whether a clause was taken for a noun: *the valve stuck, so the boiler burst*."""
    joined = tokens.dep[place] == "conj" and tokens.tag[place] in ("NN", "NNS")
    subject = tokens.has(place, "compound") and tokens.has(place, "det")
    return joined and subject and bool(hypernyms(tokens.lemma[place], "v"))


def _before_amount(tokens: Tokens, place: int) -> bool:
    """Whether an amount that acts follows: *needs no bees, so little would change*."""
    amount = place + 1
    if tokens.at(amount, tokens.low) not in ("little", "few", "much", "many", "less", "more"):
        return False
    while tokens.dep[amount] in ("amod", "nummod", "det") and tokens.head[amount] > amount:
        amount = tokens.head[amount]
    last = tokens.sentences[tokens.sentence[place]][1]
    acts = tokens.dep[amount] in ("nsubj", "nsubjpass") and is_finite(tokens, tokens.head[amount])
    measures = "that" in tokens.low[amount:last]
    return acts and not measures and tokens.at(place - 1, tokens.low) in (",", ";", "and")


def so_that(tokens: Tokens, cue: Range, head1: int, head2: int, label: str) -> str | None:
    """Return PURPOSE where a modal follows ``so that``, else the result."""
    if _is_subject(tokens, cue[1] - 1):
        return None
    return "PURPOSE" if has_modal(tokens, head2) else label


def _is_subject(tokens: Tokens, place: int) -> bool:
    """Whether ``that`` is a pronoun: ``So that is settled.``"""
    return tokens.dep[place] in ("nsubj", "nsubjpass")


def _takes_the_floor(tokens: Tokens, place: int) -> bool:
    """Whether a sentence-initial ``so`` opens a turn or a question rather than drawing on."""
    if asks(tokens, place):
        return True
    after = tokens.at(place + 1, tokens.low)
    if after in ("uh", "um", "really", "so", "thank", "thanks"):
        return True
    if _heard(tokens, place) in ("", "?", "!", "--", "–", "—", "...", "…"):
        return True
    if after != ",":
        return False
    hums = tokens.at(place + 2, tokens.pos) == "INTJ"
    return hums or _is_talk(tokens, tokens.sentence[place])


def _heard(tokens: Tokens, place: int) -> str:
    """Return the last word or mark before the sentence of ``place``, '' at the start of a text."""
    first = tokens.sentences[tokens.sentence[place]][0]
    while first > 0 and tokens.pos[first - 1] == "SPACE":
        first -= 1
    return tokens.at(first - 1, tokens.low)


def _is_talk(tokens: Tokens, number: int) -> bool:
    """Whether the sentences around are talk: what interjections stand in."""
    near = tokens.sentences[max(0, number - _AROUND) : number + _AROUND + 1]
    words = range(near[0][0], near[-1][1])
    interjections = sum(tokens.pos[i] == "INTJ" for i in words)
    return interjections >= _TALK * len(words)
