"""Ctrl-C in the real command: nothing is broken, and what was committed is not asked again."""

import itertools
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from dataclasses import replace

import pytest

from benchmarks import chaos
from tests.scripted.answers import Answer, is_probe, well
from tests.scripted.server import Server


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    return chaos.chain(tmp_path_factory.mktemp("interrupted"), 40)


@pytest.fixture(scope="module")
def calm(work):
    with Server(keep_requests=False) as server:
        assert work.run(server.base_url, "calm.sqlite", "report.jsonl") == 0
    return work.report("report.jsonl")


def interrupted(work, server, store, kept):
    """Press Ctrl-C once the store holds ``kept`` verdicts; return exit code and what was said."""
    command = work.command(server.base_url, store, "none.jsonl")
    # A test run in the background ignores Ctrl-C, and would hand that down.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGINT, before)
    while process.poll() is None and work.kept(store) < kept:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


def first(most):
    """Answer so many questions at once and keep the others waiting: the command cannot finish."""
    questions = itertools.count(1)

    def script(body, number) -> Answer:
        answer = well(body, number)
        waits = not is_probe(body) and next(questions) > most
        return replace(answer, delay=3600.0) if waits else answer

    return script


@pytest.mark.parametrize("kept", [1, 12])
def test_what_is_committed_stays_and_only_the_rest_is_asked(work, calm, kept):
    store = f"{kept}.sqlite"
    with Server(first(kept + chaos.JOBS), keep_requests=False) as server:
        code, out, err = interrupted(work, server, store, kept)
        assert code == 130
        assert out == ""
        assert [line for line in err.splitlines() if "note:" not in line] == ["prism: interrupted"]
        assert not (work.folder / "none.jsonl").exists()
        held, served = work.kept(store), server.good
        assert kept <= held <= served <= held + chaos.JOBS
        server.script = well
        assert work.run(server.base_url, store, "report.jsonl") == 0
        assert server.good - served == work.kept(store) - held > 0
    assert work.report("report.jsonl") == calm
    with closing(sqlite3.connect(work.folder / store)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT count(*) FROM claims").fetchone() == (0,)
