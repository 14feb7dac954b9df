"""Runs and stores in one file: whole, or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from prism.records.verdict import Provenance, Verdict
from prism.store.verdicts import Row, Store
from tests.judges.asking import edge


def row(number: int, value: str | None = None) -> Row:
    probe = edge(number).digest
    verdict = Verdict(probe=probe, value="forward", provenance=Provenance(judge="j"))
    return Row(f"k{number}", "verdict", probe, "{}", value or verdict.model_dump_json())


def stored(path: Path, *rows: Row) -> Path:
    with Store(path) as store:
        store.put(rows)
    return path


def kept(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as file:
        return dict(file.execute("SELECT key, value FROM kept"))


def test_stores_are_united_and_stay_as_they_are(prism: Any, tmp_path: Path) -> None:
    one, two = stored(tmp_path / "1", row(1), row(2)), stored(tmp_path / "2", row(2), row(3))
    done = prism("merge", one, two, "--out", tmp_path / "all")
    assert done.code == 0, done.err
    assert done.out == "kept: 3 verdicts\n"
    assert kept(tmp_path / "all") == {r.key: r.value for r in map(row, (1, 2, 3))}
    assert len(kept(one)) == len(kept(two)) == 2
    assert prism("merge", two, "--out", one).code == 0
    assert kept(one) == kept(tmp_path / "all")


@pytest.mark.parametrize("order", [("bad", "good"), ("good", "bad")])
def test_of_two_rows_the_one_that_can_be_read_is_kept(
    prism: Any, tmp_path: Path, order: tuple[str, str]
) -> None:
    stored(tmp_path / "bad", row(1, "{}"), row(2))
    stored(tmp_path / "good", row(1))
    paths = [tmp_path / name for name in order]
    assert prism("merge", *paths, "--out", tmp_path / "all").code == 0
    assert kept(tmp_path / "all") == {r.key: r.value for r in map(row, (1, 2))}


def alien(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE t (a)")


def lame(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE kept (a)")


@pytest.mark.parametrize(
    "spoil",
    [
        alien,
        lame,
        lambda path: path.write_text("no database"),
        lambda path: path.write_bytes(b""),
        lambda path: path.mkdir(),
        lambda path: None,
    ],
    ids=["alien", "lame", "text", "empty", "folder", "missing"],
)
def test_what_cannot_be_merged_is_told_in_one_line_and_leaves_nothing_behind(
    prism: Any, tmp_path: Path, spoil: Any
) -> None:
    good = stored(tmp_path / "good", row(1))
    spoil(tmp_path / "bad")
    before = {path.name for path in tmp_path.iterdir()}
    for paths in ((good, tmp_path / "bad"), (tmp_path / "bad",)):
        done = prism("merge", *paths, "--out", tmp_path / "all")
        assert done.code in (3, 5)
        assert done.err.count("\n") == 1
        left = {path.name for path in tmp_path.iterdir()} - before
        assert not {name for name in left if not name.endswith(("-wal", "-shm"))}


def test_a_file_is_not_merged_into_itself(prism: Any, tmp_path: Path) -> None:
    one = stored(tmp_path / "1", row(1))
    assert prism("merge", one, "--out", one).code == 2
    assert len(kept(one)) == 1
