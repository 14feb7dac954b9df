"""Claim granularity: clauses joined to the size of unit that language models cut.

A language model asked for discourse units keeps a clause with what only completes it: reported
content, restrictive relative clauses, infinitives, an inner clause and what goes on after it. It
cuts at sentences, coordinated predicates, subordinate clauses, and after a break.
"""

from collections.abc import Sequence
from typing import Final

from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["claim_starts"]

_BREAKS: Final = frozenset({",", ";", ":", "—", "–", "--", "-"})
_STRONG: Final = frozenset({";", ":", "—", "–", "--"})
_OPENERS: Final = frozenset(
    "if because although though while whereas unless since when until once as before after so "
    "where whenever despite without which by thereby thus even".split()
)
_COMPLETING: Final = frozenset({"that", "how", "what", "who", "whom", "whose", "of", "for", "in"})
_BOUND: Final = frozenset({"which", "by", "where", "without", "when", "as", "before", "after"})
_LEAST: Final = 3  # words a claim must have


def claim_starts(tokens: Tokens, ranges: Sequence[Range], fixed: frozenset[int]) -> list[int]:
    """Return the unit starts that also start a claim; ``fixed`` ones always do."""
    kept: list[int] = []
    for first, last in ranges:
        if not kept or first in fixed:
            kept.append(first)
            continue
        before = (kept[-1], first)
        if _complete(tokens, before) and _separate(tokens, (first, last)):
            kept.append(first)
    return kept


def _words(tokens: Tokens, span: Range) -> list[int]:
    return [i for i in range(*span) if tokens.pos[i] not in ("PUNCT", "SPACE")]


def _predicate(tokens: Tokens, span: Range) -> bool:
    return any(tokens.pos[i] in ("VERB", "AUX") for i in range(*span))


def _complete(tokens: Tokens, span: Range) -> bool:
    """Whether what stands before the cut is a claim already, or a label such as ``Cost:``."""
    last = span[1] - 1
    while last > span[0] and tokens.pos[last] == "SPACE":
        last -= 1
    if tokens.low[last] == ":":
        return True
    return len(_words(tokens, span)) >= _LEAST and _predicate(tokens, span)


def _separate(tokens: Tokens, span: Range) -> bool:
    """Whether the clause at the cut stands for itself."""
    words = _words(tokens, span)
    if len(words) < _LEAST or tokens.low[span[0]] in ("(", "["):
        return False
    first, opener = words[0], tokens.low[words[0]]
    before, start = tokens.at(span[0] - 1, tokens.low), tokens.low[span[0]]
    if _goes_on(tokens, first):
        return False
    if before in _STRONG or start in _STRONG:
        return True
    marked = before in _BREAKS or start in _BREAKS
    if tokens.dep[first] == "cc":
        return _own_predicate(tokens, span, marked=marked)
    if opener == "that" and tokens.dep[first] in ("nsubj", "nsubjpass"):
        return any(tokens.tag[i] == "MD" for i in words[:3])
    if tokens.tag[first] == "TO" or opener in _COMPLETING:
        return False
    if opener in _OPENERS:
        return marked or opener not in _BOUND
    return marked and _predicate(tokens, span)


def _goes_on(tokens: Tokens, first: int) -> bool:
    """Whether the clause goes on here after an inner one: it starts with a finite verb."""
    return tokens.tag[first] in ("MD", "VBD", "VBZ", "VBP", "VB") and tokens.dep[first] != "cc"


def _own_predicate(tokens: Tokens, span: Range, *, marked: bool) -> bool:
    """Whether a coordinated part has a subject or an auxiliary of its own, or stands apart."""
    words = _words(tokens, span)
    if not _predicate(tokens, span):
        return False
    own = any(
        tokens.dep[i] in ("nsubj", "nsubjpass", "expl", "neg") or tokens.tag[i] == "MD"
        for i in words[:7]
    )
    return own or (marked and len(words) > 5) or tokens.low[words[0]] == "but"
