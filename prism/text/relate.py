"""What two units have to do with each other: features of a pair for the models of attachment
and of relation type, and the types these models know.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from prism.text.connectives import find
from prism.text.finding import Finding, Range
from prism.text.guards import has_modal
from prism.text.kinds import head_of
from prism.text.layout import LineKind, lines
from prism.text.tokens import Tokens

__all__ = ["TYPES", "Units", "attachment_features", "type_features"]

TYPES: Final = (
    "adversative", "attribution", "causal", "context", "contingency", "elaboration",
    "evaluation", "explanation", "joint", "mode", "organization", "purpose",
)  # fmt: skip
_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a text and what is known of each, by number.

    ``spans`` are the token ranges of a unit, one or, where it is interrupted, several; ``heads``
    the words they hang on; ``owner`` the unit of every token; ``marked`` the marked relations by
    the pair of units they join (argument 1, argument 2); ``layout`` the kind of line a unit stands
    in (heading, item, prose …).
    """

    tokens: Tokens
    spans: Sequence[tuple[Range, ...]]
    heads: Sequence[int]
    owner: Sequence[int]
    paragraph: Sequence[int]
    marked: Mapping[tuple[int, int], Finding]
    layout: Sequence[LineKind]

    @classmethod
    def of(
        cls,
        tokens: Tokens,
        spans: Sequence[tuple[Range, ...]],
        text: str | None = None,
        findings: Sequence[Finding] | None = None,
    ) -> Self:
        """Read what there is to know of the units over ``spans``.

        Without ``text`` all is prose; ``findings`` saves looking for the marked relations again.
        """
        owner = [0] * len(tokens)
        for number, parts in enumerate(spans):
            for first, last in parts:
                owner[first:last] = [number] * (last - first)
        heads = [_head(tokens, parts) for parts in spans]
        breaks = 0
        paragraphs: list[int] = []
        for place in range(len(tokens)):
            breaks += tokens.pos[place] == "SPACE" and "\n" in tokens.low[place]
            paragraphs.append(breaks)
        marked: dict[tuple[int, int], Finding] = {}
        for finding in find(tokens) if findings is None else findings:
            pair = owner[finding.head1], owner[finding.head2]
            if pair[0] != pair[1]:
                marked.setdefault(pair, finding)
        starts = [tokens.start[parts[0][0]] for parts in spans]
        return cls(
            tokens,
            spans,
            heads,
            owner,
            [paragraphs[parts[0][0]] for parts in spans],
            marked,
            ["prose"] * len(spans) if text is None else _layout(text, starts),
        )

    def first(self, unit: int) -> int:
        """Return the first visible token of the unit."""
        for start, end in self.spans[unit]:
            for place in range(start, end):
                if self.tokens.pos[place] not in ("SPACE", "PUNCT"):
                    return place
        return self.spans[unit][0][0]

    def sentence(self, unit: int) -> int:
        """Return the number of the sentence the unit hangs in."""
        return self.tokens.sentence[self.heads[unit]]

    def above(self, unit: int) -> int | None:
        """Return the unit that the unit hangs on by the parse, None for the root of a sentence."""
        head = self.heads[unit]
        parent = self.owner[self.tokens.head[head]]
        return None if parent == unit else parent

    def content(self, unit: int) -> frozenset[str]:
        """Return the lemmas of the content words of the unit."""
        tokens = self.tokens
        return frozenset(
            tokens.lemma[place]
            for first, last in self.spans[unit]
            for place in range(first, last)
            if tokens.pos[place] in ("NOUN", "PROPN", "VERB", "ADJ")
        )

    def between(self, one: int, two: int) -> Finding | None:
        """Return the marked relation of the two units, whichever comes first."""
        return self.marked.get((one, two)) or self.marked.get((two, one))


def _layout(text: str, starts: Sequence[int]) -> list[LineKind]:
    """Return the kind of the line at each offset."""
    rows = list(lines(text))
    ends = [row.end for row in rows]
    places = [min(bisect_left(ends, start + 1), len(rows) - 1) for start in starts]
    return [rows[place].kind for place in places]


def _head(tokens: Tokens, parts: Sequence[Range]) -> int:
    heads = [head_of(tokens, part) for part in parts]
    verbs = [head for head in heads if tokens.pos[head] in ("VERB", "AUX")]
    return max(verbs or heads, key=lambda i: (tokens.right[i] - tokens.left[i], -i))


def attachment_features(units: Units, child: int, parent: int) -> list[str]:
    """Return what speaks for ``child`` hanging on ``parent``; both in one sentence."""
    tokens = units.tokens
    head, other = units.heads[child], units.heads[parent]
    down, up = units.above(child) == parent, units.above(parent) == child
    root = units.above(parent) is None
    order = "<" if child < parent else ">"
    gap = min(4, abs(child - parent))
    dep = tokens.dep[head] if down else ("^" + tokens.dep[other] if up else "-")
    link = tokens.lemma[tokens.head[head]] if down else (tokens.lemma[head] if up else "-")
    finding = units.between(child, parent)
    cue = f"{finding.label}|{units.owner[finding.head2] == child}" if finding else "-"
    opener = tokens.low[units.first(child)]
    mark = tokens.low[max(0, units.spans[max(child, parent)][0][0] - 1)]
    alike = units.above(child) == units.above(parent) is not None
    return [
        "bias",
        f"a{down}{up}{root}",
        f"b{order}{gap}{down}{up}",
        f"c{dep}|{order}",
        f"d{dep}|{order}|{gap}|{root}",
        f"e{link}|{dep}",
        f"f{cue}|{order}",
        f"g{cue}|{dep}",
        f"h{opener}|{order}|{gap}",
        f"i{opener}|{down}{up}|{order}",
        f"j{tokens.tag[head]}|{tokens.tag[other]}|{order}|{gap}",
        f"k{tokens.dep[head]}|{tokens.dep[other]}|{order}|{gap}|{down}{up}",
        f"l{alike}|{order}|{gap}",
        f"m{mark}|{order}|{gap}|{down}{up}",
        f"n{tokens.tag[units.first(child)]}|{order}|{gap}|{down}{up}",
        f"o{units.above(child) is None}|{root}|{order}|{gap}",
        f"p{tokens.low[units.first(parent)]}|{order}|{down}{up}",
        f"q{tokens.dep[head]}|{tokens.tag[head]}|{root}|{order}|{gap}",
    ]


def type_features(units: Units, satellite: int, nucleus: int) -> list[str]:
    """Return what tells the relation of ``satellite`` to ``nucleus``."""
    tokens = units.tokens
    one, two = min(satellite, nucleus), max(satellite, nucleus)
    order = "<" if satellite < nucleus else ">"
    inside = tokens.sentence[units.heads[one]] == tokens.sentence[units.heads[two]]
    where = (
        "s" if inside else "p" if units.paragraph[one] == units.paragraph[two] else "d"
    ) + order
    found = ["bias", where, f"g{where}{min(6, two - one)}"]
    finding = units.between(satellite, nucleus)
    if finding is not None:
        introduces = units.owner[finding.head2] == satellite
        word = " ".join(tokens.low[finding.cue[0] : finding.cue[1]])
        kind = finding.kind
        found += [
            f"F{finding.label}|{introduces}",
            f"FK{finding.label}|{kind}|{where}",
            f"FW{word}|{introduces}",
            f"FP{word}|{where}",
        ]
    else:
        found.append(f"F-{where}")
    down, up = units.above(satellite) == nucleus, units.above(nucleus) == satellite
    found += _unit_features(units, satellite, f"S{order}", where)
    found += _unit_features(units, nucleus, f"N{order}", where)
    found += _joint_features(units, satellite, nucleus, f"{where}{down}{up}")
    return found


def _unit_features(units: Units, unit: int, role: str, where: str) -> Iterator[str]:
    tokens, head, first = units.tokens, units.heads[unit], units.first(unit)
    start, end = units.spans[unit][0][0], units.spans[unit][-1][1]
    words = tokens.low[first : first + 3]
    yield f"{role}1{words[0]}|{where[0]}"
    yield f"{role}2{' '.join(words[:2])}"
    yield f"{role}3{' '.join(words)}"
    yield f"{role}4{tokens.lemma[head]}"
    yield f"{role}5{tokens.tag[head]}|{tokens.dep[head]}|{where[0]}"
    yield f"{role}6{tokens.tag[first]}|{tokens.tag[head]}|{where[0]}"
    yield f"{role}7{tokens.dep[head]}|{words[0]}"
    yield f"{role}8{min(7, (end - start) // 3)}|{where[0]}"
    yield f"{role}9{tokens.low[_last_visible(tokens, start, end)]}|{where[0]}"
    yield f"{role}a{tokens.has(head, *_SUBJECTS)}|{has_modal(tokens, head)}|{where[0]}"
    subject = tokens.child(head, *_SUBJECTS)
    yield f"{role}b{tokens.low[subject] if subject is not None else '-'}|{where[0]}"
    yield f"{role}c{tokens.lemma[head]}|{tokens.dep[head]}|{where[0]}"
    yield f"{role}d{tokens.at(start - 1, tokens.low)}|{where}"
    yield f"{role}e{tokens.has(head, 'neg')}|{tokens.tag[head]}|{where[0]}"
    if tokens.pos[head] not in ("VERB", "AUX"):
        yield f"{role}f{tokens.pos[head]}|{tokens.tag[first]}|{where}"
    for place in range(start, min(end, start + 40)):
        if tokens.pos[place] in ("VERB", "NOUN", "ADJ", "ADV", "AUX", "SCONJ", "CCONJ", "PRON"):
            yield f"{role}w{tokens.lemma[place]}"
        elif tokens.pos[place] in ("NUM", "PROPN"):
            yield f"{role}p{tokens.pos[place]}"


def _last_visible(tokens: Tokens, first: int, last: int) -> int:
    place = last - 1
    while place > first and tokens.pos[place] == "SPACE":
        place -= 1
    return place


def _place_in_paragraph(units: Units, unit: int) -> str:
    """Return whether the unit is first, last, or all of its paragraph, and has a verb."""
    here = units.paragraph[unit]
    first = unit == 0 or units.paragraph[unit - 1] != here
    last = unit + 1 == len(units.spans) or units.paragraph[unit + 1] != here
    verb = units.tokens.pos[units.heads[unit]] in ("VERB", "AUX")
    return f"{first}{last}{verb}"


def _joint_features(units: Units, satellite: int, nucleus: int, where: str) -> Iterator[str]:
    tokens = units.tokens
    head, other = units.heads[satellite], units.heads[nucleus]
    first, second = units.first(satellite), units.first(nucleus)
    yield f"J1{tokens.dep[head]}|{tokens.dep[other]}|{where}"
    yield f"J2{tokens.tag[head]}|{tokens.tag[other]}|{where}"
    yield f"J3{tokens.low[first]}|{tokens.low[second]}|{where[0]}"
    yield f"J4{tokens.tag[first]}|{tokens.tag[second]}|{where}"
    yield f"J5{tokens.dep[head]}|{tokens.lemma[tokens.head[head]]}|{where}"
    yield f"J6{tokens.dep[other]}|{tokens.lemma[tokens.head[other]]}|{where}"
    yield f"J7{tokens.low[first]}|{tokens.dep[head]}|{where}"
    yield f"J8{tokens.lemma[head] == tokens.lemma[other]}|{where[0]}"
    yield f"J9{where}|{tokens.dep[head]}|{tokens.tag[head]}|{tokens.tag[first]}"
    yield f"JA{tokens.lemma[other]}|{where}|{tokens.dep[head]}"
    for role, unit in (("S", satellite), ("N", nucleus)):
        yield f"K{role}{_place_in_paragraph(units, unit)}|{where}"
        begin, end = tokens.sentences[units.sentence(unit)]
        yield f"L{role}{tokens.low[begin]}|{where[:2]}"
        yield f"M{role}{tokens.low[_last_visible(tokens, begin, end)]}|{where[:2]}"
    yield f"U{units.paragraph[nucleus] - units.paragraph[satellite]:+d}|{where[:2]}"
    yield f"V{min(satellite, nucleus) == 0}|{where[:2]}"
    shared = units.content(satellite) & units.content(nucleus)
    yield f"JB{min(3, len(shared))}|{where[:2]}"
