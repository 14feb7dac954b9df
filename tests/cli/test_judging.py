"""``prism score`` with language models, as a user calls it."""

import json

import pytest

from tests.scripted.answers import GARBAGE, fault, is_probe, probe_answer, well
from tests.scripted.server import Server

KEY = "sk-never-shown"


@pytest.fixture
def call(prism, demo, monkeypatch, tmp_path):
    """Score the demo answer with the model m of a server."""
    folder = demo / "undecayed-wood"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def score(server, *more):
        common = ("score", folder / "middling.txt", "--rubric", folder / "q.json")
        return prism(*common, "--judge", "openai:m", "--base-url", server.base_url, *more)

    return score


def test_a_judged_report_says_by_whom_and_how(call, tmp_path):
    with Server() as server:
        outcome = call(server, "--store", tmp_path / "s", "--json", "-")
        again = call(server, "--store", tmp_path / "s", "--json", "-")
    report = json.loads(outcome.out)
    assert outcome.code == 0
    assert outcome.out == again.out
    assert (
        "judge=openai:m|decoding=temperature=0.0;edges=each;mode=json_schema"
        in (report["signature"])
    )
    verdict = report["criteria"][0]["verdict"]
    assert verdict["provenance"]["model_served"] == "scripted-1"
    assert str(tmp_path / "s") in outcome.err


def test_the_key_is_shown_nowhere(call, tmp_path):
    def script(body, number):
        return probe_answer(body) if is_probe(body) else fault(403, f"{KEY} is not allowed")

    with Server(script) as server:
        outcome = call(server, "--store", tmp_path / "s", "--json", "-")
    assert outcome.code == 4
    assert KEY not in outcome.out + outcome.err
    assert KEY.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_partly_unscored_is_exit_code_4_with_bounds(call):
    def script(body, number):
        bad = not is_probe(body) and number % 3 == 0
        return GARBAGE["refusal"](body) if bad else well(body)

    with Server(script) as server:
        outcome = call(server, "--no-store", "--json", "-")
    process = json.loads(outcome.out)["process"]["directed"]
    assert outcome.code == 4
    assert process["unscored"].keys() <= {"refused"}
    assert process["bounds"][0] <= process["value"] <= process["bounds"][1]


def test_an_endpoint_that_is_not_there_is_exit_code_5(call):
    with Server() as server:
        pass
    outcome = call(server, "--no-store", "--tries", "1")
    assert outcome.code == 5
    assert outcome.err.count("\n") == 1


def test_a_dry_run_asks_nothing(call, tmp_path):
    (tmp_path / "prices.json").write_text('{"m": {"prompt": 1, "completion": 2}}')
    with Server() as server:
        outcome = call(server, "--no-store", "--dry-run", "--prices", tmp_path / "prices.json")
        assert server.started == 0
    assert outcome.code == 0
    assert "edge calls" in outcome.out
    assert "price, estimate" in outcome.out


def test_a_budget_leaves_the_rest_unscored(call):
    with Server() as server:
        outcome = call(server, "--no-store", "--max-tokens", "9000", "--json", "-")
    assert outcome.code == 4
    assert "over_budget" in outcome.out


@pytest.mark.parametrize(
    "flags",
    [
        ("--store", "s", "--no-store"),
        ("--protocol", "published", "--edges", "batch"),
        ("--max-cost", "1"),
        ("--decoding", "heat=1"),
        ("--calls", "2", "--calls-floor", "3"),
    ],
)
def test_flags_that_make_no_sense_are_exit_code_2(call, flags):
    with Server() as server:
        outcome = call(server, *flags)
        assert server.started == 0
    assert outcome.code == 2
    assert outcome.err.startswith("prism: ")
