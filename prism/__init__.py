"""Scores explanations and edits by the causal graph they express.

``parse`` turns a text into a typed causal graph; ``score`` scores a response; ``ascore`` and
``score_many`` are the same for asynchronous callers and for many responses. Names are loaded when
they are first used, so that importing prism stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prism.api import ascore, parse, score, score_many
    from prism.envelope import Report
    from prism.errors import PrismError
    from prism.graph import CausalGraph, Edge, Unit
    from prism.items import Criterion, Item, Probe, Rubric, Score, Verdict

__version__ = "0.1.0"

_HOMES = {
    "CausalGraph": "prism.graph",
    "Criterion": "prism.items",
    "Edge": "prism.graph",
    "Item": "prism.items",
    "PrismError": "prism.errors",
    "Probe": "prism.items",
    "Report": "prism.envelope",
    "Rubric": "prism.items",
    "Score": "prism.items",
    "Unit": "prism.graph",
    "Verdict": "prism.items",
    "ascore": "prism.api",
    "parse": "prism.api",
    "score": "prism.api",
    "score_many": "prism.api",
}

__all__ = [
    "CausalGraph",
    "Criterion",
    "Edge",
    "Item",
    "PrismError",
    "Probe",
    "Report",
    "Rubric",
    "Score",
    "Unit",
    "Verdict",
    "ascore",
    "parse",
    "score",
    "score_many",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'prism' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
