"""A suite is one file and one row: a package outside prism adds one, and everything runs on it."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.suites.registry import every_suite
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, is_probe, says, well
from tests.scripted.server import Server

Prism = Callable[..., Any]
RIDDLES = "easy\tis the cellar wet\neasy\tis the lamp dark\nhard\tis the bell silent\n"
REPLY = "The rope tore because the ringer pulled too hard. As a result, the bell is silent."


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that holds the suite's one file, and names it in one row."""
    shutil.copy(Path(__file__).with_name("riddles.py"), tmp_path / "riddles.py")
    told = tmp_path / "riddles-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: riddles\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[prism.suites]\nriddles = riddles:SUITE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    every_suite.cache_clear()
    yield
    every_suite.cache_clear()


def script(body: dict[str, Any], number: int) -> Answer:
    if not is_probe(body) and body["messages"][0]["content"].startswith("Answer the riddle"):
        assert body["messages"][-1]["content"].startswith("Why is the ")
        return replace(says(REPLY), good=True)
    return well(body, number)


@pytest.mark.usefixtures("package")
def test_an_added_suite_runs_and_is_reported(prism: Prism, tmp_path: Path) -> None:
    items, out = tmp_path / "riddles.tsv", tmp_path / "r.db"
    items.write_text(RIDDLES)
    with Server(script) as server:
        ran = prism(
            *("run", "riddles", "--items", items, "--out", out, "--model", "openai:m"),
            *("--judge", "openai:j", "--base-url", server.base_url, "--jobs", 0),
        )
    assert ran.code == 0, ran.err
    assert "3 of 3 scored" in ran.out
    (table,) = json.loads(prism("report", out, "--json", "-").out)
    assert table["suite"] == "riddles"
    assert table["overall"]["cells"]["final"]["n"] == 3
    assert {row["group"] for row in table["slices"]} == {"easy", "hard"}
    one = json.loads(prism("report", out, "--item", "r2", "--json", "-").out)
    assert (one["kind"], one["item"]) == ("riddles", "r2")
    assert one["final"]["n"] > 0
    assert "riddles" in prism("report", out, "--item", "r2").out
    assert prism("report", out, "--published").code == 0


@pytest.mark.usefixtures("package")
def test_given_answers_are_scored(prism: Prism, tmp_path: Path) -> None:
    items, answers, out = (tmp_path / name for name in ("riddles.tsv", "a.jsonl", "r.db"))
    items.write_text(RIDDLES)
    rows = [{"item": f"r{n}", "response": REPLY} for n in (1, 2, 3)]
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    call = ("run", "riddles", "--items", items, "--answers", answers, "--out", out, "--jobs", 0)
    ran = prism(*call)
    assert ran.code == 0, ran.err
    assert "3 of 3 scored" in ran.out


def _report_of(kind: str, **more: object) -> str:
    score = {"value": 0.5, "coverage": 1, "bounds": [0.5, 0.5], "unscored": {}, "n": 2}
    told = {"schema_version": "1.0", "kind": kind, "item": "r1", "signature": "prism=0"}
    return json.dumps({**told, "parser": None, "final": score, **more})


@pytest.mark.usefixtures("package")
def test_reports_of_an_added_suite_are_read_back(prism: Prism, tmp_path: Path) -> None:
    report = tmp_path / "r.json"
    report.write_text(_report_of("riddles"))
    checked, told = prism("validate", report), prism("explain", report)
    assert checked.code == 0, checked.out
    assert "prism-report" in checked.out
    assert (told.code, told.out) == (0, "")
    assert told.err == "prism: note: this report holds no verdict to tell of\n"
    report.write_text(_report_of("riddles", extra=1))
    assert "$.extra" in prism("validate", report).out


@pytest.mark.parametrize("command", ["explain", "show", "validate"])
def test_a_report_that_no_suite_knows_is_told_in_one_line(
    prism: Prism, tmp_path: Path, command: str
) -> None:
    report = tmp_path / "r.json"
    report.write_text(_report_of("sonnets"))
    told = prism(command, report)
    assert told.code == 3
    assert "no suite knows reports of kind 'sonnets'" in told.out + told.err


def test_unknown_suites_are_named_with_those_that_are_known(prism: Prism, tmp_path: Path) -> None:
    told = prism("run", "riddlez", "--items", tmp_path / "x", "--out", tmp_path / "r.db")
    assert told.code == 2
    assert "no benchmark 'riddlez' (give whatif, cobe, meter, truth" in told.err
