"""Reads RST-style replies of language models: units, relations, and the published projection.

The format is that of WhatIfBench's records (arXiv 2608.27953 and its repository)::

    EDUs:
    EDU1: first unit
    EDU2: second unit
    RST ANALYSIS:
    RELATION(EDU2, EDU1): CAUSE [SN]

Real replies vary: ``EDU 3``, missing brackets, ``A -> B: LABEL``, labels nobody knows, units and
relations broken over lines, markdown, spans such as ``EDU3-5``. The tree text that may follow is
free-form and not used.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from prism.graph import CausalGraph, Origin, Unit, Written
from prism.graph.model import Nuclearity
from prism.graph.orient import Hint, count_decisions, orient
from prism.graph.relations import normalise
from prism.parsers.ground import ground

__all__ = ["Reply", "graph_of_reply", "read_reply"]

Interval = tuple[int, int]
Hints = Callable[[str, Sequence[Unit], Sequence[Written]], Mapping[int, Hint]]

_HEADING = re.compile(
    r"^[\s#*_>-]*(?P<name>EDUS?|RST(?:\s+ANALYSIS)?|RELATIONS?|TREE(?:\s+STRUCTURE)?)[\s*_]*:?[\s*_]*$",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"^[\s*_>#`-]*(?:\d+[.)]\s+)?[*_`]*\[?EDU[\s_#-]*(?P<number>\d+)\]?[*_`]*\s*[:.)=–-][*_`]*\s*(?P<text>.*)$",
    re.IGNORECASE,
)
_MARK = r"[\s*_`]*"
_ARG = (
    r"\[?\s*(?:EDUs?|Units?)?[\s_#]*(?P<{0}>\d+)"
    r"(?:\s*(?:-|–|—|\.\.|to)\s*(?:EDU)?[\s_#]*(?P<{0}end>\d+))?\s*\]?"
)
_SIDE = r"(?:\s*[\[(]?\s*(?P<nuclearity>SN|NS|NN)\b\s*[\])]?)?"
_LABEL = r"(?P<label>[A-Za-z][A-Za-z_-]*)"
_CALL = re.compile(
    rf"(?P<name>[A-Za-z][A-Za-z_-]*)[*_`]*\s*\(?\s*{_ARG.format('a')}\s*[,;]\s*{_ARG.format('b')}"
    rf"\s*\)?(?:{_MARK}:{_MARK}{_LABEL})?[*_`]*{_SIDE}"
)
_ARROW = re.compile(
    rf"(?P<name>){_ARG.format('a')}\s*(?:-+>|=+>|→|⟶|⇒)\s*{_ARG.format('b')}"
    rf"{_MARK}[:(]?{_MARK}{_LABEL}?[*_`]*\)?{_SIDE}"
)
_NUCLEARITY = frozenset({"SN", "NS", "NN"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply says: units by number, the links of the published projection, and the rest.

    Attributes
    ----------
    units
        ``EDUn`` ids and texts in number order; verbatim as the reply gave them.
    links
        Published projection: [SN] and [NS] run first argument → second, [NN] from the lower
        number to the higher; duplicates removed; in written order.
    dangling
        How many links named a unit that the reply does not define; they are dropped.
    """

    units: tuple[Unit, ...]
    links: tuple[Written, ...]
    dangling: int = 0


@dataclass(frozen=True, slots=True)
class _Relation:
    first: Interval
    second: Interval
    label: str
    nuclearity: Nuclearity | None

    @property
    def cover(self) -> Interval:
        return min(self.first[0], self.second[0]), max(self.first[1], self.second[1])

    @property
    def nuclei(self) -> tuple[Interval, ...]:
        if self.nuclearity == "NN":
            return self.first, self.second
        return (self.first,) if self.nuclearity == "NS" else (self.second,)


def read_reply(reply: str) -> Reply:
    r"""Read ``reply``; whatever cannot be read is left out, never guessed.

    >>> r = read_reply("EDUs:\nEDU1: It rained.\nEDU2: Roads flooded.\n"
    ...                "RST ANALYSIS:\nRELATION(EDU2, EDU1): RESULT [SN]")
    >>> [(link.source, link.label, link.target) for link in r.links]
    [('EDU2', 'RESULT', 'EDU1')]
    """
    sections = _sections(reply)
    texts = _units(sections["units"])
    relations = list(_relations(sections["relations"]))
    links: dict[tuple[int, int, str], Written] = {}
    dangling = 0
    for relation in relations:
        for source, target in _project(relation, relations):
            if source not in texts or target not in texts:
                dangling += 1
                continue
            link = Written(f"EDU{source}", f"EDU{target}", relation.label, relation.nuclearity)
            links.setdefault((source, target, relation.label), link)
    units = tuple(Unit(id=f"EDU{number}", text=texts[number]) for number in sorted(texts))
    return Reply(units=units, links=tuple(links.values()), dangling=dangling)


def graph_of_reply(
    reply: Reply, text: str, *, parser: str = "reply", hints: Hints | None = None
) -> CausalGraph:
    """Return the graph of ``reply`` over ``text``: units grounded, causal edges cause → effect.

    ``hints`` finds grounded causal cues for links (see ``prism.text.cues.hints``); without it the
    direction rule runs on text order alone.
    """
    units = ground(reply.units, text)
    found = hints(text, units, reply.links) if hints else {}
    position = {unit.id: place for place, unit in enumerate(units)}
    edges = orient(reply.links, position, found)
    origin = count_decisions(Origin(parser=parser, granularity="claim"), edges)
    return CausalGraph(units=units, edges=edges, text=text, origin=origin)


def _sections(reply: str) -> dict[str, str]:
    """Split at the headings; without any, unit lines and relation lines are told apart by form."""
    parts: dict[str, list[str]] = {"units": [], "relations": [], "tree": []}
    current = "units"
    for line in reply.splitlines():
        heading = _HEADING.match(line)
        if heading:
            name = heading["name"].upper()
            current = (
                "units"
                if name.startswith("EDU")
                else "tree"
                if name.startswith("TREE")
                else "relations"
            )
        elif current == "units" and not _UNIT.match(line) and _relation_line(line):
            parts["relations"].append(line)
        else:
            parts[current].append(line)
    return {name: "\n".join(lines) for name, lines in parts.items()}


def _relation_line(line: str) -> bool:
    match = _CALL.search(line) or _ARROW.search(line)
    return (
        match is not None
        and ("EDU" in line.upper())
        and ("(" in line or ">" in line or "→" in line)
    )


def _units(section: str) -> dict[int, str]:
    """Texts by number; lines without a number of their own continue the unit before them."""
    texts: dict[int, str] = {}
    number: int | None = None
    for line in section.splitlines():
        match = _UNIT.match(line)
        if match:
            number = int(match["number"])
            texts[number] = match["text"].strip()
        elif number is not None and line.strip() and not line.strip().startswith("```"):
            texts[number] = f"{texts[number]} {line.strip()}".strip()
    return {number: text for number, text in texts.items() if text}


def _relations(section: str) -> Iterator[_Relation]:
    place = 0
    while True:
        hits = [m for m in (_CALL.search(section, place), _ARROW.search(section, place)) if m]
        if not hits:
            return
        match = min(hits, key=lambda m: m.start())
        place = match.end()
        label = match["label"] or match["name"]
        nuclearity = match["nuclearity"]
        if label in _NUCLEARITY:  # the label after the colon is missing
            label, nuclearity = match["name"], label
        if label:
            yield _Relation(
                first=_interval(match, "a"),
                second=_interval(match, "b"),
                label=normalise(label),
                nuclearity=cast(Nuclearity, nuclearity) if nuclearity else None,
            )


def _interval(match: re.Match[str], name: str) -> Interval:
    start = int(match[name])
    end = int(match[f"{name}end"] or start)
    return min(start, end), max(start, end)


def _project(relation: _Relation, relations: Sequence[_Relation]) -> Iterator[tuple[int, int]]:
    for source in _promote(relation.first, relations):
        for target in _promote(relation.second, relations):
            if relation.nuclearity == "NN" and source > target:
                yield target, source
            else:
                yield source, target


def _promote(
    span: Interval, relations: Sequence[_Relation], seen: frozenset[Interval] = frozenset()
) -> tuple[int, ...]:
    """Return the promoted units of the node that covers ``span``, else every unit of it."""
    if span[0] == span[1]:
        return (span[0],)
    for relation in relations:
        if relation.cover == span and span not in seen:
            units = (_promote(part, relations, seen | {span}) for part in relation.nuclei)
            return tuple(sorted({number for part in units for number in part}))
    return tuple(range(span[0], span[1] + 1))
