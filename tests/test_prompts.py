"""Packs of prompts: what cannot be read is named."""

from pathlib import Path

import pytest

from prism.errors import BadInput, UnreadableFile
from prism.prompts import PARTS, Prompts


@pytest.mark.parametrize(
    "raw", ["Où?".encode("latin-1"), "Does it hold?".encode("utf-16"), b"\x80"]
)
def test_a_prompt_that_is_not_utf_8_is_named(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "edge_directed").mkdir()
    (tmp_path / "edge_directed" / "task.txt").write_bytes(raw)
    with pytest.raises(UnreadableFile, match=r"edge_directed/task\.txt: not UTF-8") as caught:
        Prompts(tmp_path).get("edge_directed")
    assert "\n" not in str(caught.value)


def pack(folder: Path) -> Path:
    (folder / "pack" / "edge_directed").mkdir(parents=True)
    (folder / "pack" / "edge_directed" / "task.txt").write_text("Does it hold?")
    (folder / "away").mkdir()
    (folder / "away" / "task.txt").write_text("a secret")
    return folder / "pack"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("target", ["../../away/task.txt", "/etc/hostname", "nothing", "../.."])
def test_a_linked_file_out_of_the_pack_is_refused(tmp_path: Path, part: str, target: str) -> None:
    own = pack(tmp_path)
    (own / "edge_directed" / f"{part}.txt").unlink(missing_ok=True)
    (own / "edge_directed" / f"{part}.txt").symlink_to(target)
    with pytest.raises(BadInput, match=rf"{part}\.txt: a link that leads") as caught:
        Prompts(own)
    assert "\n" not in str(caught.value)


def test_a_linked_folder_out_of_the_pack_is_refused(tmp_path: Path) -> None:
    own = pack(tmp_path)
    (own / "criterion").symlink_to(tmp_path / "away")
    with pytest.raises(BadInput, match="criterion: a link that leads out"):
        Prompts(own)


def test_a_link_laid_after_the_pack_was_opened_is_refused(tmp_path: Path) -> None:
    own = pack(tmp_path)
    prompts = Prompts(own)
    (own / "edge_directed" / "system.txt").symlink_to(tmp_path / "away" / "task.txt")
    with pytest.raises(BadInput, match="leads out"):
        prompts.get("edge_directed")


@pytest.mark.parametrize("name", ["../away", "edge_directed/../../away", "/etc", "..", "."])
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="no prompt named"):
        Prompts(pack(tmp_path)).get(name)


def test_links_within_a_pack_and_to_a_pack_are_followed(tmp_path: Path) -> None:
    own = pack(tmp_path)
    (own / "edge_directed" / "system.txt").symlink_to("task.txt")
    (tmp_path / "mine").symlink_to(own)
    assert Prompts(tmp_path / "mine").get("edge_directed").system == "Does it hold?"
