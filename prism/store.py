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
from typing import Any, Self, TypeVar

from prism.llm.capabilities import Capabilities
from prism.sqlite import Database, Layout

__all__ = ["LEASE", "STORE", "Row", "Store", "default_path"]

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
            found.update(self._select("key, value", "kept", chunk))
        return found

    def values(self, kind: str) -> list[str]:
        """Return every kept value of one kind, oldest first."""
        query = "SELECT value FROM kept WHERE kind = ? ORDER BY at, key"
        return [value for (value,) in self._db.read(query, (kind,))]

    def put(self, rows: Sequence[Row]) -> None:
        """Commit rows, all or none, and end the claims on them; a kept key stays as it is."""
        now = time.time()
        with self._db.writing():
            self._insert("OR IGNORE INTO kept", [(*astuple(row), now) for row in rows])
            for chunk in _chunks([row.key for row in rows]):
                query = f"DELETE FROM claims WHERE key IN ({_marks(chunk)})"  # noqa: S608
                self._db.execute(query, chunk)

    def claim(self, keys: Sequence[str], owner: str, lease: float = LEASE) -> set[str]:
        """Claim what is neither kept nor claimed by another; return what was gained."""
        now, gained = time.time(), set()
        with self._db.writing():
            for chunk in _chunks(keys):
                taken = {key for (key,) in self._select("key", "kept", chunk)}
                for key, holder, expires in self._select("key, owner, expires", "claims", chunk):
                    if holder != owner and expires > now and not _gone(holder):
                        taken.add(key)
                free = [key for key in dict.fromkeys(chunk) if key not in taken]
                self._insert("OR REPLACE INTO claims", [(key, owner, now + lease) for key in free])
                gained.update(free)
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
            for chunk in _chunks(keys or ()):
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

    def _select(self, columns: str, table: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        query = f"SELECT {columns} FROM {table} WHERE key IN ({_marks(keys)})"  # noqa: S608
        return self._db.read(query, keys)

    def _insert(self, into: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert many rows by few statements: beside a busy event loop each costs a switch."""
        for chunk in _chunks(rows):
            row = f"({_marks(chunk[0])})"
            query = f"INSERT {into} VALUES {', '.join([row] * len(chunk))}"  # noqa: S608
            self._db.execute(query, [value for fields in chunk for value in fields])


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
