"""Cuts a parsed text into elementary discourse units.

A unit starts at a sentence, at a clause (adverbial, relative, reduced, coordinated, reported,
a purpose infinitive), and where the sentence goes on after an inner clause.
"""

from typing import Final

from prism.text.tokens import Tokens

__all__ = ["clause_starts", "is_clause"]

_ADJOINED: Final = frozenset({"advcl", "relcl", "acl", "parataxis"})
_OPENING: Final = _ADJOINED | {"ccomp", "conj", "pcomp"}
_REPORTS: Final = frozenset(
    "say tell think believe argue claim know report note suggest show find see mean hope feel "
    "suppose assume explain state announce declare insist admit deny wonder ask realize realise "
    "indicate reveal demonstrate conclude observe estimate expect predict hypothesize guess "
    "understand warn promise add write decide agree imagine fear worry doubt".split()
)
_OPENERS: Final = frozenset({"(", "[", "“", '"', "‘", "``", "«"})
_DASHES: Final = frozenset({"—", "–", "--", "---", " - "})
_CLOSERS: Final = frozenset({",", ";", ":", ".", ")", "]", "”", "’", '"', "''", "!", "?", "…", "»"})


def _is_visible(tokens: Tokens, place: int) -> bool:
    """Whether the token is more than white space."""
    return tokens.pos[place] != "SPACE"


def is_clause(tokens: Tokens, place: int) -> bool:
    """Whether the token heads a clause: a verb, or a predicate with a copula or a subject."""
    if tokens.pos[place] in ("VERB", "AUX"):
        return tokens.dep[place] not in ("aux", "auxpass", "amod", "compound")
    return tokens.has(place, "nsubj", "nsubjpass", "expl", "cop", "mark")


def _is_report(tokens: Tokens, place: int) -> bool:
    """Whether the token is a verb of saying, thinking or showing."""
    return tokens.lemma[place] in _REPORTS and tokens.pos[place] in ("VERB", "AUX")


def clause_starts(tokens: Tokens) -> list[int]:
    """Return the tokens at which a unit starts, by rules over the dependency parse alone."""
    found: set[int] = set()
    for first, last in tokens.sentences:
        words = [place for place in range(first, last) if _is_visible(tokens, place)]
        if not words:
            continue
        found.add(words[0])
        for place in words:
            start = _start_of(tokens, place) if tokens.dep[place] in _OPENING else None
            if start is not None:
                if start > words[0]:
                    found.add(_skip_openers(tokens, start, first))
                after = _after(tokens, place, last)
                if after is not None:
                    found.add(after)
            if tokens.low[place] in _DASHES or tokens.low[place] in (";", "("):
                following = place if tokens.low[place] == "(" else place + 1
                if following < last and _is_visible(tokens, following):
                    found.add(following)
    return sorted(found)


def _start_of(tokens: Tokens, place: int) -> int | None:
    """Return where the clause headed by ``place`` starts, or None if it is no unit of its own."""
    dep, above = tokens.dep[place], tokens.head[place]
    if dep in _ADJOINED and (dep != "acl" or tokens.pos[place] in ("VERB", "AUX")):
        return tokens.left[place]
    if not is_clause(tokens, place):
        return None
    if dep == "ccomp" and _is_report(tokens, above):
        return tokens.left[place]
    if dep == "ccomp" and tokens.left[place] == tokens.left[above]:
        return tokens.left[place]
    if dep == "conj" and is_clause(tokens, above):
        return _with_conjunction(tokens, place)
    if dep == "pcomp" and tokens.tag[place] == "VBG" and tokens.low[above] != "of":
        return tokens.left[above]
    return None


def _with_conjunction(tokens: Tokens, place: int) -> int:
    start = tokens.left[place]
    before = start - 1
    while before > tokens.head[place] and tokens.pos[before] in ("SPACE", "ADV"):
        before -= 1
    return before if tokens.at(before, tokens.dep) == "cc" else start


def _skip_openers(tokens: Tokens, start: int, first: int) -> int:
    while start - 1 > first and tokens.low[start - 1] in _OPENERS:
        start -= 1
    return start


def _after(tokens: Tokens, place: int, last: int) -> int | None:
    """Return where the sentence goes on after the clause of ``place``, if it does."""
    following = tokens.right[place] + 1
    while following < last and (
        tokens.low[following] in _CLOSERS
        or tokens.low[following] in _DASHES
        or tokens.pos[following] == "SPACE"
    ):
        following += 1
    return following if following < last else None
