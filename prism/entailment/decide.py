"""Whether a claim holds, decided from named evidence by learned trees.

The table ``data/holds.json`` has one model for facts that a rewrite should keep and one for those
it should change; ``python -m benchmarks.train.holds`` learns them from labelled edits. A model is a
sum over small decision trees (gradient boosting: Friedman 2001, doi:10.1214/aos/1013203451), the
log odds that the claim holds. Evidence that can only speak against a claim, such as a clash, never
raises them, and what can only speak for it never lowers them.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, Self

__all__ = ["Expectation", "Model", "Tree", "model"]

Expectation = Literal["kept", "changed"]
Tree = (
    float | tuple[int, float, "Tree", "Tree"]
)  # number of the evidence, up to what left, or right
_TABLE: Final = "holds.json"


@dataclass(frozen=True, slots=True)
class Model:
    """The log odds before any evidence, its names, the trees, and from what chance on it holds."""

    start: float
    evidence: tuple[str, ...]
    trees: tuple[Tree, ...]
    threshold: float

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Build a model from its entry in the table."""
        trees = tuple(_tree(each) for each in entry["trees"])
        return cls(entry["start"], tuple(entry["evidence"]), trees, entry["threshold"])

    def chance(self, named: Mapping[str, float]) -> float:
        """Return how likely the claim holds, in [0, 1]; evidence that is not named counts as 0.

        >>> Model(0.0, ("answered",), ((0, 0.5, -1.0, 1.0),), 0.5).chance({"answered": 0.9}) > 0.5
        True
        """
        values = [named.get(name, 0.0) for name in self.evidence]
        odds = self.start + sum(_leaf(tree, values) for tree in self.trees)
        return 1.0 / (1.0 + math.exp(-odds))

    def holds(self, named: Mapping[str, float]) -> bool:
        """Whether the claim is at least as likely to hold as the threshold asks."""
        return self.chance(named) >= self.threshold


@lru_cache(maxsize=2)
def model(expected: Expectation) -> Model:
    """Return the model for claims that are expected to be kept, or changed."""
    table = (files("prism.entailment") / "data" / _TABLE).read_text(encoding="utf-8")
    return Model.read(json.loads(table)[expected])


def _tree(entry: Any) -> Tree:
    if not isinstance(entry, list):
        return float(entry)
    number, most, left, right = entry
    return number, most, _tree(left), _tree(right)


def _leaf(tree: Tree, values: list[float]) -> float:
    while isinstance(tree, tuple):
        number, most, left, right = tree
        tree = left if values[number] <= most else right
    return tree
