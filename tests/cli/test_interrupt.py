"""Ctrl-C in a long score: one line, exit code 130, and no file half-written."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "The road flooded because it rained all night, so the bus was late and the school closed. "

ROOT = Path(__file__).resolve().parents[2]
# Ctrl-C falls while this module is being loaded; None: in the third parse of the answers.
MOMENTS = {"loading": "click", "starting": "prism.parsers.embedded", "scoring": None}
COMMAND = """
import os, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where tests run in the background
moment, calls = sys.argv.pop(1), 0

def loading(event, args):
    if event == "import" and args[0] == moment:
        os.kill(os.getpid(), signal.SIGINT)

def scoring(parse):
    def counted(*args, **options):
        global calls
        calls += 1
        if calls == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return parse(*args, **options)
    return counted

if moment == "None":
    import prism.parsers.embedded as embedded
    embedded.parse = scoring(embedded.parse)
sys.addaudithook(loading)
runpy.run_module("prism", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_an_interrupted_score_leaves_everything_as_it_was(
    tmp_path: Path, moment: str | None
) -> None:
    responses, out = tmp_path / "responses.jsonl", tmp_path / "report.json"
    rows = [json.dumps({"response": f"{TEXT * 3} {number}"}) for number in range(9)]
    responses.write_text("\n".join(rows))
    out.write_text("before")
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, str(moment), "score", responses, "--json", out],
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "prism: interrupted\n")
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "responses.jsonl"]
