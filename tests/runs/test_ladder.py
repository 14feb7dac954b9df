"""METER in a run: how questions are put, and what reports tell by rung and setting."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.scripted.answers import Answer, is_probe, probe_answer, says
from tests.scripted.server import Server

Prism = Callable[..., Any]
RIGHT = "The river froze."
OPTIONS = ("The miller slept.", RIGHT, "A choir sang.", "The mill stopped the river.", "It rained.")
RUNGS = ("Causal_Discovery", "Intervention", "Counterfactual")
CONTEXT = "The river froze, so the mill stopped. A choir sang in the village."


@pytest.fixture
def items(tmp_path: Path) -> Path:
    question = {f"option_{place}": text for place, text in enumerate(OPTIONS)}
    question |= {"answer": 1, "evidence": "so the mill stopped"}
    asked = [{**question, "ladder": rung, "question": f"Why ({rung})?"} for rung in RUNGS]
    lines = [json.dumps({"context": f"Year {n}. {CONTEXT}", "questions": asked}) for n in range(3)]
    path = tmp_path / "meter.jsonl"
    path.write_text("\n".join(lines))
    return path


def run(prism: Prism, items: Path, out: Path, url: str, *more: object) -> Any:
    call = ("run", "meter", "--items", items, "--model", "openai:m", "--out", out, "--jobs", 0)
    return prism(*call, "--base-url", url, *more)


def picks(option: str) -> Callable[[dict[str, Any], int], Answer]:
    """A model that always gives the letter at which ``option`` is shown."""

    def script(body: dict[str, Any], number: int) -> Answer:
        if is_probe(body) and "Options" not in body["messages"][-1]["content"]:
            return probe_answer(body)
        shown = re.search(rf"([A-E])\) {re.escape(option)}", body["messages"][-1]["content"])
        return says(f"Answer: {shown[1]}" if shown else "I cannot say")

    return script


def prompts(server: Server) -> list[str]:
    told = [body["messages"][-1]["content"] for body in server.requests]
    return [text for text in told if RIGHT in text]


def test_evidence_order_and_shuffle_reach_the_prompt_and_are_undone(
    prism: Prism, items: Path, tmp_path: Path
) -> None:
    out = tmp_path / "r.db"
    flags = ("--evidence", "--order", "question, options,context", "--shuffle", 7)
    with Server(picks(RIGHT)) as server:
        ran = run(prism, items, out, server.base_url, *flags)
        assert ran.code == 0, ran.err
        put = prompts(server)
    assert len(put) == 9
    assert len({re.search(rf"([A-E])\) {RIGHT}", text)[1] for text in put}) > 1
    for text in put:
        assert text.count("so the mill stopped") == 2
        assert text.index("Why (") < text.index("A)") < text.index("Year")
    (table,) = json.loads(prism("report", out, "--json", "-").out)
    assert table["overall"]["cells"]["final"]["value"] == 1.0
    (signature,) = table["signatures"]
    assert "ZS+evidence+order=question-options-context+shuffle=7" in signature
    assert "deviates(" in signature
    assert "shuffle=7" in signature.partition("deviates(")[2]
    assert {row["setting"] for row in table["kinds"]} == {"ZS+evidence+question-options-context"}


def test_error_kinds_stand_by_rung_and_setting(prism: Prism, items: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.db"
    with Server(picks("A choir sang.")) as server:
        ran = run(prism, items, out, server.base_url, "--strategy", "ZS", "--strategy", "FS")
        assert ran.code == 0, ran.err
    tables = json.loads(prism("report", out, "--json", "-").out)
    rows = [(row["setting"], row["rung"], row["n"]) for table in tables for row in table["kinds"]]
    rungs = ("discovery", "intervention", "counterfactual")
    assert sorted(rows) == sorted((s, rung, 3) for s in ("ZS", "FS") for rung in rungs)
    assert all(sum(row["kinds"].values()) == 3 for table in tables for row in table["kinds"])
    shown = prism("report", out, "--published", columns=200).out
    assert re.search(r"\d\. ZS +discovery +3 ", shown)
    assert "Qwen3-4B" in shown
    compared = prism("compare", out, columns=200).out
    for rung in rungs:
        assert re.search(rf"{rung}, (ZS → FS|FS → ZS): 0 by the first alone, 0 by", compared)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--order", "question"), "context,question,options"),
        (("--order", "a,b,c"), "context,question,options"),
    ],
)
def test_an_order_that_is_none_is_one_line(
    prism: Prism, items: Path, tmp_path: Path, flags: tuple[str, ...], told: str
) -> None:
    ran = run(prism, items, tmp_path / "r.db", "http://127.0.0.1:9/v1", *flags)
    assert ran.code == 2
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_given_answers_and_other_suites_have_no_such_flags(
    prism: Prism, items: Path, tmp_path: Path
) -> None:
    answers = tmp_path / "a.jsonl"
    answers.write_text(json.dumps({"item": "0/0", "response": "B"}))
    call = ("run", "meter", "--items", items, "--answers", answers, "--out", tmp_path / "r.db")
    assert prism(*call, "--evidence").code == 2
    call = ("run", "whatif", "--items", items, "--model", "openai:m", "--out", tmp_path / "w.db")
    assert prism(*call, "--shuffle", 0).code == 2
