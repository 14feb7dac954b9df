"""A discrete structural causal model: variables, and a mechanism for each of them.

A mechanism is a conditional table, or a noisy-or / noisy-and gate. Exogenous variables are
independent roots that several mechanisms may read: they are how an unobserved common cause is
written with numbers. A table alone says nothing about how its noise behaves across worlds; that is
its ``coupling``, and where it matters and is not given, answers come as bounds.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal

import networkx
import numpy as np
from numpy.typing import NDArray

from prism.errors import BadInput
from prism.scm.diagram import Diagram
from prism.scm.expression import Expression, names, truth

__all__ = [
    "Array",
    "Coupling",
    "Gate",
    "Mechanism",
    "Model",
    "Table",
    "Variable",
    "bernoulli",
    "logical",
]

Array = NDArray[np.float64]
Coupling = Literal["independent", "comonotone"]

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with a finite number of states, in order.

    Attributes
    ----------
    name
        Letters, digits and underscores.
    states
        At least two; for a yes/no variable ``("0", "1")``.
    exogenous
        Whether it is background that no one observes: it has no parents, and in graph questions
        it turns into bidirected edges between its children.
    label
        What it stands for, in words.
    unit
        The story node (unit id) it is anchored to, or None.
    """

    name: str
    states: tuple[str, ...] = ("0", "1")
    exogenous: bool = False
    label: str = ""
    unit: str | None = None

    def index(self, state: str) -> int:
        """Return the place of ``state``; a state it does not have is :class:`BadInput`."""
        try:
            return self.states.index(state)
        except ValueError as exc:
            raise BadInput(
                f"{self.name} has no state {state!r}", mend=f"one of {', '.join(self.states)}"
            ) from exc


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """P(variable | parents).

    Attributes
    ----------
    parents
        Names, in the order of the axes.
    values
        One axis a parent, then one for the variable itself; every row sums to one. Kept as a
        copy that cannot be written to: answers may rest on what was computed before.
    coupling
        How one unit's noise carries over to another parent state, where the modeller knows:
        ``independent`` for each state, or ``comonotone`` (one uniform number drives all of them).
        None: not said.
    """

    parents: tuple[str, ...]
    values: Array
    coupling: Coupling | None = None

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=float)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def deterministic(self) -> bool:
        """Whether every row puts all its mass on one state."""
        return bool(((self.values == 0.0) | (self.values == 1.0)).all())


@dataclass(frozen=True, eq=False, slots=True)
class Gate:
    """A noisy-or or noisy-and over binary variables; its noise is part of the definition.

    noisy-or: each cause that is on produces the effect with probability ``strengths[i]``,
    independently, and ``leak`` produces it with no cause at all. noisy-and is its mirror image:
    each cause that is off prevents the effect with probability ``strengths[i]``, and ``leak``
    prevents it even if all are on.
    """

    parents: tuple[str, ...]
    kind: Literal["or", "and"]
    strengths: tuple[float, ...]
    leak: float = 0.0

    @property
    def values(self) -> Array:
        """The gate as a table, shape ``(2, …, 2)`` with the variable's own axis last."""
        idle = 0 if self.kind == "or" else 1
        table = np.empty((2,) * (len(self.parents) + 1))
        for states in product((0, 1), repeat=len(self.parents)):
            active = (s for on, s in zip(states, self.strengths, strict=True) if on != idle)
            quiet = (1 - self.leak) * float(np.prod([1 - s for s in active]))
            table[(*states, idle)] = quiet
            table[(*states, 1 - idle)] = 1 - quiet
        return table


Mechanism = Table | Gate


def logical(variable: Variable, tree: Expression, known: Mapping[str, Variable]) -> Table:
    """Return the deterministic table in which ``variable`` is on exactly when ``tree`` holds.

    >>> from prism.scm.expression import parse_expression
    >>> x, y = Variable("X"), Variable("Y")
    >>> logical(y, parse_expression("not X"), {"X": x}).values.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    parents = names(tree)
    for name in parents:
        if name not in known:
            raise BadInput(f"the expression names {name}, which is not defined")
    _check_states(tree, known)
    if len(variable.states) != 2:
        raise BadInput(f"{variable.name} has an expression and must have two states")
    last = {name: known[name].states[-1] for name in parents}
    cards = tuple(len(known[name].states) for name in parents)
    values = np.zeros((*cards, 2))
    for index in np.ndindex(*cards):
        states = {n: known[n].states[i] for n, i in zip(parents, index, strict=True)}
        values[(*index, int(truth(tree, states, last)))] = 1.0
    return Table(parents, values)


def bernoulli(name: str, tables: Mapping[str, tuple[Sequence[str], object]]) -> "Model":
    """Return a model of yes/no variables from P(variable = 1 | parents).

    Parameters
    ----------
    tables
        ``{variable: (parents, probabilities)}``; the probabilities are nested lists, one level a
        parent in their order, or a single number without parents.

    >>> bernoulli("", {"X": ((), 0.3), "Y": (("X",), [0.25, 0.5])}).tables["Y"].tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    mechanisms: dict[str, Mechanism] = {}
    for variable, (parents, chances) in tables.items():
        on = np.asarray(chances, dtype=float)
        values = np.empty((*on.shape, 2))
        values[..., 0], values[..., 1] = 1 - on, on
        mechanisms[variable] = Table(tuple(parents), values)
    return Model(tuple(Variable(variable) for variable in tables), mechanisms, name)


@dataclass(frozen=True, eq=False)
class Model:
    """A structural causal model over discrete variables.

    Parameters
    ----------
    variables
        In any order.
    mechanisms
        One a variable, by name; an exogenous variable's is a table without parents.
    name
        For messages.

    Raises
    ------
    BadInput
        A mechanism is missing, has the wrong shape, does not sum to one, reads an undefined
        variable, or the parents form a cycle.

    >>> x, y = Variable("X"), Variable("Y")
    >>> table = np.array([[0.9, 0.1], [0.2, 0.8]])
    >>> m = Model((y, x), {"X": Table((), np.array([0.5, 0.5])), "Y": Table(("X",), table)})
    >>> m.order
    ('X', 'Y')
    """

    variables: tuple[Variable, ...]
    mechanisms: Mapping[str, Mechanism]
    name: str = ""
    by_name: Mapping[str, Variable] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {v.name: v for v in self.variables})
        if not self.variables:
            raise BadInput("there are no variables", where=self.name or None)
        if len(self.by_name) != len(self.variables):
            raise BadInput("a variable is defined twice", where=self.name or None)
        for variable in self.variables:
            if not variable.states:
                raise BadInput(f"{variable.name} has no states", mend="give it at least two")
            if variable.name not in self.mechanisms:
                raise BadInput(
                    f"{variable.name} has no table, expression or gate", mend="add its mechanism"
                )
        for name, mechanism in self.mechanisms.items():
            self._check(name, mechanism)
        _ = self.order

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names in the first topological order by the alphabet."""
        effects: dict[str, list[str]] = {name: [] for name in self.by_name}
        waiting = {name: len(mechanism.parents) for name, mechanism in self.mechanisms.items()}
        for name, mechanism in self.mechanisms.items():
            for parent in mechanism.parents:
                effects[parent].append(name)
        ready = sorted(name for name, count in waiting.items() if not count)
        order: list[str] = []
        while ready:
            order.append(heapq.heappop(ready))
            for effect in effects[order[-1]]:
                waiting[effect] -= 1
                if not waiting[effect]:
                    heapq.heappush(ready, effect)
        if len(order) < len(effects):
            cycle = [source for source, _ in networkx.find_cycle(networkx.DiGraph(effects))]
            raise BadInput(
                f"the variables form a cycle: {' -> '.join([*cycle, cycle[0]])}",
                mend="remove one of these edges",
            )
        return tuple(order)

    @cached_property
    def tables(self) -> Mapping[str, Array]:
        """Every mechanism as a conditional table."""
        return {name: mechanism.values for name, mechanism in self.mechanisms.items()}

    @cached_property
    def diagram(self) -> Diagram:
        """The graph of the observed variables; shared exogenous ones become bidirected edges."""
        hidden = {v.name for v in self.variables if v.exogenous}
        children: dict[str, list[str]] = {name: [] for name in hidden}
        edges: list[tuple[str, str]] = []
        for name in self.order:
            for parent in self.mechanisms[name].parents:
                if parent in hidden:
                    children[parent].append(name)
                else:
                    edges.append((parent, name))
        pairs = (
            (a, b) for kids in children.values() for i, a in enumerate(kids) for b in kids[i + 1 :]
        )
        observed = tuple(name for name in self.order if name not in hidden)
        return Diagram(observed, tuple(edges), tuple(dict.fromkeys(pairs)))

    def card(self, name: str) -> int:
        """Return the number of states of ``name``."""
        return len(self.variable(name).states)

    def variable(self, name: str) -> Variable:
        """Return the variable ``name``; one that is not there is :class:`BadInput`."""
        if name not in self.by_name:
            raise BadInput(
                f"{name} is not a variable of the model", mend=f"one of {', '.join(self.order)}"
            )
        return self.by_name[name]

    def _check(self, name: str, mechanism: Mechanism) -> None:
        where = f"mechanism of {name}"
        if name not in self.by_name:
            raise BadInput(f"{name} is not defined", where=where, mend="add it to the variables")
        for parent in mechanism.parents:
            if parent not in self.by_name:
                raise BadInput(f"{parent} is not defined", where=where)
        if len(set(mechanism.parents)) != len(mechanism.parents):
            raise BadInput("a parent is named twice", where=where)
        if self.by_name[name].exogenous and mechanism.parents:
            raise BadInput("an exogenous variable has no parents", where=where)
        shape = tuple(len(self.by_name[n].states) for n in (*mechanism.parents, name))
        if isinstance(mechanism, Gate):
            _check_gate(mechanism, shape, where)
        else:
            _check_table(mechanism.values, shape, where)


def _check_gate(gate: Gate, shape: Sequence[int], where: str) -> None:
    if any(card != 2 for card in shape):
        raise BadInput("a noisy gate needs variables of two states", where=where)
    if len(gate.strengths) != len(gate.parents):
        raise BadInput("a noisy gate needs one strength a parent", where=where)
    if not all(0 <= p <= 1 for p in (*gate.strengths, gate.leak)):
        raise BadInput("a strength or leak is not in [0, 1]", where=where)


def _check_table(values: Array, shape: tuple[int, ...], where: str) -> None:
    if values.shape != shape:
        raise BadInput(
            f"the table has shape {values.shape}, not {shape}",
            where=where,
            mend="one axis a parent, then one for the states of the variable",
        )
    if not (values.min() >= 0 and values.max() <= 1 + _SLACK):  # false for NaN as well
        raise BadInput("a probability is not in [0, 1]", where=where)
    sums = values.sum(axis=-1)
    apart = np.abs(sums - 1)
    if apart.max() > _SLACK:
        worst = float(sums.flat[int(apart.argmax())])
        raise BadInput(f"the probabilities of a row sum to {worst:g}, not to 1", where=where)


def _check_states(tree: Expression, known: Mapping[str, Variable]) -> None:
    atoms: Iterable[Expression] = [tree] if tree.operator == "atom" else tree.parts
    for part in atoms:
        if part.operator != "atom":
            _check_states(part, known)
        elif part.state is not None:
            known[part.name].index(part.state)
