"""The command line on items that carry a structural causal model."""

import json
from pathlib import Path

import pytest

from prism.graph import CausalGraph
from prism.graph.convert import to_dict

SCM = {
    "mechanisms": {
        "X": {"table": [0.5, 0.5]},
        "Y": {"parents": ["X"], "table": [[0.75, 0.25], [0.5, 0.5]]},
    }
}


def item(name="q1", query="ATE(X, Y)", scm=SCM, **truth):
    held = {"scm": scm, "query": query, **truth}
    return {"id": name, "question": "Does X raise the chance of Y?", "truth": held}


@pytest.fixture
def score(prism, tmp_path: Path):
    def call(answer, *records, arguments=(), suffix="txt", columns=80):
        rubric, response = tmp_path / "items.jsonl", tmp_path / f"answer.{suffix}"
        rubric.write_text("".join(json.dumps(record) + "\n" for record in records))
        response.write_text(answer)
        return prism(
            "score", response, "--rubric", rubric, "--no-store", *arguments, columns=columns
        )

    return call


def test_the_report_holds_the_computed_answer_and_the_models(score):
    done = score(
        "0.75 to 0.5. The answer is 0.25.", item(expects="number"), arguments=["--json", "-"]
    )
    told = json.loads(done.out)
    assert done.code == 0
    assert (told["kind"], told["item"], told["parser"]) == ("truth", "q1", None)
    assert told["final"]["value"] == 1.0
    line = told["truth"]
    assert (line["answer"], line["expected"], line["model_answer"]) == (0.25, 0.25, 0.25)
    assert line["agrees"] is True
    assert line["steps"][-1] == "0.5 − 0.25 = 0.25"
    assert "judge=-" in told["signature"]


def test_a_wrong_answer_is_shown_with_the_derivation(score):
    done = score("No.", item())
    assert done.code == 0
    for words in (
        "ATE(X=0->1, Y=1)",
        "computed   0.25",
        "right      yes",
        "no  disagrees",
        "0.5 − 0.25",
    ):
        assert words in done.out
    narrow = score("No.", item(), columns=30)
    assert max(map(len, narrow.out.splitlines())) <= 30


@pytest.mark.parametrize(
    ("answer", "truth", "code"),
    [
        ("yes", {}, 0),
        ("no", {}, 1),
        ("yes and no", {}, 4),
        ("", {}, 3),
        ("yes", {"query": "PN(X, Y)", "threshold": 0.6}, 4),
        ("yes", {"query": "PN(X, Y)", "threshold": 0.4}, 0),
        ("0.7", {"query": "PN(X, Y)", "expects": "number"}, 0),
        ("{}", {"query": "backdoor(X, Y)", "expects": "set"}, 0),
        ("{Y}", {"query": "backdoor(X, Y)", "expects": "set"}, 1),
    ],
)
def test_exit_codes(score, answer, truth, code):
    done = score(answer, item(**truth), arguments=["--fail-under", "50"])
    assert done.code == code, done.out + done.err


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (item(query="ATE(X"), "line 1: $.truth.query: query 'ATE(X': ends too early"),
        (item(scm={"mechanisms": {}}), "line 1: $.truth.scm: neither mechanisms nor edges"),
        (item() | {"rubric": 1}, "line 1: $.rubric: unknown key"),
        ({"id": "q", "truth": {"scm": SCM, "query": "P(Y=1)"}}, "$.question: required key"),
        (item(expects="choice"), "$.truth: a choice needs options"),
    ],
)
def test_faults_are_one_line_and_exit_three(score, record, message):
    done = score("yes", record, item("other"), arguments=["--item", record["id"]])
    assert done.code == 3
    assert message in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("P(Q=1)", "Q is not a variable"),
        ("P(Y=1 | X=1, X=0)", "probability zero"),
        ("P(Y[X=1])", "expects"),
    ],
)
def test_a_question_that_cannot_be_answered_is_unscored_and_the_others_are_scored(
    score, query, message
):
    rows = [{"item": name, "response": "yes"} for name in ("q1", "q2", "q3")]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    items = [item("q1"), item("q2", query=query), item("q3")]
    done = score(text, *items, suffix="jsonl", arguments=["--json", "-"])
    assert done.code == 4
    first, second, third = (json.loads(line) for line in done.out.splitlines())
    assert first["final"]["value"] == third["final"]["value"] == 1.0
    assert second["final"]["unscored"] == {"not_applicable": 1}
    (warning,) = second["warnings"]
    assert warning["code"] == "no_truth"
    assert message in warning["message"]
    alone = score("yes", item(query=query))
    assert alone.code == 4
    assert message in " ".join(alone.out.split())


def test_an_option_is_a_choice(score):
    truth = {"query": "backdoor(X, Y)", "expects": "choice", "options": {"A": "{Y}", "B": "{}"}}
    assert score("The answer is B.", item(**truth), arguments=["--fail-under", "50"]).code == 0
    assert score("A", item(**truth), arguments=["--fail-under", "50"]).code == 1
    assert score("A or B", item(**truth)).code == 4
    shown = score("(A)", item(**truth)).out
    assert "B: {} belongs to it" in shown


def test_two_items_of_one_name_are_refused(score):
    done = score("yes", item(), item())
    assert done.code == 3
    assert "stands at line 1: $ too" in done.err


def test_a_graph_of_ones_own_has_no_place(score, tmp_path):
    graph = to_dict(CausalGraph.of("ab", [(0, 1, "CAUSE")]))
    (tmp_path / "g.json").write_text(json.dumps(graph))
    done = score("yes", item(), arguments=["--graph", str(tmp_path / "g.json")])
    assert done.code == 2
    assert "no text of this item becomes a graph" in done.err


def test_many_answers_are_a_table(score):
    rows = [{"item": f"q{n}", "response": r} for n, r in enumerate(["yes", "no", "it depends"])]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    done = score(text, *(item(f"q{n}") for n in range(3)), suffix="jsonl")
    assert done.code == 4
    assert "1 of 2 agree; 1 not scored" in done.out
    assert "parse failure" in done.out


def test_one_item_is_scored_by_the_answers_that_name_it(score):
    rows = [{"item": f"q{n}", "response": r} for n, r in enumerate(["yes", "no"])]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    items = [item("q0"), item("q1"), item("q2")]
    done = score(text, *items, suffix="jsonl", arguments=["--item", "q1", "--json", "-"])
    assert json.loads(done.out)["item"] == "q1"
    done = score(text, *items, suffix="jsonl", arguments=["--item", "q2"])
    assert done.code == 3
    assert "no response here answers q2" in done.err


def test_sets_are_shown_as_sets(score):
    scm = {"edges": [["A", "B"], ["C", "D"]], "bidirected": [["A", "B"], ["C", "D"]]}
    asked = item(query="c_components()", scm=scm, expects="all")
    done = score("Answer: {B, A}, {C, D}", asked, arguments=["--fail-under", "50"])
    assert done.code == 0
    assert "{A, B}, {C, D}" in done.out


def test_hostile_text_reaches_no_terminal(score):
    bad = "q\x1b[31m1"
    done = score("Answer: {A\x1b[2J, B}", item(bad, query="backdoor(X, Y)", expects="set"))
    assert "\x1b" not in done.out


def test_items_may_hold_their_responses(prism, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(item() | {"response": "yes", "model": "m", "domain": "d"}))
    done = prism("score", path, "--json", "-", "--no-store")
    assert json.loads(done.out)["truth"]["agrees"] is True


def test_a_truth_report_is_a_report(prism, score, tmp_path):
    report = tmp_path / "r.json"
    score("yes", item(), arguments=["--json", str(report)])
    done = prism("validate", report)
    assert done.code == 0
    assert "prism-report" in done.out


def test_the_criteria_of_an_edit_follow_from_its_model(prism, tmp_path):
    """Rain floods the road; the bakery opens whatever happens."""
    labels = {"R": "it rained", "F": "the road was flooded", "B": "the bakery was open"}
    scm = {
        "variables": {n: {"label": label, "unit": n} for n, label in labels.items()},
        "mechanisms": {
            "R": {"table": [0.5, 0.5]},
            "F": {"expression": "R"},
            "B": {"table": [0.5, 0.5]},
        },
    }
    record = {
        "id": "e1",
        "story": "It rained all night. So the road was flooded. The bakery was open.",
        "request": "What if it had not rained?",
        "truth": {"scm": scm, "do": {"R": "0"}, "story": dict.fromkeys(labels, "1")},
        "response": "It stayed dry all night. The road was not flooded. The bakery was open.",
    }
    path = tmp_path / "edit.jsonl"
    path.write_text(json.dumps(record) + "\n")
    told = json.loads(prism("score", path, "--json", "-", "--no-store").out)
    claims = {check: [c["text"] for c in told["checks"][check]["claims"]] for check in ("E1", "E2")}
    assert claims == {"E1": ["the bakery was open"], "E2": ["the road was flooded"]}
    assert "edit:model" in told["signature"]
    record["truth"]["scm"]["mechanisms"]["R"] = {"table": [0.5, 0.6]}
    path.write_text(json.dumps(record) + "\n")
    done = prism("score", path, "--no-store")
    assert done.code == 3


def test_an_edit_whose_story_is_impossible_in_its_model_is_unscored_and_the_others_scored(
    prism, tmp_path
):
    scm = {
        "variables": {"R": {"unit": "u1"}, "F": {"unit": "u2"}, "B": {"unit": "u3"}},
        "mechanisms": {
            "R": {"table": [0.5, 0.5]},
            "F": {"expression": "R"},
            "B": {"table": [0.5, 0.5]},
        },
    }

    def record(name, flood):
        return {
            "id": name,
            "story": "It rained all night, so the road was flooded. The bakery was open.",
            "request": "What if it had not rained?",
            "truth": {"scm": scm, "do": {"R": "0"}, "story": {"R": "1", "F": flood, "B": "1"}},
            "response": "It did not rain all night, so the road was not flooded. "
            "The bakery was open.",
        }

    path = tmp_path / "edit.jsonl"
    path.write_text("".join(json.dumps(record(n, f)) + "\n" for n, f in (("a", "1"), ("b", "0"))))
    done = prism("score", path, "--json", "-", "--no-store")
    assert done.code == 4
    good, bad = (json.loads(line) for line in done.out.splitlines())
    texts = {c: [line["text"] for line in good["checks"][c]["claims"]] for c in ("E1", "E2")}
    assert texts["E1"] == ["The bakery was open."]
    assert "flooded" in texts["E2"][0]
    assert good["final"]["value"] == 1.0
    assert bad["final"]["unscored"] == {"not_applicable": 1}
    assert bad["warnings"][0]["code"] == "no_truth"
    assert "probability zero" in bad["warnings"][0]["message"]


@pytest.mark.parametrize(
    ("response", "passed"),
    [
        ("The captain gave the signal. Anna did not shoot. Bert shot. The spy died.", 1.0),
        ("The captain gave the signal. Anna did not shoot. Bert shot. The spy did not die.", 0.0),
    ],
)
def test_a_descendant_that_the_counterfactual_leaves_as_it_was_must_be_kept(
    prism, tmp_path, response, passed
):
    """The spy stands below Anna's shot in the graph, and dies of Bert's all the same."""
    units = {"C": "u1", "A": "u2", "B": "u3", "D": "u4"}
    scm = {
        "variables": {name: {"unit": unit} for name, unit in units.items()},
        "mechanisms": {
            "C": {"table": [0.5, 0.5]},
            "A": {"expression": "C"},
            "B": {"expression": "C"},
            "D": {"expression": "A or B"},
        },
    }
    record = {
        "id": "squad",
        "story": "The captain gave the signal. Anna shot. Bert shot. The spy died.",
        "request": "What if Anna had not shot?",
        "truth": {"scm": scm, "do": {"A": "0"}, "story": dict.fromkeys(units, "1")},
        "response": response,
    }
    path = tmp_path / "edit.jsonl"
    path.write_text(json.dumps(record) + "\n")
    told = json.loads(prism("score", path, "--json", "-", "--no-store").out)
    kept = [line["text"] for line in told["checks"]["E1"]["claims"]]
    assert sorted(kept) == ["Bert shot.", "The captain gave the signal.", "The spy died."]
    assert told["checks"]["E1"]["value"] == passed
