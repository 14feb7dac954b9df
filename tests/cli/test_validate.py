"""What ``prism validate`` calls a file that holds no records of a known format."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.store import Store


@pytest.mark.parametrize(
    ("name", "content", "code", "told"),
    [
        ("null.json", "null", 3, "one bare value and no record"),
        ("n.jsonl", "42\n", 3, "one bare value and no record"),
        ("words.json", "It rained.", 3, "a text and no record"),
        ("words.txt", "It rained.", 0, "✓ text: 10 characters, 2 words"),
        ("null.txt", "null", 0, "✓ text: 4 characters, 1 word"),
        ("sheet.csv", "How to rate\n\nid,response,rating\nr1,x,yes\nr2,y,\n", 0, "✓ ratings"),
        ("two.csv", "id;rater a;rater b\nr1;yes;no\n", 0, "2 ratings of 1 unit by 2 raters"),
        ("empty.csv", "How to rate\n\nid,response,rating\nr1,x,\n", 3, "not filled in"),
        ("answers.csv", "item,response\nq,x\n", 0, "✓ responses"),
    ],
)
def test_a_file_is_called_what_it_is(
    prism: Callable[..., Any], tmp_path: Path, name: str, content: str, code: int, told: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    outcome = prism("validate", file, columns=200)
    assert (outcome.code, outcome.err) == (code, "")
    assert told in outcome.out


def test_runs_and_stores_are_known_and_left_as_they_are(
    prism: Callable[..., Any], tmp_path: Path, demo: Path
) -> None:
    item = json.loads((demo / "secret-paper" / "q.json").read_text())
    items, answers = tmp_path / "b.json", tmp_path / "a.json"
    items.write_text(json.dumps({"items": [item]}))
    answers.write_text(json.dumps({"items": [{**item, "model_answer": "It rained."}]}))
    run = tmp_path / "r.db"
    prism("run", "whatif", "--items", items, "--answers", answers, "--out", run, "--jobs", 0)
    with Store(tmp_path / "s.db"):
        pass
    with sqlite3.connect(tmp_path / "o.db") as other:
        other.execute('CREATE TABLE "odd ""name""" (a)')
    other.close()
    before = sorted(tmp_path.iterdir())
    told = {name: prism("validate", tmp_path / name) for name in ("r.db", "s.db", "o.db")}
    assert {name: (found.code, found.out.split(":")[0]) for name, found in told.items()} == {
        "r.db": (0, "✓ run"),
        "s.db": (0, "✓ store"),
        "o.db": (3, "✗ a SQLite file, but neither a run nor a store of prism's\n"),
    }
    assert "1 arm, 1 task" in told["r.db"].out
    assert sorted(tmp_path.iterdir()) == before
    wrong = prism("score", run)
    assert wrong.code == 3
    assert "prism report" in wrong.err
