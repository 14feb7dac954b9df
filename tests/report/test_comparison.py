"""Comparisons say how their intervals were made."""

import pytest
from rich.console import Console

from prism.report.comparison import compare_all, comparison_view
from tests.report.test_leaderboard import column


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ([0.3, 0.9, 0.4, 0.8, 0.1, 0.2], "paired bootstrap over 6 clusters, BCa"),
        ([0.6] * 6, " on the paired differences of 6 clusters"),
    ],
)
def test_an_interval_is_a_bootstrap_only_where_it_was_resampled(second, told) -> None:
    [found] = compare_all([column([0.5] * 6), column(second)], ["a", "b"], passing=0.5)
    assert found.test is not None
    assert found.test.difference is not None
    screen = Console(width=200)
    with screen.capture() as caught:
        screen.print(comparison_view(found, 200))
    assert told in caught.get()
    assert ("bootstrap" in caught.get()) == ("bootstrap" in told)
