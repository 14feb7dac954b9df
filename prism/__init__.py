"""Scores explanations and edits by the causal graph they express.

``parse`` turns a text into a typed causal graph; ``score`` scores a response; ``ascore`` and
``score_many`` are the same for asynchronous callers and for many responses. Names are loaded when
they are first used, so that importing prism stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prism.api import ascore, parse, score, score_many
    from prism.errors import PrismError
    from prism.graph import CausalGraph, Edge, Unit
    from prism.judges.base import Judge
    from prism.llm.budget import Budget, Price
    from prism.llm.client import Retry
    from prism.llm.records import Decoding
    from prism.parsers.base import Parser
    from prism.prompts import Prompts
    from prism.records.item import Criterion, Item, Rubric
    from prism.records.probe import Probe
    from prism.records.question import (
        ClaimQuestion,
        ConnectorQuestion,
        CriterionQuestion,
        DistractorQuestion,
        EdgeQuestion,
        LetterQuestion,
        OtherQuestion,
        OutcomeQuestion,
        Question,
    )
    from prism.records.report import Report
    from prism.records.score import Score
    from prism.records.verdict import Provenance, Span, Verdict
    from prism.settings import Settings

__version__ = "0.2.0"

_HOMES = {
    "Budget": "prism.llm.budget",
    "CausalGraph": "prism.graph",
    "ClaimQuestion": "prism.records.question",
    "ConnectorQuestion": "prism.records.question",
    "Criterion": "prism.records.item",
    "CriterionQuestion": "prism.records.question",
    "Decoding": "prism.llm.records",
    "DistractorQuestion": "prism.records.question",
    "Edge": "prism.graph",
    "EdgeQuestion": "prism.records.question",
    "Item": "prism.records.item",
    "Judge": "prism.judges.base",
    "LetterQuestion": "prism.records.question",
    "OtherQuestion": "prism.records.question",
    "OutcomeQuestion": "prism.records.question",
    "Parser": "prism.parsers.base",
    "Price": "prism.llm.budget",
    "PrismError": "prism.errors",
    "Probe": "prism.records.probe",
    "Prompts": "prism.prompts",
    "Provenance": "prism.records.verdict",
    "Question": "prism.records.question",
    "Report": "prism.records.report",
    "Retry": "prism.llm.client",
    "Rubric": "prism.records.item",
    "Score": "prism.records.score",
    "Settings": "prism.settings",
    "Span": "prism.records.verdict",
    "Unit": "prism.graph",
    "Verdict": "prism.records.verdict",
    "ascore": "prism.api",
    "parse": "prism.api",
    "score": "prism.api",
    "score_many": "prism.api",
}

__all__ = [
    "Budget",
    "CausalGraph",
    "ClaimQuestion",
    "ConnectorQuestion",
    "Criterion",
    "CriterionQuestion",
    "Decoding",
    "DistractorQuestion",
    "Edge",
    "EdgeQuestion",
    "Item",
    "Judge",
    "LetterQuestion",
    "OtherQuestion",
    "OutcomeQuestion",
    "Parser",
    "Price",
    "PrismError",
    "Probe",
    "Prompts",
    "Provenance",
    "Question",
    "Report",
    "Retry",
    "Rubric",
    "Score",
    "Settings",
    "Span",
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
