"""Rows of a run's file, read one field at a time: what cannot be read is told of, and is None.

SQLite binds no column to a type, and disks err: a field may hold anything.
"""

import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from prism.errors import PrismError
from prism.records.item import Item
from prism.runs.line import Line
from prism.runs.plan import Plan
from prism.runs.records import GRAPHS, STAGES, VERDICTS, Answered, Stage, Work
from prism.store.sqlite import why_unread
from prism.suites.base import Variant

__all__ = ["Rows", "packed", "readable", "text_of"]

V = TypeVar("V")
_VARIANT: Final[TypeAdapter[dict[str, str]]] = TypeAdapter(dict[str, str])
# What the result of each stage has to be.
_SHAPES: Final[Mapping[str, Callable[[str], object]]] = {
    "answer": Answered.model_validate_json,
    "graphs": GRAPHS.validate_json,
    "verdicts": VERDICTS.validate_json,
    "line": Line.model_validate_json,
}
_FAULTS: Final = (ValueError, KeyError, TypeError, zlib.error, PrismError)


class Rows:
    """Reads fields of rows.

    ``odd`` is called with the table, what names the row there, and the fault of a row that cannot
    be read.
    """

    def __init__(self, odd: Callable[[str, object, str], None]) -> None:
        self._odd = odd

    def plan(self, number: object, told: Any) -> Plan | None:
        """Return the plan of an arm."""
        return self._checked("arm", number, lambda: Plan.model_validate_json(told))

    def item(self, number: object, record: object, task: int) -> Item | None:
        """Return the item of a task."""
        place = _place(number, task)
        return self._checked("item", place, lambda: Item.model_validate_json(_unpacked(record)))

    def variant(self, task: int, told: Any) -> Variant | None:
        """Return the variant of a task."""
        return self._checked("task", task, lambda: _VARIANT.validate_json(told))

    def line(self, number: object, value: object, task: int) -> Line | None:
        """Return the line of a task."""
        place = _place(number, task)
        return self._checked("result", place, lambda: Line.model_validate_json(_unpacked(value)))

    def result(
        self, number: object, stage: str, value: object, task: int | None = None
    ) -> str | None:
        """Return a result as text, None where it is not what its stage comes to."""

        def read() -> str:
            text = _unpacked(value)
            _SHAPES[stage](text)
            return text

        return self._checked("result", _place(number, task), read)

    def work(self, row: tuple[Any, ...]) -> Work | None:
        """Return the work of a row that says what is to be done.

        The row is task, number and record of its item, variant and tries, and the number and value
        of the result of each stage; results that cannot be read are left out of it.
        """
        task, number, record, told, tries, *found = row
        item, variant = self.item(number, record, task), self.variant(task, told)
        if item is None or variant is None:
            return None
        passed = zip(STAGES, found[::2], found[1::2], strict=True)
        texts: dict[Stage, str | None] = {
            s: self.result(n, s, v, task) for s, n, v in passed if n is not None
        }
        there = {stage: text for stage, text in texts.items() if text is not None}
        return Work(task, item, variant, tries if isinstance(tries, int) else 0, there)

    def _checked(self, table: str, row: object, read: Callable[[], V]) -> V | None:
        try:
            return read()
        except _FAULTS as exc:
            self._odd(table, row, why_unread(exc))
            return None


def readable(table: str, value: Any) -> bool:
    """Whether the field of an arm or item, or the result of a stage, can be read."""
    try:
        if table == "arm":
            Plan.model_validate_json(value)
        elif table == "item":
            Item.model_validate_json(_unpacked(value))
        else:
            _SHAPES[table](_unpacked(value))
    except _FAULTS:
        return False
    return True


def text_of(value: object) -> str:
    """Return a field that should be text as text, whatever it holds."""
    return value if isinstance(value, str) else str(value)


def packed(text: str) -> bytes:
    """Return ``text`` as a field holds it."""
    return zlib.compress(text.encode(), 1)


def _unpacked(value: object) -> str:
    if not isinstance(value, bytes):
        raise ValueError("it is not packed" if value is not None else "it is not there")
    return zlib.decompress(value).decode()


def _place(number: object, task: int | None) -> str:
    """Return what names a row that a task refers to; the row itself may not be there."""
    of = "" if task is None else f" (of task {task})"
    return f"{'missing' if number is None else number}{of}"
