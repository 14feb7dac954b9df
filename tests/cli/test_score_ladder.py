"""The command line on multiple-choice items."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from prism.cli.score import command
from prism.cli.validate import command as validate

RECORD = {
    "context": "The river froze in January, so the mill stopped. The miller owns two cats.",
    "questions": [
        {
            "ladder": ladder,
            "question": "Why did the mill stop?",
            "answer": 1,
            "option_0": "The miller owns two cats.",
            "option_1": "The river had frozen.",
        }
        for ladder in ("Causal_Discovery", "Intervention", "Counterfactual")
    ],
}


def run(tmp_path: Path, answer: str, *arguments: str, suffix: str = "txt") -> Result:
    rubric = tmp_path / "meter.jsonl"
    rubric.write_text(json.dumps(RECORD) + "\n" + json.dumps(RECORD) + "\n")
    response = tmp_path / f"answer.{suffix}"
    response.write_text(answer)
    fixed = [str(response), "--rubric", str(rubric), "--no-store"]
    return CliRunner().invoke(command, [*fixed, *arguments], standalone_mode=False)


def test_one_answer_by_context_and_question(tmp_path: Path) -> None:
    done = run(tmp_path, "The answer is (A).", "--item", "1/2", "--json", "-")
    told = json.loads(done.stdout)
    assert done.return_value == 0
    assert (told["kind"], told["item"], told["rung"]) == ("ladder", "1/2", "counterfactual")
    assert told["answer"]["extracted"] == 0
    assert told["answer"]["correct"] is False
    assert told["failure_modes"][0]["mode"] == "irrelevant_fact"


def test_fail_under_goes_by_the_answer(tmp_path: Path) -> None:
    assert run(tmp_path, "A", "--item", "0/0", "--fail-under", "50").return_value == 1
    assert run(tmp_path, "B", "--item", "0/0", "--fail-under", "50").return_value == 0


def test_an_unread_answer_is_partly_unscored(tmp_path: Path) -> None:
    assert run(tmp_path, "A or B", "--item", "0/0").return_value == 4


def test_a_file_of_answers_is_shown_as_tables(tmp_path: Path) -> None:
    rows = [
        {"item": f"{c}/{q}", "response": "AB"[(c + q) % 2], "setting": "ZS", "model": "m"}
        for c in range(2)
        for q in range(3)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    done = run(tmp_path, text, suffix="jsonl")
    assert done.return_value == 0
    for words in ("discovery", "kinds of the wrong answers", "falls at", "published"):
        assert words in done.stdout


def test_a_graph_of_ones_own_is_the_contexts(tmp_path: Path) -> None:
    graph = tmp_path / "g.json"
    done = run(tmp_path, "A", "--item", "0/0", "--json", "-")
    graph.write_text(json.dumps(json.loads(done.stdout)["graph"]))
    again = run(tmp_path, "A", "--item", "0/0", "--json", "-", "--graph", str(graph))
    assert json.loads(again.stdout)["parser"]["name"] == "given"


def validated(tmp_path: Path, name: str, text: str) -> Result:
    file = tmp_path / name
    file.write_text(text)
    return CliRunner().invoke(validate, [str(file)], standalone_mode=False)


def test_validate_names_line_field_and_mend(tmp_path: Path) -> None:
    wrong = json.dumps({**RECORD, "questions": [{**RECORD["questions"][0], "answer": 7}]})
    for text, line in ((wrong, "line 1"), (f"{json.dumps(RECORD)}\n\n{wrong}\n", "line 3")):
        done = validated(tmp_path, "m.jsonl", text)
        assert done.return_value == 3
        said = " ".join(done.stdout.split())
        assert f"{line}: $.questions[0].answer" in said
        assert "give the index of the right option, 0 to 1" in said


def test_validate_knows_tables_of_questions(tmp_path: Path) -> None:
    crass = "PCTID;Premise;QCC;CorrectAnswer;Answer1;Answer2\n7;P.;Q?;r;w;v\n"
    assert "crass" in validated(tmp_path, "c.csv", crass).stdout
    plain = validated(tmp_path, "other.csv", "a,b\n1,2\n")
    assert plain.return_value == 0
    assert "text" in plain.stdout
