"""What was paid for is kept: verdicts and graphs in one SQLite file, shared between processes.

A row's key is the digest of everything requested that could change the answer; what was served
stands beside it. Rows are committed (write-ahead log, full sync) before anything counts them.
Whoever is about to pay for a key holds a claim on it, so that nobody else pays too; a claim
lapses when its time is up or its process is gone. Failures are never kept.
"""

import os
import socket
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Self, TypeVar

from prism.llm.capabilities import Capabilities
from prism.sqlite import Database, Layout

__all__ = ["LEASE", "Row", "Store", "default_path"]

STORE = Layout(
    part="store",
    mark="kept",
    scripts=(
        """
        CREATE TABLE IF NOT EXISTS kept (
            key TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, request TEXT NOT NULL,
            value TEXT NOT NULL, model TEXT, fingerprint TEXT, at REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS claims (
            key TEXT PRIMARY KEY, owner TEXT NOT NULL, expires REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS endpoints (
            base_url TEXT NOT NULL, model TEXT NOT NULL, able TEXT NOT NULL,
            PRIMARY KEY (base_url, model)
        ) WITHOUT ROWID;
        """,
    ),
    mend="name another file with --store, or use --no-store",
)
LEASE = 60.0
V = TypeVar("V")


def default_path() -> Path:
    """Return the store in the user's cache folder, as the platform has it.

    >>> default_path().name
    'store.sqlite'
    """
    home = Path.home()
    if sys.platform == "darwin":
        base = home / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "prism" / "store.sqlite"


@dataclass(frozen=True, slots=True)
class Row:
    """One kept answer; ``subject`` is the digest of the probe, or of the parsed text."""

    key: str
    kind: str
    subject: str
    request: str
    value: str
    model: str | None = None
    fingerprint: str | None = None


class Store:
    """The file; use as ``with Store(path) as store``, from any thread.

    Raises
    ------
    BadInput
        The file is not a store, or was written by a newer prism.
    Unavailable
        It cannot be opened or written.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self._db = Database(path, STORE, create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was put is already on disk."""
        self._db.close()

    def lookup(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the kept value of each key that has one."""
        found: dict[str, str] = {}
        for chunk in _chunks(list(keys)):
            query = f"SELECT key, value FROM kept WHERE key IN ({_marks(chunk)})"  # noqa: S608
            found.update(self._db.read(query, chunk))
        return found

    def values(self, kind: str) -> list[str]:
        """Return every kept value of one kind, oldest first."""
        query = "SELECT value FROM kept WHERE kind = ? ORDER BY at, key"
        return [value for (value,) in self._db.read(query, (kind,))]

    def put(self, rows: Sequence[Row], owner: str) -> None:
        """Commit rows and give up their claims, all or none; a key that is kept stays as it is."""
        now = time.time()
        with self._db.writing():
            # One statement for many rows: beside a busy event loop every statement costs a switch
            # of threads.
            for chunk in _chunks(rows):
                values = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * len(chunk))
                fields = [value for row in chunk for value in (*astuple(row), now)]
                self._db.execute(f"INSERT OR IGNORE INTO kept VALUES {values}", fields)  # noqa: S608
            self._drop(owner, [row.key for row in rows])

    def claim(self, keys: Sequence[str], owner: str, lease: float = LEASE) -> set[str]:
        """Claim what is neither kept nor claimed by another; return what was gained."""
        now, gained = time.time(), set()
        with self._db.writing():
            for key in keys:
                if self._db.execute("SELECT 1 FROM kept WHERE key = ?", (key,)).fetchone():
                    continue
                query = "SELECT owner, expires FROM claims WHERE key = ?"
                held = self._db.execute(query, (key,)).fetchone()
                if held and held[0] != owner and held[1] > now and not _gone(held[0]):
                    continue
                row = (key, owner, now + lease)
                self._db.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?)", row)
                gained.add(key)
        return gained

    def renew(self, owner: str, lease: float = LEASE) -> None:
        """Put off the end of all claims of ``owner``."""
        with self._db.writing():
            row = (time.time() + lease, owner)
            self._db.execute("UPDATE claims SET expires = ? WHERE owner = ?", row)

    def release(self, owner: str, keys: Sequence[str] | None = None) -> None:
        """Give up some or all claims of ``owner``."""
        with self._db.writing():
            if keys is None:
                self._db.execute("DELETE FROM claims WHERE owner = ?", (owner,))
            self._drop(owner, keys or ())

    def _drop(self, owner: str, keys: Sequence[str]) -> None:
        for chunk in _chunks(keys):
            query = f"DELETE FROM claims WHERE owner = ? AND key IN ({_marks(chunk)})"  # noqa: S608
            self._db.execute(query, (owner, *chunk))

    def capabilities(self, base_url: str) -> dict[str, Capabilities]:
        """Return what earlier runs learnt of an endpoint, by model."""
        query = "SELECT model, able FROM endpoints WHERE base_url = ?"
        rows = self._db.read(query, (base_url,))
        return {model: Capabilities.model_validate_json(able) for model, able in rows}

    def remember(self, base_url: str, known: Mapping[str, Capabilities]) -> None:
        """Keep what was learnt of an endpoint."""
        with self._db.writing():
            for model, able in known.items():
                row = (base_url, model, able.model_dump_json())
                self._db.execute("INSERT OR REPLACE INTO endpoints VALUES (?, ?, ?)", row)


def _gone(owner: str) -> bool:
    """Whether the process that claimed is known to be dead; only its own host can tell."""
    host, pid, _ = owner.split(":")
    if os.name != "posix" or host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _chunks(values: Sequence[V]) -> Iterator[Sequence[V]]:
    yield from (values[i : i + 500] for i in range(0, len(values), 500))


def _marks(chunk: Sequence[V]) -> str:
    return ",".join("?" * len(chunk))
