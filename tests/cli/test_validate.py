"""What ``prism validate`` calls a file that holds no records of a known format."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prism.store.verdicts import Store


@pytest.mark.parametrize(
    ("name", "content", "code", "told"),
    [
        ("null.json", "null", 3, "one bare value and no record"),
        ("n.jsonl", "42\n", 3, "one bare value and no record"),
        ("words.json", "It rained.", 3, "a text and no record"),
        ("words.txt", "It rained.", 0, "✓ text: 10 characters, 2 words"),
        ("null.txt", "null", 0, "✓ text: 4 characters, 1 word"),
        ("sheet.csv", "How to rate\n\nid,response,rating\nr1,x,yes\nr2,y,\n", 0, "✓ ratings"),
        ("two.csv", "id;rater a;rater b\nr1;yes;no\n", 0, "2 ratings of 1 unit by 2 raters"),
        ("empty.csv", "How to rate\n\nid,response,rating\nr1,x,\n", 3, "not filled in"),
        ("answers.csv", "item,response\nq,x\n", 0, "✓ responses"),
    ],
)
def test_a_file_is_called_what_it_is(
    prism: Callable[..., Any], tmp_path: Path, name: str, content: str, code: int, told: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    outcome = prism("validate", file, columns=200)
    assert (outcome.code, outcome.err) == (code, "")
    assert told in outcome.out


def test_runs_and_stores_are_known_and_left_as_they_are(
    prism: Callable[..., Any], tmp_path: Path, demo: Path
) -> None:
    item = json.loads((demo / "secret-paper" / "q.json").read_text())
    items, answers = tmp_path / "b.json", tmp_path / "a.json"
    items.write_text(json.dumps({"items": [item]}))
    answers.write_text(json.dumps({"items": [{**item, "model_answer": "It rained."}]}))
    run = tmp_path / "r.db"
    prism("run", "whatif", "--items", items, "--answers", answers, "--out", run, "--jobs", 0)
    with Store(tmp_path / "s.db"):
        pass
    with sqlite3.connect(tmp_path / "o.db") as other:
        other.execute('CREATE TABLE "odd ""name""" (a)')
    other.close()
    before = sorted(tmp_path.iterdir())
    told = {name: prism("validate", tmp_path / name) for name in ("r.db", "s.db", "o.db")}
    assert {name: (found.code, found.out.split(":")[0]) for name, found in told.items()} == {
        "r.db": (0, "✓ run"),
        "s.db": (0, "✓ store"),
        "o.db": (3, "✗ a SQLite file, but neither a run nor a store of prism's\n"),
    }
    assert "1 arm, 1 task" in told["r.db"].out
    assert sorted(tmp_path.iterdir()) == before
    wrong = prism("score", run)
    assert wrong.code == 3
    assert "prism report" in wrong.err


@pytest.mark.parametrize("command", [("validate",), ("show",), ("score",)])
@pytest.mark.parametrize("name", ["g.dot", "g.txt"])
def test_every_command_refuses_it_in_one_line(
    prism: Callable[..., Any], tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    file = tmp_path / name
    file.write_text("digraph { rain -> flood }")
    outcome = prism(*command, file)
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.count("\n") == 1
    assert "DOT" in outcome.err


def test_a_graph_of_ours_is_known_whatever_its_name(
    prism: Callable[..., Any], tmp_path: Path
) -> None:
    units = [{"id": "u1", "text": "it rained"}, {"id": "u2", "text": "it flooded"}]
    edges = [{"id": "e1", "source": "u1", "target": "u2", "label": "CAUSE"}]
    file = tmp_path / "g.txt"
    file.write_text(json.dumps({"schema_version": "1.0", "units": units, "edges": edges}))
    assert "CAUSE" in prism("show", file).out
    told = prism("score", file)
    assert (told.code, told.out) == (3, "")
    assert "--graph" in told.err


RUBRIC = {
    "format": "prism-rubric",
    "schema_version": "1.0",
    "id": "dam",
    "question": "What if the dam had been raised?",
    "criteria": [
        {
            "name": "Chain",
            "description": "Says that the higher lake floods the meadow.",
            "bands": dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "names the lake"),
        }
    ],
}


@pytest.mark.parametrize("name", ["two.json", "two.jsonl"])
def test_several_rubrics_are_several_items(
    prism: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    both = [RUBRIC, {**RUBRIC, "id": "mill"}]
    file, text = tmp_path / name, tmp_path / "a.txt"
    text.write_text("Because the dam was raised, the lake rose.")
    file.write_text(json.dumps(both) if name == "two.json" else "\n".join(map(json.dumps, both)))
    assert "✓ prism-rubric" in prism("validate", file).out
    scored = prism("score", text, "--rubric", file, "--item", "mill", "--json", "-", "--no-store")
    report = json.loads(scored.out)
    assert (scored.code, report["item"], report["criteria"][0]["name"]) == (0, "mill", "Chain")
    unsaid = prism("score", text, "--rubric", file)
    assert (unsaid.code, unsaid.err.count("\n")) == (2, 1)


def test_a_list_with_a_stranger_in_it_is_a_faulty_list_of_rubrics(
    prism: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "r.json"
    file.write_text(json.dumps([RUBRIC, {"id": 1, "question": "Why?"}, RUBRIC]))
    told = prism("validate", file, columns=200)
    assert told.code == 3
    assert "$[1].format  required key is missing" in told.out
    assert "'dam' stands at $[0] too" in told.out


GAPS = [
    ("a.jsonl", '{"item": "dam", "response": "It rained, so it flooded."}\n{"item": "dam"}\n'),
    ("a.jsonl", '{"response": null}\n{"response": "It rained, so it flooded."}\n'),
    ("a.json", '[{"text": "It rained, so it flooded."}, {"item": "dam", "text": null}]'),
    ("a.csv", 'item,response\ndam,"It rained, so it flooded."\ndam,\n'),
    ("a.csv", "item;response\ndam;It rained, so it flooded.\ndam;\n"),
    ("a.csv", "item\tresponse\ndam\tIt rained, so it flooded.\ndam\n"),
    ("a.csv", "item|response\ndam|It rained, so it flooded.\ndam|\n"),
]


@pytest.mark.parametrize(("name", "content"), GAPS)
def test_a_record_without_a_response_is_a_gap_of_its_own(
    prism: Callable[..., Any], tmp_path: Path, name: str, content: str
) -> None:
    file, rubric = tmp_path / name, tmp_path / "dam.json"
    file.write_text(content)
    rubric.write_text(json.dumps(RUBRIC))
    scored = prism("score", file, "--rubric", rubric, "--json", "-", "--no-store")
    assert scored.code == 4, scored.err
    reports = [json.loads(line) for line in scored.out.splitlines()]
    assert sorted(bool(r["graph"]["units"]) for r in reports) == [False, True]


def test_a_row_with_a_field_too_many_is_named(prism: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("item,response\ndam,It rained, so it flooded.\n")
    told = prism("score", file)
    assert (told.code, told.err.count("\n")) == (3, 1)
    assert "line 2: the row has more fields than the header" in told.err


def test_a_fault_in_graphml_names_the_edge_and_the_key(
    prism: Callable[..., Any], tmp_path: Path
) -> None:
    units = [{"id": "u1", "text": "it rained"}, {"id": "u2", "text": "it flooded"}]
    cue = {"text": "so", "start": 0, "end": 2}
    edge = {"id": "e1", "source": "u1", "target": "u2", "label": "CAUSE", "cue": cue}
    made, file = tmp_path / "g.json", tmp_path / "g.graphml"
    made.write_text(json.dumps({"schema_version": "1.0", "units": units, "edges": [edge]}))
    prism("show", made, "--format", "graphml", "--out", file)
    assert prism("validate", file).code == prism("show", file).code == 0
    file.write_text(file.read_text().replace('"text": "so"', '"text" "so"'))
    for command in ("validate", "show"):
        told = prism(command, file, columns=300)
        assert told.code == 3
        assert "edge e1: the key 'cue' holds no JSON" in told.out + told.err
        assert (told.out + told.err).count("\n") == 1


def test_toml_nested_too_deeply_is_told(prism: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text("a=" + "[" * 10_000 + "]" * 10_000)
    told = prism("run", "whatif", "--config", file, "--out", tmp_path / "x.db")
    assert (told.code, told.err.count("\n")) == (3, 1)
    assert "not TOML" in told.err


def test_a_rung_that_is_no_word_is_a_fault(prism: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "l.jsonl"
    record = {"context": "c", "question": "q", "ladder": ["x"], "answer": 0}
    file.write_text(json.dumps({**record, "option_0": "a", "option_1": "b"}))
    told = prism("validate", file, columns=200)
    assert told.code == 3
    assert "line 1: $.ladder  no rung ['x']" in told.out


def test_the_ratings_of_pasta_are_told(prism, tmp_path) -> None:
    boxes = [f"Answer.sb_entail_a.{n}" for n in range(5)]
    boxes += [f"Answer.sb_is_logical.{n}" for n in range(2)]
    ticked = {"Answer.sb_entail_a.4": "true", "Answer.sb_is_logical.1": "true"}
    sheet = tmp_path / "t5.csv"
    rows = ([name, "a1", *(ticked.get(box, "false") for box in boxes)] for name in ("w1", "w2"))
    header = ["WorkerId", "Input.AssignmentId", *boxes]
    sheet.write_text("".join(",".join(row) + "\n" for row in (header, *rows)))
    told = prism("validate", sheet)
    assert told.out == "✓ ratings: PASTA's ratings, 2 ratings of 1 unit by 2 raters\n"
