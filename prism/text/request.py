"""Finds what a counterfactual request stipulates: which change, instead of what, what outcome.

Conditionals (*if, even if, if only, what if, as if, had X, were X*), suppositions (*suppose,
imagine, assume, say, let*), wishes, absences (*without, but for*), replacements (*instead of,
rather than, in place of*) and instructions (*rewrite with …, rewrite: …*) are read off the words
and the parse; an outcome that the asker fixes (*so that …, would have …*) is kept apart.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc, Span, Token

__all__ = ["Change", "Request", "antecedents", "find_request"]

_CONDITIONALS: Final = ("if", "unless", "lest")
_SUPPOSALS: Final = frozenset(
    "suppose supposing imagine imagining assume assuming say picture pretend provided "
    "envision envisage consider".split()
)
_MODALS: Final = frozenset(
    {"would", "'d", "’d", "could", "might", "may", "will", "should", "can", "'ll"}
)
_INVERTED: Final = frozenset({"had", "were", "should"})
_ABSENCE: Final = frozenset({"without", "absent"})
_ASKING: Final = frozenset({"how", "what", "who", "where", "why", "would", "which"})
_TELLING: Final = frozenset(
    "rewrite retell redo rework edit tell write change revise adapt try give show narrate read "
    "see turn reduce replace swap make have let negate keep alter do describe".split()
)
_EDGE: Final = frozenset(
    {",", ".", "!", "?", ";", ":", '"', "“", "”", "-", "--", "–", "—", "(", ")", "...", "…"}
)


@dataclass(frozen=True, slots=True)
class Change:
    """One stipulated change: half-open character offsets of what becomes true.

    ``cue`` is the words that introduce it; ``instead`` the offsets of what it replaces where the
    request says so.
    """

    start: int
    end: int
    text: str
    cue: str
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What a request stipulates: its changes in text order, and the outcome it fixes, or None."""

    changes: tuple[Change, ...]
    outcome: str | None = None


def antecedents(doc: Doc) -> list[Span]:
    """Return the spans that state an unreal premise, cue words included, best first.

    >>> from prism.text.nlp import analyse
    >>> [span.text for span in antecedents(analyse("Had it rained, the road would have flooded."))]
    ['Had it rained']
    """
    found = [*_conditionals(doc), *_inversions(doc), *_wishes(doc), *_absences(doc)]
    return _disjoint(found) or _disjoint(list(_regrets(doc)))


def find_request(doc: Doc) -> Request:
    """Return the changes that the request ``doc`` stipulates.

    A request in which nothing is found yields no change: the caller says so.

    >>> from prism.text.nlp import analyse
    >>> request = "What if the council had turned the wind farm down?"
    >>> [change.text for change in find_request(analyse(request)).changes]
    ['the council had turned the wind farm down']
    """
    spans = [*_conditionals(doc), *_inversions(doc), *_suppositions(doc)]
    spans = _disjoint(spans)
    if not spans:
        spans = _disjoint([*_replacements(doc), *_instructions(doc), *_absences(doc)])
    changes = [change for span in spans for change in _changes(span)]
    return Request(tuple(changes), _outcome(doc, spans))


def _conditionals(doc: Doc) -> Iterator[Span]:
    for token in doc:
        if token.lower_ not in _CONDITIONALS and not _condition_phrase(token):
            continue
        start = token.i
        while (
            start
            and doc[start - 1].lower_ in ("even", "only", "as", "what")
            and start - 1 >= token.sent.start
        ):
            start -= 1
        yield _clause(doc, start, token.i)


def _condition_phrase(token: Token) -> bool:
    if token.lower_ == "though":
        return token.i > 0 and token.nbor(-1).lower_ == "as"
    if token.lower_ == "condition":
        return token.i > 0 and token.nbor(-1).lower_ in ("on", "the")
    return (
        token.lower_ in ("assuming", "supposing", "provided")
        and token.dep_ != "acl"
        and token.tag_ in ("VBG", "VBN")
    )


def _clause(doc: Doc, start: int, cue: int) -> Span:
    """The clause that the word at ``cue`` opens: to the comma or verb where the main one begins."""
    sentence = doc[cue].sent
    last = sentence.end
    head = doc[cue].head
    right = head.right_edge.i + 1 if head.i > cue else last
    if doc[cue].dep_ not in ("mark", "advmod") or head.i < cue:
        right = last
    end = min(right, last)
    depth_end = _main_clause_start(doc, cue + 1, last)
    if (depth_end is not None and start == _opening(sentence)) or (
        depth_end is not None and depth_end < end
    ):
        end = depth_end
    for place in range(cue + 1, end):
        if doc[place].text in ("?", "!", ";", '"', "”", "”", "--", "—", "...") and place > cue + 2:
            end = place
            break
    return _trim(doc, start, end)


def _opening(sentence: Span) -> int:
    place = sentence.start
    while place < sentence.end - 1 and (
        sentence.doc[place].text in _EDGE or sentence.doc[place].is_space
    ):
        place += 1
    return place


def _main_clause_start(doc: Doc, start: int, end: int) -> int | None:
    """Return where a main clause begins: after a comma, at a modal, *then* or a question."""
    commas = [i for i in range(start, end) if doc[i].text in (",", "-", "--", "—", "–", '"')]
    for place in commas:
        rest = [t.lower_ for t in doc[place + 1 : min(end, place + 14)]]
        rest = [w for w in rest if w not in ('"', "“")]
        if not rest:
            continue
        if rest[0] in ("then", *_ASKING) and doc[place].text == ",":
            return place
        upto = rest[: next((i for i, w in enumerate(rest) if w in (",", ";")), len(rest))]
        modal = next((i for i, w in enumerate(upto) if w in _MODALS or w in ("wo", "ca")), None)
        conditional = next(
            (i for i, w in enumerate(upto) if w in ("if", "who", "which", "that")), None
        )
        if (
            modal is not None
            and (conditional is None or conditional > modal)
            and rest[0] not in ("and", "or", "which", "who")
        ):
            return place
    if not commas:
        return _modal_subject(doc, start, end)
    return None


def _modal_subject(doc: Doc, start: int, end: int) -> int | None:
    """Without a comma: the first word of the subject of a later *would*."""
    for token in doc[start:end]:
        if token.lower_ in ("would", "'d", "’d") and token.dep_ == "aux" and token.tag_ == "MD":
            subject = next(
                (c for c in token.head.lefts if c.dep_ in ("nsubj", "nsubjpass", "expl")), None
            )
            if subject is not None and subject.left_edge.i > start + 1:
                return int(subject.left_edge.i)
    return None


def _inversions(doc: Doc) -> Iterator[Span]:
    for token in doc:
        if token.lower_ not in _INVERTED or token.i + 2 >= len(doc):
            continue
        head = token.head if token.dep_ in ("aux", "auxpass") else token
        subject = next(
            (
                c
                for c in head.children
                if c.dep_ in ("nsubj", "nsubjpass", "expl") and c.i > token.i
            ),
            None,
        )
        before = doc[token.i - 1] if token.i else None
        opens = (
            before is None
            or before.text in _EDGE
            or token.is_sent_start
            or before.lower_
            in ("been", "that", "be", "and", "appointed", "different", "better", "happened")
        )
        if subject is None and not (
            opens and doc[token.i + 1].pos_ in ("PRON", "PROPN", "DET", "NOUN")
        ):
            continue
        if (
            before is not None
            and before.pos_ in ("NOUN", "PROPN", "PRON")
            and before.dep_ in ("nsubj", "nsubjpass")
        ):
            continue
        if not opens and head.dep_ not in ("advcl", "ccomp", "conj"):
            continue
        if (
            token.sent.text.rstrip().endswith("?")
            and token.i == token.sent.start
            and token.lower_ != "had"
            and not any(t.lower_ in _MODALS for t in token.sent)
        ):
            continue
        yield _clause_from_inversion(doc, token)


def _clause_from_inversion(doc: Doc, token: Token) -> Span:
    sentence = token.sent
    main = _main_clause_start(doc, token.i + 1, sentence.end)
    if token.i == _opening(sentence) and main is not None:
        return _trim(doc, token.i, main)
    head = token.head if token.dep_ in ("aux", "auxpass") else token
    end = head.right_edge.i + 1 if head.dep_ != "ROOT" and head.i > token.i else sentence.end
    if main is not None:
        end = min(end, main)
    for place in range(token.i + 1, end):
        if doc[place].text in ('"', "”", ";", "?"):
            end = place
            break
    return _trim(doc, token.i, end)


def _wishes(doc: Doc) -> Iterator[Span]:
    for token in doc:
        if token.lemma_ != "wish" or token.pos_ != "VERB":
            continue
        end = token.sent.end
        for place in range(token.i + 1, end):
            if doc[place].lower_ in ("because", "since", ";", ".", '"', "”"):
                end = place
                break
        start = token.i
        while start > token.sent.start and (doc[start - 1].pos_ in ("PRON", "ADV", "AUX")):
            start -= 1
        yield _trim(doc, start, end)


def _absences(doc: Doc) -> Iterator[Span]:
    for token in doc:
        butfor = (
            token.lower_ == "but" and token.i + 1 < len(doc) and doc[token.i + 1].lower_ == "for"
        )
        if (token.lower_ in _ABSENCE and token.dep_ == "prep") or butfor:
            anchor = doc[token.i + 1] if butfor else token
            if any(t.lower_ in _MODALS for t in token.sent):
                end = max(anchor.right_edge.i + 1, token.i + 2)
                main = _main_clause_start(doc, token.i + 1, token.sent.end)
                yield _trim(doc, token.i, min(end, main) if main is not None else end)


def _regrets(doc: Doc) -> Iterator[Span]:
    """*should have, could have, would have* where nothing else states the premise."""
    for token in doc:
        if token.lower_ in ("should", "could", "would", "might", "'d") and token.dep_ == "aux":
            head = token.head
            if any(c.lemma_ == "have" and c.dep_ == "aux" for c in head.children):
                yield _trim(doc, head.left_edge.i, head.right_edge.i + 1)
                return


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
            yield _trim(doc, start, stop)


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
            yield _trim(doc, comma + 1, token.sent.end)


def _instructions(doc: Doc) -> Iterator[Span]:
    """*Rewrite with …, rewrite so that …, rewrite: …, a version where …*."""
    for token in doc:
        sentence = token.sent
        if token.text == ":" and token.i > sentence.start:
            yield _trim(doc, token.i + 1, _stop(doc, token.i + 1, sentence.end))
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
            yield _trim(doc, start, _stop(doc, start, sentence.end))
            return
    for sentence in doc.sents:
        first = sentence[0]
        if first.lower_ not in _TELLING and first.lower_ not in _ASKING and len(sentence) > 3:
            yield _trim(doc, sentence.start, sentence.end)
            return


def _stop(doc: Doc, start: int, end: int) -> int:
    return next((i for i in range(start, end) if doc[i].text in ("?", "!", ";")), end)


def _trim(doc: Doc, start: int, end: int) -> Span:
    while start < end - 1 and (doc[start].text in _EDGE or doc[start].is_space):
        start += 1
    while end > start + 1 and (doc[end - 1].text in _EDGE or doc[end - 1].is_space):
        end -= 1
    return doc[start:end]


def _disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if len(span) and all(span.start >= k.end or span.end <= k.start for k in kept):
            kept.append(span)
    return kept


_CUE: Final = re.compile(
    r"^(?:what if|as if|as though|even if|if only|if|though|imagine that|suppose that|supposing"
    r"|assuming|had|were|should|provided|that)\b[\s,]*",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"(?:,?\s*\b(?:instead of|rather than|in place of|and not)|,\s*not)\b\s+(?P<old>[^,;.?!]+)",
    re.IGNORECASE,
)


def _changes(span: Span) -> list[Change]:
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
    return [change for part in parts if (change := _change(part)) is not None]


def _change(part: Span) -> Change | None:
    start = part.start_char
    raw = part.text
    lead = re.match(r"(?:and|but)\s+(?:yet\s+)?(?:if\s+)?", raw, re.IGNORECASE)
    if lead:
        start, raw = start + lead.end(), raw[lead.end() :]
    cue = _CUE.match(raw)
    if cue:
        start, raw = start + cue.end(), raw[cue.end() :]
    instead = _INSTEAD.search(raw)
    old = None
    if instead:
        old = instead["old"].strip()
        if instead.end() == len(raw):
            raw = raw[: instead.start()]
    raw = re.sub(r"[\s,]+instead$", "", raw).strip(" ,")
    if not raw:
        return None
    return Change(start, start + len(raw), raw, cue[0].strip() if cue else "", old)


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
        telling = (
            free and next((t for t in free if t.text not in _EDGE), free[0]).lower_ in _TELLING
        )
        if not asks and not telling and any(t.lower_ in ("would", "'d", "’d") for t in free):
            modal = next(t for t in free if t.lower_ in ("would", "'d", "’d"))
            clause = [t for t in modal.head.subtree if t.i not in taken]
            inside = _trim(doc, min(t.i for t in clause), max(t.i for t in clause) + 1)
            return inside.text
        for token in free:
            if (
                token.lower_ == "so"
                and token.i + 1 < sentence.end
                and doc[token.i + 1].lower_ == "that"
            ):
                return _trim(doc, token.i + 2, _stop(doc, token.i + 2, sentence.end)).text
    return None
