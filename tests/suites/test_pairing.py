"""Responses come in without what their models thought, whatever brought them."""

import json
from pathlib import Path

import pytest

import prism
from prism.files.source import Source
from prism.runs.records import Answered, given
from prism.suites.pairing import pair
from tests.cli.conftest import prism as cli  # noqa: F401 (a fixture)
from tests.scripted.answers import is_probe, probe_answer, says
from tests.scripted.server import Server

THOUGHT = "Maybe it rained because of the wind."
ANSWER = "The cellar flooded because the river rose."
BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "x")
TEXT = f"<think>{THOUGHT}</think>\n{ANSWER}"
FILES = {
    "r.txt": TEXT,
    "r.jsonl": json.dumps({"response": TEXT}),
    "r.json": json.dumps([{"model_answer": TEXT}]),
    "r.csv": f'response\n"{TEXT}"\n',
}


def codes(report: prism.Report) -> list[str]:
    return [warning.code for warning in report.warnings]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_answers_is_freed_of_reasoning(name):
    [item] = pair(Source(name, FILES[name]))
    assert item.texts["response"] == ANSWER
    assert item.meta["reasoning_words"] == len(THOUGHT.split())


def test_the_report_says_so():
    report = prism.score(TEXT)
    assert "reasoning_removed" in codes(report)
    assert report.structure == prism.score(ANSWER).structure
    assert "reasoning_removed" not in codes(prism.score(ANSWER))


def test_a_run_keeps_reasoning_apart():
    answered = Answered.model_validate_json(given(TEXT, "answers.json").value)
    assert (answered.text, answered.reasoning) == (ANSWER, THOUGHT)


def test_a_run_keeps_what_its_model_thought_apart_and_no_password(cli, tmp_path: Path):  # noqa: F811
    item = {"format": "prism-rubric", "schema_version": "1.0", "id": "i"}
    item |= {"question": "What if the river rose?", "domain": None, "gold": []}
    item |= {"criteria": [{"name": "Chain", "description": "tells it", "bands": BANDS}]}
    items, out = tmp_path / "items.json", tmp_path / "r.db"
    items.write_text(json.dumps(item))

    def script(body, number):
        return probe_answer(body) if is_probe(body) else says(TEXT)

    with Server(script) as server:
        url = server.base_url.replace("//", "//me:PWSECRET77@")
        ran = cli("run", "whatif", "--items", items, "--model", "openai:m", "--judge", "local",
                  "--base-url", url, "--out", out, "--jobs", 0)  # fmt: skip
    assert ran.code == 0, ran.err
    assert b"PWSECRET77" not in out.read_bytes()
    told = json.loads(cli("report", out, "--item", "i", "--json", "-").out)
    report = told[0] if isinstance(told, list) else told
    assert "reasoning_removed" in [warning["code"] for warning in report["warnings"]]
    assert "wind" not in json.dumps(report)
