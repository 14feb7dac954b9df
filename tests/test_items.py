"""The records: what is a sufficient statistic and what is none."""

import pytest

from prism.items import Score


def test_a_mean_has_a_total_and_an_average_of_scores_has_none():
    first, second = Score.mean([1.0, 0.0, "truncated"]), Score.mean([0.5], worst=0.1)
    assert (first.total, second.total) == (1.0, 0.5)
    assert first.value == pytest.approx(first.total / (first.n - sum(first.unscored.values())))
    assert Score.mean([]).total == 0.0
    both = Score.average([first, second])
    assert both.value == pytest.approx(0.5)
    assert both.total is None
