"""A diagram and a handful of known probabilities, where there is no whole model.

Further probabilities follow from them by the rules of probability and the independences that the
diagram implies. Variables have the states 0 and 1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from prism.errors import BadInput
from prism.scm.diagram import Diagram, is_d_separated
from prism.scm.model import Array, Model, bernoulli
from prism.scm.query import Event

__all__ = ["Known", "Underivable"]

_States = frozenset[tuple[str, int]]
_DEEPEST = 4


class Underivable(BadInput):
    """A probability does not follow from the known ones by the rules tried here."""


@dataclass(eq=False)
class Known:
    """Some probabilities P(of | given) of a diagram's variables.

    >>> known = Known(Diagram.of("X->Y"))
    >>> known.add({"Y": 1}, {"X": 0}, 0.25)
    >>> known.add({"X": 1}, {}, 0.5)
    >>> known.chance({"Y": 0}, {"X": 0}), known.chance({"X": 0, "Y": 1})
    (0.75, 0.125)
    """

    diagram: Diagram
    facts: dict[tuple[_States, _States], float] = field(default_factory=dict)

    def add(self, of: Mapping[str, int], given: Mapping[str, int], chance: float) -> None:
        """Note that P(of | given) = ``chance``.

        Raises
        ------
        BadInput
            An unknown variable, or a number that is not in [0, 1].
        """
        self.diagram.require((*of, *given))
        if not 0.0 <= chance <= 1.0:
            raise BadInput(f"{chance:g} is not a probability")
        self.facts[frozenset(of.items()), frozenset(given.items())] = chance

    def states(self, events: Iterable[Event]) -> dict[str, int]:
        """Return factual events as states; anything but the states 0 and 1 is :class:`BadInput`."""
        found: dict[str, int] = {}
        for event in events:
            self.diagram.require((event.term.name,))
            if event.term.world:
                raise BadInput(f"{event}: known probabilities speak of the factual world only")
            if event.state not in ("0", "1"):
                raise BadInput(f"{event} has no state 0 or 1")
            if found.setdefault(event.term.name, int(event.state)) != int(event.state):
                raise BadInput(f"{event.term.name} cannot be 0 and 1 at once")
        return found

    def model(self) -> Model | None:
        """Return the whole model, if P(V | parents) is known of every variable V."""
        if self.diagram.bidirected:
            return None
        tables: dict[str, tuple[tuple[str, ...], Array]] = {}
        for name in self.diagram.nodes:
            parents = self.diagram.parents(name)
            chances = np.empty((2,) * len(parents))
            for states in np.ndindex(*chances.shape):
                given = frozenset(zip(parents, states, strict=True))
                on, off = frozenset({(name, 1)}), frozenset({(name, 0)})
                if (on, given) in self.facts:
                    chances[states] = self.facts[on, given]
                elif (off, given) in self.facts:
                    chances[states] = 1.0 - self.facts[off, given]
                else:
                    return None
            tables[name] = parents, chances
        return bernoulli("", tables)

    @property
    def mentioned(self) -> frozenset[str]:
        """Every variable that some known probability speaks of."""
        return frozenset(name for of, given in self.facts for name, _ in of | given)

    def chance(self, of: Mapping[str, int], given: Mapping[str, int] | None = None) -> float:
        """Return P(of | given).

        Raises
        ------
        Underivable
            It does not follow from what is known by complement, product, quotient, independence
            in the diagram and total probability, four rules deep.
        """
        return self._find(frozenset(of.items()), frozenset((given or {}).items()), frozenset())

    def _find(
        self, of: _States, given: _States, open_: frozenset[tuple[_States, _States]]
    ) -> float:
        """Try the rules in order; ``open_`` holds the terms under way, against circles."""
        of = of - given
        if not of:
            return 1.0
        key = of, given
        if key in self.facts:
            return self.facts[key]
        if key in open_ or len(open_) > _DEEPEST:
            raise Underivable("no rule applies")
        for rule in (_complement, _chain, _divide, _separated, _total):
            try:
                return rule(self, of, given, open_ | {key})
            except Underivable:
                continue
        raise Underivable("no rule applies")


_Open = frozenset[tuple[_States, _States]]


def _complement(known: Known, of: _States, given: _States, open_: _Open) -> float:
    if len(of) != 1:
        raise Underivable("no rule applies")
    ((name, state),) = of
    other = frozenset({(name, 1 - state)})
    if (other, given) not in known.facts:
        raise Underivable("no rule applies")
    return 1.0 - known.facts[other, given]


def _chain(known: Known, of: _States, given: _States, open_: _Open) -> float:
    if len(of) < 2:
        raise Underivable("no rule applies")
    for first in sorted(of):
        rest = of - {first}
        try:
            tail = known._find(rest, given, open_)
            return tail * known._find(frozenset({first}), given | rest, open_)
        except Underivable:
            continue
    raise Underivable("no rule applies")


def _divide(known: Known, of: _States, given: _States, open_: _Open) -> float:
    joint = known.facts.get((of | given, frozenset()))
    if joint is None or not given:
        raise Underivable("no rule applies")
    below = known._find(given, frozenset(), open_)
    if below <= 0:
        raise Underivable("no rule applies")
    return joint / below


def _separated(known: Known, of: _States, given: _States, open_: _Open) -> float:
    """Drop a condition that the diagram makes irrelevant."""
    names = {name for name, _ in of}
    for entry in sorted(given):
        rest = given - {entry}
        if is_d_separated(known.diagram, names, {entry[0]}, {name for name, _ in rest}):
            try:
                return known._find(of, rest, open_)
            except Underivable:
                continue
    raise Underivable("no rule applies")


def _total(known: Known, of: _States, given: _States, open_: _Open) -> float:
    """Split by the states of one more variable that is mentioned."""
    taken = {name for name, _ in of | given}
    for name in sorted(known.mentioned - taken):
        try:
            return sum(known._find(of | {(name, state)}, given, open_) for state in (0, 1))
        except Underivable:
            continue
    raise Underivable("no rule applies")
