"""Imports go down, never up, never round: a room imports only rooms below it; so says the map."""

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
