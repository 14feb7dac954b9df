"""Speed of counterfactuals: ``python -m benchmarks.scm_speed``.

P(Y[X=x] = 1 | three observed nodes) on chains, chains of diamonds and random graphs with four
parents, against pgmpy's variable elimination (its default order) on a twin network with response
functions, and against enumeration of all noise states where that is feasible. Only the ratios of
one run count; times are medians of at least three repeats (enumeration: one). The twin
depends on the intervention, so it is built for each question: the ratio is given without building
it and with it. With four parents it has 65,536 noise states a node and is built up to ten nodes.
Prism's time holds everything, from the question to the answer.
"""

import math
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from pgmpy.factors.discrete import TabularCPD
from pgmpy.inference import VariableElimination
from pgmpy.models import DiscreteBayesianNetwork

from prism.errors import BadInput
from prism.scm.model import Model, Table, Variable
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term

REPEATS = 3


@dataclass(frozen=True)
class Case:
    """One model and one counterfactual question about it."""

    name: str
    model: Model
    query: Probability


def chain(size: int) -> dict[str, list[str]]:
    """V0 -> V1 -> … ."""
    return {f"V{i}": [f"V{i - 1}"] if i else [] for i in range(size)}


def diamonds(size: int) -> dict[str, list[str]]:
    """A -> B, C -> D -> E, F -> G … ."""
    parents: dict[str, list[str]] = {"V0": []}
    for i in range(1, size):
        turn = i % 3
        if turn in (1, 2):
            parents[f"V{i}"] = [f"V{i - turn}"]
        else:
            parents[f"V{i}"] = [f"V{i - 2}", f"V{i - 1}"]
    return parents


def banded(size: int, degree: int, seed: int) -> dict[str, list[str]]:
    """Return a random graph: ``degree`` parents a node among the ``degree + 2`` nodes before it."""
    rng = random.Random(seed)
    return {
        f"V{i}": [
            f"V{j}" for j in sorted(rng.sample(range(max(0, i - degree - 2), i), min(i, degree)))
        ]
        for i in range(size)
    }


def case(name: str, parents: dict[str, list[str]], seed: int = 0) -> Case:
    """Give a graph random tables and ask P(last[V1=1] = 1 | first, middle, last)."""
    rng = np.random.default_rng(seed)
    mechanisms = {}
    for node, causes in parents.items():
        on = rng.uniform(0.1, 0.9, (2,) * len(causes))
        mechanisms[node] = Table(tuple(causes), np.stack([1 - on, on], axis=-1))
    model = Model(tuple(Variable(node) for node in parents), mechanisms, name)
    nodes = list(parents)
    given = tuple(Event(Term(node), "0") for node in (nodes[0], nodes[len(nodes) // 2], nodes[-1]))
    asked = Event(Term(nodes[-1], (Setting(nodes[1], "1"),)), "1")
    return Case(name, model, Probability((asked,), given))


def twin(model: Model, query: Probability) -> Callable[[], float]:
    """Return the query on pgmpy's twin network, ready to run."""
    (setting,) = query.events[0].term.world
    network = DiscreteBayesianNetwork()
    tables = []
    for name in model.order:
        mechanism = model.mechanisms[name]
        rows = list(product((0, 1), repeat=len(mechanism.parents)))
        functions = list(product((0, 1), repeat=len(rows)))
        chances = [
            math.prod(mechanism.values[(*row, s)] for row, s in zip(rows, function, strict=True))
            for function in functions
        ]
        noise, states = f"R_{name}", len(functions)
        tables.append(TabularCPD(noise, states, [[c] for c in chances]))
        network.add_node(noise)
        on = np.array(functions, dtype=float).T  # one line a parent row, one column a function
        for suffix in ("", "*"):
            if suffix and name == setting.name:
                fixed = [[1.0 - int(str(setting.value))], [float(str(setting.value))]]
                tables.append(TabularCPD(name + suffix, 2, fixed))
                network.add_node(name + suffix)
                continue
            above = [parent + suffix for parent in mechanism.parents]
            network.add_edges_from([(p, name + suffix) for p in [*above, noise]])
            flat = on.reshape(-1)
            tables.append(
                TabularCPD(
                    name + suffix,
                    2,
                    np.stack([1 - flat, flat]),
                    [*above, noise],
                    [*[2] * len(above), states],
                )
            )
    network.add_cpds(*tables)
    engine = VariableElimination(network)
    target = f"{query.events[0].term.name}*"
    evidence = {e.term.name: int(e.state or 0) for e in query.given}

    def run() -> float:
        result = engine.query([target], evidence=evidence, show_progress=False)
        return float(result.values[1])

    return run


def enumeration(model: Model, query: Probability) -> float:
    """Answer by summing over all response functions of all nodes."""
    (setting,) = query.events[0].term.world
    choices = []
    for name in model.order:
        mechanism = model.mechanisms[name]
        rows = list(product((0, 1), repeat=len(mechanism.parents)))
        choices.append(
            [
                (
                    math.prod(mechanism.values[(*r, s)] for r, s in zip(rows, f, strict=True)),
                    dict(zip(rows, f, strict=True)),
                )
                for f in product((0, 1), repeat=len(rows))
            ]
        )
    both = below = 0.0
    for noise in product(*choices):
        weight = math.prod(p for p, _ in noise)
        fact: dict[str, int] = {}
        other: dict[str, int] = {}
        for name, (_, function) in zip(model.order, noise, strict=True):
            parents = model.mechanisms[name].parents
            fact[name] = function[tuple(fact[p] for p in parents)]
            other[name] = function[tuple(other[p] for p in parents)]
            if name == setting.name:
                other[name] = int(str(setting.value))
        if all(fact[e.term.name] == int(e.state or 0) for e in query.given):
            below += weight
            both += weight * other[query.events[0].term.name]
    return both / below


def measured(run: Callable[[], float], repeats: int = REPEATS) -> tuple[float, float]:
    """Return the value and the median time in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        value = run()
        times.append(time.perf_counter() - start)
    return value, statistics.median(times)


def compare(one: Case, *, with_twin: bool, with_enumeration: bool) -> None:
    """Print one line: the times, and the largest difference between the answers."""
    ours = measured(lambda: probability(one.model, one.query, "independent").interval[0])
    line = f"{one.name:<26} prism {ours[1] * 1e3:9.2f} ms"
    if with_twin:
        start = time.perf_counter()
        run = twin(one.model, one.query)
        built = time.perf_counter() - start
        value, queried = measured(run)
        line += _beside("twin", (value, queried), ours)
        line += f" + {built * 1e3:.0f} ms to build it ({(queried + built) / ours[1]:.1f}x in all)"
    if with_enumeration:
        other = measured(lambda: enumeration(one.model, one.query), 1)
        line += _beside("enumeration", other, ours)
    print(line, flush=True)


def _beside(name: str, other: tuple[float, float], ours: tuple[float, float]) -> str:
    """Return the other's time, how many times ours that is, and the relative difference."""
    apart = abs(other[0] - ours[0]) / max(abs(ours[0]), 1e-300)
    times = other[1] / ours[1]
    return f"  {name} {other[1] * 1e3:10.1f} ms ({times:7.1f}x, differs {apart:.0e})"


def plain(one: Case) -> None:
    """Compare a one-world query with pgmpy's elimination on the same network."""
    network = DiscreteBayesianNetwork()
    for name in one.model.order:
        network.add_node(name)
        network.add_edges_from((p, name) for p in one.model.mechanisms[name].parents)
    for name in one.model.order:
        mechanism = one.model.mechanisms[name]
        flat = mechanism.values.reshape(-1, 2).T
        cards = [2] * len(mechanism.parents)
        network.add_cpds(TabularCPD(name, 2, flat, list(mechanism.parents) or None, cards or None))
    engine = VariableElimination(network)
    target = one.model.order[-1]
    evidence = {one.model.order[1]: 0, one.model.order[len(one.model.order) // 2]: 0}
    query = Probability(
        (Event(Term(target), "1"),), tuple(Event(Term(v), str(s)) for v, s in evidence.items())
    )
    ours = measured(lambda: probability(one.model, query).interval[0], 2 * REPEATS)
    other = measured(
        lambda: float(engine.query([target], evidence=evidence, show_progress=False).values[1]),
        2 * REPEATS,
    )
    line = f"{one.name:<26} prism {ours[1] * 1e3:9.2f} ms"
    print(line + _beside("pgmpy", other, ours), flush=True)


def main() -> None:
    """Run all cases."""
    sizes = (5, 10, 20, 50, 100, 200)
    print("Counterfactuals with three observed nodes")
    for shape, make in (("chain", chain), ("diamonds", diamonds)):
        for size in sizes:
            one = case(f"{shape} of {size}", make(size))
            compare(one, with_twin=True, with_enumeration=size <= 7)
    for size in (5, 6, 10, 20, 50, 100, 200):
        one = case(f"4 parents, {size} nodes", banded(size, 4, seed=1))
        try:
            compare(one, with_twin=size <= 10, with_enumeration=False)
        except BadInput as exc:
            print(f"{one.name:<26} {exc}")
    for size in (6, 10, 20):
        compare(
            case(f"3 parents, {size} nodes", banded(size, 3, seed=1)),
            with_twin=size <= 10,
            with_enumeration=False,
        )
    print("One world, two observed nodes: P(last | e)")
    for shape, make in (("chain", chain), ("diamonds", diamonds)):
        for size in sizes:
            plain(case(f"{shape} of {size}", make(size)))
    for size in (10, 20, 50):
        plain(case(f"4 parents, {size} nodes", banded(size, 4, seed=1)))


if __name__ == "__main__":
    main()
