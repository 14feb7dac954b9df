"""Text to causal graph: segment, find what words mark, attach, orient."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal

from prism.graph import CausalGraph, Cue, Origin, Unit, Written
from prism.graph.model import Nuclearity
from prism.graph.orient import Hint, count_decisions, orient
from prism.text.boundaries import unit_ranges, whole_cues
from prism.text.connectives import find
from prism.text.coordination import shared
from prism.text.finding import Range
from prism.text.kinds import kinds
from prism.text.language import foreign_share, is_english
from prism.text.layout import unspoken
from prism.text.links import Link, link_units
from prism.text.nlp import analyse, cuts_of
from prism.text.sentences import sentences
from prism.text.stated_causes import cut_stated_causes
from prism.text.tokens import Tokens
from prism.text.units import Units

__all__ = ["parse"]

_TURNED: Final[Mapping[Nuclearity, Nuclearity]] = {"SN": "NS", "NS": "SN", "NN": "NN"}
_MOSTLY: Final = 0.5  # of the words in another language, and the text is not parsed


def parse(
    text: str, *, granularity: Literal["clause", "claim"] = "clause", model: str | None = None
) -> CausalGraph:
    """Return the typed causal graph of ``text``.

    Units are verbatim spans that together cover every visible character, but for words that only
    link the two ends of a stated cause (*Smoking* causes *cancer*). Text that cannot be
    parsed (not English) comes back as its sentences joined by SEQUENCE, flagged in
    ``origin.fallback``; ``origin.foreign`` tells how much of a text is in another language, and
    ``origin.cut`` how many overlong runs and sentences were cut. Blank
    text has no units and is no failure. Deterministic; near-linear in the length of the text.

    Parameters
    ----------
    granularity
        ``clause`` cuts as RST does, ``claim`` coarser, as language models do.
    model
        Name of a spaCy model, or None for the best one installed.

    Raises
    ------
    Unavailable
        No spaCy model is installed, or not the one named.

    >>> graph = parse("Because it rained, the road flooded.")
    >>> [(edge.source, edge.label, edge.target, edge.decision) for edge in graph.edges]
    [('u1', 'CAUSE', 'u2', 'cue')]
    """
    if not text.strip():
        return CausalGraph(text=text, origin=Origin(parser="embedded", granularity=granularity))
    hidden = unspoken(text)
    doc = analyse(text, model, hidden)
    tokens = Tokens.of(doc).without_blanks()
    foreign = round(foreign_share(tokens), 2) if is_english(tokens) else 1.0
    ranges: Sequence[Range] = ()
    if foreign <= _MOSTLY:
        ranges = unit_ranges(tokens, text, granularity)
    if not ranges:
        whole = sentences(text)
        return whole.replace(origin=replace(whole.origin, foreign=foreign))
    findings = find(tokens)
    ranges, linking = cut_stated_causes(tokens, whole_cues(tokens, ranges, findings), findings)
    spans = [
        _without(tokens, linking, span, _spoken(text, hidden, chars, _first(tokens, span)))
        for span, chars in zip(ranges, _spans(tokens, text, ranges), strict=True)
    ]
    findings += shared(tokens, findings)
    found = Units.of(tokens, [(span,) for span in ranges], text, findings)
    links = link_units(found)
    units = _units(text, found, spans, links)
    written = [_written(link, units) for link in links]
    hints = {
        number: Hint(_cue(tokens, text, link.cue), "source")
        for number, link in enumerate(links)
        if link.cue is not None
    }
    position = {unit.id: place for place, unit in enumerate(units)}
    edges = orient(written, position, hints, [link.confidence for link in links])
    origin = Origin(parser="embedded", granularity=granularity, foreign=foreign, cut=cuts_of(doc))
    origin = count_decisions(origin, edges)
    return CausalGraph(units=units, edges=edges, text=text, origin=origin)


def _written(link: Link, units: Sequence[Unit]) -> Written:
    """Return ``link`` as this parser writes it: cause → effect where a cue tells, else as found.

    The published convention asks about the written order, so a parser that knows the direction
    must not write effect → cause.
    """
    source, target = units[link.source].id, units[link.target].id
    if link.cause == "target":
        return Written(target, source, link.label, _TURNED[link.nuclearity])
    return Written(source, target, link.label, link.nuclearity)


def _cue(tokens: Tokens, text: str, cue: Range) -> Cue:
    start, end = tokens.start[cue[0]], tokens.end[cue[1] - 1]
    return Cue(text[start:end], start, end)


def _spans(tokens: Tokens, text: str, ranges: Sequence[Range]) -> list[Range]:
    """Return character spans that share out every visible character, markup included."""
    cuts = [0]
    for (_, before), (first, _) in pairwise(ranges):
        last = before - 1
        while last > 0 and tokens.pos[last] == "SPACE":
            last -= 1
        cuts.append(_cut(text, tokens.end[last], tokens.start[first]))
    cuts.append(len(text))
    return [_strip(text, *pair) for pair in pairwise(cuts)]


def _spoken(text: str, hidden: Sequence[Range], chars: Range, inside: int) -> Range:
    """Return the part of ``chars`` around the offset ``inside`` that no hidden stretch cuts off."""
    start, end = chars
    for first, last in hidden[max(0, bisect_left(hidden, (start, start)) - 1) :]:
        if first >= end:
            break
        if last <= inside:
            start = max(start, last)
        elif first > inside and _opens_line(text, first):
            end = first
            break
    return _strip(text, start, end)


def _first(tokens: Tokens, span: Range) -> int:
    """Return the offset of the first visible token of ``span``."""
    return tokens.start[next((i for i in range(*span) if tokens.pos[i] != "SPACE"), span[0])]


def _opens_line(text: str, place: int) -> bool:
    return not text[text.rfind("\n", 0, place) + 1 : place].strip()


def _without(tokens: Tokens, linking: Set[int], span: Range, chars: Range) -> Range:
    """Return ``chars`` without the words at either end of ``span`` that only link two units."""
    first, last = span
    while first < last and first in linking:
        first += 1
    while last > first and last - 1 in linking:
        last -= 1
    if first == last:
        return chars
    start = tokens.start[first] if first > span[0] else chars[0]
    return start, tokens.end[last - 1] if last < span[1] else chars[1]


def _cut(text: str, end: int, start: int) -> int:
    """Share out what stands between two units: up to the line's end, or the last space."""
    gap = text[end:start]
    line = gap.find("\n")
    if line >= 0:
        return end + line
    blank = max((at for at, char in enumerate(gap) if char.isspace()), default=-1)
    return end + blank + 1


def _strip(text: str, start: int, end: int) -> Range:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _units(
    text: str, found: Units, spans: Sequence[Range], links: Sequence[Link]
) -> tuple[Unit, ...]:
    tokens = found.tokens
    attributed = {link.target for link in links if link.label == "ATTRIBUTION"}
    units = []
    for number, (start, end) in enumerate(spans):
        [span], head = found.spans[number], found.heads[number]
        told = kinds(tokens, span, head, attributed=number in attributed)
        units.append(
            Unit(
                id=f"u{number + 1}",
                text=text[start:end],
                start=start,
                end=end,
                sentence=tokens.sentence[span[0]],
                kind=told.kind,
                polarity=told.polarity,
                modality=told.modality,
            )
        )
    return tuple(units)
