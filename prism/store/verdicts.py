"""What was paid for is kept: verdicts and graphs in one SQLite file, shared between processes.

A row's key is the digest of everything requested that could change the answer; what was served
stands beside it. Rows are committed (write-ahead log, full sync) before anything counts them.
Whoever is about to pay for a key holds a claim on it, so that nobody else pays too; a claim
lapses when its time is up or its process is gone. Failures are never kept. A row that cannot be
read is told of and asked anew, and a file that fails under way costs what would have been kept,
not the verdicts.
"""

import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import platformdirs
from pydantic import ValidationError

from prism.errors import PrismError, Unavailable
from prism.llm.capabilities import Capabilities
from prism.store.sqlite import Database, Layout, Tell, lives, marks, why_unread

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
# A row that stands already is kept, unless it cannot be read: then that of the other file is taken.
ABSORB = """
INSERT INTO main.kept SELECT * FROM other.kept WHERE true
    ON CONFLICT (key) DO UPDATE SET kind = excluded.kind, subject = excluded.subject,
    request = excluded.request, value = excluded.value, model = excluded.model,
    fingerprint = excluded.fingerprint, at = excluded.at
    WHERE NOT readable(kept.kind, kept.value);
INSERT OR IGNORE INTO main.endpoints SELECT * FROM other.endpoints
"""
LEASE = 60.0
V = TypeVar("V")


def default_path() -> Path:
    """Return the store in the user's cache folder, as the platform has it.

    >>> default_path().name
    'store.sqlite'
    """
    folder = platformdirs.user_cache_path("prism", appauthor=False, opinion=False)
    return folder / "store.sqlite"


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

    Where the file fails once it is open (removed, full, locked), that is told, and from then on
    nothing is found in it or kept.

    Parameters
    ----------
    path
        The file, made where it is missing unless ``create`` is False.
    tell
        Called with one line about a row that cannot be read, or a file that failed.

    Raises
    ------
    BadInput
        The file is not a store, or was written by a newer prism.
    Unavailable
        It cannot be opened or written.
    """

    def __init__(self, path: Path, *, create: bool = True, tell: Tell | None = None) -> None:
        self.path = path
        self._tell = tell or (lambda line: None)
        self._db = Database(path, STORE, create=create, tell=tell)
        self._failed = False
        self._unreadable: dict[str, object] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was put is already on disk."""
        self._db.close()

    def read(self, keys: Iterable[str], adapt: Callable[[str, Any], V]) -> dict[str, V]:
        """Return ``adapt(key, value)`` of each key that is kept.

        A row that ``adapt`` refuses (ValueError, PrismError) counts as not kept: it is told of,
        and gives way when its key is claimed.
        """
        rows = list[tuple[Any, ...]]()
        with self._going_on():
            rows = [r for c in _chunks(list(keys)) for r in self._select("key, value", "kept", c)]
        return dict(self._adapted(rows, adapt))

    def values(self, kind: str, adapt: Callable[[str, Any], V]) -> list[V]:
        """Return ``adapt(key, value)`` of every row of one kind, oldest first, as :meth:`read`."""
        query = "SELECT key, value FROM kept WHERE kind = ? ORDER BY at, key"
        return [value for _, value in self._adapted(self._db.read(query, (kind,)), adapt)]

    def put(self, rows: Sequence[Row]) -> None:
        """Commit rows, all or none, and end the claims on them; a kept key stays as it is."""
        now = time.time()
        with self._going_on(), self._usable().writing():
            self._insert("OR IGNORE INTO kept", [(*astuple(row), now) for row in rows])
            for chunk in _chunks([row.key for row in rows]):
                query = f"DELETE FROM claims WHERE key IN ({marks(chunk)})"  # noqa: S608
                self._db.execute(query, chunk)

    def claim(self, keys: Sequence[str], owner: str, lease: float = LEASE) -> set[str]:
        """Claim what is neither kept nor claimed by another; return what was gained."""
        now, gained = time.time(), set[str]()
        with self._going_on(), self._usable().writing():
            self._give_way(keys)
            # A claim is worth one lease from now; its owner's clock may be ahead by as much again.
            query = "UPDATE claims SET expires = ? WHERE expires > ? AND expires <= ?"
            self._db.execute(query, (now + LEASE, now + LEASE, now + 2 * LEASE))
            for chunk in _chunks(keys):
                taken = {key for (key,) in self._select("key", "kept", chunk)}
                for key, holder, expires in self._select("key, owner, expires", "claims", chunk):
                    if holder != owner and _lasts(expires, now) and not _gone(holder):
                        taken.add(key)
                free = [key for key in dict.fromkeys(chunk) if key not in taken]
                self._insert("OR REPLACE INTO claims", [(key, owner, now + lease) for key in free])
                gained.update(free)
        return set(keys) if self._failed else gained

    def renew(self, owner: str, lease: float = LEASE) -> None:
        """Put off the end of all claims of ``owner``."""
        with self._going_on(), self._usable().writing():
            row = (time.time() + lease, owner)
            self._db.execute("UPDATE claims SET expires = ? WHERE owner = ?", row)

    def release(self, owner: str, keys: Sequence[str] | None = None) -> None:
        """Give up some or all claims of ``owner``."""
        with self._going_on(), self._usable().writing():
            if keys is None:
                self._db.execute("DELETE FROM claims WHERE owner = ?", (owner,))
            for chunk in _chunks(keys or ()):
                query = f"DELETE FROM claims WHERE owner = ? AND key IN ({marks(chunk)})"  # noqa: S608
                self._db.execute(query, (owner, *chunk))

    def absorb(self, other: Path, readable: Callable[[str, Any], bool]) -> None:
        """Take over what another store keeps, all or none; a kept key stays as it is.

        ``readable(kind, value)`` tells whether a row can be read: one that cannot gives way.

        Raises
        ------
        BadInput
            ``other`` is not a store.
        """
        self._db.absorb(other, ABSORB, readable)

    def counts(self) -> dict[str, int]:
        """Return how many rows are kept of each kind."""
        query = "SELECT kind, count(*) FROM kept GROUP BY kind ORDER BY kind"
        return {str(kind): count for kind, count in self._db.read(query)}

    def capabilities(self, base_url: str) -> dict[str, Capabilities]:
        """Return what earlier runs learnt of an endpoint, by model."""
        rows = list[tuple[Any, ...]]()
        with self._going_on():
            query = "SELECT model, able FROM endpoints WHERE base_url = ?"
            rows = self._usable().read(query, (base_url,))
        known = {}
        for model, able in rows:
            try:
                known[str(model)] = Capabilities.model_validate_json(able)
            except ValidationError as exc:
                self._db.odd("endpoints", model, f"{why_unread(exc)} (the endpoint is asked anew)")
        return known

    def remember(self, base_url: str, known: Mapping[str, Capabilities]) -> None:
        """Keep what was learnt of an endpoint."""
        with self._going_on(), self._usable().writing():
            for model, able in known.items():
                row = (base_url, model, able.model_dump_json())
                self._db.execute("INSERT OR REPLACE INTO endpoints VALUES (?, ?, ?)", row)

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Do the block; where the file fails, tell it once and go on without."""
        try:
            yield
        except Unavailable as exc:
            if not self._failed:
                self._failed = True
                self._tell(f"{exc}; verdicts count, and are not kept from now on")

    def _usable(self) -> Database:
        """Return the file, unless it has failed: who waits for it once need not wait again."""
        if self._failed:
            raise Unavailable("the store has failed")
        return self._db

    def _adapted(
        self, rows: Sequence[tuple[Any, ...]], adapt: Callable[[str, Any], V]
    ) -> Iterator[tuple[str, V]]:
        for key, value in rows:
            try:
                yield key, adapt(key, value)
            except (ValueError, PrismError) as exc:
                self._unreadable[key] = value
                self._db.odd("kept", str(key)[:12], f"{why_unread(exc)} (it does not count)")

    def _give_way(self, keys: Sequence[str]) -> None:
        """Delete the rows of ``keys`` that could not be read, unless they were mended meanwhile."""
        for key in self._unreadable.keys() & set(keys):
            if self._select("value", "kept", [key]) == [(self._unreadable.pop(key),)]:
                self._db.execute("DELETE FROM kept WHERE key = ?", (key,))

    def _select(self, columns: str, table: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        query = f"SELECT {columns} FROM {table} WHERE key IN ({marks(keys)})"  # noqa: S608
        return self._usable().read(query, keys)

    def _insert(self, into: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert many rows by few statements: beside a busy event loop each costs a switch."""
        for chunk in _chunks(rows):
            row = f"({marks(chunk[0])})"
            query = f"INSERT {into} VALUES {', '.join([row] * len(chunk))}"  # noqa: S608
            self._db.execute(query, [value for fields in chunk for value in fields])


def _lasts(expires: object, now: float) -> bool:
    """Whether a claim has not lapsed, and ends when a claim may end."""
    return isinstance(expires, int | float) and now < expires <= now + LEASE


def _gone(owner: object) -> bool:
    """Whether the process that claimed is known to be dead; only its own host can tell."""
    host, _, rest = str(owner).partition(":")
    pid = rest.partition(":")[0]
    if not pid.isdecimal():
        return True  # prism makes no such claim
    return host == socket.gethostname() and not lives(int(pid))


def _chunks(values: Sequence[V]) -> Iterator[Sequence[V]]:
    yield from (values[i : i + 500] for i in range(0, len(values), 500))
