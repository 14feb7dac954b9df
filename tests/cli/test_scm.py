"""The calculator: what it prints, and its exit codes."""

import json

import pytest
from click.testing import CliRunner

from prism.cli.scm import command
from prism.errors import BadInput, UsageError


def run(*arguments):
    return CliRunner().invoke(command, arguments)


def test_ask_prints_the_derivation_and_the_answer():
    result = run("ask", "smoking", "P(Y=1 | do(X=1))", "frontdoor(X, Y | Z)")
    assert result.exit_code == 0
    assert "truncated factorisation" in result.output
    assert "P(Y[X=1]=1) = 0.4525\n" in result.output
    assert result.output.endswith("frontdoor(X, Y | Z) = yes\n")


def test_without_steps_there_is_one_line_an_answer():
    result = run("ask", "mediation", "PNS(X, Y)", "ATE(X, Y)", "--no-steps")
    assert result.output.splitlines() == [
        "PNS(X=0->1, Y=1) = not identified, bounds [0.46, 0.7]",
        "ATE(X=0->1, Y=1) = 0.46",
    ]
    result = run("ask", "motif_chain", "PNS(B, C)", "--coupling", "comonotone", "--no-steps")
    assert "= 0.7  (assuming monotone noise" in result.output


@pytest.mark.parametrize(
    ("model", "query", "line"),
    [
        ("smoking", "backdoor(X, Y)", "backdoor(X, Y) = no such set"),
        ("smoking", "frontdoor(X, Y)", "frontdoor(X, Y) = {Z} (minimal; 1 in all)"),
        ("mediation", "backdoor(X, Y)", "backdoor(X, Y) = {} (minimal; 1 in all)"),
        ("instrument", "instruments(X, Y)", "instruments(X, Y) = Z"),
        ("instrument", "instruments(Z, Y)", "instruments(Z, Y) = none"),
        ("instrument", "identify(Y | do(X))", "identify(Y | do(X)) = not identified"),
        ("instrument", "identify(Y | do(Z))", "identify(Y | do(Z)) = P(Y | Z)"),
        ("sprinkler", "P(W, S | C=1, R=0)", "P(W, S | C=1, R=0) = [0, 0] 0.9  [0, 1] 0.01"),
    ],
)
def test_values_are_put_in_words(model, query, line):
    assert run("ask", model, query, "--no-steps").output.startswith(line)


def test_json_holds_everything():
    result = run("ask", "firing_squad", "P(D[A=0]=1 | D=1)", "--json", "-")
    (answer,) = json.loads(result.output)
    assert answer["value"] == pytest.approx(0.7 / 0.76)
    assert answer["bounds"] is None
    assert any(step.startswith("abduction") for step in answer["steps"])


def test_show_check_and_list():
    assert "X <-> Y" in run("show", "smoking").output
    assert "noisy-or of A, B" in run("show", "motif_collider").output
    result = run("check", "simpson")
    assert result.exit_code == 0
    assert "9 of 9 answers agree" in result.output
    assert "monty_hall" in run("list").output


def test_check_fails_where_an_answer_is_wrong(tmp_path):
    path = tmp_path / "m.json"
    record = {"mechanisms": {"X": {"table": [0.5, 0.5]}}}
    path.write_text(
        json.dumps({**record, "answers": [{"query": "P(X=1)", "value": 0.4}]}), encoding="utf-8"
    )
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "WRONG P(X=1) = 0.5" in result.output
    path.write_text(json.dumps(record), encoding="utf-8")
    assert isinstance(run("check", str(path)).exception, BadInput)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("ask", "smoking", "P(Y=1"), UsageError, "ends too early"),
        (("ask", "smoking", "Foo(X)"), UsageError, "unknown question 'Foo'"),
        (("ask", "smoking", "dsep(X, Y | Y)"), UsageError, "Y stands in two places"),
        (("ask", "smoking", "P(Q=1)"), BadInput, "Q is not a variable"),
        (("ask", "smoking", "P(Y=7)"), BadInput, "Y has no state '7'"),
        (("ask", "smoking", "P(Y=1 | X=1, X=0)"), BadInput, "probability zero"),
        (("ask", "nowhere", "P(Y=1)"), BadInput, "neither a file nor a bundled model"),
        (("ask", "nowhere.json", "P(Y=1)"), BadInput, "no such file"),
    ],
)
def test_bad_input_is_one_line(arguments, kind, message):
    caught = run(*arguments).exception
    assert isinstance(caught, kind)
    assert message in str(caught)
    assert "\n" not in str(caught)


def test_labels_cannot_drive_the_terminal(tmp_path):
    path = tmp_path / "m.json"
    record = {
        "name": "a\x1b[2Jb",
        "variables": {"X": {"label": "\x1b]0;x\x07"}},
        "mechanisms": {"X": {"table": [0.5, 0.5]}},
    }
    path.write_text(json.dumps(record), encoding="utf-8")
    output = run("show", str(path)).output
    assert "\x1b" not in output
    assert "\x07" not in output


@pytest.mark.parametrize("name", ["", "ask", "show", "check", "list"])
def test_help_shows_examples(name):
    result = run(*filter(None, [name]), "--help")
    assert result.exit_code == 0
    assert "prism scm" in result.output
    assert "\b" not in result.output


def test_one_bad_query_does_not_cost_the_others(prism):
    asked = prism("scm", "ask", "smoking", "P(Y=1)", "P(Q=1)", "nonsense", "P(X=1)", "--no-steps")
    assert asked.code == 3
    assert [line.split(" = ")[0] for line in asked.out.splitlines()] == ["P(Y=1)", "P(X=1)"]
    assert len(asked.err.splitlines()) == 2
    told = prism("scm", "ask", "smoking", "P(Y=1)", "P(Q=1)", "P(X=1)", "--json", "-")
    assert told.code == 3
    first, second, third = json.loads(told.out)
    assert (first["value"], third["value"]) == (0.475, 0.5)
    assert second["query"] == "P(Q=1)"
    assert "Q is not a variable" in second["error"]


@pytest.mark.parametrize("chance", ["x", None, [], {}, [["x"]], [[[0.1]]], "1e999"])
def test_a_table_of_cladder_that_holds_no_numbers_is_told_in_one_line(prism, tmp_path, chance):
    model = {"model_id": 0, "story_id": "s", "params": {"p(X)": chance, "p(Y | X)": [0.5, 1]}}
    (tmp_path / "m.json").write_text(json.dumps([model]))
    shown = prism("scm", "show", f"{tmp_path}/m.json#0")
    assert (shown.code, shown.err.count("\n")) == (3, 1)
    assert "m.json#0" in shown.err
