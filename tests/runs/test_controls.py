"""Edges with known answers, judged alongside: told of the judge, and no part of any score."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from prism.engine.score import prepare, run_sync
from prism.files.source import read_source
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.suites.base import Setup
from prism.suites.pairing import pair
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.test_foresee import told
from tests.scripted.answers import Answer, is_probe, well
from tests.scripted.server import Server

Files = tuple[Path, Path]
Prism = Callable[..., Any]


def lines(path: Path) -> list[Line]:
    with Ledger(path, create=False) as ledger:
        (arm,) = ledger.arms()
        return [Line.model_validate_json(v) for _, _, _, v in ledger.values(arm, "line")]


def options(files: Files, out: Path, *more: object) -> list[object]:
    call = ("run", "whatif", "--items", files[0], "--answers", files[1], "--out", out)
    return [*call, "--jobs", 0, *more]


def made(files: Files) -> int:
    """Return how many controls the answers call for, counted one by one."""
    setup = Setup(parser=EmbeddedParser(), judge=LocalJudge())
    items = pair(read_source(str(files[1])), read_source(str(files[0])))
    return sum(len(run_sync(lambda i=i: prepare(i, setup)).controls()) for i in items)


def test_controls_are_told_and_change_no_number(prism: Prism, files: Files, tmp_path: Path) -> None:
    bare, controlled = tmp_path / "bare.db", tmp_path / "controlled.db"
    assert prism(*options(files, bare)).code == 0
    assert prism(*options(files, controlled, "--controls")).code == 0
    found = lines(controlled)
    assert [line.model_copy(update={"controls": None}) for line in found] == lines(bare)
    judged = sum(sum(line.controls.judged.values()) for line in found if line.controls)
    believed = sum(sum(line.controls.believed.values()) for line in found if line.controls)
    assert judged == made(files) > 0
    shown = prism("report", controlled, columns=200).out
    (row,) = [line.split() for line in shown.splitlines() if line.startswith("all ")]
    assert row == ["all", str(believed), str(judged), f"{believed / judged:.0%}"]
    assert "Controls" not in prism("report", bare, columns=200).out
    item = prism("report", controlled, "--item", found[0].item, "--json", "-")
    section = json.loads(item.out)["controls"]
    assert found[0].controls is not None
    assert section["all"]["judged"] == sum(found[0].controls.judged.values())


@pytest.mark.parametrize("credulous", [True, False])
def test_a_credulous_judge_is_found_out(
    credulous: bool, prism: Prism, files: Files, tmp_path: Path
) -> None:
    def script(body: dict[str, Any], number: int) -> Answer:
        answer = well(body, number)
        if is_probe(body):
            return answer
        always = b"forward" if credulous else b"none"
        return replace(answer, body=re.sub(rb"forward|backward|none", always, answer.body))

    out = tmp_path / "r.db"
    with Server(script) as server:
        call = [
            *options(files, out, "--controls", "--judge", "openai:judge"),
            *("--base-url", server.base_url),
        ]
        foretold = told(prism(*call, "--dry-run").out)
        assert prism(*call).code == 0
        asked = sum(not is_probe(body) for body in server.requests)
    assert sum(low for low, _ in foretold.values()) == asked
    (table,) = json.loads(prism("report", out, "--json", "-").out)
    assert table["controls"]["alarm"] is credulous
    assert table["controls"]["all"]["rate"] == float(credulous)


def test_controls_may_be_added_later_and_stay(prism: Prism, files: Files, tmp_path: Path) -> None:
    late, early = tmp_path / "late.db", tmp_path / "early.db"
    more = ("--judge", "openai:judge", "--base-url")
    with Server(well) as server:
        assert prism(*options(files, early, *more, server.base_url, "--controls")).code == 0
    with Server(well) as server:
        assert prism(*options(files, late, *more, server.base_url)).code == 0
        before = len(server.requests)
        added = prism(*options(files, late, *more, server.base_url, "--controls"))
        assert added.code == 0, added.err
        asked = sum(not is_probe(body) for body in server.requests[before:])
        assert prism(*options(files, late, *more, server.base_url)).code == 0
        assert len(server.requests) == before + asked
    assert lines(late) == lines(early)
    assert 0 < asked <= made(files)
    assert not prism("report", late).out.count("controls=")
