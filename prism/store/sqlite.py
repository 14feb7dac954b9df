"""SQLite files that outlive a power cut: opened, laid out and written in one way.

One file may hold several parts (the verdicts and the tasks of one run): each part brings its own
tables, and the file remembers which version of each it has.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import psutil
from pydantic import ValidationError

from prism.errors import BadInput, Unavailable
from prism.validation import faults_of

__all__ = [
    "MAGIC",
    "Database",
    "Layout",
    "Tell",
    "is_sqlite",
    "lives",
    "marks",
    "tables",
    "why_unread",
]

MAGIC = b"SQLite format 3\x00"
PATIENCE = 60.0  # seconds to wait for another process that is writing
_LAST_PID = 2**31 - 1  # no system counts further
TOLD = 5  # odd rows that are named one by one; the rest is counted
Tell = Callable[[str], None]
VERSIONS = "CREATE TABLE IF NOT EXISTS layout (part TEXT PRIMARY KEY, version INTEGER NOT NULL)"


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of one part of a file.

    Attributes
    ----------
    part
        What messages and the file call it, such as ``store``.
    mark
        A table that tells that a file has this part.
    scripts
        Script ``i`` leads from version ``i`` to ``i + 1``. The first one creates only what is
        not there, because files older than the list of versions have it all.
    mend
        What to do with a file that cannot be used.
    """

    part: str
    mark: str
    scripts: tuple[str, ...]
    mend: str


class Database:
    """An open file (write-ahead log, full sync), for any thread; use it in a ``with`` block.

    SQLite binds no column to a type, and disks err: any field may hold anything. Text that is not
    UTF-8 comes with surrogates in it, so that only who reads that row is told.

    Parameters
    ----------
    path
        The file; it and its folder are made where they are missing.
    layout
        The part of the file that is worked with; brought up to date on opening.
    create
        Whether file and part may be new.
    tell
        Called with a line for each of the first rows that :meth:`odd` is told of, and for the rest.

    Raises
    ------
    BadInput
        The file is not SQLite, lacks the part, or was written by a newer prism.
    Unavailable
        It cannot be opened or written, or is no longer where it was opened.
    """

    def __init__(
        self, path: Path, layout: Layout, *, create: bool = True, tell: Tell | None = None
    ) -> None:
        self.path, self.layout = path, layout
        self.damaged: set[tuple[str, str]] = set()
        self._tell = tell or (lambda line: None)
        self._lock = threading.RLock()
        self._file: tuple[int, int] | None = None
        if not create and not path.is_file():
            raise BadInput(f"no such {layout.part}", where=str(path), mend=layout.mend)
        with self._mapped():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._connection.text_factory = _text
        try:
            self._open(create)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was written is on disk."""
        with self._lock:
            self._connection.close()
        rest, tell = len(self.damaged) - TOLD, self._tell
        self._tell = lambda line: None
        if rest > 0:
            tell(f"{self.path}: {rest} more rows cannot be read")

    def odd(self, table: str, row: object, why: str) -> None:
        """Take note of a row that cannot be read: its table, what names it there, and the fault."""
        place = (table, str(row))
        if place in self.damaged:
            return
        self.damaged.add(place)
        if len(self.damaged) <= TOLD:
            self._tell(f"{self.path}: row {place[1]} of table {table} cannot be read: {why}")

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self._mapped(), self._lock:
            return self._connection.execute(query, values).fetchall()

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement of a transaction: inside :meth:`writing`."""
        return self._connection.execute(statement, values)

    def absorb(self, other: Path, script: str, readable: Callable[[str, Any], bool]) -> None:
        """Take over what another file of this layout holds, all or none.

        ``script`` finds it in the schema ``other``, and may call ``readable(table, value)``.

        Raises
        ------
        BadInput
            ``other`` lacks the part.
        """
        Database(other, self.layout, create=False).close()
        with self._lock:
            self._connection.create_function("readable", 2, readable, deterministic=True)
        with self._attached(other), self.writing():
            self.script(script)

    def script(self, text: str) -> None:
        """Run the statements of ``text``, parted by semicolons: inside :meth:`writing`."""
        for statement in filter(str.strip, text.split(";")):
            self._connection.execute(statement)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the file for one transaction: all of the block is committed, or none of it."""
        with self._mapped(), self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with suppress(sqlite3.OperationalError):  # a full disk has rolled it back already
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        if _identity(self.path) != self._file:
            raise Unavailable(
                f"the {self.layout.part} was removed or replaced while it was in use; "
                "what is written to it is lost",
                where=str(self.path),
                mend=self.layout.mend,
            )

    @contextmanager
    def _attached(self, other: Path) -> Iterator[None]:
        """Have the file ``other`` at hand as the schema ``other``."""
        with self._mapped(), self._lock:
            self._connection.execute("ATTACH DATABASE ? AS other", (str(other),))
            try:
                yield
            finally:
                self._connection.execute("DETACH DATABASE other")

    def _open(self, create: bool) -> None:
        with self._mapped():
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
        self._file = _identity(self.path)
        query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        if not create and not self.read(query, (self.layout.mark,)):
            raise BadInput(f"the file holds no {self.layout.part}", where=str(self.path))
        with self.writing():
            self._migrate()

    def _migrate(self) -> None:
        layout = self.layout
        self.execute(VERSIONS)
        row = self.execute("SELECT version FROM layout WHERE part = ?", (layout.part,)).fetchone()
        version = row[0] if row else 0
        if not isinstance(version, int) or version < 0:
            raise BadInput(
                f"not a {layout.part} that this version reads: its layout has the version "
                f"{str(version)[:20]!r}",
                where=str(self.path),
                mend=layout.mend,
            )
        if version > len(layout.scripts):
            raise BadInput(
                f"the {layout.part} was written by a newer prism",
                where=str(self.path),
                mend="update prism",
            )
        if version < len(layout.scripts):
            for script in layout.scripts[version:]:
                self.script(script)
            now = (layout.part, len(layout.scripts))
            self.execute("INSERT OR REPLACE INTO layout VALUES (?, ?)", now)

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        part, where, mend = self.layout.part, str(self.path), self.layout.mend
        try:
            yield
        except (sqlite3.OperationalError, OSError) as exc:
            raise Unavailable(f"the {part} cannot be used: {exc}", where=where, mend=mend) from exc
        except sqlite3.DatabaseError as exc:
            raise BadInput(f"not a {part}: {exc}", where=where, mend=mend) from exc


def why_unread(exc: Exception) -> str:
    """Return in one line why a row cannot be read."""
    if isinstance(exc, ValidationError):
        fault = faults_of(exc)[0]
        return f"{fault.path}: {fault.what}"
    return " ".join(str(exc).split())[:200]


def marks(values: Sequence[object]) -> str:
    """Return the question marks of a statement for ``values``.

    >>> marks("abc")
    '?,?,?'
    """
    return ",".join("?" * len(values))


def lives(pid: object) -> bool:
    """Whether a process of this machine is alive, by what a file says is its number.

    What is no number of a process is not alive; one that belongs to another user is.

    >>> import os
    >>> lives(os.getpid()), lives("7"), lives(-1), lives(10**30)
    (True, False, False, False)
    """
    return isinstance(pid, int) and 0 < pid <= _LAST_PID and psutil.pid_exists(pid) is True


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at ``path`` from one that took its place; None without one."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_sqlite(path: Path) -> bool:
    """Whether ``path`` is a SQLite file, by its first bytes."""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def tables(path: Path) -> dict[str, int]:
    """Return the tables of a SQLite file and how many rows each has; the file is left as it is.

    Raises
    ------
    BadInput
        It cannot be read as one.
    """
    # Without a log beside it nobody writes to it; only so does reading leave no file behind.
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as file:
            names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            quoted = ((name, name.replace('"', '""')) for (name,) in names)
            count = 'SELECT count(*) FROM "{}"'
            return {name: file.execute(count.format(q)).fetchone()[0] for name, q in quoted}
    except sqlite3.Error as exc:
        raise BadInput(f"a SQLite file that cannot be read: {exc}", where=str(path)) from exc
