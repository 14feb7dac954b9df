"""A folder with every file that the examples of the helps name, in our own words."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.runs.conftest import response, write_files
from tests.runs.test_cobe import GOOD, RECORD

Call = Callable[..., Any]
BANDS = {f"{low}-{low + 1}": f"what earns {low} or {low + 1}" for low in range(1, 10, 2)}
ANSWER = (
    "If the dam broke, the valley would flood. Because the valley flooded, the farms were ruined. "
    "As a result, bread became dear. Bread became dear because the farms were ruined. "
    "So yes, the town would suffer."
)
RUBRIC = {
    "format": "prism-rubric",
    "schema_version": "1.0",
    "id": "q17",
    "question": "Would the town suffer if the dam broke? Answer yes or no.",
    "gold": ["yes"],
    "criteria": [
        {"name": name, "description": f"says enough of the {name.lower()}", "bands": BANDS}
        for name in ("Premise", "Mechanism")
    ],
}
QUESTION = {
    "ladder": "Causal_Discovery",
    "question": "Why did the mill stop?",
    "answer": 1,
    "option_0": "The miller slept.",
    "option_1": "The river froze.",
}
LADDER = [
    {**QUESTION, "ladder": rung, "question": f"{QUESTION['question']} ({number})"}
    for number, rung in enumerate(("Causal_Discovery", "Intervention", "Counterfactual"))
]
PARAMS = {"p(X)": [0.5], "p(M | X)": [0.2, 0.7], "p(Y | X, M)": [[0.1, 0.4], [0.3, 0.9]]}
MODEL = {
    "mechanisms": {
        "X": {"table": [0.5, 0.5]},
        "Y": {"parents": ["X"], "table": [[0.8, 0.2], [0.3, 0.7]]},
    },
    "answers": [{"query": "P(Y=1)", "value": 0.45}],
}
BIF = """network kidney { }
variable Z { type discrete [ 2 ] { small, large }; }
variable X { type discrete [ 2 ] { a, b }; }
variable Y { type discrete [ 2 ] { no, yes }; }
probability ( Z ) { table 0.4, 0.6; }
probability ( X | Z ) { (small) 0.7, 0.3; (large) 0.2, 0.8; }
probability ( Y | X, Z ) { (a, small) 0.1, 0.9; (b, small) 0.2, 0.8; default 0.3, 0.7; }
"""
CLADDER = {
    "question_id": 7,
    "given_info": "Nothing else is known.",
    "question": "Does X make Y more likely?",
    "answer": "yes",
    "meta": {
        "treatment": "X",
        "outcome": "Y",
        "polarity": True,
        "query_type": "ate",
        "model_id": 54,
        "graph_id": "mediation",
        "groundtruth": 0.3,
    },
}
COUNTER = {
    "question": "Would Ci occur if not Ab instead of Ab?",
    "given_info": "We know that Ab causes not Bo, and Bo causes Ci. We observed Ci",
    "answer": "yes",
    "type": "conditional",
    "question_id": "1",
    "meta": {"rung": 3, "model_id": 1},
}
EDIT = {
    **RECORD,
    "Core Set ID": 317,
    "Variation ID": 3,
    "Evaluation criteria": [
        "Grandmother baked bread that morning. There was frost.",
        "The cellar was flooded.",
    ],
}
METRICS = {
    "meta": {"task": "evaluator", "answer_model": "demo", "judge_model": "demo"},
    "summary": {"pm_mean": 1.0, "rm_mean": 0.5, "om_mean": None, "total_mean": 0.75},
    "items": [
        {
            "id": 1,
            "canonical_id": "dam",
            "domain": "STEM",
            "answer_type": "open",
            "question": "What if the dam broke?",
            "rubrics": {"criteria": [{"name": "Chain", "criteria_description": "", **BANDS}]},
            "model_answer": "The dam broke, so the valley flooded.",
            "pm_score": 1.0,
            "rm_score": 0.5,
            "om_score": None,
            "total_score": 0.75,
            "parsed_dag": {
                "nodes": [
                    {"id": "EDU1", "text": "The dam broke,"},
                    {"id": "EDU2", "text": "so the valley flooded."},
                ],
                "edges": [
                    {"source": "EDU1", "target": "EDU2", "relation_type": "CAUSE", "reason": ""}
                ],
            },
            "metrics": {
                "pm": {
                    "score": 1.0,
                    "edges": [{"score": 1.0, "raw": {"score": 1.0, "raw": "yes"}}],
                },
                "rm": {
                    "score": 0.5,
                    "raw_score_10": 5.0,
                    "criterion_scores": [5],
                    "criterion_evaluations": [{"index": 1, "name": "Chain", "score": 5}],
                },
                "om": None,
            },
        }
    ],
}


def lay(folder: Path, call: Call, demo: Path, base_url: str) -> None:
    """Write the files into ``folder``; what prism itself writes, ``call`` has written."""
    texts(folder, demo)
    scored(folder, call)
    runs(folder, call, base_url)
    sheets(folder, call)


def texts(folder: Path, demo: Path) -> None:
    benchmark, answers = write_files(folder, demo, 9)
    for file in (benchmark, answers):
        document = json.loads(file.read_text())
        document["items"][0]["canonical_id"] = "canon_0190"
        file.write_text(json.dumps(document))
    records: dict[str, object] = {
        "q17.json": RUBRIC,
        "cobe.json": [EDIT],
        "model.json": MODEL,
        "test-model-meta.json": [{"model_id": 54, "background": "X acts on Y.", "params": PARAMS}],
        "test-generate-easy.json": [CLADDER],
        "CounterBenchDataset_100.json": [COUNTER],
        "metrics_glm-5.1.json": METRICS,
    }
    for name, record in records.items():
        (folder / name).write_text(json.dumps(record))
    context = {"context": "The river froze, so the mill stopped.", "questions": LADDER}
    lines = [{**context, "context": f"{context['context']} ({n})"} for n in range(13)]
    (folder / "meter.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "answer.txt").write_text(ANSWER)
    (folder / "kidney.bif").write_text(BIF)
    (folder / "arena.csv").write_text("model,number\na,1200\nb,1100\nc,1000\n")
    told = 'items = "benchmark.json"\nanswers = "answers.json"\njudge = ["local"]\n'
    (folder / "run.toml").write_text(told)
    (folder / "edit.txt").write_text(GOOD)
    (folder / "letter.txt").write_text("B")


def scored(folder: Path, call: Call) -> None:
    """Reports of every kind, a graph corrected by hand, and items with an answer."""
    items = call(
        *("scm", "items", "test-generate-easy.json", "--models", "test-model-meta.json")
    ).out
    (folder / "items.jsonl").write_text(items)
    (folder / "item.json").write_text(items)
    answer = {"item": json.loads(items)["id"], "response": "Yes. Answer: yes"}
    (folder / "answers.jsonl").write_text(json.dumps(answer) + "\n")
    for name, args in {
        "report": ("answer.txt", "--rubric", "q17.json"),
        "edit": ("edit.txt", "--rubric", "cobe.json", "--item", "317v3", "--phrasing", "A"),
        "ladder": ("letter.txt", "--rubric", "meter.jsonl", "--item", "12/2"),
        "truth": ("answer.txt", "--rubric", "item.json"),
    }.items():
        call("score", *args, "--json", f"{name}.json")
        assert (folder / f"{name}.json").is_file(), name
    for name in ("corrected", "g"):
        call("show", "answer.txt", "--format", "json", "--out", f"{name}.json")


def runs(folder: Path, call: Call, base_url: str) -> None:
    """Runs of several models, and the stores of two people."""
    made = ("--model", "openai:M", "--judge", "openai:J", "--base-url", base_url)
    whole = ("run", "whatif", "--items", "benchmark.json", "--jobs", 0, "--quiet")
    assert call(*whole, *made, "--out", "run.db").code == 0
    assert (
        call(*whole, *made[:2], *made[4:], "--fork", "--out", "run.db").code == 0
    )  # the local judge
    for number, name in enumerate(("a", "b", "c", "gpt", "claude")):
        document = json.loads((folder / "answers.json").read_text())
        document["meta"]["model"] = name
        for place, item in enumerate(document["items"]):
            item["model_answer"] = response(place + number)
        (folder / f"{name}.json").write_text(json.dumps(document))
        assert call(*whole, "--answers", f"{name}.json", "--out", f"{name}.db").code == 0
        (folder / f"{name}.json").unlink()
    for name in ("mine", "theirs"):
        shutil.copy(folder / "run.db", folder / f"{name}.sqlite")


def sheets(folder: Path, call: Call) -> None:
    """Sheets as people give them back, filled in."""
    ids = _ids(call, "response")
    for place, name in enumerate(("anna", "ben", "cleo", "sheet-anna", "sheet-ben", "gpt", "t5")):
        _sheet(folder, name, [(one, f"{1 + (n + place) % 10}") for n, one in enumerate(ids)])
    rows = [(one, f"{1 + n % 10}", f"{1 + (2 * n) % 10}") for n, one in enumerate(ids)]
    _sheet(folder, "labels", rows, "id,rater_1,rater_2")
    _sheet(
        folder, "edges", [(one, ("yes", "no")[n % 2]) for n, one in enumerate(_ids(call, "edge"))]
    )
    _sheet(folder, "pm", [(f"q{n:03}", f"{10 * n}") for n in range(1, 9)])


def _ids(call: Call, unit: str) -> list[str]:
    """Return the ids of the rows of a drawn sheet."""
    sheet = call("sample", "run.db", "--n", 18, "--unit", unit, "--out", "-").out
    firsts = (line.split(",")[0] for line in sheet.splitlines())
    return [name for name in firsts if len(name) == 14 and name[0] + name[-1] == "rx"]


def _sheet(folder: Path, name: str, rows: list[tuple[str, ...]], header: str = "id,rating") -> None:
    lines = "".join(",".join(row) + "\n" for row in rows)
    (folder / f"{name}.csv").write_text(f"{header}\n{lines}")
