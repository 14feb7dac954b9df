"""The file of a run: items, tasks, and the result of every stage, committed by one writer.

A task is one item in one variant (a phrasing, a setting) of one arm. Its columns say which result
each stage came to; results stand under the digest of all that they depend on, so that two arms
which agree on a stage share it. Verdicts of language models are kept, one by one, by the store in
the same file.
"""

import json
import os
import socket
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, Self

from prism.errors import BadInput, Unavailable
from prism.items import Item
from prism.runs.plan import Plan
from prism.runs.records import STAGES, Arm, Failure, Outcome, Stage, Task, Work
from prism.runs.schema import ABSORB, ABSORB_STORE, RUN
from prism.sqlite import Database
from prism.store import Store
from prism.suites.base import Variant

__all__ = ["Ledger", "arms_of"]

PAGE = 200
# The first stage that a task has not passed, NULL where it has passed them all.
_NEXT = f"CASE {' '.join(f'WHEN t.{s} IS NULL THEN {s!r}' for s in STAGES)} END"
_PENDING = (
    "WHERE t.arm = ? AND t.id > ? AND t.line IS NULL AND NOT coalesce(f.hopeless, 0) "
    f"AND {_NEXT} IN ({{}}) ORDER BY t.id LIMIT {PAGE}"
)


class Ledger:
    """The open file; use as ``with Ledger(path) as ledger``.

    Raises
    ------
    BadInput
        The file is not a run, or was written by a newer prism.
    Unavailable
        It cannot be opened or written.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self._db = Database(path, RUN, create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

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
                if (host, pid) != me and (host != me[0] or alive(pid)):
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
        """Return the arms in the order in which they were added."""
        rows = self._read("SELECT id, plan FROM arm ORDER BY id")
        return [Arm(number, Plan.model_validate_json(plan)) for number, plan in rows]

    def arm(self, plan: Plan) -> Arm | None:
        """Return the arm that was run as ``plan`` says, or None."""
        return next((arm for arm in self.arms() if arm.plan.digest == plan.digest), None)

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
        self, arm: Arm, stages: Sequence[Stage] = STAGES, *, after: int = 0
    ) -> Iterator[Work]:
        """Yield the tasks whose next stage is one of ``stages``, in order, a page at a time.

        A task that cannot succeed is left out, and so are those numbered up to ``after``. The file
        may be written meanwhile; no task is yielded twice. O(tasks without a line).
        """
        while works := list(self._works(_PENDING.format(_marks(stages)), arm.id, after, *stages)):
            yield from works
            after = works[-1].task

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
        rows = self._read("SELECT value FROM result WHERE key = ?", key)
        return _unpacked(rows[0][0]) if rows else None

    def commit(self, outcomes: Sequence[Outcome]) -> None:
        """Write what a stage came to, all or none; a result that stands already is shared."""
        with self._writing():
            for outcome in outcomes:
                self._commit(outcome)

    def reopen(self, arm: Arm) -> None:
        """Let what failed and may yet succeed be done again."""
        with self._writing():
            for place, stage in enumerate(STAGES):
                gone = ", ".join(f"{name} = NULL" for name in STAGES[place:])
                self._db.execute(
                    f"UPDATE task SET {gone} WHERE arm = ? AND id IN "  # noqa: S608
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
        last = 0
        while rows := self._read(query, arm.id, last):
            for name, variant, stage, reason, said, hopeless, tries, task in rows:
                if task != last:
                    failure = Failure(stage, reason, said, bool(hopeless), tries)
                    yield name, json.loads(variant), failure
                last = task

    def unscored(self, arm: Arm) -> Iterator[tuple[Item, Variant, str]]:
        """Yield every task without a line: its item, variant, and why it has none."""
        query = f"""
            SELECT t.id, i.record, t.variant, coalesce(min(f.reason), 'pending')
            FROM task t INDEXED BY task_line JOIN item i ON i.id = t.item
            LEFT JOIN failure f ON f.task = t.id
            WHERE t.arm = ? AND t.id > ? AND t.line IS NULL
            GROUP BY t.id ORDER BY t.id LIMIT {PAGE}"""  # noqa: S608
        last = 0
        while rows := self._read(query, arm.id, last):
            for _, record, variant, why in rows:
                yield Item.model_validate_json(_unpacked(record)), json.loads(variant), why
            last = rows[-1][0]

    def values(self, arm: Arm, stage: Stage) -> Iterator[tuple[int, str, Variant, str]]:
        """Yield task, item name, variant and result of every task that has passed ``stage``.

        Read in the order of the file: the plus sign keeps the planner from sorting every page.
        """
        query = f"""
            SELECT t.id, i.name, t.variant, r.value FROM task t JOIN item i ON i.id = t.item
            JOIN result r ON r.id = t.{stage} WHERE +t.arm = ? AND t.id > ?
            ORDER BY t.id LIMIT {PAGE}"""  # noqa: S608
        last = 0
        while rows := self._read(query, arm.id, last):
            for task, name, variant, value in rows:
                yield task, name, json.loads(variant), _unpacked(value)
            last = rows[-1][0]

    def works(self, arm: Arm, item: str) -> Iterator[Work]:
        """Yield every task of ``item`` with all that it has come to so far."""
        which = "WHERE +t.arm = ? AND t.item IN (SELECT id FROM item WHERE name = ?) ORDER BY t.id"
        yield from self._works(which, arm.id, item)

    def works_of(self, arm: Arm, tasks: Sequence[int]) -> Iterator[Work]:
        """Yield the tasks with these numbers, with all that they have come to so far."""
        for task in tasks:
            yield from self._works("WHERE t.arm = ? AND t.id = ?", arm.id, task)

    def _works(self, which: str, *values: object) -> Iterator[Work]:
        columns = "".join(f", {name}_r.value" for name in STAGES)
        joins = " ".join(f"LEFT JOIN result {n}_r ON {n}_r.id = t.{n}" for n in STAGES)
        query = f"""
            SELECT t.id, i.record, t.variant, coalesce(f.tries, 0) {columns}
            FROM task t JOIN item i ON i.id = t.item {joins}
            LEFT JOIN failure f ON f.task = t.id AND f.stage = {_NEXT} {which}"""  # noqa: S608
        for task, record, variant, tries, *found in self._read(query, *values):
            there = {s: _unpacked(v) for s, v in zip(STAGES, found, strict=True) if v}
            item = Item.model_validate_json(_unpacked(record))
            yield Work(task, item, json.loads(variant), tries, there)

    def absorb(self, other: Path) -> None:
        """Take over all arms, tasks and results of another run, all or none.

        Arms of the same plan become one; of a task that both hold, what came further is kept.

        Raises
        ------
        BadInput
            ``other`` is not a run.
        """
        with Ledger(other, create=False), Store(self.path):
            pass
        with self._db.attached(other), self._writing():
            kept = self._read("SELECT 1 FROM other.sqlite_master WHERE name = 'kept'")
            self._db.script(ABSORB + (ABSORB_STORE if kept else ""))

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
        record = _packed(task.item.model_dump_json(exclude_defaults=True))
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
                (outcome.key, stage, _packed(outcome.value)),
            )
            self._db.execute(
                f"UPDATE task SET {stage} = (SELECT id FROM result WHERE key = ?) "  # noqa: S608
                "WHERE id = ?",
                (outcome.key, outcome.task),
            )
            passed = STAGES[STAGES.index(stage) :]
            self._db.execute(
                f"DELETE FROM failure WHERE task = ? AND stage IN ({_marks(passed)})",  # noqa: S608
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


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


@contextmanager
def arms_of(names: Iterable[str]) -> Iterator[list[tuple[Ledger, Arm]]]:
    """Hold the runs in the files ``names`` open, and give all their arms, each with its run.

    Raises
    ------
    BadInput
        A file is not a run.
    """
    with ExitStack() as held:
        runs = [held.enter_context(Ledger(Path(name), create=False)) for name in names]
        yield [(run, arm) for run in runs for arm in run.arms()]


def alive(pid: int) -> bool:
    """Whether a process of this machine is alive; where that cannot be told, it counts as gone."""
    if os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)


def _unpacked(value: bytes) -> str:
    return zlib.decompress(value).decode()
