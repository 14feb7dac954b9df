"""The rooms of prism and who leans on whom, read off the imports and drawn into the map.

Run ``python -m benchmarks.rooms --write`` after a room has come, gone or changed what it imports;
``--check`` tells whether ``prism/README.md`` is up to date. ``ROOMS`` is the one place where the
order of the rooms stands: ``tests/test_layers.py`` holds every import against it.
"""

import ast
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import networkx as nx

__all__ = ["MAP", "OUTSIDE", "ROOMS", "TOP", "drawn", "imported", "modules", "refreshed", "room"]

TOP = Path(__file__).parents[1] / "prism"
MAP = TOP / "README.md"
# Ground floor first: a room imports only rooms that stand before it.
ROOMS = [
    "errors", "extras", "plugins", "resources", "validation", "graph", "records", "prompts",
    "stats", "lexicon", "text", "entailment", "scm", "llm", "settings", "parsers", "judges",
    "store", "files", "display", "suites", "engine", "runs", "report", "mech", "api", "cli",
]  # fmt: skip
# The package's own face, and modules of an earlier release: they may load anything lazily.
OUTSIDE = {"__init__", "__main__", "envelope", "items", "moved", "session"}
_BLOCK = re.compile(r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)


def modules() -> list[Path]:
    """Return every module of the package, by its path below ``prism/``."""
    return sorted(p.relative_to(TOP) for p in TOP.rglob("*.py") if "_data" not in p.parts)


def room(module: Path) -> str:
    """Return the room that ``module`` stands in: a folder, or a file of its own."""
    return module.parts[0].removesuffix(".py")


def imported(module: Path) -> set[str]:
    """Return the rooms that ``module`` imports, inside its functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((TOP / module).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{module}: imports are absolute")
            names.add(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("prism.")}


def drawn() -> str:
    """Return the picture, top floor first, and one sentence a room, as Markdown.

    A room stands one floor above the highest that it imports. An arrow that another one implies is
    not drawn but counted, so that the picture changes with any import between two rooms.
    """
    uses = _uses()
    floors = _floors(uses)
    lean = nx.transitive_reduction(
        nx.DiGraph({name: sorted(below) for name, below in uses.items()})
    )
    top = sorted(ROOMS, key=lambda name: (-floors[name], -ROOMS.index(name)))
    rows = [_row(name, floors[name], uses[name], set(lean[name])) for name in top]
    sentences = [f"- `{name}`: {_sentence(name)}" for name in reversed(top)]
    return "\n".join(["```text", "floor  room        leans on", *rows, "```", "", *sentences, ""])


def refreshed(text: str) -> str:
    """Return the map with its picture as the imports are now."""
    return _BLOCK.sub(lambda _: drawn(), text)


def _uses() -> dict[str, set[str]]:
    """Return the rooms that each room imports."""
    uses: dict[str, set[str]] = {name: set() for name in ROOMS}
    for module in modules():
        if (here := room(module)) in uses:
            uses[here] |= (imported(module) & set(ROOMS)) - {here}
    return uses


def _floors(uses: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the floor of each room; the ground floor is 0."""
    floors: dict[str, int] = {}
    for name in ROOMS:
        floors[name] = 1 + max((floors[below] for below in uses[name]), default=-1)
    return floors


def _row(name: str, floor: int, uses: set[str], lean: set[str]) -> str:
    arrows = ", ".join(sorted(lean, key=ROOMS.index, reverse=True))
    more = f" (and {len(uses - lean)} below)" if uses - lean else ""
    return f"{floor:5}  {name:11} {f'→ {arrows}' if lean else ''}{more}".rstrip()


def _sentence(name: str) -> str:
    """Return the first sentence of a room's docstring, free of what belongs to reST."""
    file = TOP / name / "__init__.py"
    tree = ast.parse((file if file.exists() else TOP / f"{name}.py").read_text("utf-8"))
    lead = " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())
    return lead.removesuffix("::").strip().replace("``", "`")


def main(arguments: list[str]) -> int:
    """Write the picture, or say whether it is up to date."""
    before = MAP.read_text("utf-8")
    after = refreshed(before)
    if arguments == ["--write"]:
        MAP.write_text(after, "utf-8")
    elif arguments != ["--check"]:
        print("usage: python -m benchmarks.rooms --write | --check", file=sys.stderr)
        return 2
    elif before != after:
        print(f"{MAP.name} is behind the imports: python -m benchmarks.rooms --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
