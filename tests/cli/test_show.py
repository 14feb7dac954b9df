"""What is said beforehand of a long file."""

import json
from pathlib import Path

from benchmarks.fuzz_files import _called


def test_a_large_graph_file_is_not_said_to_be_read_for_minutes(tmp_path: Path) -> None:
    units = [{"id": f"u{n}", "text": "it rained " * 1000} for n in range(60)]
    graph = {"schema_version": "1.0", "units": units, "edges": []}
    file = tmp_path / "g.json"
    file.write_text(json.dumps(graph))
    code, told = _called(["show", str(file), "--format", "json"])
    assert (code, told) == (0, "")
