"""What a question to a model is answered with."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from prism.scm.model import Coupling

__all__ = ["ASSUMPTIONS", "Answer", "number"]

ASSUMPTIONS: Mapping[Coupling, str] = {
    "independent": "independent noise per parent state",
    "comonotone": "monotone noise (one uniform number drives all parent states)",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its derivation.

    Attributes
    ----------
    query
        The question as asked.
    value
        A number, yes or no, a distribution ``{state: probability}``, a list of sets, an estimand;
        None where the model identifies no single number (then ``bounds`` holds).
    bounds
        Sound lower and upper bounds of a number that is not identified; for ``assumption`` runs
        None.
    sharp
        Whether both bounds are attained by some coupling of the noise.
    assumption
        What had to be assumed about the mechanisms beyond the model, or None.
    steps
        The derivation, one readable line a step.
    error
        Standard error of a number that was estimated by sampling, None where it is exact.
    """

    query: str
    value: JsonValue
    bounds: tuple[float, float] | None = None
    sharp: bool | None = None
    assumption: str | None = None
    steps: tuple[str, ...] = ()
    error: float | None = None

    @property
    def identified(self) -> bool:
        """Whether there is one answer."""
        return self.value is not None

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds of a number; both ends are the number where it is identified."""
        if isinstance(self.value, float):
            return self.value, self.value
        return self.bounds or (0.0, 1.0)

    def to_json(self) -> dict[str, JsonValue]:
        """Return the answer as plain data."""
        return {
            "query": self.query,
            "value": self.value,
            "bounds": None if self.bounds is None else list(self.bounds),
            "sharp": self.sharp,
            "assumption": self.assumption,
            "steps": list(self.steps),
            "error": self.error,
        }


def number(value: float) -> str:
    """Return a probability or an effect as people write it, six significant digits.

    >>> number(0.25), number(1 / 3), number(-1e-17)
    ('0.25', '0.333333', '0')
    """
    return f"{0.0 if abs(value) < 1e-12 else value:.6g}"
