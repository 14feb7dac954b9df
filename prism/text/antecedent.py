"""Finds the unreal premise of a sentence: *if, had X, were X, wish, without, as if* …"""

from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Span, Token

__all__ = [
    "ASKING",
    "EDGE",
    "MODALS",
    "absences",
    "antecedents",
    "conditionals",
    "disjoint",
    "inversions",
    "trimmed",
]

_CONDITIONALS: Final = ("if", "unless", "lest")
MODALS: Final = frozenset(
    {"would", "'d", "’d", "could", "might", "may", "will", "should", "can", "'ll"}
)
_INVERTED: Final = frozenset({"had", "were", "should"})
_ABSENCE: Final = frozenset({"without", "absent"})
ASKING: Final = frozenset({"how", "what", "who", "where", "why", "would", "which"})
EDGE: Final = frozenset(
    {",", ".", "!", "?", ";", ":", '"', "“", "”", "-", "--", "–", "—", "(", ")", "...", "…"}
)


def antecedents(doc: Doc) -> list[Span]:
    """Return the spans that state an unreal premise, cue words included, best first.

    >>> from prism.text.nlp import analyse
    >>> [span.text for span in antecedents(analyse("Had it rained, the road would have flooded."))]
    ['Had it rained']
    """
    found = [*conditionals(doc), *inversions(doc), *_wishes(doc), *absences(doc)]
    return disjoint(found) or disjoint(list(_regrets(doc)))


def conditionals(doc: Doc) -> Iterator[Span]:
    """Yield the clauses that *if* and its like open, cue words included."""
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


def inversions(doc: Doc) -> Iterator[Span]:
    """Yield the clauses that an inversion opens: *had it rained, were it dry, should it rain*."""
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
            or before.text in EDGE
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
            and not any(t.lower_ in MODALS for t in token.sent)
        ):
            continue
        yield _clause_from_inversion(doc, token)


def absences(doc: Doc) -> Iterator[Span]:
    """Yield phrases of absence in a sentence that tells what would have been: *without*."""
    for token in doc:
        butfor = (
            token.lower_ == "but" and token.i + 1 < len(doc) and doc[token.i + 1].lower_ == "for"
        )
        if (token.lower_ in _ABSENCE and token.dep_ == "prep") or butfor:
            anchor = doc[token.i + 1] if butfor else token
            if any(t.lower_ in MODALS for t in token.sent):
                end = max(anchor.right_edge.i + 1, token.i + 2)
                main = _main_clause_start(doc, token.i + 1, token.sent.end)
                yield trimmed(doc, token.i, min(end, main) if main is not None else end)


def disjoint(spans: list[Span]) -> list[Span]:
    """Return the spans in text order without those that overlap an earlier one."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if len(span) and all(span.start >= k.end or span.end <= k.start for k in kept):
            kept.append(span)
    return kept


def trimmed(doc: Doc, start: int, end: int) -> Span:
    """Return the tokens from ``start`` to ``end`` without punctuation at their ends."""
    while start < end - 1 and (doc[start].text in EDGE or doc[start].is_space):
        start += 1
    while end > start + 1 and (doc[end - 1].text in EDGE or doc[end - 1].is_space):
        end -= 1
    return doc[start:end]


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
    return trimmed(doc, start, end)


def _opening(sentence: Span) -> int:
    place = sentence.start
    while place < sentence.end - 1 and (
        sentence.doc[place].text in EDGE or sentence.doc[place].is_space
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
        if rest[0] in ("then", *ASKING) and doc[place].text == ",":
            return place
        upto = rest[: next((i for i, w in enumerate(rest) if w in (",", ";")), len(rest))]
        modal = next((i for i, w in enumerate(upto) if w in MODALS or w in ("wo", "ca")), None)
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


def _clause_from_inversion(doc: Doc, token: Token) -> Span:
    sentence = token.sent
    main = _main_clause_start(doc, token.i + 1, sentence.end)
    if token.i == _opening(sentence) and main is not None:
        return trimmed(doc, token.i, main)
    head = token.head if token.dep_ in ("aux", "auxpass") else token
    end = head.right_edge.i + 1 if head.dep_ != "ROOT" and head.i > token.i else sentence.end
    if main is not None:
        end = min(end, main)
    for place in range(token.i + 1, end):
        if doc[place].text in ('"', "”", ";", "?"):
            end = place
            break
    return trimmed(doc, token.i, end)


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
        yield trimmed(doc, start, end)


def _regrets(doc: Doc) -> Iterator[Span]:
    """*should have, could have, would have* where nothing else states the premise."""
    for token in doc:
        if token.lower_ in ("should", "could", "would", "might", "'d") and token.dep_ == "aux":
            head = token.head
            if any(c.lemma_ == "have" and c.dep_ == "aux" for c in head.children):
                yield trimmed(doc, head.left_edge.i, head.right_edge.i + 1)
                return
