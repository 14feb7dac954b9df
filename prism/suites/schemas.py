"""The published JSON Schema of every file prism reads or writes, generated from its types.

``python -m prism.suites.schemas --check`` tells whether ``schemas/`` is up to date, and
``--write`` brings it up to date.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from prism.files.graph import ReferenceGraph
from prism.graph.convert import GraphDocument
from prism.records.probe import Probe
from prism.resources import folder
from prism.suites.registry import SUITES, find_suite

__all__ = ["SCHEMAS", "drift", "main", "render"]

_OWN: Mapping[str, Any] = {
    "graph": GraphDocument,
    "probe": Probe,
    "reference-graph": ReferenceGraph,
}


def _every() -> dict[str, Any]:
    """Return what the schema files describe: files of no suite, and those of prism's suites."""
    found = dict(_OWN)
    for suite in map(find_suite, SUITES):
        found |= suite.schemas
    return {f"{name}.schema.json": found[name] for name in sorted(found)}


SCHEMAS: Mapping[str, Any] = _every()


def render(name: str) -> str:
    """Return the text of the schema file ``name``.

    >>> '"title": "Causal graph"' in render("graph.schema.json")
    True
    """
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema |= TypeAdapter(SCHEMAS[name]).json_schema(mode="validation")
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


def drift() -> list[str]:
    """Return the names of schema files that are missing, out of date or not generated here."""
    shelf = folder("schemas")
    stored = {
        file.name: file.read_text("utf-8") for file in shelf.iterdir() if _is_schema(file.name)
    }
    return sorted(
        name
        for name in SCHEMAS.keys() | stored.keys()
        if name not in SCHEMAS or stored.get(name) != render(name)
    )


def main(arguments: Sequence[str]) -> int:
    """Check or write the schema files; return the exit code."""
    if list(arguments) == ["--write"]:
        for name in SCHEMAS:
            Path(str(folder("schemas") / name)).write_text(render(name), "utf-8")
        return 0
    if list(arguments) != ["--check"]:
        sys.stderr.write("usage: python -m prism.suites.schemas --check|--write\n")
        return 2
    for name in drift():
        sys.stderr.write(f"schemas/{name} differs from the code (run with --write)\n")
    return 1 if drift() else 0


def _is_schema(name: str) -> bool:
    return name.endswith(".schema.json")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
