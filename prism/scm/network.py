"""Many worlds unrolled into one Bayesian network.

Every counterfactual variable is found by what its parents are: two worlds in which all parents of
a variable are the same network variables share one copy of it, so that only what an intervention
reaches is doubled. An intervention may set a variable to its own value in another world: then the
two worlds share that copy, which is what nested counterfactuals (NDE, NIE) need.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from prism.errors import BadInput
from prism.scm.coupling import Copy, Fixed, Ref, couple
from prism.scm.eliminate import Factor
from prism.scm.model import Coupling, Gate, Model
from prism.scm.query import Term

__all__ = ["Network"]

_World = frozenset[tuple[str, Ref]]


@dataclass(slots=True)
class Network:
    """The copies that some counterfactual terms need; grows as terms are resolved.

    >>> from prism.scm.query import Setting
    >>> from prism.scm.model import bernoulli
    >>> chain = {"X": ((), 0.5), "M": (("X",), [0.2, 0.7]), "Y": (("M",), [0.1, 0.8])}
    >>> network = Network(bernoulli("chain", chain))
    >>> y, yx = Term("Y"), Term("Y", (Setting("X", "1"),))
    >>> network.resolve(y) == network.resolve(yx)
    False
    >>> sorted(copy.name for copy in network.copies)
    ['M', 'M', 'X', 'Y', 'Y']
    """

    model: Model
    copies: list[Copy] = field(default_factory=list)
    _by_parents: dict[tuple[str, tuple[Ref, ...]], int] = field(default_factory=dict)
    _seen: dict[_World, dict[str, Ref]] = field(default_factory=dict)

    def resolve(self, term: Term) -> Ref:
        """Return the network variable, or the fixed state, that ``term`` stands for."""
        self.model.variable(term.name)
        return self._place(term.name, self._world(term))

    @property
    def cards(self) -> Mapping[int, int]:
        """Number of states of every network variable."""
        return {copy.label: self.model.card(copy.name) for copy in self.copies}

    def groups(self, among: Collection[int] | None = None) -> dict[str, list[Copy]]:
        """Return the copies of each variable, in topological order of the model."""
        found: dict[str, list[Copy]] = {}
        for copy in self.copies:
            if among is None or copy.label in among:
                found.setdefault(copy.name, []).append(copy)
        return {name: found[name] for name in self.model.order if name in found}

    def factors(
        self, coupling: Coupling = "independent", among: Collection[int] | None = None
    ) -> list[Factor]:
        """Return the factors of the joint distribution.

        Over all copies, or over those ``among`` labels that contain the parents of their members.
        """
        return [
            factor
            for name, copies in self.groups(among).items()
            for factor in couple(self.model.mechanisms[name], copies, coupling)
        ]

    def open_couplings(self, among: Collection[int] | None = None) -> tuple[str, ...]:
        """Return the variables whose noise across worlds the model does not fix, but matters here.

        Those that have several copies and a table that is neither deterministic nor names its
        coupling. None of them: the answer follows from the model alone.
        """
        return tuple(
            name
            for name, copies in self.groups(among).items()
            if len(copies) > 1 and _is_open(self.model, name)
        )

    def closure(self, labels: Iterable[int]) -> frozenset[int]:
        """Return ``labels`` and all their ancestors in the network."""
        seen = set(labels)
        stack = list(seen)
        while stack:
            for ref in self.copies[stack.pop()].parents:
                if isinstance(ref, int) and ref not in seen:
                    seen.add(ref)
                    stack.append(ref)
        return frozenset(seen)

    def _world(self, term: Term) -> _World:
        settings: set[tuple[str, Ref]] = set()
        for setting in term.world:
            variable = self.model.variable(setting.name)
            if variable.exogenous:
                raise BadInput(f"{setting.name} is exogenous and cannot be set")
            value = setting.value
            ref = self.resolve(value) if isinstance(value, Term) else Fixed(variable.index(value))
            settings.add((setting.name, ref))
        return frozenset(settings)

    def _place(self, name: str, world: _World) -> Ref:
        """Return the copy of ``name`` in ``world``, making it and its ancestors where needed."""
        held = dict(world)
        known = self._seen.setdefault(world, {})
        stack = [name]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
            elif top in held:
                known[top] = held[top]
            else:
                parents = self.model.mechanisms[top].parents
                waiting = [parent for parent in parents if parent not in known]
                if waiting:
                    stack.extend(waiting)
                else:
                    known[top] = self._copy(top, tuple(known[parent] for parent in parents))
        return known[name]

    def _copy(self, name: str, parents: tuple[Ref, ...]) -> int:
        key = (name, parents)
        if key not in self._by_parents:
            label = len(self.copies)
            self.copies.append(Copy(label, name, parents))
            self._by_parents[key] = label
        return self._by_parents[key]


def _is_open(model: Model, name: str) -> bool:
    mechanism = model.mechanisms[name]
    if isinstance(mechanism, Gate):
        return False
    return mechanism.coupling is None and not mechanism.deterministic
