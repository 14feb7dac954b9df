"""``prism prompts`` prints the request of a record at every tier."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RECORD = {
    "Core Set ID": 1,
    "Variation ID": 2,
    "Domain": "Everyday",
    "Story": "The lamp fell. The room went dark.",
    "Query": ["What if it had not?", "Suppose it had not.", "Imagine it had not."],
    "Evaluation criteria": ["", "The lamp fell."],
}


@pytest.mark.parametrize(
    ("tier", "phrasings"), [(1, "A B C"), (2, "D E F G"), (3, "H1"), (4, "H2")]
)
def test_every_tier(prism: Callable[..., Any], tmp_path: Path, tier: int, phrasings: str) -> None:
    file = tmp_path / "cobe.json"
    file.write_text(json.dumps([RECORD]))
    told = prism("prompts", file, "--tier", tier)
    assert told.code == 0
    heads = [line for line in told.out.splitlines() if line.startswith("# 1v2 ")]
    assert heads == [f"# 1v2 {name}" for name in phrasings.split()]
    assert told.out.count(RECORD["Story"]) == len(heads)
    refused = prism("prompts", file, "--tier", tier, "--phrasing", "Z")
    assert refused.code == 3
    assert "Z" in refused.err
