"""A relation that words mark, in tokens, and how its two arguments are cut out of the parse."""

from dataclasses import dataclass
from typing import Final, Literal

from prism.text.tokens import Tokens

__all__ = [
    "Finding",
    "Range",
    "clause_head",
    "earlier_clause",
    "is_finite",
    "split",
    "subtree",
    "told",
    "trimmed",
]

Range = tuple[int, int]
FindingKind = Literal[
    "mark", "prep", "coord", "adverb", "verb", "relative", "participle", "infinitive",
    "inversion", "degree", "noun", "imperative", "correlative", "cleft", "arrow",
]  # fmt: skip

_EDGES: Final = frozenset({"PUNCT", "SPACE", "CCONJ"})
_CLAUSES: Final = frozenset(
    {"ROOT", "advcl", "relcl", "ccomp", "conj", "parataxis", "acl", "pcomp", "csubj", "xcomp"}
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A marked relation: its cue, its label, its arguments as half-open token ranges.

    ``head1`` and ``head2`` are the tokens the arguments hang on; ``cause`` names the argument
    that is the cause; ``negated`` says that the text denies the link.
    """

    cue: Range
    label: str
    kind: FindingKind
    cause: Literal["arg1", "arg2"] | None
    head1: int
    head2: int
    arg1: Range
    arg2: Range
    negated: bool = False


def subtree(tokens: Tokens, place: int) -> Range:
    """Return the token range of everything that hangs on ``place``."""
    return tokens.left[place], tokens.right[place] + 1


def trimmed(tokens: Tokens, span: Range) -> Range:
    """Return ``span`` without punctuation, space and bare conjunctions at its ends."""
    first, last = span
    while first < last and tokens.pos[first] in _EDGES:
        first += 1
    while last > first and tokens.pos[last - 1] in _EDGES:
        last -= 1
    return first, last


def is_finite(tokens: Tokens, place: int) -> bool:
    """Whether the predicate at ``place`` is finite: tensed, or with a finite auxiliary."""
    if tokens.tag[place] in ("VBD", "VBZ", "VBP", "MD"):
        return True
    return any(
        tokens.tag[below] in ("VBD", "VBZ", "VBP", "MD") and tokens.dep[below] in ("aux", "auxpass")
        for below in tokens.children[place]
    )


def clause_head(tokens: Tokens, place: int) -> int:
    """Climb from ``place`` to the head of the clause it stands in."""
    while tokens.head[place] != place:
        verbal = tokens.pos[place] in ("VERB", "AUX")
        if tokens.dep[place] in _CLAUSES and (verbal or tokens.has(place, "nsubj", "nsubjpass")):
            break
        place = tokens.head[place]
    return place


def told(tokens: Tokens, place: int) -> int:
    """Return the head of the clause that ``place``, a form of *mean*, introduces; else itself."""
    if tokens.lemma[place] != "mean":
        return place
    below = tokens.child(place, "ccomp")
    return below if below is not None and below > place else place


def split(tokens: Tokens, head1: int, head2: int, cue: Range) -> tuple[Range, Range] | None:
    """Cut the two arguments apart: the cue introduces argument 2, argument 1 is the rest.

    Returns None where one of them is empty.
    """
    first1, last1 = subtree(tokens, head1)
    first2, last2 = subtree(tokens, head2)
    if first2 <= head1 < last2 and head1 < cue[0]:  # argument 1 hangs on argument 2, and precedes
        first2 = cue[0]
        last1 = min(last1, first2)
    if first2 <= cue[0] < last2 and cue[0] == first2:
        first2 = cue[1]
    if first1 < first2 <= last1 and head1 < min(first2, cue[0]):
        last1 = min(first2, cue[0])
    elif first1 < last2 <= last1 and head1 >= last2:
        first1 = max(last2, first1)
    arg1, arg2 = trimmed(tokens, (first1, last1)), trimmed(tokens, (first2, last2))
    return (arg1, arg2) if arg1[0] < arg1[1] and arg2[0] < arg2[1] else None


def earlier_clause(tokens: Tokens, cue_start: int, head2: int) -> tuple[int, Range] | None:
    """Return head and range of what stands before the clause ``head2``: a clause or a sentence."""
    number = tokens.sentence[head2]
    begin = tokens.sentences[number][0]
    own = subtree(tokens, head2)
    above = tokens.head[head2]
    while cue_start < above < head2 and tokens.dep[above] in ("relcl", "advcl"):
        above = tokens.head[above]  # out of the cue: “…, which is why …”
    if above != head2 and above < cue_start and tokens.dep[head2] in _CLAUSES:
        head1 = clause_head(tokens, above)
        if head1 < cue_start:
            return head1, trimmed(tokens, (tokens.left[head1], min(cue_start, own[0])))
    for below in tokens.children[head2]:
        if (
            below < cue_start >= tokens.right[below]
            and tokens.dep[below] in ("ccomp", "parataxis", "conj")
            and tokens.pos[below] in ("VERB", "AUX")
        ):
            return below, trimmed(tokens, (begin, min(cue_start, tokens.right[below] + 1)))
    return _misread(tokens, begin, cue_start, head2) or _sentence_before(tokens, number)


def _misread(tokens: Tokens, begin: int, cue_start: int, head2: int) -> tuple[int, Range] | None:
    """Return the words before a break that were taken for a noun: ``The pipe burst, so …``.

    They are a clause if the clause after the break has a subject of its own.
    """
    last = cue_start - 1
    subject = any(
        cue_start < below < head2 and tokens.dep[below] in ("nsubj", "nsubjpass", "expl")
        for below in tokens.children[head2]
    )
    if not subject or tokens.at(last, tokens.low) not in (",", ";") or last - begin < 2:
        return None
    tops = [
        place
        for place in range(begin, last)
        if not begin <= tokens.head[place] < last and tokens.pos[place] != "PUNCT"
    ]
    if len(tops) != 1 or tokens.tag[tops[0]] not in ("NN", "NNS", "VB") or tops[0] != last - 1:
        return None
    if tokens.dep[tops[0]] not in ("nsubj", "nsubjpass", "dep", "advcl", "npadvmod", "ccomp"):
        return None
    return tops[0], trimmed(tokens, (begin, last))


def _sentence_before(tokens: Tokens, number: int) -> tuple[int, Range] | None:
    for earlier in range(number - 1, max(-1, number - 3), -1):
        span = trimmed(tokens, tokens.sentences[earlier])
        if span[0] < span[1]:
            root = next(i for i in range(*tokens.sentences[earlier]) if _is_root(tokens, i))
            return root, span
    return None


def _is_root(tokens: Tokens, place: int) -> bool:
    return tokens.head[place] == place
