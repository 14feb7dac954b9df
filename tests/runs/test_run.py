"""A run gives what scoring one by one gives, and gives it again however often it is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.engine.score import run_sync, score_all
from prism.files.source import read_source
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.records import Answered
from prism.suites.base import Setup
from prism.suites.pairing import pair
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)

ROOT = Path(__file__).resolve().parents[2]
Files = tuple[Path, Path]


def lines(path: Path) -> dict[str, Line]:
    with Ledger(path, create=False) as ledger:
        (arm,) = ledger.arms()
        return {
            item: Line.model_validate_json(value)
            for _, item, _, value in ledger.values(arm, "line")
        }


def options(files: Files, out: Path, *more: object) -> list[object]:
    return ["run", "whatif", "--items", files[0], "--answers", files[1], "--out", out, *more]


def test_run_equals_scoring_one_by_one(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    assert prism(*options(files, tmp_path / "run.db", "--jobs", 0)).code == 0
    setup = Setup(parser=EmbeddedParser(), judge=LocalJudge())
    found = lines(tmp_path / "run.db")
    items = pair(read_source(str(files[1])), read_source(str(files[0])))
    assert found.keys() == {item.id for item in items}
    for item in items:
        report = run_sync(lambda item=item: score_all([item], setup))[0]
        assert found[item.id].scores["final"] == report.final.directed
        assert found[item.id].scores["published"] == report.final.published


def test_second_start_does_nothing(prism: Callable[..., Any], files: Files, tmp_path: Path) -> None:
    out = tmp_path / "run.db"
    assert prism(*options(files, out, "--jobs", 0, "--max-items", 2)).code == 4
    assert len(lines(out)) == 2
    assert prism(*options(files, out, "--jobs", 0)).code == 0
    before = lines(out)
    again = prism(*options(files, out, "--jobs", 0))
    assert again.code == 0
    assert not again.err
    assert lines(out) == before


def test_changed_configuration_is_refused_and_forked(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out = tmp_path / "run.db"
    prism(*options(files, out, "--jobs", 0))
    refused = prism(*options(files, out, "--jobs", 0, "--protocol", "published"))
    assert refused.code == 2
    assert "protocol: directed → published" in refused.err
    assert prism(*options(files, out, "--jobs", 0, "--protocol", "published", "--fork")).code == 0
    with Ledger(out, create=False) as ledger:
        one, other = ledger.arms()
        assert ledger.counts(one) == ledger.counts(other)
        graphs = [
            ledger._read("SELECT graphs FROM task WHERE arm = ? ORDER BY item", arm.id)
            for arm in (one, other)
        ]
        assert graphs[0] == graphs[1]  # parsed once


def test_renamed_files_are_the_same_run(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out = tmp_path / "run.db"
    prism(*options(files, out, "--jobs", 0, "--max-items", 1))
    moved = files[0].rename(tmp_path / "other.json")
    assert prism(*options((moved, files[1]), out, "--jobs", 0)).code == 0


@pytest.mark.parametrize(
    ("of_file", "of_item", "name"),
    [("m", None, "m"), ("m", "own", "own"), (None, None, "answers")],
)
def test_arms_are_named_by_the_model_that_the_answers_name(
    of_file: str | None,
    of_item: str | None,
    name: str,
    prism: Callable[..., Any],
    files: Files,
    tmp_path: Path,
) -> None:
    told = json.loads(files[1].read_text())
    told["meta"] = {"model": of_file} if of_file else {}
    for item in told["items"]:
        item.update({"model_name": of_item} if of_item else {})
    files[1].write_text(json.dumps(told))
    out = tmp_path / "run.db"
    for _ in range(2):
        ran = prism(*options(files, out, "--jobs", 0, "--max-items", 1))
        assert ran.out.startswith(f"{name} given · local: ")
    with Ledger(out, create=False) as ledger:
        (arm,) = ledger.arms()
        served = {
            Answered.model_validate_json(v).provenance.model_served
            for _, _, _, v in ledger.values(arm, "answer")
        }
    assert served == {of_item or of_file or str(files[1])}


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_killed_at_any_time_gives_the_same_lines(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    prism(*options(files, whole, "--jobs", 0))
    for stage in ("graphs", "verdicts"):
        done = _run_until(signal.SIGKILL, stage, options(files, broken, "--jobs", 0), tmp_path)
        assert done.returncode == -signal.SIGKILL
        assert 0 < _count(broken)[stage] <= _count(broken)["tasks"] == 9
    assert prism(*options(files, broken, "--jobs", 0)).code == 0
    assert lines(broken) == lines(whole)


@pytest.mark.skipif(os.name != "posix", reason="asks for processes")
def test_one_process_at_a_time(prism: Callable[..., Any], files: Files, tmp_path: Path) -> None:
    out = tmp_path / "run.db"
    call = options(files, out, "--jobs", 0, "--max-items", 1)
    prism(*call)
    for pid, code in ((os.getppid(), 5), (2**22 + 1, 4)):  # alive, and none
        with Ledger(out, create=False) as ledger:
            ledger._db.execute("DELETE FROM holder")
            ledger._db.execute("INSERT INTO holder VALUES (?, ?)", (socket.gethostname(), pid))
        assert prism(*call).code == code


@pytest.mark.skipif(os.name != "posix", reason="interrupts by signal")
def test_interrupted_stops_at_once_and_keeps_what_is_finished(files: Files, tmp_path: Path) -> None:
    out = tmp_path / "run.db"
    done = _run_until(signal.SIGINT, "graphs", options(files, out, "--jobs", 1), tmp_path)
    assert done.returncode == 130
    assert "prism: interrupted" in done.stderr
    assert "Traceback" not in done.stderr
    counts = _count(out)
    assert 0 < counts["graphs"] <= counts["tasks"]


STRIKES = """
import os, sys
from prism.cli import main
from prism.runs.ledger import Ledger

if __name__ == "__main__":
    number, stage = int(sys.argv.pop(1)), sys.argv.pop(1)
    commit = Ledger.commit

    def struck(self, outcomes):
        commit(self, outcomes)
        if any(outcome.stage == stage for outcome in outcomes):
            os.kill(os.getpid(), number)

    Ledger.commit = struck
    main()
"""


def _run_until(
    number: signal.Signals, stage: str, call: list[object], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Make a call whose process is sent a signal when the first of a stage is committed."""
    script = folder / "strikes.py"
    script.write_text(STRIKES)
    return subprocess.run(
        [sys.executable, str(script), str(int(number)), stage, *map(str, call)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


STUCK = """
import time
from prism.cli import main
from prism.runs.stages import Crafts

async def graphs(crafts, work):
    print("stuck", flush=True)
    while True:
        time.sleep(60)

if __name__ == "__main__":
    Crafts.graphs = graphs
    main()
"""


@pytest.mark.skipif(os.name != "posix", reason="interrupts by signal")
def test_a_second_interrupt_ends_what_the_first_cannot(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out, stuck = tmp_path / "run.db", tmp_path / "stuck.py"
    stuck.write_text(STUCK)
    call = options(files, out, "--jobs", 0)
    process = subprocess.Popen(
        [sys.executable, str(stuck), *map(str, call)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "stuck\n"
        process.send_signal(signal.SIGINT)
        told = iter(process.stderr.readline, "")
        assert any("Ctrl-C again" in line for line in told)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=600)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert prism(*call).code == 0  # what was ended left no lock behind
    assert len(lines(out)) == 9


def _count(path: Path) -> dict[str, int]:
    with Ledger(path, create=False) as ledger:
        return ledger.counts(ledger.arms()[0])
