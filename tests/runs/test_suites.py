"""Every benchmark runs: METER's settings and questions with a model of the world."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.files.source import Source
from prism.prompts import Prompts
from prism.suites.reading import read_items
from prism.suites.registry import SUITES, find_suite, suite_for
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, says, well
from tests.scripted.server import Server

CONTEXT = "The frost burst the pipe. Because the pipe burst, the cellar was flooded."
OPTIONS = ["Rain fell.", "The pipe burst.", "A thief came.", "The sun shone.", "Snow."]
QUESTION = {
    "question": "Why was the cellar flooded?",
    "answer": 1,
    **{f"option_{n}": text for n, text in enumerate(OPTIONS)},
}
METER = {
    "context": CONTEXT,
    "questions": [
        {**QUESTION, "ladder": rung}
        for rung in ("Causal_Discovery", "Intervention", "Counterfactual")
    ],
}


def script(body: dict[str, Any], number: int) -> Answer:
    asked = METER["context"] in body["messages"][-1]["content"]  # as one bare message, published
    return replace(says("Answer: B"), good=True) if asked else well(body, number)


def test_meter_in_four_settings(prism: Callable[..., Any], tmp_path: Path) -> None:
    items, out = tmp_path / "meter.jsonl", tmp_path / "r.db"
    items.write_text(json.dumps(METER) + "\n")
    with Server(script) as server:
        ran = prism(
            *("run", "meter", "--items", items, "--out", out, "--model", "openai:m", "--jobs", 0),
            *("--base-url", server.base_url, "--protocol", "published"),
        )
    assert ran.code == 0, ran.out
    tables = json.loads(prism("report", out, "--json", "-").out)
    assert [table["configuration"]["strategy"] for table in tables] == ["ZS", "CoT", "FS", "FS+C"]
    for table in tables:
        assert table["overall"]["cells"]["final"]["value"] == 1.0
        rungs = {row["group"] for row in table["slices"] if row["slice"] == "rung"}
        assert rungs == {"discovery", "intervention", "counterfactual"}
        assert table["climb"]["contexts"] == table["climb"]["falls"]["none"] == 1
    told = " ".join(prism("report", out, columns=200).out.split())
    assert "hold on all 1 1 1 1" in told


@pytest.mark.parametrize("name", SUITES)
def test_every_strategy_has_its_prompts(name: str) -> None:
    suite = find_suite(name)
    (item, *_) = read_items(Source("m.jsonl", json.dumps(METER)))
    texts = dict.fromkeys(("context", "question", "story", "request"), "What if the pipe had held?")
    item = item.model_copy(update={"kind": suite.kinds[0], "texts": texts})
    for strategy in suite.strategies:
        for variant in suite.variants(item, strategy):
            messages = suite.messages(item, variant, strategy, Prompts())
            assert messages[-1]["role"] == "user"
            assert "What if the pipe had held?" in messages[-1]["content"]


@pytest.mark.parametrize("name", SUITES)
def test_rows_say_of_a_suite_what_it_says_of_itself(name: str) -> None:
    suite = find_suite(name)
    assert (suite.name, suite.kinds) == (name, SUITES[name].kinds)
    assert all(suite_for(kind) is suite for kind in suite.kinds)
    assert set(suite.published) <= set(suite.strategies)
