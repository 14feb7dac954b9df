"""Odd rows of a run: each costs itself, is named, and is made anew when the run goes on."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from benchmarks.odd_rows import make_run, run_of, trial
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)

pytestmark = pytest.mark.usefixtures("all_marked")

ODD = (b"\x00\xff", 7, "x", None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of four answers, and what it was made of."""
    place = tmp_path_factory.mktemp("run")
    make_run(place, 4)
    return place


@pytest.fixture
def run(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(folder / "run.db", tmp_path / "r.db"))


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(statement, values)
        file.commit()


def headline(prism: Any, run: Path) -> tuple[int, int, int, list[str]]:
    told = prism("report", run, "--json", "-")
    assert "Traceback" not in told.err
    (table,) = json.loads(told.out)
    final = table["overall"]["cells"]["final"]
    return told.code, final["n"], final["scored"], told.err.splitlines()


@pytest.mark.parametrize("value", ODD[:3])
@pytest.mark.parametrize(("table", "column"), [("item", "record"), ("result", "value")])
def test_odd_rows_are_named_the_rest_is_reported_and_a_new_start_mends_them(
    prism: Any, folder: Path, run: Path, table: str, column: str, value: object
) -> None:
    one = (
        "(SELECT line FROM task LIMIT 1)" if table == "result" else "(SELECT id FROM item LIMIT 1)"
    )
    change(run, f"UPDATE {table} SET {column} = ? WHERE id = {one}", value)
    if table == "item":  # the record of an item is read where it has no line
        change(run, "UPDATE task SET line = NULL WHERE id = (SELECT id FROM task LIMIT 1)")
    code, n, scored, notes = headline(prism, run)
    assert (code, n, scored) == (4, 4, 3)
    assert len(notes) == 1
    assert f"of table {table} cannot be read" in notes[0]
    again = prism(*run_of(folder, run))
    assert again.code == 0, again.err
    assert headline(prism, run) == (0, 4, 4, [])


def test_a_row_that_a_task_refers_to_in_vain_is_missed(prism: Any, folder: Path, run: Path) -> None:
    change(run, "UPDATE task SET line = 999 WHERE id = 1")
    assert headline(prism, run)[:3] == (4, 4, 3)
    assert prism(*run_of(folder, run)).code == 0
    assert headline(prism, run) == (0, 4, 4, [])


@pytest.mark.parametrize("number", [0, -1, 2**62])
def test_tasks_whose_arm_is_gone_are_told_of_and_found_again(
    prism: Any, folder: Path, run: Path, number: int
) -> None:
    change(run, "UPDATE arm SET id = ?", number)
    told = prism("report", run)
    assert told.code == 4
    assert "4 tasks belong to it" in told.err
    assert prism(*run_of(folder, run)).code == 0
    assert headline(prism, run) == (0, 4, 4, [])


def test_numbers_below_nought_are_numbers_of_tasks(prism: Any, run: Path) -> None:
    change(run, "UPDATE task SET id = -5 WHERE id = 1")
    assert headline(prism, run) == (0, 4, 4, [])


@pytest.mark.parametrize("plan", ["{}", 7, b"\xff", "x"])
def test_a_run_of_which_no_arm_can_be_read_is_told_in_one_line_and_mended(
    prism: Any, folder: Path, run: Path, plan: object
) -> None:
    change(run, "UPDATE arm SET plan = ?", plan)
    told = prism("report", run)
    assert told.code == 3
    assert told.err.splitlines()[-1].startswith(f"prism: {run}: table arm: no arm")
    assert prism(*run_of(folder, run)).code == 0
    assert headline(prism, run) == (0, 4, 4, [])


@pytest.mark.parametrize(("host", "pid"), [("h", "x"), (b"\xff", 2**62), ("h", -1.5)])
def test_a_holder_that_is_none_holds_nobody_up(
    prism: Any, folder: Path, run: Path, host: object, pid: object
) -> None:
    change(run, "INSERT INTO holder VALUES (?, ?)", host, pid)
    assert prism(*run_of(folder, run)).code == 0


@pytest.mark.parametrize("seed", range(12))
def test_one_odd_field_anywhere_costs_its_row_alone(
    folder: Path, tmp_path: Path, seed: int
) -> None:
    for name in ("items.jsonl", "answers.jsonl"):
        shutil.copy(folder / name, tmp_path / name)
    assert trial(tmp_path, folder / "run.db", seed, 4) == []
