"""Questions with a computable answer: published files become items, and items become a table."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.test_foresee import told
from tests.scripted.answers import Answer, is_probe, says, user, well
from tests.scripted.server import Server

Prism = Callable[..., Any]
# Both roads to Y run upwards, so that every effect is positive in the first model; in the second
# X works against Y. P(Y=1) is below one half in both.
UP = {"p(X)": [0.5], "p(M | X)": [0.2, 0.7], "p(Y | X, M)": [[0.1, 0.4], [0.3, 0.9]]}
DOWN = {"p(X)": [0.5], "p(M | X)": [0.2, 0.7], "p(Y | X, M)": [[0.6, 0.4], [0.3, 0.1]]}
KINDS = ("marginal", "ate", "nie", "correlation")
RIGHT = {
    (0, "marginal"): "no",
    (0, "ate"): "yes",
    (0, "nie"): "yes",
    (0, "correlation"): "yes",
    (1, "marginal"): "no",
    (1, "ate"): "no",
    (1, "nie"): "no",
    (1, "correlation"): "no",
}


@pytest.fixture
def items(prism: Prism, tmp_path: Path) -> Path:
    """Eight questions about two models, in CLadder's form and brought into prism's."""
    models, questions = tmp_path / "models.json", tmp_path / "questions.json"
    models.write_text(
        json.dumps(
            [
                {"model_id": n, "background": f"World {n}.", "params": params}
                for n, params in enumerate((UP, DOWN))
            ]
        )
    )
    asked = [
        {
            "question_id": f"{model}{kind}",
            "given_info": "Nothing else is known.",
            "question": f"Is it so of {kind}?",
            "answer": RIGHT[model, kind],
            "meta": {
                "treatment": "X",
                "outcome": "Y",
                "mediators": ["M"],
                "polarity": True,
                "query_type": kind,
                "model_id": model,
                "graph_id": "mediation",
                "groundtruth": 0,
            },
        }
        for model in (0, 1)
        for kind in KINDS
    ]
    questions.write_text(json.dumps(asked))
    out = tmp_path / "items.jsonl"
    out.write_text(prism("scm", "items", questions, "--models", models).out)
    return out


def names(items: Path) -> list[str]:
    return [json.loads(line)["id"] for line in items.read_text(encoding="utf-8").splitlines()]


def test_given_answers_from_file_to_table(prism: Prism, items: Path, tmp_path: Path) -> None:
    said = [*RIGHT.values()]
    said[0], said[1] = "Yes.", "it depends"  # one is wrong, one says nothing
    rows = [{"item": name, "response": text} for name, text in zip(names(items), said, strict=True)]
    answers, out = tmp_path / "answers.jsonl", tmp_path / "r.db"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows[:-1]))
    call = ("run", "truth", "--items", items, "--answers", answers, "--out", out, "--jobs", 0)
    ran = prism(*call)
    assert ran.code == 4
    assert "6 of 8 scored" in ran.out
    assert "parse_failure: no final score (not tried again)" in ran.out
    assert "1correlation : empty: the file holds no answer" in ran.out
    shown = prism("report", out, "--json", "-")
    assert shown.code == 4
    (table,) = json.loads(shown.out)
    final = table["overall"]["cells"]["final"]
    assert (final["n"], final["scored"]) == (8, 6)
    assert final["value"] == pytest.approx(5 / 6)
    assert final["bounds"] == pytest.approx([5 / 8, 7 / 8])
    assert table["unscored"] == {"parse_failure": 1, "empty": 1}
    by_query = {r["group"]: r["cells"]["final"] for r in table["slices"] if r["slice"] == "query"}
    assert by_query.keys() == {"P", "ATE", "NIE", "RD"}
    assert by_query["P"]["value"] == pytest.approx(1 / 2)
    assert by_query["ATE"]["scored"] == 1
    item = prism("report", out, "--item", names(items)[0])
    assert "yes  disagrees" in item.out
    assert prism(*call).out == ran.out


def test_questions_about_one_model_are_one_cluster(
    prism: Prism, items: Path, tmp_path: Path
) -> None:
    answers, out = tmp_path / "answers.jsonl", tmp_path / "r.db"
    answers.write_text(
        "".join(json.dumps({"item": name, "response": "yes"}) + "\n" for name in names(items))
    )
    ran = prism(
        *("run", "truth", "--items", items, "--answers", answers, "--out", out, "--jobs", 0)
    )
    assert ran.code == 0
    prism("report", out, "--export", tmp_path / "t.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    clusters = {row["item"]: row["cluster"] for row in rows}
    assert len(clusters) == 8
    assert len(set(clusters.values())) == 2
    assert all(
        (clusters[a] == clusters[b]) == (a.split("/")[1][0] == b.split("/")[1][0])
        for a in clusters
        for b in clusters
    )


def test_a_model_is_asked_with_the_context(prism: Prism, items: Path, tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Answer:
        return well(body, number) if is_probe(body) else replace(says("Answer: no"), good=True)

    out = tmp_path / "r.db"
    with Server(script) as server:
        call = [
            *("run", "truth", "--items", items, "--out", out, "--model", "openai:m"),
            *("--base-url", server.base_url, "--jobs", 0, "--strategy", "all"),
        ]
        foretold = prism(*call, "--dry-run").out
        ran = prism(*call)
        asked = [user(body) for body in server.requests if not is_probe(body)]
    assert ran.code == 0
    assert told(foretold)["answer"] == (8, 8)
    assert len(asked) == 16
    assert all("World" in text and "Is it so of" in text for text in asked)
    for table in json.loads(prism("report", out, "--json", "-").out):
        assert table["overall"]["cells"]["final"]["value"] == pytest.approx(5 / 8)
