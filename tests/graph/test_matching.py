"""The best matching against networkx and against all assignments."""

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.graph.matching import best_matching

SCORES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 6)), st.floats(0.01, 1), max_size=25
)


def total(scores: dict[tuple[int, int], float], matching: dict[int, int]) -> float:
    return sum(scores[pair] for pair in matching.items())


@given(SCORES)
def test_as_good_as_networkx(scores: dict[tuple[int, int], float]) -> None:
    graph = networkx.Graph()
    for (left, right), score in scores.items():
        graph.add_edge(("left", left), ("right", right), weight=score)
    reference = networkx.max_weight_matching(graph)
    best = sum(graph.edges[edge]["weight"] for edge in reference)
    found = best_matching(scores)
    assert total(scores, found) == pytest.approx(best)
    assert len(set(found.values())) == len(found)
    assert scores.keys() >= set(found.items())


@given(SCORES)
def test_as_good_as_trying_everything(scores: dict[tuple[int, int], float]) -> None:
    few = {pair: score for pair, score in scores.items() if max(pair) < 4}

    def best(left: int, free: frozenset[int]) -> float:
        if left == 4:
            return 0.0
        taken = [few[left, r] + best(left + 1, free - {r}) for r in free if (left, r) in few]
        return max([best(left + 1, free), *taken])

    assert total(few, best_matching(few)) == pytest.approx(best(0, frozenset(range(4))))
