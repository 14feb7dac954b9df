"""Speed of counterfactuals: ``python -m benchmarks.scm_speed``.

P(Y[X=x] = 1 | three observed nodes) on chains, chains of diamonds and random graphs with four
parents, against pgmpy's variable elimination (its greedy order) on a twin network with response
functions, and against enumeration of all noise states where that is feasible; then questions of
one world against pgmpy on the same network.

Both sides start from the same plain arrays, P(node = 1 | parents), and end at the number:

* whole way: build all that is needed (prism: model, network and plan; pgmpy: twin network and
  engine), then answer one question;
* again: answer further questions of the same form (other evidence) with all of it built.

CPU time on one thread; medians over the rounds that fit into half a second, five at least; further
questions are timed in blocks of five milliseconds or more. Only ratios of one run count. With four
parents the twin has 65,536 noise states a node and is built up to ten nodes.
"""

import math
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from pgmpy.factors.discrete import TabularCPD
from pgmpy.inference import VariableElimination
from pgmpy.models import DiscreteBayesianNetwork

from prism.errors import BadInput
from prism.scm.model import bernoulli
from prism.scm.probability import probability
from prism.scm.query import Event, Probability, Setting, Term

FEWEST = 5  # rounds of one figure, unless they take longer than the budget
ENOUGH, BUDGET = 0.5, 4.0  # CPU seconds of one figure
BLOCK = 0.005  # CPU seconds of one block of further questions
EVIDENCE = ((0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1))
WANTED = 100.0

Tables = dict[str, tuple[list[str], NDArray[np.float64]]]
Ask = Callable[[Sequence[int]], float]


@dataclass(frozen=True)
class Case:
    """One network, and what is observed, set and asked: names in topological order."""

    name: str
    tables: Tables
    observed: tuple[str, ...]
    asked: str
    cause: str | None = None  # set to 1 in the other world; None: a question of one world


@dataclass(frozen=True)
class Row:
    """CPU seconds of one side: whole way, and a further question; and its answers."""

    whole: float
    again: float
    answers: tuple[float, ...]


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


def tables(parents: dict[str, list[str]], seed: int = 0) -> Tables:
    """Give a graph random tables."""
    rng = np.random.default_rng(seed)
    return {n: (above, rng.uniform(0.1, 0.9, (2,) * len(above))) for n, above in parents.items()}


def counterfactual(name: str, parents: dict[str, list[str]]) -> Case:
    """Ask P(last[V1=1] = 1 | first, middle, last)."""
    nodes = list(parents)
    observed = (nodes[0], nodes[len(nodes) // 2], nodes[-1])
    return Case(name, tables(parents), observed, nodes[-1], nodes[1])


def association(name: str, parents: dict[str, list[str]]) -> Case:
    """Ask P(last = 1 | second, middle)."""
    nodes = list(parents)
    return Case(name, tables(parents), (nodes[1], nodes[len(nodes) // 2]), nodes[-1])


def prism(case: Case) -> Ask:
    """Return prism's answer to the case's question, ready to run."""
    model = bernoulli(case.name, case.tables)
    world = (Setting(case.cause, "1"),) if case.cause else ()
    asked = (Event(Term(case.asked, world), "1"),)

    def ask(states: Sequence[int]) -> float:
        seen = zip(case.observed, states, strict=False)
        given = tuple(Event(Term(name), str(state)) for name, state in seen)
        return probability(model, Probability(asked, given), "independent").interval[0]

    return ask


def pgmpy(case: Case) -> Ask:
    """Return pgmpy's answer: on the twin network, or on the network itself for one world."""
    network = DiscreteBayesianNetwork()
    tables = twin_tables(case) if case.cause else own_tables(case)
    for table in tables:
        network.add_node(table.variable)
        network.add_edges_from((above, table.variable) for above in table.variables[1:])
    network.add_cpds(*tables)
    engine = VariableElimination(network)
    target = f"{case.asked}*" if case.cause else case.asked

    def ask(states: Sequence[int]) -> float:
        seen = dict(zip(case.observed, states, strict=False))
        order = {"elimination_order": "greedy", "show_progress": False}
        return float(engine.query([target], evidence=seen, **order).values[1])

    return ask


def own_tables(case: Case) -> list[TabularCPD]:
    """Return the conditional tables as pgmpy writes them."""
    found = []
    for name, (above, on) in case.tables.items():
        flat = on.reshape(-1)
        found.append(TabularCPD(name, 2, np.stack([1 - flat, flat]), above, [2] * len(above)))
    return found


def twin_tables(case: Case) -> list[TabularCPD]:
    """Return the tables of the twin network: one response-function variable drives both copies."""
    found = []
    for name, (above, on) in case.tables.items():
        rows, noise = on.size, f"R_{name}"
        functions = (np.arange(2**rows) >> np.arange(rows)[:, None]) & 1  # one column a function
        chance = np.where(functions == 1, on.reshape(-1, 1), 1 - on.reshape(-1, 1)).prod(axis=0)
        found.append(TabularCPD(noise, 2**rows, chance.reshape(-1, 1)))
        flat = functions.reshape(-1).astype(float)
        for star in ("", "*"):
            if star and name == case.cause:
                found.append(TabularCPD(f"{name}*", 2, [[0.0], [1.0]]))
                continue
            causes = [*(f"{parent}{star}" for parent in above), noise]
            cards = [*[2] * len(above), 2**rows]
            values = np.stack([1 - flat, flat])
            found.append(TabularCPD(f"{name}{star}", 2, values, causes, cards))
    return found


def enumeration(case: Case) -> Ask:
    """Return the answer by summing over all response functions of all nodes."""
    choices = []
    for above, on in case.tables.values():
        rows = list(product((0, 1), repeat=len(above)))
        choices.append(
            [
                (
                    math.prod(on[r] if s else 1 - on[r] for r, s in zip(rows, f, strict=True)),
                    dict(zip(rows, f, strict=True)),
                )
                for f in product((0, 1), repeat=len(rows))
            ]
        )

    def ask(states: Sequence[int]) -> float:
        both = below = 0.0
        for noise in product(*choices):
            weight = math.prod(p for p, _ in noise)
            fact: dict[str, int] = {}
            other: dict[str, int] = {}
            for (name, (above, _)), (_, function) in zip(case.tables.items(), noise, strict=True):
                fact[name] = function[tuple(fact[p] for p in above)]
                other[name] = function[tuple(other[p] for p in above)]
                if name == case.cause:
                    other[name] = 1
            if all(fact[n] == s for n, s in zip(case.observed, states, strict=False)):
                below += weight
                both += weight * other[case.asked]
        return both / below

    return ask


def measured(build: Callable[[Case], Ask], case: Case) -> Row:
    """Return the times of one side and its answers; the same number of seconds for each side."""
    wholes, agains = [], []
    begin = end = time.process_time()
    while len(wholes) < FEWEST or end - begin < ENOUGH:
        start = time.process_time()
        ask = build(case)
        ask(EVIDENCE[0])
        whole = time.process_time()
        wholes.append(whole - start)
        asked = 0
        while (end := time.process_time()) - whole < BLOCK or not asked:
            for states in EVIDENCE[1:]:
                ask(states)
            asked += len(EVIDENCE) - 1
        agains.append((end - whole) / asked)
        if end - begin > BUDGET:
            break
    answers = tuple(map(ask, EVIDENCE))
    return Row(statistics.median(wholes), statistics.median(agains), answers)


def compare(case: Case, others: dict[str, Callable[[Case], Ask]]) -> tuple[float, float] | None:
    """Print one line, and return how many times as long pgmpy takes: whole way, again."""
    try:
        ours = measured(prism, case)
    except BadInput as exc:
        print(f"{case.name:<20} {exc}")
        return None
    line = f"{case.name:<20} prism {ours.whole * 1e3:8.2f} / {ours.again * 1e3:7.3f} ms"
    ratios = None
    for name, build in others.items():
        row = measured(build, case)
        apart = max(abs(a - b) for a, b in zip(ours.answers, row.answers, strict=True))
        times = row.whole / ours.whole, row.again / ours.again
        line += f"   {name} {row.whole * 1e3:9.1f} / {row.again * 1e3:9.2f} ms"
        line += f" = {times[0]:6.0f}x / {times[1]:6.0f}x (differs {apart:.0e})"
        ratios = times if name == "pgmpy" else ratios
    print(line, flush=True)
    return ratios


def verdict(title: str, rows: list[tuple[float, float] | None], wanted: float) -> None:
    """Print whether every row that pgmpy can answer reaches the ratio that is wanted."""
    found = [row for row in rows if row]
    for place, column in enumerate(("whole way", "again")):
        least = min(row[place] for row in found)
        word = "met" if least >= wanted else "NOT met"
        print(f"  {title}, {column}: at least {least:.1f}x; {wanted:g}x is {word}")


def main() -> None:
    """Run all cases."""
    sizes = (5, 10, 20, 50, 100, 200)
    rows = []
    print("Counterfactuals with three observed nodes: whole way / again")
    for shape, make in (("chain", chain), ("diamonds", diamonds)):
        for size in sizes:
            others = {"pgmpy": pgmpy} | ({"enumeration": enumeration} if size <= 6 else {})
            rows.append(compare(counterfactual(f"{shape} of {size}", make(size)), others))
    dense = []
    for size in (5, 6, 8, 10, 20, 50, 100, 200):
        case = counterfactual(f"4 parents, {size} nodes", banded(size, 4, seed=1))
        dense.append(compare(case, {"pgmpy": pgmpy} if size <= 10 else {}))
    for size in (6, 10, 20):
        case = counterfactual(f"3 parents, {size} nodes", banded(size, 3, seed=1))
        rows.append(compare(case, {"pgmpy": pgmpy} if size <= 10 else {}))
    verdict("counterfactuals with four parents", dense, WANTED)
    verdict("all other counterfactuals", rows, 1.0)
    print("One world, two observed nodes, P(last | e): whole way / again")
    plain = []
    for shape, make in (("chain", chain), ("diamonds", diamonds)):
        for size in sizes:
            plain.append(compare(association(f"{shape} of {size}", make(size)), {"pgmpy": pgmpy}))
    for size in (10, 20, 50):
        case = association(f"4 parents, {size} nodes", banded(size, 4, seed=1))
        plain.append(compare(case, {"pgmpy": pgmpy}))
    verdict("one world", plain, 1.0)


if __name__ == "__main__":
    main()
