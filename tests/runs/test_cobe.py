"""CoBe's items are asked in three phrasings, or in a tier's own, and averaged over them."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from prism.runs.ledger import Ledger
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, says, user, well
from tests.scripted.server import Server

STORY = (
    "The frost burst the pipe in the cellar. Because the pipe burst, the cellar was flooded. "
    "Grandmother baked bread that morning."
)
RECORD = {
    "Core Set ID": 1,
    "Variation ID": 1,
    "Domain": "Everyday",
    "Story": STORY,
    "Query": ["What if it had held? Rewrite it.", "Rewrite it, had it held.", "Suppose it held."],
    "Evaluation criteria": ["Grandmother baked bread that morning.", "The cellar was flooded."],
}
GOOD = (
    "There was frost, but the pipe in the cellar held. The cellar stayed dry. "
    "Grandmother baked bread that morning."
)


def script(body: dict[str, Any], number: int) -> Answer:
    if "Grandmother" not in user(body):
        return well(body, number)
    bad = "Suppose" in user(body)
    return replace(says(STORY if bad else GOOD), good=True)


def test_phrasings_and_tiers(prism: Callable[..., Any], tmp_path: Path) -> None:
    items, out = tmp_path / "cobe.json", tmp_path / "r.db"
    items.write_text(json.dumps([RECORD]))
    with Server(script) as server:
        ran = prism(
            *("run", "cobe", "--items", items, "--out", out, "--model", "openai:m"),
            *("--base-url", server.base_url, "--jobs", 0, "--strategy", "all"),
        )
    assert ran.code == 0
    with Ledger(out, create=False) as ledger:
        asked = {
            arm.plan.strategy: [
                variant["phrasing"] for _, _, variant, _ in ledger.values(arm, "answer")
            ]
            for arm in ledger.arms()
        }
    assert asked == {
        "tier1": ["A", "B", "C"],
        "tier2": ["D", "E", "F", "G"],
        "tier3": ["H1"],
        "tier4": ["H2"],
    }
    tables = json.loads(prism("report", out, "--json", "-").out)
    tier1 = tables[0]
    finals = {row["group"]: row["cells"]["final"]["value"] for row in tier1["slices"]}
    assert finals == {"A": 1.0, "B": 1.0, "C": 0.0}
    assert abs(tier1["overall"]["cells"]["final"]["value"] - 2 / 3) < 1e-9
