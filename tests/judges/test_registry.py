"""From the name of a judge to the judge."""

import pytest

from prism.errors import UsageError
from prism.judges.local.judge import LocalJudge
from prism.judges.registry import make_judge


def test_names() -> None:
    assert isinstance(make_judge("local"), LocalJudge)
    for name in ("LOCAL", "", "oracle", "panel"):
        with pytest.raises(UsageError, match="no judge"):
            make_judge(name)
