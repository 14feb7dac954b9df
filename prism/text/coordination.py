"""Arguments that joined clauses share: *because rain fell, the road flooded and buses stopped*.

A fronted clause holds for every main clause joined by *and*, as do several fronted clauses for one;
what *so* or *therefore* draws may be several clauses, too. Clauses must each have a subject of
their own. Elsewhere the parse does not tell which of the clauses a mark takes (Huddleston &
Pullum, The Cambridge Grammar of the English Language, 2002, ch. 15 §2).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from prism.text.finding import Finding, is_finite, subtree, trimmed
from prism.text.tokens import Tokens

__all__ = ["shared"]

_OTHER: Final = frozenset({"but", "or", "nor", "yet"})
_DRAWN: Final = frozenset({"RESULT", "CONSEQUENCE"})


def shared(tokens: Tokens, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield what ``findings`` also say of the clauses that are coordinated with their arguments."""
    for found in findings:
        if found.cause is None or found.negated:
            continue
        fronted = found.kind in ("mark", "inversion") and found.head2 < found.head1
        if fronted:
            yield from (
                replace(found, head1=head, arg1=trimmed(tokens, subtree(tokens, head)))
                for head in _joined(tokens, found.head1)
            )
        drawn = found.label in _DRAWN and found.kind in ("coord", "adverb")
        if fronted or (drawn and found.cue[0] <= found.arg2[0]):
            yield from (
                replace(found, head2=head, arg2=trimmed(tokens, subtree(tokens, head)))
                for head in _joined(tokens, found.head2, apart=fronted)
            )


def _joined(tokens: Tokens, place: int, *, apart: bool = True) -> Iterator[int]:
    """Yield the clauses joined to the one at ``place`` by *and*, in text order.

    ``apart`` says whether a comma may stand before the *and*: behind *so* it begins anew.
    """
    conjunct = next(
        (i for i in tokens.children[place] if i > place and tokens.dep[i] == "conj"), None
    )
    while conjunct is not None:
        above = tokens.head[conjunct]
        joining = [i for i in tokens.children[above] if tokens.dep[i] == "cc"]
        joiners = [tokens.low[i] for i in joining]
        if not apart and any(tokens.at(i - 1, tokens.pos) == "PUNCT" for i in joining):
            return
        subject = tokens.has(conjunct, "nsubj", "nsubjpass", "expl")
        if not _OTHER.isdisjoint(joiners) or not subject or not is_finite(tokens, conjunct):
            return
        if _links_by_itself(tokens, conjunct):
            return
        yield conjunct
        conjunct = next(
            (i for i in tokens.children[conjunct] if i > conjunct and tokens.dep[i] == "conj"), None
        )


def _links_by_itself(tokens: Tokens, place: int) -> bool:
    """Whether the clause says by a mark or adverb of its own how it goes on."""
    opens = tokens.left[place]
    return any(tokens.dep[i] in ("mark", "advmod") and i == opens for i in tokens.children[place])
