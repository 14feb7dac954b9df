"""Finds what a counterfactual request stipulates: which change, instead of what, what outcome.

Conditionals (*if, even if, if only, what if, as if, had X, were X*), suppositions (*suppose,
imagine, assume, say, let*), wishes, absences (*without, but for*), replacements (*instead of,
rather than, in place of*) and instructions (*rewrite with …, rewrite: …*) are read off the words
and the parse; an outcome that the asker fixes (*so that …, would have …*) is kept apart.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from spacy.tokens import Doc, Span, Token

from prism.text.antecedent import (
    ASKING,
    EDGE,
    absences,
    conditionals,
    disjoint,
    inversions,
    trimmed,
)
from prism.text.finding import Range
from prism.text.shallow import holds_clause, statement
from prism.text.stipulations import Stipulation, ended, led, outcome_told, parts, stipulations
from prism.text.tokens import Tokens

__all__ = ["Change", "Request", "find_request"]

_SUPPOSALS: Final = frozenset(
    "suppose supposing imagine imagining assume assuming say picture pretend provided "
    "envision envisage consider".split()
)
_TELLING: Final = frozenset(
    "rewrite retell redo rework edit tell write change revise adapt try give show narrate read "
    "see turn reduce replace swap make have let negate keep alter do describe".split()
)


@dataclass(frozen=True, slots=True)
class Change:
    """One stipulated change: half-open character offsets of what becomes true.

    ``cue`` is the words that introduce it; ``instead`` is the words of what it replaces where the
    request says so, and ``instead_at`` their offsets. ``told`` and ``was`` are the two sides
    as plain statements, to be compared with what a story tells.
    """

    start: int
    end: int
    text: str
    cue: str
    instead: str | None = None
    instead_at: Range | None = None
    told: str = ""
    was: str | None = None

    @property
    def at(self) -> Range:
        """The offsets of the change."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Request:
    """What a request stipulates: its changes in text order, and the outcome it fixes, or None."""

    changes: tuple[Change, ...]
    outcome: str | None = None


def find_request(doc: Doc) -> Request:
    """Return the changes that the request ``doc`` stipulates.

    A request in which nothing is found yields no change: the caller says so.

    >>> from prism.text.nlp import analyse
    >>> request = "What if the council had turned the wind farm down?"
    >>> [change.text for change in find_request(analyse(request)).changes]
    ['the council had turned the wind farm down']
    """
    tokens = Tokens.of(doc)
    framed = stipulations(doc.text, tokens)
    if framed:
        found = [change for each in framed for change in _stipulated(doc.text, tokens, each)]
        spans = [sent for sent in doc.sents if any(_meet(sent, each) for each in framed)]
        fixed = next((each.outcome for each in framed if each.outcome), None)
        return Request(tuple(found), _fixed(doc, fixed, spans))
    spans = disjoint([*conditionals(doc), *inversions(doc), *_suppositions(doc)])
    if not spans:
        spans = disjoint([*_replacements(doc), *_instructions(doc), *absences(doc)])
    changes = [change for span in spans for change in _changes(span, tokens)]
    return Request(tuple(changes), _fixed(doc, None, spans))


def _meet(sentence: Span, said: Stipulation) -> bool:
    return sentence.start_char < said.slot[1] and said.slot[0] < sentence.end_char


def _stipulated(text: str, tokens: Tokens, said: Stipulation) -> Iterator[Change]:
    """Yield the changes of a slot; each with the original of its own where there are as many."""
    slots = list(parts(tokens, said.slot))
    olds = list(parts(tokens, said.original)) if said.original else []
    paired: list[Range | None] = (
        [*olds] if len(olds) == len(slots) else [said.original] * len(slots)
    )
    for slot, old in zip(slots, paired, strict=True):
        change = _within(text, tokens, slot, said.cue)
        if change is not None and old is not None:
            plain = statement(text, tokens, old, "")
            change = replace(change, instead=text[slice(*old)], instead_at=old, was=plain)
        if change is not None:
            yield change


def _fixed(doc: Doc, told: Range | None, spans: list[Span]) -> str | None:
    """Return the outcome that the request fixes: in the stipulation, apart from it, or unasked."""
    told = told or outcome_told(doc.text)
    return doc.text[slice(*told)] if told else _outcome(doc, spans)


def _suppositions(doc: Doc) -> Iterator[Span]:
    for token in doc:
        word = token.lower_
        if (
            word in _SUPPOSALS
            and (token.pos_ == "VERB" or token.is_sent_start)
            and not _has_subject(token)
        ) or (
            word in ("let", "have")
            and token.dep_ in ("ROOT", "conj", "ccomp", "advcl", "parataxis")
            and not _has_subject(token)
        ):
            start = token.i + 1
        else:
            continue
        end = token.sent.end
        while start < end and (
            doc[start].text in (",", ":")
            or doc[start].lower_ in ("that", "us", "say", "now", "then")
        ):
            start += 1
        comma = next((i for i in range(start, end) if doc[i].text in (";", "?", "!")), end)
        rewriting = next(
            (
                i - 1
                for i in range(start, comma)
                if doc[i].lower_ in _TELLING
                and doc[i].tag_ in ("VB", "VBP")
                and doc[i - 1].lower_ in ("and", ",")
                and not _has_subject(doc[i])
            ),
            comma,
        )
        stop = next(
            (
                i
                for i in range(start, rewriting)
                if doc[i].lower_ == "so" and i + 1 < end and doc[i + 1].lower_ in ("that",)
            ),
            rewriting,
        )
        if stop - start >= 2:
            yield trimmed(doc, start, stop)


def _has_subject(token: Token) -> bool:
    return any(c.dep_ in ("nsubj", "nsubjpass") and c.i < token.i for c in token.children)


def _replacements(doc: Doc) -> Iterator[Span]:
    """*Instead of X, let Y*: the clause that stands beside the replaced one."""
    for token in doc:
        opens = token.is_sent_start and (
            (
                token.lower_ in ("instead", "rather")
                and doc[min(token.i + 1, len(doc) - 1)].lower_ in ("of", "than")
            )
            or (
                token.lower_ == "in"
                and token.i + 2 < len(doc)
                and doc[token.i + 1].lower_ == "place"
            )
        )
        if not opens:
            continue
        comma = next((i for i in range(token.i, token.sent.end) if doc[i].text == ","), None)
        if comma is not None:
            yield trimmed(doc, comma + 1, token.sent.end)


def _instructions(doc: Doc) -> Iterator[Span]:
    """*Rewrite with …, rewrite so that …, rewrite: …, a version where …*."""
    for token in doc:
        sentence = token.sent
        if token.text == ":" and token.i > sentence.start:
            yield trimmed(doc, token.i + 1, _stop(doc, token.i + 1, sentence.end))
            return
        if token.lower_ in ("with", "where", "in", "for", "so") and token.i > sentence.start:
            following = doc[token.i + 1] if token.i + 1 < sentence.end else None
            if token.lower_ == "so" and (following is None or following.lower_ != "that"):
                continue
            if token.lower_ == "in" and (following is None or following.lower_ != "which"):
                continue
            if token.lower_ == "for":
                continue
            start = token.i + (2 if token.lower_ in ("so", "in") else 1)
            yield trimmed(doc, start, _stop(doc, start, sentence.end))
            return
    for sentence in doc.sents:
        first = sentence[0]
        if first.lower_ not in _TELLING and first.lower_ not in ASKING and len(sentence) > 3:
            yield trimmed(doc, sentence.start, sentence.end)
            return


def _stop(doc: Doc, start: int, end: int) -> int:
    return next((i for i in range(start, end) if doc[i].text in ("?", "!", ";")), end)


_CUE: Final = re.compile(
    r"(?:what if|as if|as though|even if|if only|if|though|imagine that|suppose that|supposing"
    r"|assuming|had|were|should|provided|that)\b[\s,]*",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"(?:(?:,|(?<!\s))\s*\b(?:instead of|rather than|in place of)|(?P<not>,\s*not|\band not))\b"
    r"\s+(?P<old>[^,;.?!]+)",
    re.IGNORECASE,
)


def _changes(span: Span, tokens: Tokens) -> list[Change]:
    """Split a stipulated span at *and* before a clause of its own; drop cue words."""
    cuts = [span.start]
    for token in span:
        if token.lower_ in ("and", "but") and token.i > span.start + 1:
            conjuncts = [t for t in span[token.i - span.start + 1 :] if t.dep_ == "conj"]
            subject = any(
                t.dep_ in ("nsubj", "nsubjpass") for t in span[token.i - span.start + 1 :]
            )
            if conjuncts and subject:
                cuts.append(token.i)
    parts = [span.doc[a:b] for a, b in zip(cuts, [*cuts[1:], span.end], strict=True) if b > a]
    return [change for part in parts if (change := _change(part, tokens)) is not None]


def _change(part: Span, tokens: Tokens) -> Change | None:
    start, text = part.start_char, part.doc.text
    lead = re.match(r"(?:and|but)\s+(?:yet\s+)?(?:if\s+)?", part.text, re.IGNORECASE)
    start += lead.end() if lead else 0
    cue = _CUE.match(text, start, part.end_char)
    span = (cue.end() if cue else start, part.end_char)
    return _within(text, tokens, span, cue[0].strip() if cue else "")


def _within(text: str, tokens: Tokens, span: Range, cue: str) -> Change | None:
    """Return the change that ``span`` states, without what it says that it replaces."""
    span = led(text, ended(text, span))
    instead = _INSTEAD.search(text, *span)
    if instead and instead["not"] and not holds_clause(tokens, (span[0], instead.start())):
        instead = None  # *the guard, tired as he was, not …*: the clause is not over
    if instead and instead.end() == span[1]:
        span = ended(text, (span[0], instead.start()))
    if span[0] >= span[1]:
        return None
    old = ended(text, instead.span("old")) if instead else None
    words = text[slice(*old)] if old else None
    plain = statement(text, tokens, span, cue)
    return Change(*span, text[slice(*span)], cue, words, old, plain, words)


def _outcome(doc: Doc, spans: list[Span]) -> str | None:
    """Return the outcome that the asker fixes: an unasking *would have*, or *so that*."""
    taken = {i for span in spans for i in range(span.start, span.end)}
    if not spans:
        return None
    for sentence in doc.sents:
        free = [t for t in sentence if t.i not in taken]
        asks = sentence.text.rstrip().endswith("?") or any(
            t.lower_ in ("how", "what") for t in free
        )
        telling = free and next((t for t in free if t.text not in EDGE), free[0]).lower_ in _TELLING
        if not asks and not telling and any(t.lower_ in ("would", "'d", "’d") for t in free):
            modal = next(t for t in free if t.lower_ in ("would", "'d", "’d"))
            clause = [t for t in modal.head.subtree if t.i not in taken]
            inside = trimmed(doc, min(t.i for t in clause), max(t.i for t in clause) + 1)
            return inside.text
        for token in free:
            if (
                token.lower_ == "so"
                and token.i + 1 < sentence.end
                and doc[token.i + 1].lower_ == "that"
            ):
                return trimmed(doc, token.i + 2, _stop(doc, token.i + 2, sentence.end)).text
    return None
