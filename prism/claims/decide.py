"""Whether a claim holds, decided from named evidence by learned weights.

The weights are a readable table in ``data/holds.json``, one model for facts that a rewrite should
keep and one for those it should change; ``python -m benchmarks.train.holds`` learns them from
prism's own labelled edits. A model is additive: each piece of evidence gains ``slope`` times its
value, and each of its ``steps`` from where it starts on; the sum is the log odds that the claim
holds.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, Self

__all__ = ["Curve", "Expectation", "Model", "model"]

Expectation = Literal["kept", "changed"]
_TABLE: Final = "holds.json"


@dataclass(frozen=True, slots=True)
class Curve:
    """What one piece of evidence gains: a slope, and steps as pairs (from where on, how much)."""

    slope: float
    steps: tuple[tuple[float, float], ...] = ()

    def gain(self, value: float) -> float:
        """Return what ``value`` adds to the log odds.

        >>> Curve(2.0, ((0.5, 1.0),)).gain(0.75)
        2.5
        """
        return self.slope * value + sum(gain for start, gain in self.steps if value >= start)


@dataclass(frozen=True, slots=True)
class Model:
    """The log odds before any evidence, what each piece of it gains, and where *holds* begins."""

    start: float
    curves: Mapping[str, Curve]
    threshold: float

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Build a model from its entry in the table."""
        curves = {
            name: Curve(curve["slope"], tuple((at, gain) for at, gain in curve["steps"]))
            for name, curve in entry["evidence"].items()
        }
        return cls(entry["start"], curves, entry["threshold"])

    def chance(self, named: Mapping[str, float]) -> float:
        """Return how likely the claim holds, in [0, 1]; evidence that is not named counts as 0."""
        odds = self.start + sum(c.gain(named.get(n, 0.0)) for n, c in self.curves.items())
        return 1.0 / (1.0 + math.exp(-odds))

    def holds(self, named: Mapping[str, float]) -> bool:
        """Whether the claim is more likely to hold than the threshold asks."""
        return self.chance(named) >= self.threshold


@lru_cache(maxsize=2)
def model(expected: Expectation) -> Model:
    """Return the model for claims that are expected to be kept, or changed."""
    table = (files("prism.claims") / "data" / _TABLE).read_text(encoding="utf-8")
    return Model.read(json.loads(table)[expected])
