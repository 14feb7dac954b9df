"""Arms beside each other: who is ranked, slices by axis, any score, modes with their means."""

import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import prism as library
from prism.records.score import Score
from prism.report.leaderboard import ArmTable, Wanted, arm_table, over_lengths, ranked
from prism.report.side_by_side import labels, side_by_side
from prism.runs.columns import Columns
from prism.runs.line import Line
from prism.runs.plan import Plan
from prism.runs.records import Arm
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.conftest import write_files

pytestmark = pytest.mark.usefixtures("all_marked")

Prism = Callable[..., Any]
PLAN = Plan(suite="cobe", items="i.json", items_digest="1")
SURE = {"coverage": 1.0, "n": 1}


def column(values: list[float | None], strategy: str = "tier1", **slices: list[str]) -> Columns:
    """An arm whose tasks have these finals, None being a task without a line."""
    found = Columns(Arm(1, PLAN.model_copy(update={"strategy": strategy, "model": "m"})))
    for place, value in enumerate(values):
        axes = {name: groups[place] for name, groups in slices.items()}
        if value is None:
            found.add_missing(f"t{place}", f"c{place}", axes, "judge_error")
            continue
        score = Score(value=value, bounds=(value, value), **SURE)
        variant = {"phrasing": axes["phrasing"]} if "phrasing" in axes else {}
        line = Line(
            item=f"t{place}", variant=variant, cluster=f"c{place}", slices=axes,
            signature="s", scores={"final": score},
        )  # fmt: skip
        found.add(line)
    return found


def table(columns: Columns, **wanted: Any) -> ArmTable:
    return arm_table(columns, "r.db", columns.arm.plan.name, Wanted(**wanted))


def test_an_arm_that_misses_much_has_no_rank() -> None:
    whole, few = table(column([0.5] * 10)), table(column([1.0] * 8 + [None] * 2))
    assert few.headline.coverage == 0.8
    found = ranked([few, whole], 0.9)
    assert [(arm.rank, arm.headline.n) for arm in found] == [(1, 10), (None, 10)]
    assert labels(found) == ["1", "u1"]
    assert [arm.rank for arm in ranked([few, whole], 0.8)] == [1, 2]


def test_verdicts_missing_within_answers_count_as_missing() -> None:
    found = column([0.5] * 9)
    part = Score(value=0.9, bounds=(0.3, 1.0), coverage=0.1, n=10)
    line = Line(item="x", variant={}, cluster="x", slices={}, signature="s", scores={"final": part})
    found.add(line)
    assert table(found).headline.coverage == pytest.approx(0.91)
    assert table(found).headline.scored == 10


def test_a_score_that_was_not_asked_for_is_not_missing() -> None:
    found = column([1.0] * 6)
    e4 = Score(value=0.0, bounds=(0.0, 0.0), **SURE)
    for place in range(2):
        scores = {"final": Score(value=0.0, bounds=(0.0, 0.0), **SURE), "E4": e4}
        line = Line(item=f"e{place}", variant={}, cluster=f"e{place}", slices={},
                    signature="s", scores=scores)  # fmt: skip
        found.add(line)
    cell = table(found).overall.cells["E4"]
    assert (cell.n, cell.scored, cell.value, cell.bounds) == (2, 2, 0.0, (0.0, 0.0))
    found.add_missing("gone", "gone", {}, "judge_error")
    cell = table(found).overall.cells["E4"]
    assert (cell.n, cell.scored, cell.bounds[0]) == (3, 2, 0.0)
    assert cell.bounds[1] == pytest.approx(1 / 3)


def test_the_spread_over_phrasings_is_that_of_their_means() -> None:
    finals = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    (spread,) = table(column(finals, phrasing=["A", "A", "B", "B", "C", "C"])).spreads
    assert spread.groups == {"A": 0.5, "B": 1.0, "C": 0.0}
    assert (spread.mean, spread.sd) == (0.5, statistics.stdev([0.5, 1.0, 0.0]))


def test_the_spread_over_lengths_is_over_arms_alike_but_for_it() -> None:
    arms = [table(column([value] * 5, name)) for name, value in
            (("plain", 0.5), ("long", 0.6), ("short", 0.4), ("causal", 1.0))]  # fmt: skip
    ((model, spread),) = over_lengths(arms)
    assert (model, spread.groups) == ("m", {"plain": 0.5, "long": 0.6, "short": 0.4})
    assert spread.sd == pytest.approx(0.1)


@pytest.fixture
def run(tmp_path: Path, demo: Path, prism: Prism) -> Path:
    """A run of nine answers, of which three name no cause."""
    items, answers = write_files(tmp_path, demo, 9)
    given = json.loads(answers.read_text())
    for number, item in enumerate(given["items"]):
        if number % 3 == 2:
            item["model_answer"] = "The sky is blue. The grass is green."
    answers.write_text(json.dumps(given))
    call = ("run", "whatif", "--items", items, "--answers", answers, "--out", tmp_path / "r.db")
    prism(*call, "--jobs", 0)
    return tmp_path / "r.db"


def test_modes_are_the_same_wherever_an_answer_is_scored(
    prism: Prism, run: Path, tmp_path: Path
) -> None:
    prism("report", run, "--export", tmp_path / "t.jsonl")
    exported = {
        row["item"]: row["failure_modes"]
        for row in map(json.loads, (tmp_path / "t.jsonl").read_text().splitlines())
    }
    told = prism("report", run, "--item", "q002", "--json", "-").out
    ran = [mode["mode"] for mode in json.loads(told)["failure_modes"]]
    rubric = str(run.parent / "benchmark.json")
    alone = library.score("The sky is blue. The grass is green.", rubric, item="q002")
    (tmp_path / "a.txt").write_text("The sky is blue. The grass is green.")
    scored = prism("score", tmp_path / "a.txt", "--rubric", rubric, "--item", "q002", "--json", "-")
    assert ran[0] == "Causal Gap"
    assert ran == [mode.mode for mode in alone.failure_modes]
    assert ran == [mode["mode"] for mode in json.loads(scored.out)["failure_modes"]]
    assert exported["q002"] == "; ".join(ran)
    assert library.score("  ", rubric, item="q002").failure_modes == ()


def test_modes_are_counted_over_every_answer_with_the_means(prism: Prism, run: Path) -> None:
    (told,) = json.loads(prism("report", run, "--json", "-").out)
    gap = next(mode for mode in told["modes"] if mode["mode"] == "Causal Gap")
    assert gap["of"] == 9
    assert gap["n"] >= 3
    assert gap["examples"][0] == ["q002", "no causal edge"]
    whole = told["overall"]["cells"]["final"]["value"] * 9
    parts = [(gap["shown"], gap["n"]), (gap["rest"], 9 - gap["n"])]
    assert sum(cell["value"] * n for cell, n in parts if cell) == pytest.approx(whole)


def test_the_correlation_with_an_index_stands_in_the_json(
    prism: Prism, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "i.csv").write_text("model,index\nm,64\nelse,3\n")
    (told,) = json.loads(prism("report", run, "--index", tmp_path / "i.csv", "--json", "-").out)
    assert told["index"]["names_left"] == ["else"]
    assert (told["index"]["n"], told["index"]["rho"]) == (1, None)
    (plain,) = json.loads(prism("report", run, "--json", "-").out)
    assert plain["index"] is None


def test_any_score_can_be_ranked_and_sliced(prism: Prism, run: Path) -> None:
    (told,) = json.loads(prism("report", run, "--score", "pm", "--json", "-").out)
    assert told["score"] == "PM"
    shown = prism("report", run, "--score", "pm", columns=120).out
    assert "PM [95 %]" in shown
    mean = next(r for r in told["slices"] if r["group"] == "HASS")["cells"]["PM"]["value"]
    line = next(line for line in shown.splitlines() if line.startswith("  HASS"))
    assert f" {100 * mean:.1f} " in line
    assert prism("report", run, "--score", "moon").code == 2


def test_without_the_extra_means_and_bounds_stand(
    prism: Prism, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = json.loads(prism("report", run, "--json", "-").out)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    (bare,) = json.loads(prism("report", run, "--json", "-").out)
    for name, cell in bare["overall"]["cells"].items():
        assert cell == {**whole["overall"]["cells"][name], "interval": None}
    told = prism("report", run)
    assert "prism-causal[stats]" in told.out
    assert "Traceback" not in told.err


def test_slices_of_unlike_arms_keep_to_their_axis() -> None:
    one = column([1.0] * 6, phrasing=["A", "B"] * 3, domain=["x", "y"] * 3)
    other = column([0.0] * 6, "tier2", domain=["x", "y"] * 3, phrasing=["D", "E"] * 3)
    console = Console(width=100)
    with console.capture() as page:
        for part in side_by_side(ranked([table(one), table(other)]), 100):
            console.print(part)
    lines = [line.split()[0] for line in page.get().splitlines() if line.strip()]
    start = lines.index("phrasing")
    assert lines[start : start + 5] == ["phrasing", "A", "B", "D", "E"]
    assert lines[lines.index("domain") :][:3] == ["domain", "x", "y"]
