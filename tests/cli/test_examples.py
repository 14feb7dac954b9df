"""Every example of every help runs as it is printed, beside the files that it names."""

import contextlib
import importlib.util
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from prism.cli import COMMANDS, main
from tests.cli import desk
from tests.cli.conftest import Outcome
from tests.marking import marking
from tests.runs.conftest import response
from tests.scripted.answers import Answer, is_probe, says, user, well
from tests.scripted.server import Server

_EXAMPLE = re.compile(r"^\s+((?:cat \S+ \| )?prism \S.*?)(?: {2,}.*)?$", re.MULTILINE)
SCORED = {0, 1, 4}  # below --fail-under, and partly unscored, are scores as well
MAKERS = {"trace": "torch"}


def helps(command: click.Command, path: str) -> Iterator[tuple[str, str]]:
    yield path, f"{command.help or ''}\n{command.epilog or ''}"
    for name, inner in command.commands.items() if isinstance(command, click.Group) else ():
        yield from helps(inner, f"{path} {name}")


def examples() -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for name in COMMANDS:
        for path, text in helps(import_module(f"prism.cli.{name}").command, name):
            for example in _EXAMPLE.findall(text):
                found.setdefault(example, path)
    return [(path, example) for example, path in found.items()]


def call(*args: object, stdin: str | None = None) -> Outcome:
    """Call the command in this process and this folder."""
    out, err, argv, before = io.StringIO(), io.StringIO(), sys.argv, sys.stdin
    sys.argv = ["prism", *map(str, args)]
    if stdin is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0
    finally:
        sys.argv, sys.stdin = argv, before
    return Outcome(code, out.getvalue(), err.getvalue())


def answering(body: dict[str, Any], number: int) -> Answer:
    """Answer questions as a model does, and judge as the scripted judge does."""
    system = body["messages"][0]["content"]
    if not is_probe(body) and system.startswith(("You answer what-if", "You res")):
        return replace(says(response(len(user(body)))), good=True)
    if not is_probe(body) and "option" in str(body).lower() and "verdict" not in str(body).lower():
        return replace(says("B"), good=True)
    return well(body, number)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(answering) as running:
        yield running


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory, demo: Path, server: Server) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    with contextlib.chdir(folder), marking():
        desk.lay(folder, call, demo, server.base_url)
    return folder


def test_every_command_has_an_example() -> None:
    assert {path.split()[0] for path, _ in examples()} >= set(COMMANDS)


@pytest.mark.parametrize(("path", "example"), examples(), ids=lambda told: told)
def test_an_example_runs(
    laid: Path,
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    example: str,
) -> None:
    if path in MAKERS and importlib.util.find_spec(MAKERS[path]) is None:
        pytest.skip(f"{MAKERS[path]} is not installed")
    folder = tmp_path / "desk"
    shutil.copytree(laid, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PRISM_RUN_JOBS", "0")  # workers of their own are tried in tests/runs
    if path == "trace":
        _model(folder)
    if path == "run" and "--fork" not in example:
        (folder / "run.db").unlink()
    for part in example.split(" && "):
        stdin, words = None, shlex.split(part)
        if words[0] == "cat":
            stdin, words = (folder / words[1]).read_text(), words[3:]
        target = words.pop() if ">" in words else None
        if target is not None:
            words.remove(">")
        done = call(*words[1:], stdin=stdin)
        assert done.code in SCORED, done.err
        assert "Traceback" not in done.err
        if target is not None:
            assert done.out
            (folder / target).write_text(done.out)


def _model(folder: Path) -> None:
    """Save a tiny model that knows the words of the file."""
    tiny = import_module("tests.mech.tiny")
    tiny.build("gpt2").save_pretrained(folder / "my-model")
    tiny.tokenizer_over((folder / "meter.jsonl").read_text()).save_pretrained(folder / "my-model")
