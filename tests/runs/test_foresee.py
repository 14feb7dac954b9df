"""What is told before the first call holds when the calls are made."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import response
from tests.runs.test_answers import generating, options, script
from tests.scripted.answers import Answer, is_probe, says
from tests.scripted.server import Server

Files = tuple[Path, Path]


def told(out: str) -> dict[str, tuple[float, float]]:
    """Return the calls that a dry run printed, by kind, least and most."""
    found = {}
    for kind, numbers in re.findall(r"^(\w+) calls\s+(.*)$", out, re.MULTILINE):
        ends = [float(n.replace(",", "")) for n in re.findall(r"[\d,.]+", numbers)]
        found[kind] = (ends[0], ends[-1])
    return found


def different(body: dict[str, Any], number: int) -> Answer:
    """Answer as ``script`` does, no two questions alike."""
    if generating(body):
        return replace(says(response(number)), good=True)
    return script(body, number)


def test_given_answers_are_foretold_exactly(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out = tmp_path / "r.db"
    with Server(script) as server:
        call = [
            *("run", "whatif", "--items", files[0], "--answers", files[1], "--out", out),
            *("--judge", "openai:judge", "--base-url", server.base_url, "--jobs", 0),
        ]
        foretold = told(prism(*call, "--dry-run").out)
        assert not server.started
        assert not out.exists()
        assert prism(*call).code == 0
        made = sum(not is_probe(body) for body in server.requests)
        assert sum(low for low, _ in foretold.values()) == made
        assert all(low == high for low, high in foretold.values())
        assert not told(prism(*call, "--dry-run").out)


def test_answers_to_come_are_foretold_within_bounds(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    with Server(script) as server:
        call = options(files, tmp_path / "r.db", server, "--judge", "openai:judge")
        foretold = told(prism(*call, "--dry-run").out)
        assert foretold["answer"] == (9, 9)
        assert foretold["criterion"] == (45, 45)
        assert foretold["edge"][0] < foretold["edge"][1]
        assert prism(*call).code == 0
        assert sum(map(generating, server.requests)) == 9


def test_another_judge_beside_pays_for_no_answer_again(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out = tmp_path / "r.db"
    with Server(different) as server:
        assert prism(*options(files, out, server, "--judge", "openai:judge")).code == 0
        call = [*options(files, out, server, "--judge", "openai:other", "--fork")]
        foretold = told(prism(*call, "--dry-run").out)
        before = len(server.requests)
        assert prism(*call).code == 0
        made = [body for body in server.requests[before:] if not is_probe(body)]
    assert "answer" not in foretold
    assert sum(low for low, _ in foretold.values()) == len(made) > 0


def test_controls_that_are_added_are_foretold(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    with Server(different) as server:
        call = options(files, tmp_path / "r.db", server, "--judge", "openai:judge")
        assert prism(*call).code == 0
        foretold = told(prism(*call, "--controls", "--dry-run").out)
        before = len(server.requests)
        assert prism(*call, "--controls").code == 0
        made = [body for body in server.requests[before:] if not is_probe(body)]
    assert foretold == {"edge": (len(made), len(made))}


def ratios(out: str) -> list[float]:
    """Return high ÷ low of every interval that a dry run printed."""
    pairs = re.findall(r"([\d,.]+) to ([\d,.]+)", out)
    return [float(b.replace(",", "")) / float(a.replace(",", "")) for a, b in pairs]


def test_no_interval_spans_two_orders_of_magnitude_and_the_prior_is_stated(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    with Server(script) as server:
        call = options(files, tmp_path / "r.db", server, "--judge", "openai:judge")
        for more in ((), ("--controls",), ("--parser", "openai:p"), ("--answer-tokens", 30)):
            out = prism(*call, *more, "--dry-run").out
            assert "a prior for this benchmark" in out
            assert max(ratios(out)) < 30, out


def test_lengths_are_those_of_the_models_own_answers_once_there_are_some(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    def brief(body: dict[str, Any], number: int) -> Answer:
        return replace(says("word " * 40), good=True) if generating(body) else script(body, number)

    with Server(brief) as server:
        call = options(files, tmp_path / "r.db", server, "--judge", "openai:judge")
        before = prism(*call, "--dry-run").out
        prism(*call, "--max-items", 5)
        after = prism(*call, "--dry-run").out
    assert "taken to have 40 to 40 words (the middle 80 % of 5 answers of openai:" in after
    assert told(after)["edge"][1] < told(before)["edge"][1]
