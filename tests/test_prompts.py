"""Packs of prompts: what cannot be read is named."""

from pathlib import Path

import pytest

from prism.errors import UnreadableFile
from prism.prompts import Prompts


@pytest.mark.parametrize(
    "raw", ["Où?".encode("latin-1"), "Does it hold?".encode("utf-16"), b"\x80"]
)
def test_a_prompt_that_is_not_utf_8_is_named(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "edge_directed").mkdir()
    (tmp_path / "edge_directed" / "task.txt").write_bytes(raw)
    with pytest.raises(UnreadableFile, match=r"edge_directed/task\.txt: not UTF-8") as caught:
        Prompts(tmp_path).get("edge_directed")
    assert "\n" not in str(caught.value)
