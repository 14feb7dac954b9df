"""Odd rows in runs: what any column may come to hold, and what that may cost.

``python -m benchmarks.odd_rows [N] [--seed S]`` makes a run of ten answers, changes one field of
one row N times (default 1,000), and calls the commands on each. It prints every call that ended
otherwise than a bad row may, with its seed, and how many there were. The columns of a store are
tried one by one in ``tests/store/test_verdicts.py``.
"""

import argparse
import contextlib
import io
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from prism.cli import main

TOLD = {0, 1, 2, 3, 4, 5}
VALUES: tuple[object, ...] = (
    *(None, "", "x", "{}", "[]", "null", "\x00", "é" * 300, 0, -1, 7, 2**62, -(2**63), 1.5),
    *(float("inf"), -1e300, b"", b"\x00\xff", b"x\x01\x01\x00\x00\xff\xff\x00\x00\x00\x01", b"{}"),
)


BANDS = {f"{low}-{low + 1}": f"band {low}" for low in range(1, 10, 2)}


@dataclass(frozen=True)
class Called:
    """How a command ended: its code (None where it raised) and what it printed."""

    code: int | None
    out: str
    err: str


def call(*args: object) -> Called:
    """Call the command in this process."""
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["prism", *map(str, args)]
    code: int | None = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0
        except BaseException:
            err.write(traceback.format_exc())
        finally:
            sys.argv = before
    return Called(code, out.getvalue(), err.getvalue())


def mutate(path: Path, dice: random.Random) -> str:
    """Change one field of one row of the file, past its constraints; say which, and to what."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        names = [name for (name,) in file.execute(query)]
        counts = {n: file.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in names}
        table = dice.choice(sorted(n for n in names if counts[n]))
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        column = dice.choice(columns)
        picked = dice.choice(VALUES)
        at = dice.randrange(counts[table])
        keys = [row[1] for row in file.execute(f"PRAGMA table_info({table})") if row[5]] or columns
        rows = file.execute(f"SELECT {', '.join(keys)} FROM {table} LIMIT 1 OFFSET {at}")
        where = " AND ".join(f"{key} IS ?" for key in keys)
        told = f"{table}.{column} of row {at} = {picked!r}"
        try:
            file.execute(
                f"UPDATE {table} SET {column} = ? WHERE {where}", (picked, *rows.fetchone())
            )
            file.commit()
        except sqlite3.IntegrityError as exc:
            return f"{told}: refused ({exc})"
        return told


def faults(ask: Callable[[], Called], *, others: int | None = None) -> list[str]:
    """Return what a call on a damaged file did that one bad row may not do."""
    done, found = ask(), []
    if done.code not in TOLD:
        found.append(f"code {done.code}: {done.err.strip().splitlines()[-1:]}")
    if "Traceback" in done.err:
        found.append("a traceback")
    if others is not None and done.out.strip() and "of table arm" not in done.err:
        tables = json.loads(done.out)
        finals = [table["overall"]["cells"].get("final", {}) for table in tables]
        scored = [final.get("scored", 0) for final in finals]
        if scored and min(scored) < others:
            found.append(f"only {scored} of the other rows are used")
    return found


def make_run(folder: Path, answers: int = 10) -> Path:
    """Return the file of a small run, made in ``folder``."""
    items = [
        {
            "id": f"q{n}",
            "question": "What if the dam broke?",
            "domain": "STEM" if n % 2 else "HSS",
            "rubrics": {"criteria": [{"name": "Flood", **BANDS}]},
        }
        for n in range(answers)
    ]
    text = "The dam broke because it rained for {} days. Therefore the town flooded."
    told = [{"item": f"q{n}", "response": text.format(n + 2)} for n in range(answers)]
    for name, rows in (("items", items), ("answers", told)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines)
    made = call(*run_of(folder, folder / "run.db"))
    if made.code != 0:
        raise SystemExit(f"the run could not be made: {made.err}")
    return folder / "run.db"


def run_of(folder: Path, out: Path) -> tuple[object, ...]:
    """Return the call that makes the run, or goes on with it."""
    items, answers = folder / "items.jsonl", folder / "answers.jsonl"
    return (
        "run",
        "whatif",
        "--items",
        items,
        "--answers",
        answers,
        "--out",
        out,
        "--jobs",
        0,
        "--quiet",
    )


def trial(folder: Path, run: Path, seed: int, answers: int = 10) -> list[str]:
    """Damage one row of a copy of ``run`` and call the commands on it; return what went wrong."""
    dice, copy = random.Random(seed), folder / "copy.db"
    for suffix in ("", "-wal", "-shm"):
        Path(f"{copy}{suffix}").unlink(missing_ok=True)
    shutil.copy(run, copy)
    told = mutate(copy, dice)
    calls: dict[str, tuple[tuple[object, ...], int | None]] = {
        "report": (("report", copy, "--json", "-"), answers - 1),
        "item": (("report", copy, "--item", "q1"), None),
        "failures": (("report", copy, "--failures"), None),
        "compare": (("compare", copy, run), None),
        "sample": (("sample", copy, "--n", "3", "--unit", "edge", "--out", "-"), None),
        "run": (run_of(folder, copy), None),
        "again": (("report", copy, "--json", "-"), answers - 1),
    }
    found = []
    for name, (args, others) in calls.items():
        wrong = faults(lambda args=args: call(*args), others=others)  # type: ignore[misc]
        found += [f"seed {seed}: {told}: {name}: {what}" for what in wrong]
    return found


def run_trials() -> None:
    """Print what went wrong in N trials."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("n", nargs="?", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=0)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run, wrong = make_run(folder), 0
        for seed in range(given.seed, given.seed + given.n):
            found = trial(folder, run, seed)
            wrong += bool(found)
            for line in found:
                print(line, flush=True)
    print(f"{wrong} of {given.n} trials went wrong, seeds {given.seed} to {seed}")


if __name__ == "__main__":
    run_trials()
