"""The README's transcripts, held to what the commands print.

Run ``python -m benchmarks.readme --check`` to see whether they are exact, ``--write`` to bring
them up to date. A transcript is a fenced block whose first line is ``$ prism …``; it runs in a
folder with the texts and the rubric of a demo item. A last line ``…`` stands for what follows.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["README", "drift", "refreshed"]

README = Path(__file__).parents[1] / "README.md"
DEMO = Path(__file__).with_name("demo") / "undecayed-wood"
_BLOCK = re.compile(r"^```\n\$ (prism [^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MORE = "…"


def refreshed(text: str) -> str:
    """Return ``text`` with every transcript as it is printed now."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DEMO, folder, dirs_exist_ok=True)
        return _BLOCK.sub(lambda found: _transcript(found, folder), text)


def drift(text: str) -> list[str]:
    """Return the commands whose transcript in ``text`` is not what they print."""
    now = [found[0] for found in _BLOCK.finditer(refreshed(text))]
    return [f[1] for f, new in zip(_BLOCK.finditer(text), now, strict=True) if f[0] != new]


def _transcript(found: re.Match[str], folder: str) -> str:
    command, before = found[1], found[2].splitlines()
    lines = _printed(command, folder)
    if before[-1:] == [_MORE]:
        lines = [*lines[: len(before) - 1], _MORE]
    return "\n".join(["```", f"$ {command}", *lines, "```"])


def _printed(command: str, folder: str) -> list[str]:
    """Return what ``command`` prints on a terminal of 80 columns, without blanks at line ends."""
    env = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    env["PYTHONPATH"] = os.pathsep.join([str(README.parent), env.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=folder, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line.rstrip() for line in done.stdout.splitlines()]


def main() -> int:
    """Check or write the transcripts; return the exit code."""
    text = README.read_text("utf-8")
    if sys.argv[1:] == ["--write"]:
        README.write_text(refreshed(text), "utf-8")
        return 0
    if sys.argv[1:] != ["--check"]:
        sys.stderr.write("usage: python -m benchmarks.readme --check|--write\n")
        return 2
    for command in (found := drift(text)):
        sys.stderr.write(f"README.md: {command!r} prints something else (run with --write)\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
