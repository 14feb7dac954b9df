"""A run and a single score of the same settings give the same numbers under the same signature."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.runs.ledger import Ledger
from prism.runs.line import Line
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import well
from tests.scripted.server import Server

EDIT = {
    "id": "e",
    "story": "The pipe burst, so the cellar was flooded. Grandmother had baked bread.",
    "request": "What if the pipe had not burst?",
    "criteria": {
        "preserve": ["Grandmother had baked bread."],
        "revise": ["The cellar was flooded."],
    },
}
ANSWER = "Grandmother had baked bread."  # leaves out what it should revise


def lines(out: Path) -> list[Line]:
    with Ledger(out, create=False) as ledger:
        return [
            Line.model_validate_json(value)
            for arm in ledger.arms()
            for *_, value in ledger.values(arm, "line")
        ]


@pytest.mark.parametrize(("flags", "final"), [((), 1.0), (("--strict",), 0.0)])
def test_a_strict_run_of_edits(
    prism: Callable[..., Any], tmp_path: Path, flags: tuple[str, ...], final: float
) -> None:
    items, answers, out = (tmp_path / name for name in ("i.json", "a.jsonl", "r.db"))
    items.write_text(json.dumps([EDIT]))
    answers.write_text(json.dumps({"item": "e", "response": ANSWER}))
    ran = prism(
        *("run", "cobe", "--items", items, "--answers", answers, "--out", out, "--jobs", 0),
        *flags,
    )
    assert ran.code == 0, ran.err
    told = json.loads(prism("score", answers, "--rubric", items, "--json", "-", *flags).out)
    (line,) = lines(out)
    assert line.scores["final"].value == told["final"]["value"] == final
    assert line.signature == told["signature"]
    shown = json.loads(prism("report", out, "--item", "e", "--json", "-").out)
    assert (shown["final"], shown["signature"]) == (told["final"], told["signature"])


@pytest.mark.parametrize("protocol", ["directed", "published"])
def test_a_judging_model_is_signed_alike(
    prism: Callable[..., Any], tmp_path: Path, files: tuple[Path, Path], protocol: str
) -> None:
    benchmark, answers = files
    out, flags = tmp_path / "r.db", ("--judge", "openai:m", "--protocol", protocol)
    with Server(well) as server:
        flags = (*flags, "--base-url", server.base_url)
        ran = prism(
            *("run", "whatif", "--items", benchmark, "--answers", answers, "--out", out),
            *("--jobs", 0, "--max-items", 1, *flags),
        )
        told = prism("score", answers, "--item", "q000", "--json", "-", "--no-store", *flags)
    assert ran.code in (0, 4), ran.err
    (line,) = lines(out)
    assert line.signature == json.loads(told.out)["signature"]
