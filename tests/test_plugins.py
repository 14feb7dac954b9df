"""Judges and parsers of another package: named like prism's own, and told of where they break."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.errors import Unavailable, UsageError
from prism.judges.registry import JUDGES, kind_of
from prism.parsers.registry import PARSERS
from prism.plugins import brought
from prism.runs.ledger import Ledger
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import write_files

JUDGE = """
from prism import Provenance, Verdict
from prism.judges.base import JudgeKind

class Coin:
    estimates = True
    reads_prompts = False

    def __init__(self, side):
        self.name, self.side = f"coin:{side}", side

    async def answer(self, probes):
        given = Provenance(judge=self.name)
        place = 0 if self.side == "heads" else -1
        return [Verdict(probe=p.digest, value=p.menu[place], provenance=given) for p in probes]

async def make(rest, bench):
    return Coin(rest)

KIND = JudgeKind("coin:SIDE", make, estimates=True, reads_prompts=False)
"""
PARSER = """
from prism import CausalGraph
from prism.parsers.base import ParserKind

class Lines:
    name = "lines"

    async def parse(self, text):
        units = text.splitlines()
        links = [(n, n + 1, "CAUSE") for n in range(len(units) - 1)]
        return CausalGraph.of(units, links, text=text)

async def make(rest, bench):
    return Lines()

KIND = ParserKind("lines", make)
"""


@pytest.fixture(autouse=True)
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    there = tmp_path / "site"
    told = there / "coins-1.0.dist-info"
    told.mkdir(parents=True)
    (there / "coins_judge.py").write_text(JUDGE)
    (there / "coins_parser.py").write_text(PARSER)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: coins\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(
        "[prism.judges]\ncoin = coins_judge:KIND\nlost = coins_missing:KIND\n"
        "odd = coins_judge:Coin\n"
        "[prism.parsers]\nlines = coins_parser:KIND\n"
    )
    monkeypatch.syspath_prepend(str(there))
    brought.cache_clear()
    yield
    brought.cache_clear()


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    path = tmp_path / "answer.txt"
    path.write_text("Rain fell for a week.\nThe dam broke.\nThe town was flooded.")
    return path


@pytest.mark.parametrize(("side", "value"), [("heads", 1.0), ("tails", 0.0)])
def test_a_judge_and_a_parser_of_another_package_score(prism, answer, side, value) -> None:
    told = prism(
        "score", answer, "--judge", f"coin:{side}", "--parser", "lines", "--json", "-", "--no-store"
    )
    assert told.code == 0
    report = json.loads(told.out)
    assert report["process"]["directed"]["value"] == value
    assert report["process"]["directed"]["n"] == 2
    assert f"coin:{side}(estimate)" in report["signature"]


def test_another_packages_judge_takes_its_place_on_a_panel(prism, answer) -> None:
    spec = "panel:coin:heads,coin:heads,local"
    told = prism("score", answer, "--judge", spec, "--parser", "lines", "--json", "-")
    assert told.code == 0
    assert json.loads(told.out)["votes"]["voters"] == 3


def test_another_packages_judge_runs_a_benchmark_and_is_recalled(
    prism, tmp_path: Path, demo: Path
) -> None:
    (items, answers), out = write_files(tmp_path, demo, 2), tmp_path / "run.db"
    told = prism(
        "run", "whatif", "--items", items, "--answers", answers, "--out", out, "--quiet",
        "--judge", "coin:heads", "--parser", "lines", "--jobs", "0",
    )  # fmt: skip
    assert told.code == 0, told.err
    with Ledger(out) as ledger:
        [arm] = ledger.arms()
        assert (arm.plan.judge, arm.plan.parser) == ("coin:heads", "lines")
    report = prism("report", out, "--item", "q000", "--json", "-")
    assert report.code == 0, report.err
    assert "coin:heads(estimate)" in report.out


def test_doctor_tells_what_other_packages_bring(prism) -> None:
    told = prism("doctor", "--judge", "coin:heads", "--parser", "lines")
    assert told.code == 0
    lines = [" ".join(line.split()) for line in told.out.splitlines()]
    assert "✓ judge coin from package coins 1.0" in lines
    assert "✓ parser lines from package coins 1.0" in lines
    assert "leaves here nothing" in told.out.replace("  ", " ").replace("  ", " ")
    assert "the judge 'lost' cannot be loaded" in " ".join(told.out.split())


def test_doctor_tells_of_a_judge_that_there_is_not(prism) -> None:
    told = prism("doctor", "--judge", "oracle")
    assert told.code == 5
    assert "no judge 'oracle'" in " ".join(told.out.split())


def test_what_is_known_of_a_panel_follows_from_its_judges() -> None:
    kind = kind_of("panel:local,openai:m")
    assert (kind.estimates, kind.reads_prompts, kind.remote) == (False, True, True)
    kind = kind_of("panel:local,coin:heads")
    assert (kind.estimates, kind.reads_prompts, kind.remote) == (True, False, False)


@pytest.mark.parametrize("spec", ["LOCAL", "", "oracle", "panel", "panel:", "local:x", "local:"])
def test_a_name_that_nothing_has(spec: str) -> None:
    with pytest.raises(UsageError, match="no judge") as caught:
        JUDGES.find(spec)
    forms = "local, openai:MODEL, panel:A,B, replay:STORE, coin, lost or odd"
    assert forms in str(caught.value)


@pytest.mark.parametrize(
    ("name", "why"), [("lost", "ModuleNotFoundError"), ("odd", "not a JudgeKind")]
)
def test_what_cannot_be_loaded_is_told_in_one_line(name: str, why: str) -> None:
    with pytest.raises(Unavailable, match=why) as caught:
        JUDGES.find(name)
    assert str(caught.value).startswith(f"package coins 1.0, entry point {name} = coins_")
    assert "\n" not in str(caught.value)
    assert PARSERS.find("lines")[1] == ""
