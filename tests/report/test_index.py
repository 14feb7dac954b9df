"""An index from elsewhere is matched by model and read or refused by its row."""

import pytest
from scipy import stats

from prism.errors import BadRecord
from prism.files.source import Source
from prism.report.index import against_index, read_index
from prism.report.leaderboard import ranked
from tests.report.test_leaderboard import column, table

MEANS = {"openai:a-1": 0.9, "b-2-2026-01-02": 0.2, "c_3": 0.5, "d": 0.7}


def test_the_correlation_is_scipys_over_the_models_both_have() -> None:
    arms = [
        table(column([mean] * 5)).model_copy(update={"model": name, "name": name})
        for name, mean in MEANS.items()
    ]
    index = {"A 1": 10.0, "B-2": 30.0, "C-3": 20.0, "Z": 1.0}
    found = against_index(ranked(arms), index)
    assert found.rho == pytest.approx(stats.spearmanr([0.9, 0.2, 0.5], [10, 30, 20]).statistic)
    assert (found.n, found.arms_left, found.names_left) == (3, ("d",), ("Z",))
    assert against_index(ranked(arms), {"A 1": 1.0, "B-2": 2.0}).rho is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("model,x\na,1\nb,none\n", "row 3"),
        ("a,1\na,2\n", "a stands twice"),
        ("model,x\n", "no row"),
    ],
)
def test_a_bad_row_is_named(text: str, told: str) -> None:
    with pytest.raises(BadRecord, match=told):
        read_index(Source("i.csv", text))
