"""Frames around a clause, from left to right: *the line “…” was struck out*, *that … is a lie*.

A parser often loses what governs a clause that is long, quoted, or first in its sentence. Here a
clause is found by its opener (*that*, a quotation mark) and ends at a comma or *or that*. What is
said before it decides how it is meant, and where that says nothing of its own (*the story that*,
*whoever says that*) or only that it was said, what is said after it: the word of truth, saying or
belief nearest to the clause, with the negations before that word.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spacy.tokens import Doc, Token

from prism.entailment.stances import Report, Stance, Word, word_of

__all__ = ["frames"]

_STOPS: Final = frozenset(". ; ! ?".split())
_BREAKS: Final = frozenset(", : — – ( )".split())
_JOINING: Final = frozenset("or nor and".split())
_NEGATIONS: Final = frozenset(
    "not n't n’t no never nobody none neither nor nothing hardly without few".split()
)
_FAR: Final = 60  # what stands farther from a clause is no frame of it
_SUPPOSING: Final = frozenset("who whoever anyone anybody someone to".split())
_HEARSAY: Final = frozenset("some people many rumour".split())
_PICTURED: Final = frozenset(
    "story tale passage picture scene version film novel fable rumour legend note notes".split()
)
_DEGREES: Final = frozenset("so such".split())
_HELPING: Final = frozenset(
    "was were is are had has have did do does could can would will should might must".split()
)
_FINITE: Final = ("VBD", "VBZ", "VBP", "MD")
_WEIGHTY: Final = ("NOUN", "PROPN", "VERB", "AUX", "ADJ", "PRON")
_QUOTES: Final = frozenset(("“", "”", '"', "``", "''"))

_ALL: Final[frozenset[Word]] = frozenset(
    {"false", "true", "saying", "knowing", "believing", "telling"}
)
_JUDGING: Final[frozenset[Word]] = frozenset({"false", "true", "saying"})
_CORRECTING: Final[frozenset[Word]] = frozenset({"false"})

Part = Sequence[Token]


@dataclass(frozen=True, slots=True)
class _Framed:
    """Clauses under one frame, what stands before them, and what follows them."""

    clauses: list[Part]
    before: Part
    after: Part
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What words make of a clause, and which; ``said`` where they tell that somebody said it."""

    stance: Stance | None = None
    by: frozenset[int] = frozenset()
    decisive: bool = False
    said: bool = False


def frames(doc: Doc) -> Iterator[Report]:
    """Yield the clauses of ``doc`` that a frame denies, grants or leaves open."""
    for stretch in _stretches(doc):
        for framed in (*_told(stretch), *_cited(stretch)):
            found = _judged(framed)
            if found is None or found.stance is None:
                continue
            end = min((i for i in found.by if i > framed.clauses[-1][0].i), default=len(doc))
            while doc[end - 1].lower_ in _HELPING:
                end -= 1
            for clause in framed.clauses:
                content = frozenset(t.i for t in clause if t.i < end)
                yield Report(content, found.stance, found.by)


def _stretches(doc: Doc) -> Iterator[Part]:
    """Cut a text at its full stops and semicolons, but for those within quotation marks."""
    quoted, start = False, 0
    for token in doc:
        if token.text in _QUOTES:
            quoted = not quoted
        if token.text in _STOPS and not quoted:
            yield list(doc[start : token.i])
            start = token.i + 1
    yield list(doc[start:])


def _told(stretch: Part) -> Iterator[_Framed]:
    """Yield the clauses under each *that*, and those joined to it by *or that*."""
    groups: list[list[int]] = []
    for n in (n for n, token in enumerate(stretch) if _opens(token, stretch)):
        if groups and stretch[n - 1].lower_ in _JOINING:
            groups[-1].append(n)
        else:
            groups.append([n])
    for group in groups:
        last = group[-1] + 1
        limit = min(len(stretch), last + _FAR)
        breaks = (n for n in range(last, limit) if stretch[n].text in _BREAKS)
        ends = [*(n - 1 for n in group[1:]), next(breaks, limit)]
        clauses = [stretch[n + 1 : end] for n, end in zip(group, ends, strict=True)]
        if all(len(clause) > 1 for clause in clauses):
            yield _Framed(clauses, _before(stretch, group[0]), _after(stretch, ends[-1]))


def _opens(token: Token, stretch: Part) -> bool:
    """Whether *that* opens a clause of its own, by its tag, its neighbours and its role."""
    if token.i >= stretch[-1].i:
        return False
    if token.lower_ != "that":
        return _pictures(token)
    following = token.nbor(1)
    demonstrative = token.tag_ == "DT" and following.pos_ not in ("DET", "PRON", "PROPN")
    relative = following.tag_ in _FINITE or _is_object(token)
    degree = any(t.lower_ in _DEGREES for t in token.doc[max(0, token.i - 3) : token.i])
    return not (demonstrative or relative or degree)


def _pictures(token: Token) -> bool:
    """Whether a word opens what is told or shown in something: *the story in which*."""
    near = token.doc[max(0, token.i - 3) : token.i]
    opens = token.lower_ in ("which", "where") and token.dep_ != "dobj"
    return opens and any(t.lower_ in _PICTURED for t in near)


def _is_object(token: Token) -> bool:
    """Whether *that* stands for the object of its clause, which then has no other: *the hat that*.

    In *it is a lie that* it stands for nothing, whatever the parser says.
    """
    before = token.nbor(-1) if token.i else token
    names = before.pos_ in ("NOUN", "PROPN", "PRON") and before.dep_ != "attr"
    if token.dep_ not in ("dobj", "pobj", "attr") or not names:
        return False
    verb = token.head
    return not any(c.dep_ in ("dobj", "xcomp", "ccomp") and c.i > verb.i for c in verb.children)


def _cited(stretch: Part) -> Iterator[_Framed]:
    """Yield sentences between quotation marks; those listed one after the other share a frame."""
    marks = [n for n, token in enumerate(stretch) if token.text in _QUOTES]
    pairs = list(zip(marks[::2], marks[1::2], strict=False))
    group: list[tuple[int, int]] = []
    for n, pair in enumerate(pairs):
        group.append(pair)
        following = pairs[n + 1] if n + 1 < len(pairs) else None
        if following is not None and following[0] - pair[1] <= 3:
            continue
        clauses = [stretch[start + 1 : end] for start, end in group]
        if all(any(t.tag_ in _FINITE for t in clause) for clause in clauses):
            before, after = _before(stretch, group[0][0]), _after(stretch, group[-1][1] + 1)
            yield _Framed(clauses, before, after, quoted=True)
        group = []


def _before(stretch: Part, place: int) -> Part:
    """Return what stands before a place, back to the last break before a word that tells."""
    part = stretch[max(0, place - _FAR) : place]
    for n in range(len(part) - 1, -1, -1):
        rest = part[n + 1 :]
        if part[n].text in _BREAKS and any(t.pos_ in _WEIGHTY for t in rest):
            return rest
        joined = part[n].lower_ in _JOINING and any(t.tag_ in _FINITE for t in rest)
        if joined and any(t.tag_ in _FINITE for t in part[:n]):
            return rest
    return part


def _after(stretch: Part, place: int) -> Part:
    return stretch[place : place + _FAR]


def _judged(framed: _Framed) -> _Verdict | None:
    """Return what a frame makes of its clauses; None where it makes nothing of them."""
    before = framed.before
    found = _verdict(before, reversed(before), _ALL)
    if found.decisive:
        return found
    names_only = not any(t.tag_ in _FINITE for t in before)  # *the story that*, *to claim that*
    supposed = any(t.lower_ in _SUPPOSING for t in before)
    if framed.quoted or names_only or supposed:
        tail = [*(() if framed.quoted else _predicate(framed.clauses[-1])), *framed.after]
        behind = _verdict(tail, tail, _JUDGING)
    else:
        behind = _verdict(framed.after, framed.after if found.said else (), _CORRECTING)
    if behind.decisive:
        return behind
    said = found.said or behind.said
    unsure = supposed or _first(before) in _HEARSAY
    if found.stance is None and (unsure if said else framed.quoted):
        found = replace(found, stance="open")  # *whoever says that*, a line nobody says
    return found if found.stance is not None else None


def _verdict(part: Part, order: Iterable[Token], heed: Container[Word]) -> _Verdict:
    """Return what the first telling word of ``part`` says, taken in ``order``.

    A word of belief, or one that names what is told, only counts where none takes or gives truth.
    """
    found = _Verdict()
    for token in order:
        word = word_of(token)
        if word is None or word not in heed:
            continue
        against = [t.i for t in part if t.i < token.i and t.lower_ in _NEGATIONS]
        by = frozenset((token.i, *against))
        turned = len(against) % 2 == 1
        if word == "false":
            return _Verdict("granted" if turned else "denied", by, decisive=True)
        if word in ("true", "knowing"):
            denied = turned and word == "true"
            return _Verdict("denied" if denied else "granted", by, decisive=True)
        if turned or (word == "saying" and _first(part) == "only"):
            return _Verdict("denied", by, decisive=True)
        by |= found.by
        stance: Stance | None = found.stance if word == "saying" else "open"
        found = _Verdict(stance, by, said=found.said or word == "saying")
    return found


def _first(part: Part) -> str:
    return next((t.lower_ for t in part if t.lower_ not in _JOINING and not t.is_punct), "")


def _predicate(clause: Part) -> Part:
    """Return what follows a clause that is a subject: *that the railing rattled | is a myth*."""
    starts = [
        n for n, t in enumerate(clause)
        if t.pos_ in ("VERB", "AUX") and t.tag_ not in ("VB", "VBG")
        and (t.lower_ in _HELPING or not n or clause[n - 1].pos_ not in ("AUX", "PART", "ADV"))
    ]  # fmt: skip
    return clause[starts[-1] :] if starts and (len(starts) > 1 or starts[0] > 1) else ()
