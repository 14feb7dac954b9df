"""How the graph room grows: from a thousand units to 100,000 units and 300,000 edges.

Run ``python -m benchmarks.growth``. Each row compares a function of prism with the call of
networkx that answers the same question, on the same graph in the same process. Times are of the
processor, so that other work on the machine does not count. Exits with 1 where, at the largest
size, prism needs over 5 s or over twice networkx's time.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import networkx
from rich.console import Console
from rich.table import Table

from prism.graph import CausalGraph, Edge, Unit
from prism.graph.paths import longest_path
from prism.graph.structure import cycles, fragmentation, structure

SIZES = (1_000, 10_000, 100_000)
LIMIT_SECONDS = 5.0
LIMIT_RATIO = 2.0
LABELS = ("CAUSE", "CONDITION", "RESULT", "CONSEQUENCE")


def sample(units: int, seed: int) -> CausalGraph:
    """Return a random causal graph with three edges a unit, one in a hundred running back."""
    rng = random.Random(seed)
    edges = []
    for number in range(3 * units):
        start = rng.randrange(units - 1)
        end = min(units - 1, start + 1 + int(rng.expovariate(1 / 20)))
        if rng.random() < 0.01:
            start, end = end, start
        edges.append(Edge(f"e{number}", f"u{start}", f"u{end}", rng.choice(LABELS)))
    return CausalGraph(tuple(Unit(f"u{i}", "a unit") for i in range(units)), tuple(edges))


def networkx_longest(graph: CausalGraph) -> int:
    return int(networkx.dag_longest_path_length(networkx.condensation(graph.causal)))


def networkx_parts(graph: CausalGraph) -> list[set[str]]:
    return list(networkx.weakly_connected_components(graph.causal))


def networkx_acyclic(graph: CausalGraph) -> list[set[str]]:
    return list(networkx.strongly_connected_components(graph.causal))


PAIRS: tuple[tuple[str, Callable[[CausalGraph], Any], Callable[[CausalGraph], Any]], ...] = (
    ("longest_path", longest_path, networkx_longest),
    ("fragmentation", fragmentation, networkx_parts),
    ("cycles", cycles, networkx_acyclic),
)


def seconds(call: Callable[[CausalGraph], Any], graph: CausalGraph, repeats: int) -> float:
    """Return the best of some runs; the others were disturbed."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        call(graph)
        best = min(best, time.process_time() - start)
    return best


def measure(size: int, seed: int, repeats: int) -> list[tuple[str, float, float | None]]:
    graph = sample(size, seed)
    start = time.process_time()
    graph.causal.number_of_nodes()
    rows: list[tuple[str, float, float | None]] = [
        ("graph.causal", time.process_time() - start, None)
    ]
    for name, ours, theirs in PAIRS:
        rows.append((name, seconds(ours, graph, repeats), seconds(theirs, graph, repeats)))
    rows.append(("structure", seconds(structure, graph, 1), None))
    return rows


def table(results: dict[int, list[tuple[str, float, float | None]]]) -> Table:
    shown = Table(title="Growth of the graph room (three edges a unit)")
    for title, side in (
        ("units", "right"),
        ("edges", "right"),
        ("function", "left"),
        ("prism CPU s", "right"),
        ("networkx CPU s", "right"),
        ("ratio", "right"),
    ):
        shown.add_column(title, justify=side)  # type: ignore[arg-type]
    for size, rows in results.items():
        for name, ours, theirs in rows:
            rest = ("", "") if theirs is None else (f"{theirs:.3f}", f"{ours / theirs:.2f}")
            shown.add_row(f"{size:,}", f"{3 * size:,}", name, f"{ours:.3f}", *rest)
        shown.add_section()
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    results = {size: measure(size, options.seed, options.repeats) for size in options.sizes}
    Console().print(table(results))
    bad = [
        name
        for name, ours, theirs in results[max(results)]
        if theirs is not None and (ours > LIMIT_SECONDS or ours > LIMIT_RATIO * theirs)
    ]
    if bad:
        print(f"over the limit at the largest size: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
