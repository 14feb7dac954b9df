"""Links the units of a text: by marked relations, by the parse inside a sentence, across them.

A link is written as RST does, satellite → nucleus; :func:`prism.graph.orient.orient` turns it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from prism.text.connectives import find
from prism.text.finding import Finding, Range
from prism.text.kinds import head_of
from prism.text.segment import is_report
from prism.text.tokens import Tokens

__all__ = ["Link", "link_units"]

Nuclearity = Literal["SN", "NS", "NN"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link between units by their place in the text, with the cue (tokens) that licenses it."""

    source: int
    target: int
    label: str
    nuclearity: Nuclearity = "SN"
    cue: Range | None = None
    cause: Literal["source", "target"] | None = None
    confidence: float = 1.0


_UNCUED: Final = 0.5  # confidence of a link that no word licenses
_CUED: Final = 0.9


def link_units(tokens: Tokens, units: Sequence[Range]) -> list[Link]:
    """Return the links of the graph: marked relations first, then one attachment a unit."""
    owner = [0] * len(tokens)
    for number, span in enumerate(units):
        for place in range(*span):
            owner[place] = number
    heads = [head_of(tokens, span) for span in units]
    found: dict[frozenset[int], Link] = {}
    for finding in find(tokens):
        link = _marked(finding, owner)
        if link is not None:
            found.setdefault(frozenset((link.source, link.target)), link)
    roots: dict[int, int] = {}
    for number, head in enumerate(heads):
        above = _parent(tokens, units, owner, heads, number)
        if above is None:
            roots.setdefault(tokens.sentence[units[number][0]], number)
            continue
        pair = frozenset((number, above))
        if pair not in found:
            found[pair] = _unmarked(tokens, heads, number, above)
    for link in _across(tokens, units, roots):
        found.setdefault(frozenset((link.source, link.target)), link)
    return sorted(found.values(), key=lambda each: (max(each.source, each.target), each.source))


def _marked(finding: Finding, owner: Sequence[int]) -> Link | None:
    one, two = owner[finding.head1], owner[finding.head2]
    if one == two:
        return None
    if finding.negated:
        label = "CONCESSION" if finding.label == "CONCESSION" else "ANTITHESIS"
        return Link(two, one, label, cue=finding.cue, confidence=_CUED)
    cause = finding.cause
    if cause == "arg1" and finding.label in ("CAUSE", "CONDITION", "EXPLANATION"):
        return Link(one, two, finding.label, "SN", finding.cue, "source", _CUED)
    role: Literal["source", "target"] | None = None
    if cause is not None:
        role = "source" if cause == "arg2" else "target"
    joined = finding.label in ("CONTRAST", "SEQUENCE", "COMPARISON")
    if joined:
        return Link(one, two, finding.label, "NN", finding.cue, role, _CUED)
    return Link(two, one, finding.label, "SN", finding.cue, role, _CUED)


def _parent(
    tokens: Tokens, units: Sequence[Range], owner: Sequence[int], heads: Sequence[int], number: int
) -> int | None:
    """Return the unit that the unit hangs on by the parse, None for the root of a sentence."""
    head = heads[number]
    above = tokens.head[head]
    if above == head or owner[above] == number:
        first = tokens.sentences[tokens.sentence[units[number][0]]][0]
        start = owner[first]
        return start if start < number and tokens.head[head] != head else None
    return owner[above]


def _unmarked(tokens: Tokens, heads: Sequence[int], number: int, above: int) -> Link:
    """Return the link of a unit to its parent where no words mark the relation."""
    dep, governor = tokens.dep[heads[number]], tokens.head[heads[number]]
    if dep in ("ccomp", "xcomp") and is_report(tokens, governor):
        return Link(above, number, "ATTRIBUTION", confidence=_UNCUED)
    if dep == "conj":
        return Link(above, number, "SEQUENCE", "NN", confidence=_UNCUED)
    if dep == "advcl":
        return Link(number, above, "CIRCUMSTANCE", confidence=_UNCUED)
    return Link(number, above, "ELABORATION", confidence=_UNCUED)


def _across(tokens: Tokens, units: Sequence[Range], roots: dict[int, int]) -> list[Link]:
    """Link the root of every sentence to the one before."""
    ordered = [roots[sentence] for sentence in sorted(roots)]
    return [
        Link(later, earlier, "ELABORATION", confidence=_UNCUED)
        for earlier, later in zip(ordered, ordered[1:], strict=False)
    ]
