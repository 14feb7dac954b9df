"""``prism score`` with language models, as a user calls it."""

import json
import re

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


def test_the_price_is_told_without_a_key_and_judging_needs_one(prism, demo, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    call = ("score", demo / "undecayed-wood" / "weak.txt", "--judge", "openai:m", "--no-store")
    foretold = prism(*call, "--dry-run")
    assert (foretold.code, foretold.err) == (0, "")
    assert "edge calls" in foretold.out
    outcome = prism(*call)
    assert outcome.code == 5
    assert outcome.err == ("prism: https://api.openai.com/v1: no API key (set OPENAI_API_KEY)\n")


@pytest.mark.parametrize(
    ("status", "message", "told"),
    [
        (401, f"Incorrect API key provided: {KEY}", "HTTP 401: Incorrect API key provided: [key]"),
        (404, "The model `m` does not exist", "HTTP 404: The model `m` does not exist"),
        (403, "no", "HTTP 403: no"),
    ],
)
def test_a_model_or_key_that_is_refused_is_one_line_and_exit_code_5(call, status, message, told):
    with Server(lambda body, number: fault(status, message)) as server:
        outcome = call(server, "--no-store")
        assert server.started <= 2  # not once a probe
    assert outcome.code == 5
    assert outcome.out == ""
    assert outcome.err.startswith(f"prism: {server.base_url}: m does not answer: {told}")
    assert outcome.err.count("\n") == 1


def test_a_dry_run_asks_nothing(call, tmp_path):
    (tmp_path / "prices.json").write_text('{"m": {"prompt": 1, "completion": 2}}')
    with Server() as server:
        outcome = call(server, "--no-store", "--dry-run", "--prices", tmp_path / "prices.json")
        assert server.started == 0
    assert outcome.code == 0
    assert "edge calls" in outcome.out
    assert "price, estimate" in outcome.out
    told = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in outcome.out.splitlines())
    every = re.fullmatch(
        r"calls (\d+), prompt tokens ([\d,]+), price (.+)", told["with --all-edges"]
    )
    assert every is not None
    assert float(every[3]) >= float(told["price, estimate"])


@pytest.mark.parametrize(
    ("flags", "sent"), [((), None), (("--seed", 5), 5), (("--seed", 5, "--decoding", "seed=7"), 7)]
)
def test_a_seed_is_sent_where_it_is_set_and_stands_in_the_signature(call, flags, sent):
    with Server() as server:
        outcome = call(server, "--no-store", "--json", "-", *flags)
        seeds = {body.get("seed") for body in server.requests if not is_probe(body)}
    signature = json.loads(outcome.out)["signature"]
    assert seeds == {sent}
    assert signature.endswith("|seed=5" if flags else "|seed=-")


def test_a_budget_leaves_the_rest_unscored(call):
    with Server() as server:
        outcome = call(server, "--no-store", "--max-tokens", "4000", "--json", "-")
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
