"""Estimands: formulas over observed probabilities, to print and to compute."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from prism.errors import BadInput
from prism.scm.model import Array

__all__ = [
    "Chance",
    "Estimand",
    "Fraction",
    "Product",
    "Sum",
    "evaluate",
    "free",
    "summed",
    "written",
]


@dataclass(frozen=True, slots=True)
class Chance:
    """P(of | given) of the observed distribution."""

    of: tuple[str, ...]
    given: tuple[str, ...]

    def __str__(self) -> str:
        """Return the formula."""
        return written(self)


@dataclass(frozen=True, slots=True)
class Product:
    """The product of some formulas."""

    parts: tuple["Estimand", ...]

    def __str__(self) -> str:
        """Return the formula."""
        return written(self)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a formula over the states of some variables."""

    over: tuple[str, ...]
    body: "Estimand"

    def __str__(self) -> str:
        """Return the formula."""
        return written(self)


@dataclass(frozen=True, slots=True)
class Fraction:
    """One formula divided by another."""

    above: "Estimand"
    below: "Estimand"

    def __str__(self) -> str:
        """Return the formula."""
        return written(self)


Estimand = Chance | Product | Sum | Fraction


def summed(over: tuple[str, ...], body: Estimand) -> Estimand:
    """Return the sum of ``body`` over some variables, in the shortest form these rules give.

    P(a | g) P(b | a, g) is P(a, b | g), and a variable that is summed out of P(a, b | g) goes.

    >>> print(summed(("M",), Product((Chance(("M",), ("X",)), Chance(("Y",), ("X", "M"))))))
    P(Y | X)
    """
    if isinstance(body, Product):
        body = _merged(body)
    if isinstance(body, Chance):
        left = tuple(name for name in body.of if name not in over)
        over = tuple(name for name in over if name not in body.of)
        body = Chance(left, body.given) if left else Product(())
    return Sum(over, body) if over else body


def _merged(product_: Product) -> Estimand:
    """Join the pairs of factors that are one conditional probability."""
    parts = list(product_.parts)
    for first in parts:
        for second in parts:
            if not isinstance(first, Chance) or not isinstance(second, Chance):
                continue
            if set(second.given) == set(first.given) | set(first.of):
                parts[parts.index(first)] = Chance((*first.of, *second.of), first.given)
                parts.remove(second)
                return _merged(Product(tuple(parts)))
    return parts[0] if len(parts) == 1 else Product(tuple(parts))


def written(estimand: Estimand, scope: Mapping[str, str] | None = None) -> str:
    """Return the formula as text; a summation variable that shadows another gets a prime."""
    scope = scope if scope is not None else {name: name for name in free(estimand)}
    match estimand:
        case Chance(of, given):
            left = ", ".join(scope.get(name, name) for name in of)
            right = ", ".join(scope.get(name, name) for name in given)
            return f"P({left} | {right})" if right else f"P({left})"
        case Product(parts):
            pieces = (
                f"[{written(part, scope)}]"
                if isinstance(part, Sum) and part is not parts[-1]
                else written(part, scope)
                for part in parts
            )
            return " ".join(pieces) or "1"
        case Sum(over, body):
            inner = dict(scope)
            for name in over:
                fresh = name
                while fresh in scope.values():
                    fresh += "'"
                inner[name] = fresh
            return f"Σ_{','.join(inner[name] for name in over)} {written(body, inner)}"
        case Fraction(above, below):
            return f"[{written(above, scope)}] / [{written(below, scope)}]"


def evaluate(
    estimand: Estimand, joint: Array, names: tuple[str, ...], at: Mapping[str, int]
) -> float:
    """Compute a formula from the observed joint distribution.

    Parameters
    ----------
    joint
        One axis a variable, in the order of ``names``; sums to one.
    at
        State index of every variable that the formula leaves free.

    Raises
    ------
    BadInput
        The formula divides by a probability that is zero.

    >>> import numpy as np
    >>> joint = np.array([[0.25, 0.25], [0.5, 0.0]])
    >>> evaluate(Chance(("Y",), ("X",)), joint, ("X", "Y"), {"X": 0, "Y": 1})
    0.5
    """
    match estimand:
        case Chance(of, given):
            below = _marginal(joint, names, given, at)
            return _divide(_marginal(joint, names, (*of, *given), at), below)
        case Product(parts):
            total = 1.0
            for part in parts:
                total *= evaluate(part, joint, names, at)
            return total
        case Sum(over, body):
            ranges = (range(joint.shape[names.index(name)]) for name in over)
            return sum(
                evaluate(body, joint, names, {**at, **dict(zip(over, states, strict=True))})
                for states in product(*ranges)
            )
        case Fraction(above, below_part):
            below = evaluate(below_part, joint, names, at)
            return _divide(evaluate(above, joint, names, at), below)


def _marginal(
    joint: Array, names: tuple[str, ...], of: tuple[str, ...], at: Mapping[str, int]
) -> float:
    index = tuple(at[name] if name in of else slice(None) for name in names)
    return float(joint[index].sum())


def _divide(above: float, below: float) -> float:
    if below <= 0.0:
        raise BadInput("the estimand divides by a probability that is zero")
    return above / below


def free(estimand: Estimand) -> frozenset[str]:
    """Return the variables whose states the formula leaves open."""
    match estimand:
        case Chance(of, given):
            return frozenset((*of, *given))
        case Product(parts):
            return frozenset().union(*map(free, parts))
        case Sum(over, body):
            return free(body) - frozenset(over)
        case Fraction(above, below):
            return free(above) | free(below)
