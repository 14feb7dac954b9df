"""Links the units of a text: by marked relations, by attachment inside and across sentences.

A link is written as RST does, satellite → nucleus; :func:`prism.graph.orient.orient` turns it.
Causes come from words alone: a pair that no cue marks is never a causal link.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from prism.text.attach import across, inside
from prism.text.finding import Finding, Range
from prism.text.linear import weights
from prism.text.relate import TYPES, type_features
from prism.text.thesis import thesis_type
from prism.text.units import Units

__all__ = ["Link", "link_units", "relation_types"]

Nuclearity = Literal["SN", "NS", "NN"]
_CUED: Final = 0.9  # confidence of a link that words mark
_TOLD: Final = 0.7  # … and of one that follows from its place around a thesis
_MEANS: Final = frozenset({"using", "via", "through", "leveraging", "employing"})
_JOINED: Final = frozenset({"CONTRAST", "SEQUENCE", "COMPARISON"})
_CAUSE_FIRST: Final = frozenset({"CAUSE", "CONDITION", "EXPLANATION"})

# What an unmarked pair of each type is called in the graph; never a cause.
_LABELS: Final = {
    "adversative": "CONTRAST",
    "attribution": "ATTRIBUTION",
    "causal": "ELABORATION",
    "context": "BACKGROUND",
    "contingency": "CIRCUMSTANCE",
    "elaboration": "ELABORATION",
    "evaluation": "EVALUATION",
    "explanation": "ELABORATION",
    "joint": "SEQUENCE",
    "mode": "CIRCUMSTANCE",
    "organization": "BACKGROUND",
    "purpose": "PURPOSE",
}


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


def relation_types(units: Units, links: Sequence[tuple[int, int]]) -> list[tuple[str, float]]:
    """Return the coarse type of each (satellite, nucleus), and its share in [0, 1].

    Types are those of :data:`prism.text.relate.TYPES`. ``links`` are all links of the text: the
    place of one among the others tells of its type. A link whose words mark its relation is typed
    too; the caller prefers the words.
    """
    shares = weights("types").probabilities(type_features(units, links))
    guessed = zip(shares.argmax(axis=1).tolist(), shares.max(axis=1).tolist(), strict=True)
    told = [_told_type(units, *link) for link in links]
    return [
        (kind, _TOLD) if kind else (TYPES[best], share)
        for kind, (best, share) in zip(told, guessed, strict=True)
    ]


def _told_type(units: Units, satellite: int, nucleus: int) -> str | None:
    """Return the type that the words of the pair tell, if any."""
    if _tells_means(units, satellite, nucleus):
        return "mode"
    return thesis_type(units, satellite, nucleus)


def _tells_means(units: Units, satellite: int, nucleus: int) -> bool:
    """Whether the satellite says by what means: ``…, using a lever``, ``… via a proxy``."""
    opens = units.tokens.low[units.first(satellite)] in _MEANS
    return opens and satellite > nucleus and units.sentence(satellite) == units.sentence(nucleus)


def link_units(units: Units) -> list[Link]:
    """Return the links of the graph: marked relations first, then one attachment a unit."""
    found: dict[frozenset[int], Link] = {}
    for (one, two), finding in units.marked.items():
        found[frozenset((one, two))] = _marked(finding, one, two)
    attached = inside(units)
    tree = [*attached, *across(units, attached)]
    for (child, parent), (kind, share) in zip(tree, relation_types(units, tree), strict=True):
        found.setdefault(frozenset((child, parent)), _unmarked(units, child, parent, kind, share))
    return sorted(found.values(), key=lambda each: (max(each.source, each.target), each.source))


def _marked(finding: Finding, one: int, two: int) -> Link:
    """Return the link of a marked relation between the units of its arguments 1 and 2."""
    label, cue = finding.label, finding.cue
    if finding.negated:
        return Link(two, one, "CONCESSION" if label == "CONCESSION" else "ANTITHESIS", cue=cue)
    if label in _JOINED:
        return Link(one, two, label, "NN", cue, confidence=_CUED)
    if finding.cause == "arg1" and label in _CAUSE_FIRST:
        return Link(one, two, label, "SN", cue, "source", _CUED)
    cause: Literal["source", "target"] | None = None
    if finding.cause is not None:
        cause = "source" if finding.cause == "arg2" else "target"
    return Link(two, one, label, "SN", cue, cause, _CUED)


def _unmarked(units: Units, child: int, parent: int, kind: str, share: float) -> Link:
    """Return the link of a unit to its parent where no words mark the relation."""
    label = _LABELS[kind]
    if kind == "context" and units.sentence(child) == units.sentence(parent):
        label = "CIRCUMSTANCE"
    if kind == "joint":
        return Link(min(child, parent), max(child, parent), label, "NN", confidence=share)
    return Link(child, parent, label, confidence=share)
