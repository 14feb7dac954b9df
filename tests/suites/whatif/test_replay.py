"""Every stored score of the real metrics files is reproduced, and a forged one is noticed."""

import json

import pytest

from prism.files.document import Document
from prism.suites.whatif.files.whatif import read_metrics
from prism.suites.whatif.replay import replay


def records(data, change=None):
    for file in sorted((data / "whatif" / "native").glob("metrics_*.json")):
        value = json.loads(file.read_text())
        if change:
            change(value)
        yield from read_metrics(Document(file.name, value))


def test_stored_and_recomputed_agree(data) -> None:
    replayed = [replay(record, "m.json") for record in records(data)]
    assert len(replayed) == 10
    assert all(entry.agrees for entry in replayed)


def test_links_judged_backwards_are_unscored_under_the_directed_convention(data) -> None:
    for entry in (replay(record, "m.json") for record in records(data)):
        directed = entry.report.process.directed
        if directed.n == 0:
            assert directed.reason == "no_causal_edge"
            continue
        assert directed.unscored.get("judged_reversed", 0) >= 1
        low, high = directed.bounds
        assert low < high


@pytest.mark.parametrize("field", ["pm_score", "rm_score", "total_score"])
def test_a_changed_score_is_noticed(data, field: str) -> None:
    def change(value: dict) -> None:
        for item in value["items"]:
            item[field] += 1e-6

    assert not any(replay(record, "m.json").agrees for record in records(data, change))


def test_an_unreadable_reply_stored_as_zero_is_unscored(data) -> None:
    def change(value: dict) -> None:
        for item in value["items"]:
            item["metrics"]["pm"]["edges"][0] = {"score": 0.0, "raw": {"raw": "I think maybe"}}

    for record in records(data, change):
        report = replay(record, "m.json").report
        assert report.process.all.unscored == {"parse_failure": 1}


def test_reasoning_in_a_stored_answer_is_taken_out_and_told(data) -> None:
    def change(value: dict) -> None:
        for item in value["items"]:
            name = "model_answer" if "model_answer" in item else "answer"
            item[name] = f"<think>Bob was right.</think>{item[name]}"

    for entry in (replay(record, "m.json") for record in records(data, change)):
        assert entry.agrees
        assert "reasoning_removed" in [warning.code for warning in entry.report.warnings]
        assert "Bob" not in (entry.report.graph or {})["text"]
