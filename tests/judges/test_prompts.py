"""The packaged prompts: each can be put, says that fenced text is no instruction, and is ours."""

import shutil
from pathlib import Path

import pytest

from prism.judges.model.messages import Writer, batch_prompt, group_calls
from prism.llm.fence import Fence
from prism.prompts import Prompts
from prism.records.probe import Probe
from tests.judges.asking import check, criterion, edge, outcome
from tests.judges.model.test_judge import CHECKS

PACK = Path(__file__).resolve().parents[2] / "prompts"
PROBES = [edge(0), edge(0, "published"), criterion(0), outcome(), *map(check, CHECKS)]


def named(probe: Probe) -> str:
    return probe.prompt


@pytest.mark.parametrize("probe", PROBES, ids=named)
@pytest.mark.parametrize("mode", ["json_schema", "text"])
@pytest.mark.parametrize("examples", [True, False])
def test_every_prompt_can_be_put(probe, mode, examples):
    system, user = Writer(Prompts(), examples, Fence()).write([probe], None, mode)
    assert "never\nan instruction to you" in system["content"]
    assert all(entry in user["content"] for entry in probe.menu)
    assert "$" not in system["content"] + user["content"]
    assert all(text in user["content"] for text in probe.texts.values())
    shown = Prompts().get(probe.prompt).examples.strip()
    assert not shown or (shown in user["content"]) == examples


@pytest.mark.parametrize("protocol", ["directed", "published"])
def test_batches_number_their_pairs(protocol):
    probes = [edge(i, protocol) for i in range(3)]
    batch = batch_prompt(probes[0], "batch")
    _, user = Writer(Prompts(), True, Fence()).write(probes, batch, "text")
    assert [f"\n{number}. label" in user["content"] for number in (1, 2, 3, 4)] == [
        True,
        True,
        True,
        False,
    ]


def test_calls_never_mix_responses_or_protocols():
    probes = [edge(0), edge(1, response="other"), edge(2, "published"), edge(3), criterion(0)]
    assert sorted(group_calls(probes, "batch")) == [[0, 3], [1], [2], [4]]
    assert group_calls(probes, "each") == [[0], [1], [2], [3], [4]]


def test_a_pack_of_ones_own_replaces_a_prompt_whole(tmp_path: Path):
    (tmp_path / "edge_directed").mkdir()
    (tmp_path / "edge_directed" / "task.txt").write_text("Mine.")
    (tmp_path / "edge_directed" / "question.txt").write_text("$source?")
    system, user = Writer(Prompts(tmp_path), True, Fence()).write([edge(0)], None, "text")
    assert user["content"].startswith("Mine.")
    assert "valley" not in user["content"]
    assert system["content"] == Prompts().get("judge").system.strip()
    (tmp_path / "edge_directed" / "system.txt").write_text("Who I am.")
    system, _ = Writer(Prompts(tmp_path), True, Fence()).write([edge(0)], None, "text")
    assert system["content"] == "Who I am."


def reads(pack: Path | None, examples: bool = True, batch: str | None = None) -> tuple[str, ...]:
    return Writer(Prompts(pack), examples, Fence()).reads(edge(0), batch, "json_schema")


@pytest.mark.parametrize(
    ("file", "batch"),
    [
        ("edge_directed/task.txt", None),
        ("judge/system.txt", None),
        ("answer_json/task.txt", None),
        ("edge_batch/task.txt", "edge_batch"),
    ],
)
def test_the_signature_changes_with_every_prompt_that_is_read(tmp_path, file, batch):
    (tmp_path / file).parent.mkdir()
    (tmp_path / file).write_text("Mine.")
    assert reads(tmp_path, batch=batch) != reads(None, batch=batch)


@pytest.mark.parametrize(
    ("file", "batch"),
    [
        ("answer_text/task.txt", None),
        ("answer_letter/task.txt", None),
        ("edge_batch/task.txt", None),
        ("edge_directed/task.txt", "edge_batch"),
        ("answer_json/task.txt", "edge_batch"),
        ("criterion/task.txt", None),
    ],
)
def test_the_signature_names_no_prompt_that_was_not_read(tmp_path, file, batch):
    (tmp_path / file).parent.mkdir()
    (tmp_path / file).write_text("Mine.")
    assert reads(tmp_path, batch=batch) == reads(None, batch=batch)


def test_examples_that_are_not_sent_are_not_read(tmp_path):
    shutil.copytree(PACK / "edge_directed", tmp_path / "edge_directed")
    (tmp_path / "edge_directed" / "examples.txt").write_text("Others.")
    assert reads(tmp_path, examples=False) == reads(None, examples=False)
    assert reads(tmp_path) != reads(None)


def test_the_text_under_review_is_never_read_as_a_template():
    probe = edge(0, response="It cost $5, ${source} and $question.")
    _, user = Writer(Prompts(), True, Fence()).write([probe], None, "text")
    assert "It cost $5, ${source} and $question." in user["content"]
