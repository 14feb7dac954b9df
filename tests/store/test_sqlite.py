"""SQLite files: all or nothing, brought up to date, and refused in one line where not ours."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from prism.errors import BadInput, PrismError, Unavailable
from prism.runs.ledger import Ledger
from prism.runs.schema import RUN
from prism.store.sqlite import MAGIC, Database, Layout, is_sqlite, lives, tables
from prism.store.verdicts import STORE, Store

FIRST = Layout(
    part="larder",
    mark="jar",
    scripts=("CREATE TABLE IF NOT EXISTS jar (name TEXT PRIMARY KEY)",),
    mend="name another file",
)
SECOND = Layout(
    part="larder",
    mark="jar",
    scripts=(*FIRST.scripts, "ALTER TABLE jar ADD COLUMN full INTEGER; UPDATE jar SET full = 1"),
    mend=FIRST.mend,
)
PARTS = {"larder": lambda path, **how: Database(path, FIRST, **how), "store": Store, "run": Ledger}


def put(database, name):
    with database.writing():
        database.execute("INSERT INTO jar (name) VALUES (?)", (name,))


def put_and_fail(database, name):
    with database.writing():
        database.execute("INSERT INTO jar (name) VALUES (?)", (name,))
        database.execute("DELETE FROM cellar")


def test_what_was_written_is_on_disk_and_half_a_transaction_is_not(tmp_path):
    with Database(tmp_path / "new folder" / "f", FIRST) as database:
        put(database, "plums")
        with pytest.raises(Unavailable, match="cellar"):
            put_and_fail(database, "pears")
    with Database(tmp_path / "new folder" / "f", FIRST, create=False) as again:
        assert again.read("SELECT name FROM jar") == [("plums",)]
        assert again.read("PRAGMA journal_mode") == [("wal",)]
        assert again.read("PRAGMA synchronous") == [(2,)]  # FULL


def test_an_older_file_is_brought_up_to_date_and_a_newer_one_is_refused(tmp_path):
    with Database(tmp_path / "f", FIRST) as old:
        put(old, "plums")
    for _ in range(2):
        with Database(tmp_path / "f", SECOND) as new:
            assert new.read("SELECT * FROM jar") == [("plums", 1)]
    with pytest.raises(BadInput, match="newer prism"):
        Database(tmp_path / "f", FIRST)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path):
    with Database(tmp_path / "f", FIRST) as old:
        put(old, "plums")
    broken = Layout("larder", "jar", (*FIRST.scripts, "DELETE FROM jar; DELETE FROM cellar"), "x")
    with pytest.raises(Unavailable, match="cellar"):
        Database(tmp_path / "f", broken)
    with Database(tmp_path / "f", FIRST) as old:
        assert old.read("SELECT * FROM jar") == [("plums",)]


@pytest.mark.parametrize("layout", [STORE, RUN], ids=lambda layout: layout.part)
def test_files_from_before_versions_were_listed_lose_nothing(tmp_path, layout):
    file = sqlite3.connect(tmp_path / "f")
    file.executescript(layout.scripts[0])
    columns = len(file.execute(f"PRAGMA table_info({layout.mark})").fetchall())
    file.execute(f"INSERT INTO {layout.mark} VALUES ({','.join('1' * columns)})")
    file.commit()
    file.close()
    with Database(tmp_path / "f", layout, create=False) as opened:
        assert len(opened.read(f"SELECT * FROM {layout.mark}")) == 1


def test_parts_of_one_file_do_not_disturb_each_other(tmp_path):
    with Database(tmp_path / "f", FIRST), Store(tmp_path / "f") as store, Ledger(tmp_path / "f"):
        assert store.read(["k"], lambda _, value: value) == {}
    with Database(tmp_path / "f", SECOND) as database:
        versions = database.read("SELECT * FROM layout ORDER BY part")
    assert versions == [("larder", 2), ("run", 1), ("store", 1)]


@pytest.mark.parametrize("part", PARTS)
def test_what_cannot_be_used_is_told_in_one_line(tmp_path, part):
    open_ = PARTS[part]
    (tmp_path / "text").write_text("this is no database, " * 100)
    sqlite3.connect(tmp_path / "alien").execute("CREATE TABLE t (a)").connection.close()
    newer = Database(tmp_path / "newer", Layout(part, "m", ("CREATE TABLE m (a)",) * 1, "x"))
    with newer.writing():
        newer.execute("UPDATE layout SET version = 99")
    newer.close()
    faults: list[tuple[str, bool, type[PrismError], str]] = [
        ("text", True, BadInput, f"not a {part}"),
        (".", True, Unavailable, f"the {part} cannot be used"),
        ("nowhere", False, BadInput, f"no such {part}"),
        ("alien", False, BadInput, f"holds no {part}"),
        ("newer", True, BadInput, f"the {part} was written by a newer prism"),
    ]
    for name, create, kind, said in faults:
        with pytest.raises(kind, match=said) as caught:
            open_(tmp_path / name, create=create)
        assert str(caught.value).startswith(str(tmp_path / name))
        assert "\n" not in str(caught.value)
    assert not (tmp_path / "nowhere").exists()


def test_threads_take_turns(tmp_path):
    with Database(tmp_path / "f", FIRST) as database:
        threads = [threading.Thread(target=put, args=(database, str(n))) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert database.read("SELECT count(*) FROM jar") == [(20,)]


@pytest.mark.parametrize("version", ["x", b"\xff", -1, 1.5])
def test_a_version_that_is_none_is_told_in_one_line(tmp_path, version):
    with Database(tmp_path / "f", FIRST) as old, old.writing():
        old.execute("UPDATE layout SET version = ?", (version,))
    with pytest.raises(BadInput, match="not a larder that this version reads") as caught:
        Database(tmp_path / "f", FIRST)
    assert "\n" not in str(caught.value)


def test_odd_rows_are_named_once_and_the_rest_is_counted(tmp_path):
    told: list[str] = []
    with Database(tmp_path / "f", FIRST, tell=told.append) as database:
        for number in (*range(8), *range(8)):
            database.odd("jar", number, "empty")
    assert told[0] == f"{tmp_path / 'f'}: row 0 of table jar cannot be read: empty"
    assert told[5:] == [f"{tmp_path / 'f'}: 3 more rows cannot be read"]


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed")
@pytest.mark.parametrize("instead", [None, b""], ids=["removed", "replaced"])
def test_what_is_written_to_a_file_that_is_gone_is_not_taken_for_kept(tmp_path, instead):
    with Database(tmp_path / "f", FIRST) as database:
        put(database, "plums")
        (tmp_path / "f").unlink()
        if instead is not None:
            (tmp_path / "other").write_bytes(instead)
            (tmp_path / "other").replace(tmp_path / "f")
        with pytest.raises(Unavailable, match="removed or replaced"):
            put(database, "pears")


def test_a_process_lives_until_it_has_ended():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert lives(child.pid)
        child.kill()
        child.wait()
        assert not lives(child.pid)


def test_only_whole_numbers_that_a_system_gives_are_asked_for(monkeypatch):
    asked: list[int] = []

    def exists(pid: int) -> bool:
        asked.append(pid)
        return True

    monkeypatch.setattr("prism.store.sqlite.psutil.pid_exists", exists)
    assert [lives(pid) for pid in (1, 2**31 - 1)] == [True, True]
    assert [lives(odd) for odd in (0, -1, 2**31, "7", None, 7.0)] == [False] * 6
    assert asked == [1, 2**31 - 1]


def test_a_sqlite_file_is_known_by_its_first_bytes(tmp_path):
    with Database(tmp_path / "f", FIRST):
        pass
    (tmp_path / "short").write_bytes(MAGIC[:-1])
    (tmp_path / "other").write_bytes(b"x" + MAGIC)
    (tmp_path / "bare").write_bytes(MAGIC)
    told = {name: is_sqlite(tmp_path / name) for name in ("f", "short", "other", "bare", "gone")}
    assert told == {"f": True, "short": False, "other": False, "bare": True, "gone": False}
    assert not is_sqlite(tmp_path)
    assert not is_sqlite(tmp_path / "a\0b")


def test_tables_are_counted_and_the_folder_is_left_as_it_was(tmp_path):
    with closing(sqlite3.connect(tmp_path / "f")) as file:
        file.execute('CREATE TABLE "odd ""name" (a)')
        file.execute("CREATE TABLE two (a)")
        file.execute("INSERT INTO two VALUES (1), (2)")
        file.execute("CREATE INDEX i ON two (a)")
        file.execute("PRAGMA journal_mode = WAL")
        file.commit()
    before = sorted(path.name for path in tmp_path.iterdir())
    assert tables(tmp_path / "f") == {'odd "name': 0, "two": 2}
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    (tmp_path / "text").write_text("no database " * 100)
    with pytest.raises(BadInput, match="a SQLite file that cannot be read") as caught:
        tables(tmp_path / "text")
    assert str(caught.value).startswith(str(tmp_path / "text"))


def test_what_a_writer_has_not_put_into_the_file_yet_is_counted_too(tmp_path):
    with Database(tmp_path / "f", FIRST) as database:
        put(database, "plums")
        assert (tmp_path / "f-wal").stat().st_size
        assert tables(tmp_path / "f")["jar"] == 1


def test_faults_say_what_to_do(tmp_path):
    (tmp_path / "text").write_text("this is no database, " * 100)
    with Database(tmp_path / "newer", SECOND) as file, file.writing():
        file.execute("UPDATE layout SET version = 'x'")
    for name, create in (("text", True), (".", True), ("nowhere", False), ("newer", True)):
        with pytest.raises(PrismError) as caught:
            Database(tmp_path / name, SECOND, create=create)
        assert caught.value.mend == "name another file"
    with Database(tmp_path / "later", SECOND) as file, file.writing():
        file.execute("UPDATE layout SET version = 3")
    with pytest.raises(BadInput) as caught:
        Database(tmp_path / "later", SECOND)
    assert caught.value.mend == "update prism"


def test_a_file_that_is_full_of_odd_rows_tells_them_once_and_no_more_than_five(tmp_path):
    for rows, lines in ((5, 5), (6, 6), (7, 6)):
        told: list[str] = []
        database = Database(tmp_path / "f", FIRST, tell=told.append)
        for number in range(rows):
            database.odd("jar", number, "empty")
        database.close()
        database.close()  # closing twice tells nothing twice
        assert len(told) == lines
    assert told[-1].endswith(": 2 more rows cannot be read")


def test_what_another_file_holds_is_taken_over_or_none_of_it_and_then_it_is_let_go(tmp_path):
    with Database(tmp_path / "other", FIRST) as other:
        put(other, "pears")
        put(other, "worms")
    take = "INSERT INTO main.jar SELECT name FROM other.jar WHERE readable('jar', name)"
    with Database(tmp_path / "f", FIRST) as database:
        with pytest.raises(Unavailable, match="cellar"):
            database.absorb(tmp_path / "other", f"{take}; DELETE FROM cellar", lambda *_: True)
        assert database.read("SELECT name FROM jar") == []
        database.absorb(
            tmp_path / "other", take, lambda table, name: (table, name) == ("jar", "pears")
        )
        assert database.read("SELECT name FROM jar") == [("pears",)]
        with pytest.raises(Unavailable, match="other"):
            database.read("SELECT name FROM other.jar")


def test_statements_of_a_script_are_run_one_by_one_and_blanks_are_none(tmp_path):
    with Database(tmp_path / "f", FIRST) as database:
        with database.writing():
            database.script(" ; INSERT INTO jar VALUES ('a');\n; INSERT INTO jar VALUES ('b') ; ")
        assert database.read("SELECT name FROM jar") == [("a",), ("b",)]


def test_a_file_that_cannot_be_opened_holds_nothing_open(tmp_path, monkeypatch):
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*where, **how):
        opened.append(connect(*where, **how))
        return opened[-1]

    (tmp_path / "text").write_text("this is no database, " * 100)
    monkeypatch.setattr(sqlite3, "connect", noted)
    with pytest.raises(BadInput):
        Database(tmp_path / "text", FIRST)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")
    database = Database(tmp_path / "f", FIRST)
    database.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[1].execute("SELECT 1")


def test_somebody_who_writes_is_waited_for_a_minute(tmp_path, monkeypatch):
    waits: list[float] = []
    connect = sqlite3.connect

    def noted(*where, timeout, **how):
        waits.append(timeout)
        return connect(*where, timeout=timeout, **how)

    monkeypatch.setattr(sqlite3, "connect", noted)
    with Database(tmp_path / "f", FIRST):
        assert waits == [60.0]
