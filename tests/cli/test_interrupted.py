"""Ctrl-C in a long score: one line, exit code 130, and no file half-written."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

TEXT = "The road flooded because it rained all night, so the bus was late and the school closed. "


@contextmanager
def heeding_interrupts() -> Iterator[None]:
    """Let commands begun inside heed Ctrl-C, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def busy(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until ``process`` has used so much processor time: by then it is at work."""
    ticks = os.sysconf("SC_CLK_TCK")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        user, system = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")")[-1].split()[11:13]
        if (int(user) + int(system)) / ticks >= seconds:
            return
        time.sleep(0.01)
    raise AssertionError("the command did nothing for a minute")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
@pytest.mark.parametrize("cpu", [0.15, 0.8, 2.5], ids=["loading", "starting", "scoring"])
def test_an_interrupted_score_leaves_everything_as_it_was(tmp_path: Path, cpu: float) -> None:
    responses, out = tmp_path / "responses.jsonl", tmp_path / "report.json"
    rows = [json.dumps({"response": f"{TEXT * 30} {number}"}) for number in range(400)]
    responses.write_text("\n".join(rows))
    out.write_text("before")
    with heeding_interrupts():
        process = subprocess.Popen(
            [sys.executable, "-m", "prism", "score", responses, "--json", out],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    try:
        busy(process, cpu)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    assert (told, said) == ("", "prism: interrupted\n")
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "responses.jsonl"]
