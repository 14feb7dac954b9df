"""Structural causal models: the right answer to a causal question, computed."""

from prism.scm.answer import Answer
from prism.scm.ask import ask
from prism.scm.claims import Change, changes, claims
from prism.scm.diagram import Diagram
from prism.scm.known import Known
from prism.scm.model import Gate, Model, Table, Variable, bernoulli
from prism.scm.query import parse_query
from prism.scm.sample import estimate
from prism.scm.truth import EditTruth, Truth

__all__ = [
    "Answer",
    "Change",
    "Diagram",
    "EditTruth",
    "Gate",
    "Known",
    "Model",
    "Table",
    "Truth",
    "Variable",
    "ask",
    "bernoulli",
    "changes",
    "claims",
    "estimate",
    "parse_query",
]
