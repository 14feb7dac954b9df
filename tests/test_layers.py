"""Imports go down, never up, never round: a room imports only rooms below it."""

import ast
from pathlib import Path

import pytest

import prism

ROOMS = [
    "errors", "extras", "resources", "validation", "graph", "records", "prompts", "stats",
    "lexicon", "text", "entailment", "scm", "llm", "parsers", "judges", "store", "files",
    "display", "suites", "engine", "runs", "report", "mech", "api", "cli",
]  # fmt: skip
OUTSIDE = {"__init__", "__main__"}
TOP = Path(prism.__file__).parent
MODULES = sorted(p.relative_to(TOP) for p in TOP.rglob("*.py"))


def room(parts: tuple[str, ...]) -> str:
    return parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):  # function-level imports are seen too
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("prism.")}


def test_every_module_has_a_room() -> None:
    assert {room(p.parts) for p in MODULES} - OUTSIDE - {"_data"} <= set(ROOMS)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_go_down(module: Path) -> None:
    here = room(module.parts)
    if here in OUTSIDE or here not in ROOMS:
        pytest.skip("the package's own face")
    above = {
        other
        for other in imported(ast.parse((TOP / module).read_text()))
        if other in ROOMS and ROOMS.index(other) > ROOMS.index(here)
    }
    assert not above
