"""The command beside a full disk, a closed stream or a reader that has gone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from prism.graph import CausalGraph
from prism.graph.convert import to_dict

FULL = Path("/dev/full")


def call(shell: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PRISM": f"{sys.executable} -m prism"}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", shell],
        env=env, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


@pytest.mark.skipif(not FULL.is_char_device(), reason="no /dev/full here")
def test_a_full_disk_is_told_in_one_line() -> None:
    done = call("$PRISM scm list > /dev/full")
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.parametrize(
    ("shell", "code"),
    [
        ("$PRISM scm list >&-", 0),
        ("$PRISM validate - <&-", 3),
        ("$PRISM validate /nowhere 2>&-", 3),
        ("$PRISM scm list | head -c 1 > /dev/null", 0),
        ("echo 'It rained, so it flooded.' | $PRISM score - | true", 0),
        ("PYTHONIOENCODING=ascii $PRISM rubric new 'Où?'", 0),
        ("$PRISM --help", 0),
    ],
)
def test_streams(shell: str, code: int) -> None:
    done = call(shell)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (code == 3 and "2>&-" not in shell)


SCORED = ["The dam broke because it rained.", "Therefore the town flooded."]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_an_encoding_without_the_marks_gets_ascii_ones(tmp_path: Path, encoding: str) -> None:
    text, graph, out = (tmp_path / name for name in ("a.txt", "graph.json", "out"))
    text.write_text(" ".join(SCORED))
    graph.write_text(json.dumps(to_dict(CausalGraph.of(SCORED, [(0, 1, "CAUSE")]))))
    environment = f"PYTHONUTF8=0 PYTHONIOENCODING={encoding}"
    done = call(f"{environment} $PRISM score {text} --graph {graph} > {out}")
    assert done.returncode == 0, done.stderr
    legend = "v supported  ! supported the other way round  x not supported  ? unscored"
    assert legend in out.read_text(encoding)
