"""Reports, exports, sheets and merges of a run."""

import asyncio
import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from prism.files.textfile import open_text
from prism.report.exports import as_csv, as_parquet
from prism.runs.arms import RunSettings, make_plans
from prism.runs.intake import read_tasks
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.start import Means, open_arms, run_arms
from prism.suites.registry import find_suite
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import write_files

pytestmark = pytest.mark.usefixtures("all_marked")

Prism = Callable[..., Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of two arms over six items."""

    folder = tmp_path_factory.mktemp("run")
    demo = Path(__file__).resolve().parents[2] / "benchmarks" / "demo"
    items, answers = map(open_text, map(str, write_files(folder, demo, 6)))
    whatif = find_suite("whatif")
    plans = [
        plan
        for protocol in ("directed", "published")
        for plan in make_plans(whatif, RunSettings(protocol=protocol), items, answers)
    ]
    with Ledger(folder / "run.db") as ledger:
        arms = open_arms(
            ledger, plans, lambda plan: read_tasks(whatif, items, answers, plan.strategy), fork=True
        )
        asyncio.run(run_arms(ledger, arms, Means(jobs=0)))
    return folder / "run.db"


def lines(path: Path, arm: int) -> list[Line]:
    with Ledger(path, create=False) as ledger:
        return [
            Line.model_validate_json(value)
            for _, _, _, value in ledger.values(ledger.arms()[arm], "line")
        ]


def test_means_are_those_of_the_lines(prism: Prism, run: Path) -> None:
    tables = json.loads(prism("report", run, "--json", "-").out)
    for number, table in enumerate(tables):
        finals = [line.scores["final"].value for line in lines(run, number)]
        cell = table["overall"]["cells"]["final"]
        assert cell["value"] == pytest.approx(sum(finals) / len(finals))
        assert cell["n"] == cell["scored"] == 6
        by_domain = [row for row in table["slices"] if row["slice"] == "domain"]
        assert {row["group"] for row in by_domain} == {"STEM", "HASS", "Hybrid"}
        assert sum(row["cells"]["final"]["n"] for row in by_domain) == 6


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_fits_the_width(prism: Prism, run: Path, columns: int) -> None:
    told = prism("report", run, "--published", columns=columns)
    assert told.code == 0
    assert "\x1b" not in told.out
    assert max(map(len, told.out.splitlines())) <= columns
    names = {f"{n}. m given · local" for n in (1, 2)}
    assert all(any(line.startswith(name) for line in told.out.splitlines()) for name in names)
    assert "6/6" in told.out


@pytest.mark.parametrize("suite", ["whatif", "cobe", "meter"])
def test_published_figures_are_marked_and_stand_apart(prism: Prism, run: Path, suite: str) -> None:
    paper = find_suite(suite).paper()
    assert paper.published
    assert "arXiv" in paper.source
    assert all(table.columns and table.rows for table in paper.tables)
    bare = json.loads(prism("report", run, "--json", "-").out)
    assert json.loads(prism("report", run, "--published", "--json", "-").out) == bare


def test_published_figures_can_be_exported_beside(prism: Prism, run: Path, tmp_path: Path) -> None:
    for kind in ("md", "tex"):
        file = tmp_path / f"t.{kind}"
        prism("report", run, "--export", file)
        bare = file.read_text()
        prism("report", run, "--published", "--export", file)
        more = file.read_text()
        assert "64.62" not in bare
        assert more.count("64.62") == 1
        assert "Published, not run here: Scores" in more


def test_an_unknown_slice_is_refused(prism: Prism, run: Path) -> None:
    outcome = prism("report", run, "--by", "moon")
    assert outcome.code == 2
    assert "no slice 'moon'" in outcome.err


def test_one_item_in_full(prism: Prism, run: Path) -> None:
    told = prism("report", run, "--item", "q001", "--json", "-")
    reports = [json.loads(line) for line in told.out.splitlines()]
    assert [report["item"] for report in reports] == ["q001", "q001"]
    for number, report in enumerate(reports):
        line = next(line for line in lines(run, number) if line.item == "q001")
        assert report["final"]["directed"]["value"] == line.scores["final"].value
        assert report["signature"] == line.signature
    shown = prism("report", run, "--item", "q001").out
    assert shown.count("m given · local") == 2
    assert "m given · local (protocol=published)" in shown
    missing = prism("report", run, "--item", "nope")
    assert missing.code == 3


def test_exports(prism: Prism, run: Path, tmp_path: Path) -> None:
    for kind in ("csv", "jsonl", "md", "tex", "xml"):
        assert prism("report", run, "--export", tmp_path / f"t.{kind}").code == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    objects = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert len(rows) == len(objects) == 12
    assert [float(row["final"]) for row in rows] == [entry["final"] for entry in objects]
    cases = ElementTree.parse(tmp_path / "t.xml").getroot()
    assert cases.get("tests") == "12"
    assert "| final |" in (tmp_path / "t.md").read_text().replace("|  |", "|")
    assert r"\begin{tabular}" in (tmp_path / "t.tex").read_text()
    assert prism("report", run, "--export", tmp_path / "t.docx").code == 2


def test_parquet_holds_what_the_lines_hold(prism: Prism, run: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    assert prism("report", run, "--export", tmp_path / "t.parquet").code == 0
    prism("report", run, "--export", tmp_path / "t.jsonl")
    table = parquet.read_table(tmp_path / "t.parquet")
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    names = dict.fromkeys(name for row in rows for name in row)
    assert table.to_pylist() == [{name: row.get(name) for name in names} for row in rows]
    assert {str(kind) for kind in table.schema.types} == {"string", "double"}
    nowhere = prism("report", run, "--export", tmp_path / "no" / "t.parquet")
    assert nowhere.code == 3
    assert "cannot write here" in nowhere.err


def test_without_pyarrow_the_extra_is_named(
    prism: Prism, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = prism("report", run, "--export", tmp_path / "t.parquet")
    assert told.code == 5
    assert "pip install 'prism-causal[parquet]'" in told.err
    assert not list(tmp_path.iterdir())


def test_parquet_types_a_score_that_no_task_has() -> None:
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    content = as_parquet([{"item": "a", "OM": None}, {"item": "b", "PM": 1.0}])
    table = parquet.read_table(arrow.BufferReader(content))
    assert {f.name: str(f.type) for f in table.schema} == {
        "item": "string",
        "OM": "double",
        "PM": "double",
    }


def test_fail_under(prism: Prism, run: Path, tmp_path: Path) -> None:
    assert prism("report", run, "--fail-under", 1).code == 0
    junit = tmp_path / "t.xml"
    assert prism("report", run, "--fail-under", 99.9, "--export", junit).code == 1
    cases = ElementTree.parse(junit).getroot()
    assert int(cases.get("failures", "0")) == 12


def test_merging_twice_is_merging_once(prism: Prism, run: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.db"
    assert prism("merge", run, run, "--out", out).code == 0
    assert prism("merge", run, "--out", out).code == 0
    assert [lines(out, n) for n in (0, 1)] == [lines(run, n) for n in (0, 1)]
    told = prism("merge", run, tmp_path / "no.db", "--out", tmp_path / "n.db")
    assert told.code == 3
    assert not (tmp_path / "n.db").exists()


def test_merging_keeps_what_came_further(prism: Prism, run: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.db"
    prism("merge", run, "--out", out)
    with Ledger(out, create=False) as ledger:
        ledger._db.execute("UPDATE task SET line = NULL, verdicts = NULL WHERE id IN (1, 3)")
    prism("merge", run, "--out", out)
    assert [lines(out, n) for n in (0, 1)] == [lines(run, n) for n in (0, 1)]


def test_compare(prism: Prism, run: Path) -> None:
    (found,) = json.loads(prism("compare", run, "--json", "-").out)
    first, second = ([line.scores["final"].value for line in lines(run, n)] for n in (0, 1))
    gap = sum(b - a for a, b in zip(first, second, strict=True)) / 6
    assert found["test"]["difference"]["value"] == pytest.approx(gap)
    assert found["n"] == 6
    assert any(line.startswith("metrics: ") for line in found["signature"])


@pytest.mark.parametrize("unit", ["response", "edge", "criterion"])
def test_a_sheet_is_blind_and_comes_back(
    prism: Prism, run: Path, tmp_path: Path, unit: str
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert prism("sample", run, "--n", 8, "--unit", unit, "--out", sheet).code == 0
    text = sheet.read_bytes().decode("utf-8-sig")
    assert "local" not in text
    rows = list(csv.reader(io.StringIO(text)))
    head = next(place for place, row in enumerate(rows) if row and row[0] == "id")
    assert len(rows) - head - 1 == 8
    again = tmp_path / "again.csv"
    prism("sample", run, "--n", 8, "--unit", unit, "--out", again)
    assert again.read_bytes() == sheet.read_bytes()
    column = rows[head].index("rating")
    for place, row in enumerate(rows[head + 1 :]):
        row[column] = str(place + 1) if unit == "criterion" else ("Yes", "no")[place % 2]
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(rows)
    sheet.write_bytes(out.getvalue().encode("utf-16"))
    blocks = json.loads(prism("agree", run, "--human", sheet, "--json", "-").out)
    assert blocks[0]["title"] == "judge against people"
    assert {line["n"] + line["missing"] for line in blocks[0]["statistics"]} == {8}


def test_formulas_are_neutralised(tmp_path: Path) -> None:

    text = as_csv([{"a": "=1+1", "b": "@x", "c": -2.0, "d": " +3", "e": "ok"}])
    assert text.splitlines()[1] == "'=1+1,'@x,-2.0,' +3,ok"


@pytest.mark.parametrize("unit", ["node", "link", "graph"])
def test_people_say_what_of_a_graph_is_valid(
    prism: Prism, run: Path, tmp_path: Path, unit: str
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert prism("sample", run, "--n", 6, "--unit", unit, "--out", sheet).code == 0
    rows = list(csv.reader(io.StringIO(sheet.read_bytes().decode("utf-8-sig"))))
    head = next(place for place, row in enumerate(rows) if row and row[0] == "id")
    column = rows[head].index("rating")
    for place, row in enumerate(rows[head + 1 :]):
        row[column] = "yes" if place else "no"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    sheet.write_text(out.getvalue())
    (block,) = json.loads(prism("agree", run, "--human", sheet, "--json", "-").out)
    assert block["title"] == f"{unit} validity"
    assert block["statistics"][0]["value"] == pytest.approx(5 / 6)


def test_graphs_against_peoples(prism: Prism, run: Path, tmp_path: Path) -> None:
    told = prism("report", run, "--item", "q001", "--json", "-").out.splitlines()[0]
    graph = json.loads(told)["graph"]
    (tmp_path / "q001.json").write_text(json.dumps(graph))
    turned = json.loads(prism("report", run, "--item", "q002", "--json", "-").out.splitlines()[0])
    for edge in turned["graph"]["edges"]:
        edge["source"], edge["target"] = edge["target"], edge["source"]
    (tmp_path / "q002.json").write_text(json.dumps(turned["graph"]))
    (block,) = json.loads(prism("agree", run, "--graphs", tmp_path, "--json", "-").out)
    found = {line["name"]: line["value"] for line in block["statistics"]}
    assert found["node F1"] == 1.0
    assert found["direction accuracy"] < 1.0
    assert found["Hamming distance"] > 0


def test_graphs_of_several_arms(
    prism: Prism, tmp_path: Path, demo: Path, files: tuple[Path, Path]
) -> None:
    benchmark, answers = files
    given = json.loads(answers.read_text())
    for item in given["items"]:
        item["model_answer"] = (demo / "secret-paper" / "middling.txt").read_text()
    answers.write_text(json.dumps(given))
    run, folder = tmp_path / "r.db", tmp_path / "people"
    for granularity in ("clause", "claim"):
        call = ("run", "whatif", "--items", benchmark, "--answers", answers, "--out", run)
        assert prism(*call, "--jobs", 0, "--granularity", granularity, "--fork").code == 0
    folder.mkdir()
    for item in ("q001", "q002"):
        told = prism("report", run, "--item", item, "--json", "-").out.splitlines()
        first, second = (json.loads(report)["graph"] for report in told)
        assert first != second
        (folder / f"{item}.json").write_text(json.dumps(second))
    blocks = json.loads(prism("agree", run, "--graphs", folder, "--json", "-").out)
    f1 = {
        block["title"]: {line["name"]: line["value"] for line in block["statistics"]}
        for block in blocks
    }
    values = [found["node F1"] for found in f1.values()]
    assert len(f1) == 2
    assert values[0] < values[1] == 1.0
    assert all(title.startswith("graphs of m given") for title in f1)


def test_failure_modes_of_several_arms_have_an_example(prism: Prism, run: Path) -> None:
    tables = json.loads(prism("report", run, "--mode-weak", 1.0, "--json", "-").out)
    told = " ".join(prism("report", run, "--mode-weak", 1.0, columns=200).out.split())
    seen = {mode["mode"] for table in tables for mode in table["modes"] if mode["examples"]}
    assert len(tables) == 2
    assert seen
    for mode in seen:
        number, item, evidence = next(
            (n, *found["examples"][0])
            for n, table in enumerate(tables, 1)
            for found in table["modes"]
            if found["mode"] == mode and found["examples"]
        )
        assert f"{mode} in {number}, {item}: {evidence}" in told
