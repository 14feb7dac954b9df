"""The 24 relation labels and what each one means for the graph: one table.

Labels are those of WhatIfBench's parser (arXiv 2608.27953). A label that is not in the table is
kept as it was written, belongs to neither edge set and is counted as unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["CAUSAL", "RELATIONS", "Relation", "is_causal", "is_reach", "normalise"]

Reach = Literal["always", "cued", "never"]
Role = Literal["cause", "effect"]


@dataclass(frozen=True, slots=True)
class Relation:
    """What one label means.

    Attributes
    ----------
    causal
        Whether PM counts it and longest path and fragmentation run on it.
    reach
        Whether descendants and invariants run on it: ``always``, only when a cue makes it
        causal (``cued``), or ``never``.
    satellite
        The part the satellite (the written source) plays when the text is silent: the
        ``cause``, the ``effect``, or None where the relation has no causal direction.
    """

    causal: bool = False
    reach: Reach = "never"
    satellite: Role | None = None


_PLAIN = Relation()

RELATIONS: Mapping[str, Relation] = MappingProxyType(
    {
        "CAUSE": Relation(causal=True, reach="always", satellite="cause"),
        "CONDITION": Relation(causal=True, reach="always", satellite="cause"),
        "RESULT": Relation(causal=True, reach="always", satellite="effect"),
        "CONSEQUENCE": Relation(causal=True, reach="always", satellite="effect"),
        "PURPOSE": Relation(reach="cued", satellite="effect"),
        "EXPLANATION": Relation(reach="cued", satellite="cause"),
        "ELABORATION": _PLAIN,
        "EVIDENCE": _PLAIN,
        "EXAMPLE": _PLAIN,
        "CONTRAST": _PLAIN,
        "COMPARISON": _PLAIN,
        "CONCESSION": _PLAIN,
        "ANTITHESIS": _PLAIN,
        "TEMPORAL": _PLAIN,
        "SEQUENCE": _PLAIN,
        "BACKGROUND": _PLAIN,
        "CIRCUMSTANCE": _PLAIN,
        "SUMMARY": _PLAIN,
        "RESTATEMENT": _PLAIN,
        "EVALUATION": _PLAIN,
        "INTERPRETATION": _PLAIN,
        "ATTRIBUTION": _PLAIN,
        "DEFINITION": _PLAIN,
        "CLASSIFICATION": _PLAIN,
    }
)

CAUSAL = frozenset(label for label, relation in RELATIONS.items() if relation.causal)


def normalise(label: str) -> str:
    """Return ``label`` as the table spells it, or as written where the table has no such label.

    >>> normalise(" Cause "), normalise("enablement")
    ('CAUSE', 'enablement')
    """
    tidy = label.strip().upper()
    return tidy if tidy in RELATIONS else label.strip()


def is_causal(label: str) -> bool:
    """Whether ``label`` belongs to the causal edge set."""
    return label in CAUSAL


def is_reach(label: str, *, cued: bool) -> bool:
    """Whether an edge with this label, licensed by a cue or not, belongs to the reach edge set.

    >>> is_reach("PURPOSE", cued=True), is_reach("PURPOSE", cued=False)
    (True, False)
    """
    reach = RELATIONS.get(label, _PLAIN).reach
    return reach == "always" or (reach == "cued" and cued)
