"""A suite from another package is a full citizen: every command works with what it brings.

The package is ``tests/runs/riddles``: it lies in the path as an installed one does, with the
metadata that an installer would write from its ``pyproject.toml``.
"""

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.suites.registry import every_suite, find_suite
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, is_probe, says, well
from tests.scripted.server import Server

Prism = Callable[..., Any]
REPORT = "prism.cli.report"
PACKAGE = Path(__file__).with_name("riddles")
RIDDLES = """%riddles
easy: is the cellar wet
= a burst pipe
= the flood

easy: is the lamp dark
= no oil

hard: is the bell silent
= the rope tore
"""
REPLY = "The rope tore because the ringer pulled too hard. As a result, the bell is silent."


@pytest.fixture(autouse=True)
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package, installed."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    told = tmp_path / "site" / f"{name}-{version}.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    rows = [
        f"[{group}]\n" + "".join(f"{key} = {place}\n" for key, place in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (told / "entry_points.txt").write_text("\n".join(rows))
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.syspath_prepend(str(told.parent))
    every_suite.cache_clear()
    before = sys.modules.pop(REPORT, None)  # its options are those of the suites it was loaded with
    yield
    every_suite.cache_clear()
    sys.modules.pop(REPORT, None)
    if before is not None:
        sys.modules[REPORT] = before


@pytest.fixture
def items(tmp_path: Path) -> Path:
    """A file of riddles."""
    file = tmp_path / "all.riddles"
    file.write_text(RIDDLES)
    return file


@pytest.fixture
def report(prism: Prism, items: Path, tmp_path: Path) -> Path:
    """The report of one scored answer."""
    answer, file = tmp_path / "answer.txt", tmp_path / "report.json"
    answer.write_text(REPLY)
    scored = prism(
        "score", answer, "--rubric", items, "--item", "is-the-bell-silent", "--json", file
    )
    assert scored.code == 0, scored.err
    return file


@pytest.fixture
def run(prism: Prism, items: Path, tmp_path: Path) -> Path:
    """A run over given answers, of which one says nothing of causes."""
    answers, out = tmp_path / "answers.jsonl", tmp_path / "run.db"
    names = ("is-the-cellar-wet", "is-the-lamp-dark", "is-the-bell-silent")
    texts = (REPLY, "Nobody lit the lamp.", REPLY)
    rows = [{"item": n, "response": text} for n, text in zip(names, texts, strict=True)]
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    call = ("run", "riddles", "--items", items, "--answers", answers, "--out", out, "--jobs", 0)
    ran = prism(*call)
    assert "3 tasks" in ran.out or "scored" in ran.out, ran.err
    return out


def script(body: dict[str, Any], number: int) -> Answer:
    if not is_probe(body) and body["messages"][0]["content"].startswith("Answer the riddle"):
        assert body["messages"][-1]["content"].startswith("Why is the ")
        return replace(says(REPLY), good=True)
    return well(body, number)


def test_score_shows_the_suites_own_section(prism: Prism, items: Path, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(REPLY)
    one = prism("score", answer, "--rubric", items, "--item", "is-the-bell-silent")
    assert one.code == 0, one.err
    assert "riddle  names 'the rope tore'" in one.out
    two = tmp_path / "two.jsonl"
    rows = [{"item": n, "response": REPLY} for n in ("is-the-bell-silent", "is-the-lamp-dark")]
    two.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = prism("score", two, "--rubric", items)
    assert told.code == 0, told.err
    assert "is-the-lamp-dark: names no known cause" in told.out


def test_validate_knows_its_format_its_faults_and_its_reports(
    prism: Prism, items: Path, report: Path
) -> None:
    assert prism("validate", items).out == "✓ riddles: riddles, no fault\n"
    assert "✓ prism-report" in prism("validate", report).out
    items.write_text(RIDDLES.replace("= no oil\n", ""), "utf-8")
    told = prism("validate", items)
    assert told.code == 3
    assert "line 6: $.causes" in told.out
    report.write_text(report.read_text("utf-8").replace('"named":', '"nmaed":'), "utf-8")
    assert re.search(r"\$\.nmaed +unknown key", prism("validate", report).out)


def test_explain_tells_of_its_entries(prism: Prism, report: Path) -> None:
    listed = prism("explain", report).out
    assert re.search(r"^cause +yes +the rope tore$", listed, re.M)
    assert "pulled too hard" in prism("explain", report, "e1").out
    assert re.search(r"named +the rope tore", prism("explain", report, "cause").out)


def test_show_draws_its_report_with_its_panel_on_the_page(
    prism: Prism, report: Path, tmp_path: Path
) -> None:
    assert "pulled too hard" in prism("show", report).out
    page = tmp_path / "page.html"
    assert prism("show", report, "--format", "html", "--out", page).code == 0
    assert "<h2>The riddle</h2>\n<p>names &#x27;the rope tore&#x27;</p>" in page.read_text()
    drawing = tmp_path / "drawing.svg"
    assert prism("show", report, "--format", "svg", "--out", drawing).code == 0
    assert "The riddle" not in drawing.read_text()


def test_a_model_is_asked_and_judged_in_a_run(prism: Prism, items: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.db"
    with Server(script) as server:
        ran = prism(
            *("run", "riddles", "--items", items, "--out", out, "--model", "openai:m"),
            *("--judge", "openai:j", "--base-url", server.base_url, "--jobs", 0),
        )
    assert ran.code == 0, ran.err
    assert "3 of 3 scored" in ran.out


def test_report_tables_count_its_scores_slices_and_modes(prism: Prism, run: Path) -> None:
    (table,) = json.loads(prism("report", run, "--json", "-").out)
    assert table["suite"] == "riddles"
    assert table["overall"]["cells"]["named"]["value"] == pytest.approx(1 / 3)
    assert {row["group"] for row in table["slices"]} == {"easy", "hard"}
    assert table["kinds"] == [
        {"level": "easy", "counts": {"Says Little": 1}},
        {"level": "hard", "counts": {}},
    ]
    told = prism("report", run, "--published").out
    assert "easy: 1 say little" in told
    assert "no paper counts riddles" in told
    assert re.search(r"Sphinx-1 +99.50", told)


def test_report_reads_its_modes_anew_with_other_limits(prism: Prism, run: Path) -> None:
    def modes(*options: object) -> dict[str, int]:
        (table,) = json.loads(prism("report", run, "--json", "-", *options).out)
        return {mode["mode"]: mode["n"] for mode in table["modes"]}

    assert modes() == {"Says Little": 1}
    assert modes("--mode-links", 9) == {"Says Little": 3}
    bell = ("report", run, "--item", "is-the-bell-silent", "--json", "-")
    assert json.loads(prism(*bell).out)["failure_modes"] == []
    strict = json.loads(prism(*bell, "--mode-links", 9).out)
    assert [mode["mode"] for mode in strict["failure_modes"]] == ["Says Little"]
    assert strict["named"] == "the rope tore"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "md", "tex", "xml"])
def test_its_runs_are_exported(prism: Prism, run: Path, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"table.{suffix}"
    assert prism("report", run, "--export", file).code in (0, 4)
    assert "riddles" in file.read_text() or "is-the-bell-silent" in file.read_text()


def test_compare_holds_its_runs_side_by_side(prism: Prism, run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(run.read_bytes())
    told = prism("compare", run, other)
    assert told.code == 0, told.err
    assert "over 2 tasks that both have scored" in told.out


def test_its_responses_are_sampled_rated_and_held_against_the_judge(
    prism: Prism, run: Path, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.csv"
    sampled = prism("sample", run, "--n", 4, "--unit", "edge", "--out", sheet)
    assert sampled.code == 0, sampled.err
    rows = sheet.read_text("utf-8-sig").splitlines()
    assert any("pulled too hard" in row for row in rows)
    filled = [f"{row.split(',')[0]},Yes" for row in rows if re.match(r"r\w{12}x,", row)]
    sheet.write_text("\n".join(["id,rating", *filled]) + "\n")
    told = prism("agree", run, "--human", sheet)
    assert told.code == 0, told.err
    assert str(len(filled)) in told.out


def test_its_own_sheets_are_read_as_ratings(prism: Prism, run: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "solved.txt"
    sheet.write_text("%solved\nis-the-cellar-wet = yes\nis-the-bell-silent = no\n")
    told = prism("validate", sheet)
    assert told.out == "✓ ratings: solved riddles, 2 ratings of 2 units by 1 rater\n"
    agreed = prism("agree", run, "--human", sheet)
    assert agreed.code == 0, agreed.err


def test_its_schemas_describe_its_files() -> None:
    schemas = find_suite("riddles").schemas
    assert set(schemas) == {"riddle", "riddle-report"}
    assert "causes" in schemas["riddle"].model_json_schema()["properties"]


@pytest.mark.parametrize("command", ["explain", "show", "validate"])
def test_a_report_that_no_suite_knows_is_told_in_one_line(
    prism: Prism, tmp_path: Path, command: str
) -> None:
    report = tmp_path / "r.json"
    score = {"value": 0.5, "coverage": 1, "bounds": [0.5, 0.5], "unscored": {}, "n": 2}
    told = {"schema_version": "1.0", "kind": "sonnets", "item": "r1", "signature": "prism=0"}
    report.write_text(json.dumps({**told, "parser": None, "final": score}))
    said = prism(command, report)
    assert said.code == 3
    assert "no suite knows reports of kind 'sonnets'" in said.out + said.err


def test_unknown_suites_are_named_with_those_that_are_known(prism: Prism, tmp_path: Path) -> None:
    told = prism("run", "riddlez", "--items", tmp_path / "x", "--out", tmp_path / "r.db")
    assert told.code == 2
    assert "no benchmark 'riddlez' (give whatif, cobe, meter, truth" in told.err
