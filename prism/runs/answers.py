"""Given answers, filed by the items they answer: on disk, for either file may be large."""

import sqlite3
from collections.abc import Iterable
from typing import Self

from prism.errors import UsageError
from prism.files.responses import Response
from prism.files.textfile import TextFile
from prism.records.item import Item
from prism.suites.pairing import stream_answers
from prism.suites.reading import not_found

__all__ = ["GivenAnswers"]

_TABLES = """
CREATE TABLE item (name TEXT PRIMARY KEY, number TEXT) WITHOUT ROWID;
CREATE INDEX by_number ON item (number);
CREATE TABLE answer (
    place INTEGER PRIMARY KEY, item TEXT, text TEXT, model TEXT, setting TEXT, seed INTEGER,
    phrasing TEXT
);
CREATE INDEX by_item ON answer (item);
"""


class GivenAnswers:
    """The answers of a file to ``items``, in a file of their own; use it in a ``with`` block.

    Raises
    ------
    BadInput
        The file has a fault, or answers an item that is not there.
    UsageError
        An answer does not say which of several items it answers.
    """

    def __init__(self, items: Iterable[Item], answers: TextFile, where: str) -> None:
        self._where = where
        self._db = sqlite3.connect("", isolation_level=None)  # on disk, gone when it is closed
        self._db.executescript(_TABLES + "BEGIN")
        self._db.executemany(
            "INSERT OR IGNORE INTO item VALUES (?, ?)",
            ((item.id, str(item.meta["id"]) if "id" in item.meta else None) for item in items),
        )
        names = self._db.execute("SELECT name FROM item LIMIT 2").fetchall()
        # Where there is one item, whatever is no answers file with items of its own answers it.
        by_itself, responses = stream_answers(answers)
        only = names[0][0] if len(names) == 1 and not by_itself else None
        self._db.executemany(
            "INSERT INTO answer VALUES (NULL, ?, ?, ?, ?, ?, ?)",
            (
                (only or self._item(r), r.text, r.model, r.setting, r.seed, r.phrasing)
                for r in responses
            ),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def to(self, item: Item) -> list[Response]:
        """Return the answers to ``item``, in the order of the file."""
        columns = "text, item, NULL, model, setting, seed, phrasing"
        query = f"SELECT {columns} FROM answer WHERE item = ? ORDER BY place"  # noqa: S608
        return [Response(*row) for row in self._db.execute(query, (item.id,))]

    def _item(self, response: Response) -> str:
        """Return the id of the item that ``response`` names by its id or its number."""
        if response.item is None:
            (n,) = self._db.execute("SELECT count(*) FROM item").fetchone()
            raise UsageError(
                f"{self._where} holds {n} items and the response does not say which one it answers",
                mend="name its item in every response",
            )
        for column in ("name", "number"):
            query = f"SELECT name FROM item WHERE {column} = ?"  # noqa: S608
            found = self._db.execute(query, (response.item,)).fetchone()
            if found is not None:
                return str(found[0])
        names = [name for (name,) in self._db.execute("SELECT name FROM item")]
        raise not_found(response.item, names, self._where)
