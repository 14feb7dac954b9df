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


def test_the_published_protocols_are_told_slot_for_slot(prism: Callable[..., Any]) -> None:
    told = prism("prompts", "--protocol", "published")
    assert told.code == 0
    assert told.out.count("the words are our own") == 1
    for suite in ("whatif", "cobe", "meter", "truth"):
        assert f"\n{suite}\n" in told.out
    assert "departs  slots" not in told.out
    cobe = told.out.partition("\ncobe\n")[2].partition("\nmeter\n")[0]
    assert cobe.count("    sends    response, claims\n    paper    response, claims\n") == 2
    assert "reply: a quote and a reason" in told.out
    assert "no such call" in told.out


def test_a_pack_that_sends_other_slots_is_told_so(
    prism: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "edit_e0").mkdir()
    (tmp_path / "edit_e0" / "shared.txt").write_text("$story\n$response\n")
    told = prism("prompts", "--protocol", "published", "--prompts", tmp_path)
    assert "departs  slots: also sends story" in told.out


def test_a_file_or_the_table_never_neither(prism: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "cobe.json"
    file.write_text(json.dumps([RECORD]))
    for call in (("prompts",), ("prompts", file, "--protocol", "published")):
        refused = prism(*call)
        assert refused.code == 2
        assert "--protocol" in refused.err
