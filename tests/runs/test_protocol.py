"""Under the published protocol a run sends what the papers send, and signs where it departs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.runs.ledger import Ledger
from prism.runs.line import Line
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, is_probe, says, well
from tests.scripted.server import Server

Prism = Callable[..., Any]
STORY = "The pipe burst, so the cellar was flooded. Grandmother had baked bread."
REQUEST = "Rewrite the text, based on what would have happened if the pipe had not burst."
REWRITE = "The pipe held, so the cellar stayed dry. Grandmother had baked bread."
EDIT = {
    "id": "e", "story": STORY, "request": REQUEST,
    "criteria": {
        "preserve": ["Grandmother had baked bread"],
        "revise": ["The cellar was flooded.", "The cellar was wet."],
    },
}  # fmt: skip
LADDER = {
    "context": "The river froze, so the mill stopped.",
    "questions": [
        {"ladder": "Intervention", "question": "What will happen if it thaws?", "answer": 0,
         "option_0": "The mill runs.", "option_1": "A choir sings."}
    ],
}  # fmt: skip
BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "so deep")
QUESTION = {
    "id": 1, "canonical_id": "q1", "question": "What if the dam had broken?", "domain": "STEM",
    "answer_type": "closed", "human_answers": ["the valley floods", "the town is lost"],
    "rubrics": {"criteria": [{"name": "Depth", "criteria_description": "deep", **BANDS}]},
}  # fmt: skip


def answers(body: dict[str, Any], number: int) -> Answer:
    told = body["messages"][-1]["content"]
    if REQUEST in told:
        return says(REWRITE)
    if is_probe(body) and "Options:" in told:
        return says("Answer: A")
    if "Kind of question" in told:
        return says("The dam broke because it rained, so the valley floods.")
    return well(body, number)


def run(prism: Prism, folder: Path, suite: str, item: object, *more: object) -> tuple[str, list]:
    """The signature of the one task, and all requests that are no probes of the endpoint."""
    items, out = folder / "items.jsonl", folder / "run.db"
    items.write_text(json.dumps(item))
    with Server(answers) as server:
        ran = prism(
            *("run", suite, "--items", items, "--model", "openai:m", "--judge", "openai:j"),
            *("--protocol", "published", "--out", out, "--jobs", 0),
            *("--base-url", server.base_url, *more),
        )
        assert ran.code in (0, 4), ran.err
        asked = [b["messages"] for b in server.requests]
    probes = ("Count from 1", "Is ice frozen water")
    with Ledger(out, create=False) as ledger:
        line = next(
            Line.model_validate_json(v) for *_, v in ledger.values(ledger.arms()[0], "line")
        )
    return line.signature, [a for a in asked if not a[-1]["content"].startswith(probes)]


def test_cobes_judge_sees_criterion_and_rewrite_alone(prism: Prism, tmp_path: Path) -> None:
    signature, asked = run(prism, tmp_path, "cobe", EDIT)
    (answered, *judged) = asked
    assert answered[-1]["content"].index(STORY) < answered[-1]["content"].index(REQUEST)
    assert len(judged) == 3
    told = [messages[-1]["content"] for messages in judged]
    for text in told:
        assert REWRITE in text
        assert STORY not in text
        assert REQUEST not in text
    criteria = ("Grandmother had baked bread.\n<<<END claims", "flooded. The cellar was wet.")
    stand = [[criterion in text for criterion in criteria] for text in told]
    assert sorted(stand) == [[False, False], [False, True], [True, False]]
    assert "deviates(wording,fence,examples)" in signature


def test_meters_zero_shot_prompt_is_bare(prism: Prism, tmp_path: Path) -> None:
    signature, asked = run(prism, tmp_path, "meter", LADDER, "--strategy", "ZS")
    (message,) = asked[0]
    assert message["role"] == "user"
    assert message["content"] == (
        "Passage:\nThe river froze, so the mill stopped.\n\n"
        "Question:\nWhat will happen if it thaws?\n\n"
        "Options:\nA) The mill runs.\nB) A choir sings.\n\n"
        'Reply with one line, "Answer: X", where X is the letter of the right option.'
    )
    assert "deviates(wording,kinds)" in signature


def test_whatifs_judge_sees_what_the_papers_code_sends(prism: Prism, tmp_path: Path) -> None:
    signature, asked = run(prism, tmp_path, "whatif", [QUESTION])
    (answered, *judged) = asked
    told = answered[-1]["content"]
    assert all(words in told for words in ("STEM", "closed", QUESTION["question"]))
    edges = [m[-1]["content"] for m in judged if "labelled" in m[-1]["content"]]
    assert edges
    for text in edges:
        assert QUESTION["question"] in text
        assert "orked example" not in text
    (outcome,) = [m[-1]["content"] for m in judged if "Accepted answers" in m[-1]["content"]]
    assert "the valley floods" in outcome
    assert "the town is lost" not in outcome
    assert "deviates(wording,fence,order,reply,tokens)" in signature


@pytest.mark.parametrize("face", ["run", "score"])
def test_several_edges_a_call_are_refused_everywhere(
    prism: Prism, tmp_path: Path, files: tuple[Path, Path], face: str
) -> None:
    benchmark, given = files
    flags = ("--protocol", "published", "--edges", "batch")
    call = {
        "run": ("run", "whatif", "--items", benchmark, "--answers", given, "--out", tmp_path / "r"),
        "score": ("score", given, "--rubric", benchmark),
    }[face]
    refused = prism(*call, *flags)
    assert refused.code == 2
    assert "one edge a call" in refused.err


def test_what_no_model_judged_departs_in_nothing(prism: Prism, files: tuple[Path, Path]) -> None:
    benchmark, given = files
    told = prism(
        *("score", given, "--rubric", benchmark, "--item", "q000", "--protocol", "published"),
        *("--json", "-"),
    )
    assert "deviates" not in json.loads(told.out)["signature"]
