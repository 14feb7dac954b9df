"""A model answers and a model judges: what is paid for once is not paid for again."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.runs.ledger import Ledger
from prism.runs.line import Line
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import response
from tests.scripted.answers import Answer, fault, is_probe, says, user, well
from tests.scripted.server import Server

Files = tuple[Path, Path]


def script(body: dict[str, Any], number: int) -> Answer:
    """Answer what-if questions with short responses, and judge as the scripted judge does."""
    if not is_probe(body) and body["messages"][0]["content"].startswith(("You answer", "You res")):
        return replace(says(response(len(user(body)))), good=True)
    return well(body, number)


def options(files: Files, out: Path, server: Server, *more: object) -> list[object]:
    return [
        *("run", "whatif", "--items", files[0], "--out", out, "--model", "openai:answerer"),
        *("--base-url", server.base_url, "--jobs", 0, *more),
    ]


def paid(server: Server, price: dict[str, float]) -> float:
    """Return what the answers that the server gave cost, by the usage it reported."""
    usage = [json.loads(answer.body).get("usage", {}) for answer in server.served]
    return sum(
        used.get(f"{kind}_tokens", 0) * each / 1e6 for used in usage for kind, each in price.items()
    )


def generating(body: dict[str, Any]) -> bool:
    return body["messages"][0]["content"].startswith("You answer what-if")


def test_published_protocol_is_what_is_asked_for(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    with Server(script) as server:
        assert prism(*options(files, tmp_path / "r.db", server)).code == 0
        asked = [body for body in server.requests if generating(body)]
    assert len(asked) == 9
    assert {body["temperature"] for body in asked} == {0.6}
    assert {body.get("max_tokens") or body.get("max_completion_tokens") for body in asked} == {4096}


def test_nothing_is_paid_twice(prism: Callable[..., Any], files: Files, tmp_path: Path) -> None:
    more = ("--judge", "openai:judge")
    with Server(script) as server:
        assert prism(*options(files, tmp_path / "r.db", server, *more)).code == 0
        paid = server.good
        assert prism(*options(files, tmp_path / "r.db", server, *more)).code == 0
        assert server.good == paid
        forked = prism(*options(files, tmp_path / "r.db", server, "--fork"))  # the local judge
        assert forked.code == 0
        assert server.good == paid
        again = options(files, tmp_path / "r.db", server, *more, "--protocol", "published")
        assert prism(*again, "--fork").code == 0
        asked = [b for b in server.requests if generating(b)]
        assert len(asked) == 9
    with Ledger(tmp_path / "r.db", create=False) as ledger:
        assert len(ledger.arms()) == 3


def test_an_outage_is_mended_at_the_next_start(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    failing = True

    def outage(body: dict[str, Any], number: int) -> Answer:
        broken = failing and not is_probe(body) and not generating(body) and number % 2
        return fault(403, "not now") if broken else script(body, number)

    out, more = tmp_path / "r.db", ("--judge", "openai:judge")
    with Server(outage) as server:
        first = prism(*options(files, out, server, *more))
        assert first.code == 4
        assert "tried again at the next start" in first.out
        assert any(None in line.marks.values() for line in read(out))
        failing = False
        assert prism(*options(files, out, server, *more)).code == 0
    assert all(None not in line.marks.values() for line in read(out))


def test_refused_answers_are_listed_and_not_asked_again(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    def refusing(body: dict[str, Any], number: int) -> Answer:
        if generating(body):
            return says(None, message={"refusal": "No."})
        return script(body, number)

    with Server(refusing) as server:
        first = prism(*options(files, tmp_path / "r.db", server))
        asked = server.started
        second = prism(*options(files, tmp_path / "r.db", server))
        assert server.started == asked
    assert (first.code, second.code) == (4, 4)
    assert "refused: No. (not tried again)" in first.out


def test_a_budget_stops_the_run_and_the_rest_is_done_later(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    with Server(script) as server:
        out = tmp_path / "r.db"
        stopped = prism(*options(files, out, server, "--max-tokens", 5_000, "--calls", 1))
        assert stopped.code == 4
        assert "budget" in stopped.err
        with Ledger(out, create=False) as ledger:
            counts = ledger.counts(ledger.arms()[0])
            assert 0 < counts["answer"] < counts["tasks"]
            assert not list(ledger.failures(ledger.arms()[0]))
        assert prism(*options(files, out, server)).code == 0
        assert sum(map(generating, server.requests)) == 9


def test_a_cost_limit_holds_and_the_rest_is_done_later(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    prices, out, limit = tmp_path / "prices.json", tmp_path / "r.db", 0.425
    price = {"prompt": 10.0, "completion": 100.0}
    prices.write_text(json.dumps({"answerer": price}))
    with Server(script) as server:
        call = options(files, out, server, "--prices", prices, "--json-lines")
        stopped = prism(*call, "--max-cost", limit)
        assert stopped.code == 4
        assert "budget" in stopped.err
        reported = [json.loads(line) for line in stopped.err.splitlines() if line[0] == "{"]
        spent = reported[-1]["cost"]
        assert spent == pytest.approx(paid(server, price))
        assert 0 < spent <= limit
        with Ledger(out, create=False) as ledger:
            counts = ledger.counts(ledger.arms()[0])
        # What was paid for is scored; what was not is neither scored nor failed.
        assert 0 < counts["answer"] == counts["line"] < counts["tasks"]
        assert prism(*call).code == 0
        assert sum(map(generating, server.requests)) == 9


def test_a_cost_limit_needs_prices_for_every_model(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"other": {"prompt": 1.0, "completion": 1.0}}))
    with Server(script) as server:
        call = options(files, tmp_path / "r.db", server, "--max-cost", 1)
        without = prism(*call)
        wrong = prism(*call, "--prices", prices)
    assert (without.code, wrong.code) == (2, 2)
    assert "give --prices FILE" in without.err
    assert "no price for answerer" in wrong.err
    assert not any(map(generating, server.requests))


def test_the_live_view_counts_unscored_verdicts(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    def refusing(body: dict[str, Any], number: int) -> Answer:
        broken = not is_probe(body) and not generating(body) and number % 2
        return fault(403, "not now") if broken else script(body, number)

    out = tmp_path / "r.db"
    with Server(refusing) as server:
        told = prism(*options(files, out, server, "--judge", "openai:judge", "--json-lines")).err
    reported = [json.loads(line) for line in told.splitlines() if line[0] == "{"]
    last = {line["stage"]: line for line in reported if line["finished"]}
    missing = sum(list(line.marks.values()).count(None) for line in read(out))
    assert last["judges"]["unscored"] == missing > last["judges"]["failed"]
    assert last["scores"]["unscored"] == sum(
        line.scores["final"].value is None for line in read(out)
    )


def test_strategies_and_the_control_are_arms(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    more = ("--strategy", "plain", "--strategy", "causal", "--paraphrase-control")
    with Server(script) as server:
        assert prism(*options(files, tmp_path / "r.db", server, *more)).code == 0
    with Ledger(tmp_path / "r.db", create=False) as ledger:
        plans = [arm.plan for arm in ledger.arms()]
    assert [plan.strategy for plan in plans] == ["plain", "causal", "paraphrase"]
    assert "strategy=causal" in plans[1].deviations
    assert "strategy=plain" not in plans[0].deviations
    report = prism("report", tmp_path / "r.db", "--json", "-")
    finals = [arm["overall"]["cells"]["final"]["n"] for arm in json.loads(report.out)]
    assert finals == [9, 9, 9]


def test_unknown_strategy(prism: Callable[..., Any], files: Files, tmp_path: Path) -> None:
    with Server(script) as server:
        wrong = prism(*options(files, tmp_path / "r.db", server, "--strategy", "magic"))
    assert wrong.code == 2
    assert "no strategy 'magic'" in wrong.err


@pytest.mark.parametrize("how", ["toml", "environment"])
def test_options_from_elsewhere(
    how: str,
    prism: Callable[..., Any],
    files: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = tmp_path / "run.toml"
    more: tuple[object, ...] = ()
    if how == "toml":
        told.write_text(f'items = "{files[0]}"\nanswers = "{files[1]}"\nprotocol = "published"\n')
        more = ("--config", told)
    else:
        monkeypatch.setenv("PRISM_RUN_ITEMS", str(files[0]))
        monkeypatch.setenv("PRISM_RUN_ANSWERS", str(files[1]))
        monkeypatch.setenv("PRISM_RUN_PROTOCOL", "published")
    out = tmp_path / "r.db"
    ran = prism("run", "whatif", *more, "--out", out, "--jobs", 0, "--max-items", 1)
    assert ran.code == 4
    with Ledger(out, create=False) as ledger:
        assert ledger.arms()[0].plan.protocol == "published"


@pytest.mark.parametrize("how", ["toml", "environment"])
def test_everything_may_be_set_elsewhere_under_its_own_name(
    how: str,
    prism: Callable[..., Any],
    files: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, out = tmp_path / "run.toml", tmp_path / "r.db"
    with Server(script) as server:
        if how == "toml":
            told.write_text(
                f'items = "{files[0]}"\nmodel = "openai:m"\nbase-url = "{server.base_url}"\n'
                'judge = ["openai:j"]\nstrategy = ["causal", "short"]\nsample = 4\n'
            )
        else:
            told.write_text("")
            settings = {
                "ITEMS": files[0], "MODEL": "openai:m", "BASE_URL": server.base_url,
                "JUDGE": "openai:j", "STRATEGY": "causal short", "SAMPLE": 4,
            }  # fmt: skip
            for name, value in settings.items():
                monkeypatch.setenv(f"PRISM_RUN_{name}", str(value))
        call = ("run", "whatif", "--config", told, "--out", out, "--jobs", 0)
        assert prism(*call).code == 0
        over = prism(*call, "--sample", 3)  # a flag wins
    assert over.code == 2
    assert "sample: 4 → 3" in over.err
    with Ledger(out, create=False) as ledger:
        plans = [arm.plan for arm in ledger.arms()]
    assert [(p.strategy, p.judge, p.sample) for p in plans] == [
        ("causal", "openai:j", 4), ("short", "openai:j", 4),
    ]  # fmt: skip


def read(path: Path) -> list[Line]:
    with Ledger(path, create=False) as ledger:
        (arm,) = ledger.arms()
        return [Line.model_validate_json(v) for _, _, _, v in ledger.values(arm, "line")]


def test_truncated_answers_and_mixed_judges_are_told(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    def mixed(body: dict[str, Any], number: int) -> Answer:
        if generating(body):
            return says(response(number), "length")
        said = well(body, number)
        name = f'"scripted-{number % 2}"'.encode()
        return replace(said, body=said.body.replace(b'"scripted-1"', name))

    with Server(mixed) as server:
        prism(*options(files, tmp_path / "r.db", server, "--judge", "openai:judge"))
    told = prism("report", tmp_path / "r.db", columns=200).out
    assert "Verdicts came from several models: scripted-" in told
    assert "9 answer truncated" in told
