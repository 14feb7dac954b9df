"""Imports go down, never up, never round: a room imports only rooms below it; so says the map."""

import ast
from pathlib import Path

import pytest

from benchmarks import rooms
from benchmarks.rooms import MAP, OUTSIDE, ROOMS


def test_every_module_has_a_room() -> None:
    assert {rooms.room(module) for module in rooms.modules()} - OUTSIDE == set(ROOMS)


@pytest.mark.parametrize("module", rooms.modules(), ids=str)
def test_imports_go_down(module: Path) -> None:
    here = rooms.room(module)
    if here in OUTSIDE:
        pytest.skip("the package's own face")
    below = ROOMS[: ROOMS.index(here) + 1]
    assert rooms.imported(module) <= set(below)


def test_the_map_is_that_of_the_imports() -> None:
    text = MAP.read_text("utf-8")
    assert rooms.refreshed(text) == text, "python -m benchmarks.rooms --write"


def test_a_map_that_is_behind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = MAP.read_text("utf-8")
    monkeypatch.setattr(rooms, "imported", lambda module: {"errors"})
    assert rooms.refreshed(text) != text


ELSEWHERE = {"fcntl", "grp", "os.fork", "os.killpg", "os.setsid", "pty", "pwd", "resource"}
ELSEWHERE |= {"signal.SIGHUP", "signal.SIGKILL", "termios"}


def test_nothing_that_windows_lacks_is_used() -> None:
    for path in rooms.modules():
        tree = ast.parse((rooms.TOP / path).read_text("utf-8"))
        used = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for name in node.names
        }
        used |= {
            f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        assert not used & ELSEWHERE, path
