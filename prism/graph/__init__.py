"""The graph and the questions one can ask of it: pure functions, networkx only, no text, no I/O."""

from prism.graph.model import CausalGraph, Cue, Edge, Origin, Unit, Written
from prism.graph.relations import CAUSAL, RELATIONS

__all__ = ["CAUSAL", "RELATIONS", "CausalGraph", "Cue", "Edge", "Origin", "Unit", "Written"]
