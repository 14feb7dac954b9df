"""The file of a run: items, tasks, and the result of every stage, committed by one writer.

A task is one item in one variant (a phrasing, a setting) of one arm. Its columns say which result
each stage came to; results stand under the digest of all that they depend on, so that two arms
which agree on a stage share it. Verdicts of language models are kept, one by one, by the store in
the same file. A row that cannot be read costs what depends on it: it is told of, left out of what
is reported, and made anew when the run goes on.
"""

import json
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, Self

from prism.errors import BadInput, BadRecord, Unavailable
from prism.records.item import Item
from prism.runs.line import Line
from prism.runs.plan import Plan
from prism.runs.records import (
    STAGES,
    Arm,
    Failure,
    Outcome,
    Stage,
    Task,
    Work,
)
from prism.runs.rows import Rows, packed, readable, text_of
from prism.runs.schema import ABSORB, RUN
from prism.store.sqlite import Database, Tell, lives, marks
from prism.suites.base import Variant

__all__ = ["Ledger", "arms_of"]

PAGE = 200
START: Final = -(2**63)  # below every number of a task
# The first stage that a task has not passed, NULL where it has passed them all.
_NEXT = f"CASE {' '.join(f'WHEN t.{s} IS NULL THEN {s!r}' for s in STAGES)} END"
_PENDING = (
    "WHERE t.arm = ? AND t.id > ? AND t.line IS NULL AND NOT coalesce(f.hopeless, 0) "
    f"AND {_NEXT} IN ({{}}) ORDER BY t.id LIMIT {PAGE}"
)


class Ledger:
    """The open file; use as ``with Ledger(path) as ledger``.

    ``tell`` is called with one line about each of the first rows that cannot be read.

    Raises
    ------
    BadInput
        The file is not a run, or was written by a newer prism.
    Unavailable
        It cannot be opened or written.
    """

    def __init__(self, path: Path, *, create: bool = True, tell: Tell | None = None) -> None:
        self.path = path
        self._db = Database(path, RUN, create=create, tell=tell)
        self._rows = Rows(self._db.odd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    @property
    def damaged(self) -> bool:
        """Whether a row was met that cannot be read."""
        return bool(self._db.damaged)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the one process that works on the run for the time of the block.

        Raises
        ------
        Unavailable
            Another process of this machine is at work on it.
        """
        me = (socket.gethostname(), os.getpid())
        with self._writing():
            for host, pid in self._db.execute("SELECT host, pid FROM holder").fetchall():
                if _works_elsewhere(host, pid, me):
                    raise Unavailable(
                        f"process {pid} on {host} is at work on this run",
                        where=str(self.path),
                        mend="wait for it, or name another --out",
                    )
            self._db.execute("DELETE FROM holder")
            self._db.execute("INSERT INTO holder VALUES (?, ?)", me)
        try:
            yield
        finally:
            with self._writing():
                self._db.execute("DELETE FROM holder WHERE host = ? AND pid = ?", me)

    def arms(self) -> list[Arm]:
        """Return the arms in the order in which they were added; tasks without one are told of."""
        for arm, count in self._strays():
            self._db.odd("arm", arm, f"it is not there, and {count} tasks belong to it")
        arms = []
        for number, plan in self._read("SELECT id, plan FROM arm ORDER BY id"):
            found = self._rows.plan(number, plan)
            if found is not None:
                arms.append(Arm(number, found))
        return arms

    def arm(self, plan: Plan) -> Arm | None:
        """Return the arm that was run as ``plan`` says, or None."""
        return next((arm for arm in self.arms() if arm.plan.digest == plan.digest), None)

    def restore(self, plan: Plan, tasks: Callable[[], Iterable[Task]]) -> None:
        """Write the arm of ``plan`` and its items anew where the rows cannot be read."""
        row = self._read("SELECT id FROM arm WHERE digest = ?", plan.digest)
        if row and self.arm(plan) is None:
            with self._writing():
                told = plan.model_dump_json()
                self._db.execute("UPDATE arm SET plan = ? WHERE id = ?", (told, row[0][0]))
        arm, strays = self.arm(plan), self._strays()
        if arm is not None and len(strays) == 1 and not self.counts(arm)["tasks"]:
            with self._writing():  # they can be no other's
                change = "UPDATE task SET arm = ? WHERE arm = ?"
                self._db.execute(change, (arm.id, strays[0][0]))
        if arm is not None and any(item is None for _, item, _, _ in self.unscored(arm)):
            with self._writing():
                for task in tasks():
                    record = packed(task.item.model_dump_json(exclude_defaults=True))
                    query = "UPDATE item SET record = ? WHERE digest = ?"
                    self._db.execute(query, (record, task.digest))

    def add(self, plan: Plan, tasks: Iterable[Task]) -> Arm:
        """Add an arm with its tasks, all or none; tasks whose answer is given start with it.

        Tasks are taken and written one at a time. Where one model gave all answers, the plan says
        so.

        Raises
        ------
        BadInput
            The same id stands twice, in the same variant.
        """
        models = set[str | None]()
        with self._writing():
            row = (plan.digest, plan.model_dump_json(), time.time())
            made = self._db.execute("INSERT INTO arm (digest, plan, at) VALUES (?, ?, ?)", row)
            arm = Arm(int(made.lastrowid or 0), plan)
            for task in tasks:
                self._add_task(arm, task)
                if task.given is not None and task.given.failure is None:
                    models.add(task.by)
            if len(models) == 1:
                arm = Arm(arm.id, plan.model_copy(update={"answered_by": models.pop()}))
                told = arm.plan.model_dump_json()
                self._db.execute("UPDATE arm SET plan = ? WHERE id = ?", (told, arm.id))
        return arm

    def add_controls(self, arm: Arm) -> None:
        """Let the arm be judged with controls from now on; what has none is judged again.

        Verdicts of language models are in the store, so that only the controls are asked.
        """
        plan = arm.plan.model_copy(update={"controls": True}).model_dump_json()
        with self._writing():
            self._db.execute("UPDATE arm SET plan = ? WHERE id = ?", (plan, arm.id))
            self._db.execute(
                "UPDATE task SET verdicts = NULL, line = NULL WHERE arm = ?", (arm.id,)
            )

    def pending(
        self, arm: Arm, stages: Sequence[Stage] = STAGES, *, after: int = START
    ) -> Iterator[Work]:
        """Yield the tasks whose next stage is one of ``stages``, in order, a page at a time.

        A task that cannot succeed is left out, and so are those numbered up to ``after``. The file
        may be written meanwhile; no task is yielded twice. O(tasks without a line).
        """
        while rows := self._select(_PENDING.format(marks(stages)), arm.id, after, *stages):
            yield from self._works(rows)
            after = rows[-1][0]

    def to_do(self, arm: Arm, most: int | None = None) -> dict[Stage, int]:
        """Return how many tasks have to pass each stage yet; of the first ``most`` alone if given.

        A task that cannot succeed is not counted.
        """
        query = f"""
            SELECT next, count(*) FROM (
                SELECT {_NEXT} AS next FROM task t INDEXED BY task_line
                LEFT JOIN failure f ON f.task = t.id AND f.stage = {_NEXT}
                WHERE t.arm = ? AND t.line IS NULL AND NOT coalesce(f.hopeless, 0)
                ORDER BY t.id LIMIT ?
            ) GROUP BY next"""  # noqa: S608
        found = dict(self._read(query, arm.id, -1 if most is None else most))
        counts = accumulate(found.get(stage, 0) for stage in STAGES)
        return dict(zip(STAGES, counts, strict=True))

    def result(self, key: str) -> str | None:
        """Return the result that stands under ``key``, None where there is none."""
        for number, stage, value in self._read(
            "SELECT id, stage, value FROM result WHERE key = ?", key
        ):
            text = self._rows.result(number, stage, value)
            if text is not None:
                return text
            with self._writing():  # it gives way to the one that is made now
                self._db.execute("DELETE FROM result WHERE id = ?", (number,))
        return None

    def commit(self, outcomes: Sequence[Outcome]) -> None:
        """Write what a stage came to, all or none; a result that stands already is shared."""
        with self._writing():
            for outcome in outcomes:
                self._commit(outcome)

    def reopen(self, arm: Arm) -> None:
        """Let what failed and may yet succeed be done again, and what cannot be read."""
        with self._writing():
            for task, stage, number in self._unreadable(arm):
                later = ", ".join(f"{name} = NULL" for name in STAGES[STAGES.index(stage) :])
                self._db.execute(f"UPDATE task SET {later} WHERE id = ?", (task,))  # noqa: S608
                self._db.execute("DELETE FROM result WHERE id = ?", (number,))
            for place, stage in enumerate(STAGES):
                later = ", ".join(f"{name} = NULL" for name in STAGES[place:])
                self._db.execute(
                    f"UPDATE task SET {later} WHERE arm = ? AND id IN "  # noqa: S608
                    "(SELECT task FROM failure WHERE stage = ? AND NOT hopeless)",
                    (arm.id, stage),
                )

    def counts(self, arm: Arm) -> dict[str, int]:
        """Return how many tasks there are (``tasks``), and how many have passed each stage."""
        columns = ", ".join(f"count({stage})" for stage in STAGES)
        query = f"SELECT count(*), {columns} FROM task WHERE arm = ?"  # noqa: S608
        return dict(zip(("tasks", *STAGES), self._read(query, arm.id)[0], strict=True))

    def scored(self, arm: Arm) -> int:
        """Return how many tasks have a final score."""
        query = """
            SELECT count(t.line) - count(f.task) FROM task t
            LEFT JOIN failure f ON f.task = t.id AND f.stage = 'line' WHERE t.arm = ?"""
        return int(self._read(query, arm.id)[0][0])

    def failures(self, arm: Arm) -> Iterator[tuple[str, Variant, Failure]]:
        """Yield what has failed and not been mended: item, variant, and how, a task at a time.

        Of a task that failed in several stages, the first is told: the others follow from it.
        """
        query = f"""
            SELECT i.name, t.variant, f.stage, f.reason, f.said, f.hopeless, f.tries, f.task
            FROM failure f JOIN task t ON t.id = f.task JOIN item i ON i.id = t.item
            WHERE +t.arm = ? AND f.task > ?
            ORDER BY f.task, f.stage = 'line' LIMIT {PAGE}"""  # noqa: S608
        last = START
        while rows := self._read(query, arm.id, last):
            for name, variant, stage, reason, said, hopeless, tries, task in rows:
                if task != last:
                    failure = Failure(stage, text_of(reason), text_of(said), bool(hopeless), tries)  # type: ignore[arg-type]
                    yield text_of(name), self._rows.variant(task, variant) or {}, failure
                last = task

    def unscored(
        self, arm: Arm, unread: Iterable[int] = ()
    ) -> Iterator[tuple[str, Item | None, Variant, str]]:
        """Yield every task without a line: item id, item, variant, and why it has none.

        Tasks in ``unread`` have a line that cannot be read; an item that cannot be is None.
        """
        query = """
            SELECT t.id, i.id, i.name, i.record, t.variant, coalesce(min(f.reason), {})
            FROM task t {} LEFT JOIN item i ON i.id = t.item
            LEFT JOIN failure f ON f.task = t.id
            WHERE t.arm = ? AND {} GROUP BY t.id ORDER BY t.id LIMIT {}"""
        some = query.format(
            "'pending'", "INDEXED BY task_line", "t.id > ? AND t.line IS NULL", PAGE
        )
        last = START
        while rows := self._read(some, arm.id, last):
            yield from map(self._missing, rows)
            last = rows[-1][0]
        for task in unread:
            yield from map(
                self._missing,
                self._read(query.format("'unreadable'", "", "t.id = ?", PAGE), arm.id, task),
            )

    def values(self, arm: Arm, stage: Stage) -> Iterator[tuple[int, str, Variant, str]]:
        """Yield task, item name, variant and result of every task that has passed ``stage``.

        What cannot be read is left out.
        """
        for task, name, variant, number, value in self._passed(arm, stage):
            text = self._rows.result(number, stage, value, task)
            if text is not None:
                yield task, name, variant, text

    def lines(self, arm: Arm) -> Iterator[tuple[int, str, Variant, Line | None]]:
        """Yield task, item name, variant and line of every counted task, None if unreadable."""
        for task, name, variant, number, value in self._passed(arm, "line"):
            yield task, name, variant, self._rows.line(number, value, task)

    def works(self, arm: Arm, item: str) -> Iterator[Work]:
        """Yield every task of ``item`` with all that it has come to so far."""
        which = "WHERE +t.arm = ? AND t.item IN (SELECT id FROM item WHERE name = ?) ORDER BY t.id"
        yield from self._works(self._select(which, arm.id, item))

    def works_of(self, arm: Arm, tasks: Sequence[int]) -> Iterator[Work]:
        """Yield the tasks with these numbers, with all that they have come to so far."""
        for task in tasks:
            yield from self._works(self._select("WHERE t.arm = ? AND t.id = ?", arm.id, task))

    def _passed(
        self, arm: Arm, stage: Stage, which: str = ""
    ) -> Iterator[tuple[int, str, Variant, Any, Any]]:
        """Yield task, item name, variant, and number and value of the result of ``stage``.

        Read in the order of the file: the plus sign keeps the planner from sorting every page.
        """
        query = f"""
            SELECT t.id, i.name, t.variant, r.id, r.value FROM task t
            LEFT JOIN item i ON i.id = t.item LEFT JOIN result r ON r.id = t.{stage}
            WHERE +t.arm = ? AND t.id > ? AND t.{stage} IS NOT NULL {which}
            ORDER BY t.id LIMIT {PAGE}"""  # noqa: S608
        last = START
        while rows := self._read(query, arm.id, last):
            for task, name, variant, number, value in rows:
                yield task, text_of(name), self._rows.variant(task, variant) or {}, number, value
            last = rows[-1][0]

    def _select(self, which: str, *values: object) -> list[tuple[Any, ...]]:
        columns = "".join(f", t.{n}, {n}_r.value" for n in STAGES)
        joins = " ".join(f"LEFT JOIN result {n}_r ON {n}_r.id = t.{n}" for n in STAGES)
        query = f"""
            SELECT t.id, i.id, i.record, t.variant, coalesce(f.tries, 0) {columns}
            FROM task t LEFT JOIN item i ON i.id = t.item {joins}
            LEFT JOIN failure f ON f.task = t.id AND f.stage = {_NEXT} {which}"""  # noqa: S608
        return self._read(query, *values)

    def _works(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Work]:
        """Yield the work of every row that says what is to be done."""
        yield from (work for work in map(self._rows.work, rows) if work is not None)

    def _unreadable(self, arm: Arm) -> Iterator[tuple[int, Stage, Any]]:
        """Yield task, stage and number of every result that cannot be read and is yet needed.

        Of a task that is counted, that is its line; of any other, all that it has come to.
        """
        for stage in ("line", *STAGES[:-1]):
            which = "" if stage == "line" else "AND t.line IS NULL"
            for task, _, _, number, value in self._passed(arm, stage, which):
                if self._rows.result(number, stage, value, task) is None:
                    yield task, stage, number

    def _strays(self) -> list[tuple[Any, ...]]:
        """Return every arm that tasks belong to and that is not there, with how many do."""
        query = "SELECT arm, count(*) FROM task WHERE arm NOT IN (SELECT id FROM arm) GROUP BY arm"
        return self._read(query)

    def _missing(self, row: tuple[Any, ...]) -> tuple[str, Item | None, Variant, str]:
        task, number, name, record, told, why = row
        item, variant = self._rows.item(number, record, task), self._rows.variant(task, told) or {}
        return item.id if item is not None else text_of(name), item, variant, text_of(why)

    def absorb(self, other: Path) -> None:
        """Take over all arms, tasks and results of another run, all or none.

        Arms of the same plan become one; of a task that both hold, what came further is kept.

        Raises
        ------
        BadInput
            ``other`` is not a run.
        """
        self._db.absorb(other, ABSORB, readable)

    def _add_task(self, arm: Arm, task: Task) -> None:
        variant = json.dumps(task.variant, sort_keys=True)
        twin = """
            SELECT 1 FROM task WHERE arm = ? AND variant = ?
            AND item IN (SELECT id FROM item WHERE name = ?)"""
        if self._db.execute(twin, (arm.id, variant, task.item.id)).fetchone():
            raise BadInput(
                f"the id {task.item.id!r} stands more than once",
                where=arm.plan.items,
                mend="rename one",
            )
        record = packed(task.item.model_dump_json(exclude_defaults=True))
        self._db.execute(
            "INSERT OR IGNORE INTO item (digest, name, record) VALUES (?, ?, ?)",
            (task.digest, task.item.id, record),
        )
        (item,) = self._db.execute(
            "SELECT id FROM item WHERE digest = ?", (task.digest,)
        ).fetchone()
        made = self._db.execute(
            "INSERT INTO task (arm, item, variant) VALUES (?, ?, ?)", (arm.id, item, variant)
        )
        if task.given is not None:
            self._commit(task.given.about(int(made.lastrowid or 0)))

    def _commit(self, outcome: Outcome) -> None:
        stage, failure = outcome.stage, outcome.failure
        if outcome.value is not None:
            self._db.execute(
                "INSERT OR IGNORE INTO result (key, stage, value) VALUES (?, ?, ?)",
                (outcome.key, stage, packed(outcome.value)),
            )
            self._db.execute(
                f"UPDATE task SET {stage} = (SELECT id FROM result WHERE key = ?) "  # noqa: S608
                "WHERE id = ?",
                (outcome.key, outcome.task),
            )
            passed = STAGES[STAGES.index(stage) :]
            self._db.execute(
                f"DELETE FROM failure WHERE task = ? AND stage IN ({marks(passed)})",  # noqa: S608
                (outcome.task, *passed),
            )
        if failure is not None:
            row = (failure.reason, failure.said, failure.hopeless, failure.tries)
            self._db.execute(
                "INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?, ?, ?)",
                (outcome.task, failure.stage, *row),
            )

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._db.read(query, values)

    def _writing(self) -> AbstractContextManager[None]:
        return self._db.writing()


@contextmanager
def arms_of(names: Iterable[str], tell: Tell | None = None) -> Iterator[list[tuple[Ledger, Arm]]]:
    """Hold the runs in the files ``names`` open, and give all their arms, each with its run.

    Raises
    ------
    BadInput
        A file is not a run, or none of its arms can be read.
    """
    with ExitStack() as held:
        runs = [held.enter_context(Ledger(Path(name), create=False, tell=tell)) for name in names]
        found = [(run, run.arms()) for run in runs]
        for run, arms in found:
            if not arms and run.damaged:
                raise BadRecord("no arm of the run can be read", where=f"{run.path}: table arm")
        yield [(run, arm) for run, arms in found for arm in arms]


def _works_elsewhere(host: object, pid: object, me: tuple[str, int]) -> bool:
    """Whether the holder of a run is another process that may be at work."""
    if (host, pid) == me or not isinstance(host, str) or not isinstance(pid, int):
        return False
    return host != me[0] or lives(pid)
