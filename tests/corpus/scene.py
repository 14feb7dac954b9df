"""Frozen transcripts: what the command prints, writes and exits with, byte for byte.

A scene is a file ``scenes/NAME.txt``: lines that copy files into an empty folder and lines that
call ``prism`` there. Its transcript stands in ``frozen/NAME.txt``. A change that means to alter
output freezes anew, in a commit of its own that says why: ``python -m tests.corpus.scene``.

What may differ between two machines or versions is named before comparing: the version, digests,
addresses, the folder, seconds. Pages and drawings stand as digests of their text.
"""

import contextlib
import difflib
import hashlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from tests.scripted.answers import Answer, says, well
from tests.scripted.server import Server

__all__ = ["SCENES", "frozen", "played", "unlike"]

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SCENES = tuple(sorted(path.stem for path in (HERE / "scenes").glob("*.txt")))
PAGES = {".html", ".svg"}
BINARY = {".db", ".db-wal", ".db-shm", ".sqlite"}
NAMED = (
    # click keeps the help option a command was first asked with, alone or under ``prism``
    (re.compile(r"^  (?:-h, )?--help +", re.MULTILINE), "  -h, --help  "),
    (re.compile(r"\bprism=[0-9][0-9a-z.]*"), "prism=VERSION"),
    (re.compile(r"\b[0-9a-f]{12,64}\b"), "DIGEST"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "http://SERVER"),
    (re.compile(r"\b\d+(\.\d+)? ?(s|ms|min)\b(?= |$|,|\))", re.MULTILINE), "TIME"),
)
QUIET = {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "OPENAI_API_KEY": "sk-corpus-0000"}


def frozen(name: str) -> str:
    """Return the transcript that scene ``name`` had when it was frozen."""
    return (HERE / "frozen" / f"{name}.txt").read_bytes().decode()  # CSV keeps its line ends


def played(name: str) -> str:
    """Play scene ``name`` in an empty folder of its own and return its transcript."""
    lines = (HERE / "scenes" / f"{name}.txt").read_text("utf-8").splitlines()
    with tempfile.TemporaryDirectory() as folder, Server(_answers) as server:
        here = Path(folder).resolve()
        said = [_step(line, here, server.base_url) for line in lines if line[:1] not in ("", "#")]
    return _named("".join(said), str(here))


def unlike(name: str, said: str) -> str:
    """Return how ``said`` differs from the frozen transcript, '' where it does not."""
    before, now = frozen(name).splitlines(keepends=True), said.splitlines(keepends=True)
    return "".join(difflib.unified_diff(before, now, "frozen", "now", n=2))


PARSED = """EDUs:
EDU1: Rain fell all night
EDU2: the dam broke
RST ANALYSIS:
RELATION(EDU1, EDU2): CAUSE [SN]
"""


def _answers(body: dict[str, Any], number: int) -> Answer:
    """Judge as the scripted server does; where a graph is asked for, give one."""
    try:
        return well(body, number)
    except IndexError:  # it offers no verdicts to choose from
        return says(PARSED)


def _step(line: str, here: Path, url: str) -> str:
    verb, *words = shlex.split(line.replace("$URL", url))
    if verb == "copy":
        _copy(ROOT / words[0], here)
        return ""
    if verb != "prism":
        raise ValueError(f"a scene copies or calls prism: {line!r}")
    before = _written(here)
    code, out, err = _called(words, here)
    new = {path: text for path, text in _written(here).items() if before.get(path) != text}
    files = "".join(f"-- {path}\n{text}\n" for path, text in sorted(new.items()))
    return f"$ {line}\n{out}{f'-- errors{chr(10)}{err}' if err else ''}{files}-- exit {code}\n\n"


def _copy(source: Path, here: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, here, dirs_exist_ok=True)
    else:
        shutil.copy(source, here)


def _called(words: Sequence[str], here: Path) -> tuple[int, str, str]:
    from prism.cli import main  # noqa: PLC0415 (the package is only loaded to play a scene)

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    home = {"HOME": str(here / "home"), "XDG_CACHE_HOME": str(here / "home")}
    with (
        contextlib.chdir(here),
        mock.patch.dict(os.environ, {**QUIET, **home}),
        mock.patch.object(sys, "argv", ["prism", *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0
    return code, *(_text(stream) for stream in (out, err))


def _text(stream: io.TextIOWrapper) -> str:
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


def _written(here: Path) -> dict[str, str]:
    """Return the text of every file in ``here``; a page or drawing is told by its digest."""
    return {str(path.relative_to(here)): _told(path) for path in _files(here)}


def _files(here: Path) -> Iterator[Path]:
    kept = (path for path in here.rglob("*") if path.is_file())
    return (p for p in kept if p.suffix not in BINARY and "home" not in p.relative_to(here).parts)


def _told(path: Path) -> str:
    raw = path.read_bytes()
    if path.suffix in PAGES:
        text = _named(raw.decode("utf-8", "replace"), str(path.parent))
        return f"{len(text)} characters, sha256:{hashlib.sha256(text.encode()).hexdigest()[:10]}"
    return raw.decode("utf-8", "replace")


def _named(text: str, here: str) -> str:
    for found, name in NAMED:
        text = found.sub(name, text)
    return text.replace(here, "HERE")


def _freeze(names: Sequence[str]) -> None:
    (HERE / "frozen").mkdir(exist_ok=True)
    for name in names or SCENES:
        (HERE / "frozen" / f"{name}.txt").write_bytes(played(name).encode())
        print(name)


if __name__ == "__main__":
    _freeze(sys.argv[1:])
