"""What a run keeps of a panel's votes, and of the seed it was given."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.records import VERDICTS
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import write_files
from tests.scripted.answers import Answer, is_probe, well
from tests.scripted.server import Server

Prism = Callable[..., Any]


@pytest.fixture
def files(tmp_path: Path, demo: Path) -> tuple[Path, Path]:
    return write_files(tmp_path, demo, 1)


def call(files: tuple[Path, Path], out: Path, *more: object) -> list[object]:
    told = ("run", "whatif", "--items", files[0], "--answers", files[1], "--out", out)
    return [*told, "--jobs", 0, *more]


def kept(path: Path) -> tuple[list[Line], dict[str, Any]]:
    with Ledger(path, create=False) as ledger:
        (arm,) = ledger.arms()
        lines = [Line.model_validate_json(v) for *_, v in ledger.values(arm, "line")]
        found = {}
        for *_, value in ledger.values(arm, "verdicts"):
            found |= VERDICTS.validate_json(value)
    return lines, found


def split(body: dict[str, Any], number: int) -> Answer:
    """Models a and b believe every link, c believes none."""
    answer = well(body, number)
    if is_probe(body):
        return answer
    said = b"none" if body["model"] == "c" else b"forward"
    return replace(answer, body=re.sub(rb"forward|backward|none", said, answer.body))


def test_a_run_keeps_the_votes_and_reports_them(
    prism: Prism, files: tuple[Path, Path], tmp_path: Path
) -> None:
    out, panel = tmp_path / "r.db", "panel:openai:a,openai:b,openai:c"
    with Server(split) as server:
        flags = ("--judge", panel, "--base-url", server.base_url)
        ran = prism(*call(files, out, *flags))
        scored = prism(
            *("score", files[1], "--rubric", files[0], "--json", "-", "--no-store", *flags)
        )
    assert ran.code in (0, 4), ran.err
    (line,), verdicts = kept(out)
    causal = [v for name, v in verdicts.items() if re.fullmatch(r"e\d+", name)]
    assert causal
    assert all(v.votes == {"forward": 2, "none": 1} for v in causal)
    assert line.votes is not None
    sizes = [sum(v.votes.values()) for v in verdicts.values() if v.votes]
    assert (line.votes.voters, line.votes.probes) == (3, len(sizes))
    assert line.votes.pairs == sum(n * (n - 1) // 2 for n in sizes)
    told = json.loads(prism("report", out, "--item", line.item, "--json", "-").out)
    assert told["votes"] == json.loads(scored.out)["votes"]
    (table,) = json.loads(prism("report", out, "--json", "-").out)
    assert table["votes"] == json.loads(line.votes.model_dump_json())
    assert "3 votes a probe" in prism("report", out, columns=200).out


def test_a_tie_has_its_own_reason_in_a_run(
    prism: Prism, files: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "r.db"
    with Server(split) as server:
        flags = ("--judge", "panel:openai:a,openai:c", "--base-url", server.base_url)
        ran = prism(*call(files, out, *flags))
    assert ran.code == 4
    (line,), verdicts = kept(out)
    tied = [v for v in verdicts.values() if v.reason == "tie"]
    assert line.votes is not None
    assert line.votes.tied == len(tied) > 0
    assert "tie" in ran.out
    assert "not tried again" in ran.out


def test_the_seed_of_a_run_draws_its_controls(
    prism: Prism, files: tuple[Path, Path], tmp_path: Path
) -> None:
    asked = {}
    for seed in (None, 0, 1, 2, 3):
        out = tmp_path / f"{seed}.db"
        flags = () if seed is None else ("--seed", seed)
        ran = prism(*call(files, out, "--controls", *flags))
        assert ran.code == 0, ran.err
        (line,), verdicts = kept(out)
        told = prism(
            *("score", files[1], "--rubric", files[0], "--json", "-", "--controls", *flags)
        )
        assert line.signature == json.loads(told.out)["signature"]
        asked[seed] = sorted(v.probe for name, v in verdicts.items() if name.startswith("control:"))
    assert asked[None] == asked[0]
    assert len({tuple(names) for names in asked.values()}) > 1
