"""Finds the words that mark a relation, what they mean where they stand, and what they join.

Ambiguous words (since, as, while, so, for, when, once, by …) are settled from the parse by
:mod:`prism.text.guards`; causal constructions without a connective come from
:mod:`prism.text.constructions`. Nothing is inferred without words that say so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from spacy.tokens import Doc

from prism.lexicon.lexicon import Entry, by_first_word
from prism.text.constructions import constructions
from prism.text.finding import (
    Finding,
    Range,
    clause_head,
    earlier_clause,
    is_finite,
    split,
    subtree,
    told,
    trimmed,
)
from prism.text.guards import GUARDS
from prism.text.tokens import Tokens

__all__ = ["Connective", "arrow", "connectives", "find"]

_INDEX: Final = by_first_word()
_ARROWS: Final = frozenset("→ ⇒ ⟶ ⟹ ➔ ➜ ➡ -> --> =>".split())


@dataclass(frozen=True, slots=True)
class Connective:
    """A relation that the text marks in words.

    Attributes
    ----------
    text, start, end
        The cue as it stands, and its half-open character offsets.
    sense
        The relation label it marks.
    kind
        The construction: ``mark``, ``prep``, ``coord``, ``adverb``, ``verb``, ``participle`` ….
    cause
        Which argument is the cause; None where the relation is not causal.
    polarity
        ``negated`` where the text denies the link (``not because``, ``even if``).
    arg1, arg2
        Character offsets of the arguments; the cue introduces argument 2.
    """

    text: str
    start: int
    end: int
    sense: str
    kind: str
    cause: Literal["arg1", "arg2"] | None
    polarity: Literal["affirmed", "negated"]
    arg1: tuple[int, int]
    arg2: tuple[int, int]


def connectives(doc: Doc) -> list[Connective]:
    """Return every marked relation of a parsed text, in text order.

    >>> from prism.text.nlp import analyse
    >>> text = "The road flooded because it rained."
    >>> [found] = connectives(analyse(text))
    >>> found.sense, found.cause, text[slice(*found.arg2)]
    ('CAUSE', 'arg2', 'it rained')
    """
    tokens = Tokens.of(doc)
    text = doc.text  # put together anew at every use

    def chars(span: Range) -> tuple[int, int]:
        return tokens.start[span[0]], tokens.end[span[1] - 1]

    return [
        Connective(
            text=text[slice(*chars(found.cue))],
            start=chars(found.cue)[0],
            end=chars(found.cue)[1],
            sense=found.label,
            kind=found.kind,
            cause=found.cause,
            polarity="negated" if found.negated else "affirmed",
            arg1=chars(found.arg1),
            arg2=chars(found.arg2),
        )
        for found in find(tokens)
    ]


def find(tokens: Tokens) -> list[Finding]:
    """Return every marked relation, in the order of the cues. Linear in the text."""
    found = list(_lexical(tokens))
    found += _arrows(tokens)
    taken = {place for each in found for place in range(*each.cue)}
    for each in constructions(tokens):
        if not taken & set(range(*each.cue)):
            found.append(each)
    return sorted(found, key=lambda each: (each.cue, each.arg2))


def _arrows(tokens: Tokens) -> Iterator[Finding]:
    """Yield what arrows say, each of which opens a sentence: what stands before it leads there."""
    for before, (first, last) in pairwise(tokens.sentences):
        size = arrow(tokens, first)
        arg1, arg2 = trimmed(tokens, before), trimmed(tokens, (first + size, last))
        opened = arrow(tokens, before[0])
        arg1 = (max(arg1[0], before[0] + opened), arg1[1])
        if not size or arg1[0] >= arg1[1] or arg2[0] >= arg2[1]:
            continue
        heads = [next(i for i in range(*arg) if _on_top(tokens, i, arg)) for arg in (arg1, arg2)]
        if tokens.lemma[heads[1]] in ("mean", "imply"):
            continue  # *→ no bees means no nuts*: the arrow adds what follows by itself
        cue = first, first + size
        yield Finding(cue, "RESULT", "arrow", "arg1", heads[0], heads[1], arg1, arg2)


def arrow(tokens: Tokens, place: int) -> int:
    """Return how many tokens the arrow at ``place`` is, 0 where there is none."""
    for size in (1, 2, 3):
        if "".join(tokens.low[place : place + size]) in _ARROWS:
            return size
    return 0


def _on_top(tokens: Tokens, place: int, span: Range) -> bool:
    return not span[0] <= tokens.head[place] < span[1] or tokens.head[place] == place


@dataclass(frozen=True, slots=True)
class Reading:
    """One row of the lexicon at one place: what it would join, and what its guard says."""

    entry: Entry
    cue: Range
    head1: int
    head2: int
    arg1: Range
    arg2: Range
    ruled: str | None


def readings(tokens: Tokens) -> Iterator[list[Reading]]:
    """Yield, place by place, every reading of a connective there, longest first."""
    busy = -1
    for place, word in enumerate(tokens.low):
        if place <= busy or word not in _INDEX:
            continue
        found = []
        for entry in _INDEX[word]:
            cue = (place, place + len(entry.words))
            if tuple(tokens.low[cue[0] : cue[1]]) == entry.words:
                reading = _read(tokens, entry, cue)
                if reading is not None:
                    found.append(reading)
                    if reading.ruled is not None:
                        busy = cue[1] - 1
                        break
        if found:
            yield found


def _read(tokens: Tokens, entry: Entry, cue: Range) -> Reading | None:
    """Return what ``entry`` would join at ``cue``, or None where it joins nothing."""
    head2 = _introduced(tokens, entry, cue)
    if head2 is None:
        return None
    joined = (
        _adjoined(tokens, cue, head2)
        if entry.kind in ("mark", "prep")
        else _joined_back(tokens, cue, head2)
    )
    if joined is None:
        return None
    head1, arg1, arg2 = joined
    label: str | None = entry.label
    if entry.guard:
        label = GUARDS[entry.guard](tokens, cue, head1, head2, entry.label)
    return Reading(entry, cue, head1, told(tokens, head2), arg1, arg2, label)


def _lexical(tokens: Tokens) -> Iterator[Finding]:
    for options in readings(tokens):
        best = next((each for each in options if each.ruled is not None), None)
        if best is not None and best.ruled is not None and not _restarted(tokens, best.cue):
            yield _finding(tokens, best, best.ruled)


def _restarted(tokens: Tokens, cue: Range) -> bool:
    """Whether the speaker begins again with the same words: ``if you -- if someone …``."""
    ahead = range(cue[1], min(len(tokens), cue[1] + _BREATH))
    dash = next((i for i in ahead if tokens.low[i] in _DASHES), None)
    return dash is not None and tokens.at(dash + 1, tokens.low) == tokens.low[cue[0]]


def _finding(tokens: Tokens, reading: Reading, label: str) -> Finding:
    entry = reading.entry
    cause = entry.cause if label in _CAUSAL_SENSES else None
    return Finding(
        cue=_with_and(tokens, reading.cue, label),
        label=label,
        kind=entry.kind,
        cause="arg1" if label == "PURPOSE" else cause,
        head1=reading.head1,
        head2=reading.head2,
        arg1=reading.arg1,
        arg2=reading.arg2,
        negated=entry.negated or _denied(tokens, reading.cue, reading.head1),
    )


_CAUSAL_SENSES: Final = frozenset(
    {"CAUSE", "RESULT", "CONSEQUENCE", "CONDITION", "PURPOSE", "EXPLANATION"}
)


def _with_and(tokens: Tokens, cue: Range, label: str) -> Range:
    """Return the cue of a result with the ``and`` before it: ``and therefore`` is one cue."""
    draws = label in ("RESULT", "CONSEQUENCE") and tokens.at(cue[0] - 1, tokens.low) == "and"
    return (cue[0] - 1, cue[1]) if draws else cue


_BREATH: Final = 5  # words behind a cue in which a speaker thinks again
_DASHES: Final = frozenset({"-", "--", "–", "—", "...", "…"})
_WEAK: Final = frozenset({"simply", "merely", "just"})
_INSTEAD: Final = frozenset({"because", "rather", "since", "due", "instead"})


def _denied(tokens: Tokens, cue: Range, head1: int) -> bool:
    """Whether the link itself is denied: ``not because``, ``just because … does not mean``."""
    before = [tokens.at(cue[0] - back, tokens.low) for back in (1, 2)]
    if before[0] in ("not", "n't", "n’t", "never", "hardly"):
        return True
    if not tokens.has(head1, "neg"):
        return before[0] in _WEAK and before[1] in ("not", "n't")
    return before[0] in _WEAK or _replaced(tokens, cue, head1)


def _replaced(tokens: Tokens, cue: Range, head1: int) -> bool:
    """Whether another reason stands in: ``it did not fail because it was old, but because …``.

    Without it the negation belongs to the clause, and the reason holds: ``they were not counted
    because they were late``.
    """
    if tokens.low[cue[0]] != "because" or head1 > cue[0]:
        return False
    rest = tokens.low[cue[1] : tokens.sentences[tokens.sentence[cue[0]]][1]]
    return any(
        word == "but" and not _INSTEAD.isdisjoint(rest[number + 1 : number + 3])
        for number, word in enumerate(rest)
    )


def _introduced(tokens: Tokens, entry: Entry, cue: Range) -> int | None:
    """Return the head of argument 2."""
    if entry.kind == "prep":
        return _object(tokens, cue)
    if entry.kind == "mark":
        return _clause_right(tokens, cue)
    last = cue[1] - 1
    if entry.kind == "coord" and tokens.dep[last] == "cc":
        siblings = [i for i in tokens.children[tokens.head[last]] if i > last]
        joined = ("conj", "ccomp", "advcl", "parataxis")
        conjunct = next((i for i in siblings if tokens.dep[i] in joined), None)
        before = clause_head(tokens, tokens.head[last])
        if conjunct is None and before < cue[0] and tokens.head[before] >= cue[1]:
            return tokens.head[before]  # *it rained, so it flooded*: the first clause hangs below
        return conjunct if conjunct is not None else before
    return clause_head(tokens, _climb_out(tokens, cue))


def _climb_out(tokens: Tokens, cue: Range) -> int:
    """Return the token outside the cue that the cue hangs on (its own last word if none)."""
    place = cue[1] - 1
    while cue[0] <= tokens.head[place] < cue[1] and tokens.head[place] != place:
        place = tokens.head[place]
    return tokens.head[place]


def _object(tokens: Tokens, cue: Range) -> int | None:
    for place in range(cue[1] - 1, cue[0] - 1, -1):
        for below in tokens.children[place]:
            if below >= cue[1] and tokens.dep[below] in ("pobj", "pcomp", "dobj"):
                return below
    head = tokens.head[cue[1] - 1]  # “given” and its kin may be parsed as marks of a noun
    return head if head >= cue[1] else None


def _clause_right(tokens: Tokens, cue: Range) -> int | None:
    for place in range(cue[1] - 1, cue[0] - 1, -1):
        head = tokens.head[place]
        if head >= cue[1] and tokens.dep[place] in ("mark", "advmod", "aux", "prep", "cc"):
            if tokens.dep[head] in ("aux", "auxpass"):
                head = tokens.head[head]
            return clause_head(tokens, head) if tokens.pos[head] not in ("VERB", "AUX") else head
    for place in range(cue[1] - 1, cue[0] - 1, -1):
        for below in tokens.children[place]:
            if below >= cue[1] and tokens.dep[below] in ("pcomp", "ccomp", "acl", "advcl", "pobj"):
                return below
    return None


def _adjoined(tokens: Tokens, cue: Range, head2: int) -> tuple[int, Range, Range] | None:
    """Return the matrix of a subordinate clause or prepositional phrase, and both ranges."""
    place = tokens.head[head2]
    if place == head2:
        return _matrix_of_root(tokens, cue, head2)
    while (cue[0] <= place < cue[1] or tokens.pos[place] in ("ADP", "SCONJ")) and tokens.head[
        place
    ] != place:
        place = tokens.head[place]
    subject = tokens.child(place, "nsubj", "nsubjpass")
    if subject is not None and _is_predicate(tokens, place, cue):
        arg1 = trimmed(tokens, subtree(tokens, subject))
        arg2 = trimmed(tokens, (cue[1], tokens.right[head2] + 1))
        return (subject, arg1, arg2) if arg1[0] < arg1[1] and arg2[0] < arg2[1] else None
    head1 = clause_head(tokens, place)
    cut = split(tokens, head1, head2, cue)
    if cut is None:
        return None
    return head1, cut[0], cut[1]


def _is_predicate(tokens: Tokens, verb: int, cue: Range) -> bool:
    """Whether the cue is what a copula says of its subject: ``the delay was due to …``."""
    if tokens.lemma[verb] != "be" or cue[0] < verb:
        return False
    top = next((i for i in range(*cue) if not cue[0] <= tokens.head[i] < cue[1]), cue[0])
    other = any(tokens.dep[i] in ("attr", "acomp") for i in tokens.children[verb] if i < cue[0])
    return tokens.dep[top] in ("acomp", "prep") and not other


def _matrix_of_root(tokens: Tokens, cue: Range, head2: int) -> tuple[int, Range, Range] | None:
    """A marked clause that is the root: a fragment after its sentence, or a mis-parsed pair."""
    own = trimmed(tokens, (cue[1], tokens.right[head2] + 1))
    earlier = earlier_clause(tokens, cue[0], head2)
    if earlier is None or own[0] >= own[1] or not is_finite(tokens, head2):
        return None
    head1, span = earlier
    return head1, span, own


def _joined_back(tokens: Tokens, cue: Range, head2: int) -> tuple[int, Range, Range] | None:
    """Return the arguments of a coordinator or adverb: what stands before, and its own clause."""
    earlier = earlier_clause(tokens, cue[0], head2)
    if earlier is None:
        return None
    head1, span1 = earlier
    first, last = subtree(tokens, head2)
    first = max(first, span1[1]) if span1[1] <= head2 else first
    if first >= cue[0]:
        first = cue[1]
    arg2 = trimmed(tokens, (first, last))
    if span1[0] >= span1[1] or arg2[0] >= arg2[1]:
        return None
    return head1, span1, arg2
