"""What of an item a probe is about: one record a kind, one text form, and its inverse.

The text form is the key of answers and stands in files: ``e3`` (an edge), ``e3/0`` (one of the
links that were written for it), ``1/E1/2`` (in version 1, claim 2 of check E1), ``c2`` (a
criterion), ``outcome``, ``d0`` (an option), ``control:canary:1``, ``node:4`` (a part of a graph).
Nothing else puts one together or takes one apart.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "ClaimSubject",
    "ControlSubject",
    "CriterionSubject",
    "EdgeSubject",
    "LinkSubject",
    "NamedSubject",
    "OptionSubject",
    "OutcomeSubject",
    "PartSubject",
    "Subject",
    "read_subject",
    "subject_text",
]


@dataclass(frozen=True, slots=True)
class EdgeSubject:
    """An edge of a graph, by its id, which holds no slash."""

    edge: str

    def __post_init__(self) -> None:
        _require("/" not in self.edge, "an edge id holds no slash")

    def __str__(self) -> str:
        return _edge_text(self.edge)


@dataclass(frozen=True, slots=True)
class LinkSubject:
    """One of the links that were written for an edge, counted from 0."""

    edge: str
    link: int

    def __post_init__(self) -> None:
        _require("/" not in self.edge and self.link >= 0, "an edge id, and a place from 0")

    def __str__(self) -> str:
        return f"{_edge_text(self.edge)}/{self.link}"


@dataclass(frozen=True, slots=True)
class ClaimSubject:
    """A claim, connector or letter of a check of one version of a text; both counted from 1.

    ``check`` is a word, such as ``E1``.
    """

    version: int
    check: str
    number: int

    def __post_init__(self) -> None:
        _require(_WORD.fullmatch(self.check) is not None, "a check is named by one word")
        _require(min(self.version, self.number) >= 0, "versions and claims are counted")

    def __str__(self) -> str:
        return f"{self.version}/{self.check}/{self.number}"


@dataclass(frozen=True, slots=True)
class CriterionSubject:
    """A criterion of a rubric, counted from 1."""

    number: int

    def __post_init__(self) -> None:
        _require(self.number >= 0, "criteria are counted")

    def __str__(self) -> str:
        return f"c{self.number}"


@dataclass(frozen=True, slots=True)
class OutcomeSubject:
    """The outcome that a response foretells."""

    def __str__(self) -> str:
        return "outcome"


@dataclass(frozen=True, slots=True)
class OptionSubject:
    """An option of a multiple-choice question, counted from 0."""

    option: int

    def __post_init__(self) -> None:
        _require(self.option >= 0, "options are counted")

    def __str__(self) -> str:
        return f"d{self.option}"


@dataclass(frozen=True, slots=True)
class ControlSubject:
    """A probe whose answer is known: its kind, one word, and its number."""

    kind: str
    number: int

    def __post_init__(self) -> None:
        _require(_WORD.fullmatch(self.kind) is not None, "a kind of control is one word")
        _require(self.number >= 0, "controls are counted")

    def __str__(self) -> str:
        return f"control:{self.kind}:{self.number}"


@dataclass(frozen=True, slots=True)
class PartSubject:
    """A ``node`` or ``link`` of a graph, by its place from 0: what people rate, not judges."""

    part: Literal["node", "link"]
    place: int

    def __post_init__(self) -> None:
        _require(self.part in {"node", "link"} and self.place >= 0, "a node or link, by its place")

    def __str__(self) -> str:
        return f"{self.part}:{self.place}"


@dataclass(frozen=True, slots=True)
class NamedSubject:
    """Whatever a suite of one's own calls something that is none of the others."""

    name: str

    def __post_init__(self) -> None:
        _require(_known(self.name) is None, "that is another subject")

    def __str__(self) -> str:
        return self.name


Subject = (
    EdgeSubject
    | LinkSubject
    | ClaimSubject
    | CriterionSubject
    | OutcomeSubject
    | OptionSubject
    | ControlSubject
    | PartSubject
    | NamedSubject
)

_WORD: Final = re.compile(r"[A-Za-z0-9_]+")
_COUNT: Final = r"(0|[1-9][0-9]*)"
_PLAIN_EDGE: Final = re.compile(r"e[0-9]+")
_EDGE: Final = rf"(?:({_PLAIN_EDGE.pattern})|edge:([^/]*))"  # by itself, or marked as one


def subject_text(subject: Subject) -> str:
    """Return the text form of ``subject``; :func:`read_subject` is the inverse.

    >>> subject_text(ClaimSubject(1, "E1", 2)), subject_text(LinkSubject("e3", 0))
    ('1/E1/2', 'e3/0')
    >>> subject_text(EdgeSubject("c1"))
    'edge:c1'
    """
    return str(subject)


def read_subject(text: str) -> Subject:
    """Return the subject that ``text`` names; what is no other form is a name.

    >>> read_subject("e3"), read_subject("riddle")
    (EdgeSubject(edge='e3'), NamedSubject(name='riddle'))
    """
    return _known(text) or NamedSubject(text)


def _known(text: str) -> Subject | None:
    """Return the subject of a known form, which is written in that form alone; else None."""
    for form, make in _FORMS:
        if (found := form.fullmatch(text)) and str(subject := make(found)) == text:
            return subject
    return None


def _part(found: re.Match[str]) -> PartSubject:
    return PartSubject("node" if found[1] == "node" else "link", int(found[2]))


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Subject]], ...]] = tuple(
    (re.compile(form), make)
    for form, make in (
        (_EDGE, lambda found: EdgeSubject(found[1] or found[2])),
        (rf"{_EDGE}/{_COUNT}", lambda found: LinkSubject(found[1] or found[2], int(found[3]))),
        (
            rf"{_COUNT}/({_WORD.pattern})/{_COUNT}",
            lambda found: ClaimSubject(int(found[1]), found[2], int(found[3])),
        ),
        (rf"c{_COUNT}", lambda found: CriterionSubject(int(found[1]))),
        (rf"d{_COUNT}", lambda found: OptionSubject(int(found[1]))),
        ("outcome", lambda found: OutcomeSubject()),
        (
            rf"control:({_WORD.pattern}):{_COUNT}",
            lambda found: ControlSubject(found[1], int(found[2])),
        ),
        (rf"(node|link):{_COUNT}", _part),
    )
)


def _edge_text(edge: str) -> str:
    return edge if _PLAIN_EDGE.fullmatch(edge) else f"edge:{edge}"


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)
