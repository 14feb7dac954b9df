"""``prism agree``: what people filled in is read as they meant it, or named by its cell."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from prism.runs.ledger import Ledger
from prism.runs.line import Line
from tests.runs.conftest import write_files

pytestmark = pytest.mark.usefixtures("all_marked")

Prism = Callable[..., Any]
SHEETS = {
    "words": "id,rater_1,rater_2\nu1,good,good\nu2,bad,good\nu3,bad,bad\n",
    "off_scale": "id,rater_1,rater_2\nu1,11,3\nu2,-1,4\nu3,7,7\n",
    "same_id": "id,rating\nu1,1\nu1,0\nu2,1\n",
    "alone": "id,rating\nu1,1\nu2,0\n",
    "gaps": "id,rater_1,rater_2,rater_3\nu1,1,1,\nu2,1,1,1\nu3,2,,2\n",
    "alike": "id,rater_1,rater_2\n" + "".join(f"u{n},yes,yes\n" for n in range(8)),
    "here": "id,rating\n" + "".join(f"u{n},{n % 2}\n" for n in range(6)),
    "there": "id,rating\n" + "".join(f"v{n},{n % 2}\n" for n in range(6)),
    "header": "id,r1,r2\nu1,1,NA\nu2,2,2\nu3,3,nan\nu4,4,4\n",
}


@pytest.fixture
def sheet(tmp_path: Path) -> Callable[[str], Path]:
    def write(name: str) -> Path:
        file = tmp_path / f"{name}.csv"
        file.write_text(SHEETS[name])
        return file

    return write


def statistics(told: str) -> dict[str, dict[str, Mapping[str, Any]]]:
    return {b["title"]: {s["name"]: s for s in b["statistics"]} for b in json.loads(told)}


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["words"], ['"good" in cell u1/rater_1 is no rating', "Yes, No or Other"]),
        (["off_scale"], ["u1/rater_1 = 11, u2/rater_1 = -1", "from 1 to 10"]),
        (["same_id"], ["u1 stands twice, with different ratings", "one rater alone agrees"]),
        (["alone"], ["one rater alone agrees with nobody"]),
        (["here", "there"], ["the raters share no unit"]),
        (["header"], ["'rating'", "rater_1, rater_2"]),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(
    prism: Prism, sheet: Callable[[str], Path], names: list[str], told: list[str]
) -> None:
    files = [sheet(name) for name in names]
    found = prism("agree", *(part for file in files for part in ("--human", file)))
    assert (found.code, found.out) == (3, "")
    assert len(found.err.splitlines()) == 1
    assert all(word in found.err for word in [*told, *(file.name for file in files)])


def test_units_with_two_ratings_count(prism: Prism, sheet: Callable[[str], Path]) -> None:
    found = prism("agree", "--human", sheet("gaps"), "--json", "-")
    alpha = statistics(found.out)["people among themselves"]["Krippendorff's alpha"]
    assert (alpha["value"], alpha["n"], alpha["ratings"], alpha["missing"]) == (1.0, 3, 7, 0)
    assert alpha["interval"] is None
    shown = prism("agree", "--human", sheet("gaps")).out
    assert "no interval: fewer than 5" in shown


def test_no_table_holds_nothing(prism: Prism, sheet: Callable[[str], Path]) -> None:
    """Ratings all alike have no alpha: said once, in words, and accuracy keeps its interval."""
    shown = prism("agree", "--human", sheet("alike"))
    assert (shown.code, shown.err) == (0, "")
    assert "undefined" not in shown.out
    assert "people among themselves: no value: too few ratings, or all alike" in shown.out
    found = statistics(prism("agree", "--human", sheet("alike"), "--json", "-").out)
    accuracy = found["one rater against the others"]["accuracy"]
    assert accuracy["value"] == accuracy["interval"]["high"] == 1.0
    assert accuracy["interval"]["low"] < 0.8


def test_a_row_that_stands_twice_alike_counts_once(prism: Prism, tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("id,rater,rating\nu1,a,yes\nu1,a,Yes\nu1,b,no\nu2,a,no\nu2,b,no\n")
    found = prism("agree", "--human", file, "--json", "-")
    assert "1 ratings stand twice, such as that of u1" in found.err
    assert statistics(found.out)["one rater against the others"]["accuracy"]["n"] == 4


@pytest.fixture
def run(tmp_path: Path, demo: Path, prism: Prism) -> Path:
    """A finished run over eight items; all but causal links are judged, too."""
    items, answers = write_files(tmp_path, demo, 8)
    given = json.loads(answers.read_text())
    for number, item in enumerate(given["items"]):
        item["model_answer"] += " Therefore prices rose. But nobody cared." * (number % 3)
    answers.write_text(json.dumps(given))
    out = tmp_path / "r.db"
    call = ("run", "whatif", "--items", items, "--answers", answers, "--out", out, "--jobs", 0)
    assert prism(*call).code == 0
    return out


def by_item(run: Path) -> dict[str, Line]:
    with Ledger(run, create=False) as ledger:
        (arm,) = ledger.arms()
        lines = [Line.model_validate_json(v) for _, _, _, v in ledger.values(arm, "line")]
    return {line.item: line for line in lines}


def test_a_sheet_of_items_is_held_against_a_score(prism: Prism, run: Path, tmp_path: Path) -> None:
    lines = by_item(run)
    marks = {item: 12 * place + 3 for place, item in enumerate(lines)}
    file = tmp_path / "pm.csv"
    file.write_text("id,rating\n" + "".join(f"{item},{mark}\n" for item, mark in marks.items()))
    scale = ("--bottom", 0, "--top", 100)
    for score in ("PM", "final"):
        told = prism("agree", run, "--human", file, "--score", score.lower(), *scale, "--json", "-")
        found = statistics(told.out)["judge against people"]
        ours = [line.scores[score].value for line in lines.values()]
        theirs = [mark / 100 for mark in marks.values()]
        gaps = [abs(a - b) for a, b in zip(ours, theirs, strict=True)]
        assert found["MAE"]["value"] == pytest.approx(sum(gaps) / len(gaps))
        if len(set(ours)) > 1:
            assert found["Pearson"]["value"] == pytest.approx(stats.pearsonr(ours, theirs)[0])
            assert found["Spearman"]["value"] == pytest.approx(stats.spearmanr(ours, theirs)[0])
    unknown = prism("agree", run, "--human", file, "--score", "moon", *scale)
    assert (unknown.code, "no score 'moon'" in unknown.err) == (2, True)


def test_an_item_with_several_responses_is_not_guessed(prism: Prism, run: Path) -> None:
    file = run.parent / "s.csv"
    file.write_text("id,rating\nq000,yes\nq001,no\n")
    told = prism("agree", run, run, "--human", file)
    assert (told.code, "q000 has several responses" in told.err) == (3, True)
    assert prism("agree", run, run, "--arm", 2, "--human", file).code == 0
    assert prism("agree", run, "--arm", 2, "--human", file).code == 2


def filled(prism: Prism, run: Path, out: Path, rate: Callable[[dict[str, str]], str]) -> list[Any]:
    told = prism("sample", run, "--unit", "edge", "--n", 200, "--out", out)
    assert told.code == 0
    rows = list(csv.reader(io.StringIO(out.read_bytes().decode("utf-8-sig"))))
    head = next(place for place, row in enumerate(rows) if row and row[0] == "id")
    found = [dict(zip(rows[head], row, strict=True)) for row in rows[head + 1 :]]
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "rating"])
        writer.writerows([row["id"], rate(row)] for row in found)
    return found


def test_a_sheet_of_edges_gives_the_process_metric(prism: Prism, run: Path, tmp_path: Path) -> None:
    """People who refuse every link that ends in a cellar: their metric by response, by hand."""
    rows = filled(
        prism, run, tmp_path / "anna.csv", lambda row: "no" if "cellar" in str(row) else "yes"
    )
    assert {row["relation"] for row in rows} <= {"CAUSE", "CONDITION", "RESULT", "CONSEQUENCE"}
    told = prism("agree", run, "--human", tmp_path / "anna.csv", "--json", "-")
    found = statistics(told.out)["process metric by response, judge against people"]
    human: dict[str, list[float]] = {}
    for row in rows:
        human.setdefault(row["response"], []).append(float("cellar" not in str(row)))
    judge = {line.item: line.scores["PM"].value for line in by_item(run).values()}
    assert found["MAE"]["n"] == len(human) == len(judge) == 8
    ours = sum(judge.values()) / 8
    theirs = sum(sum(marks) / len(marks) for marks in human.values()) / 8
    # People believe no less than the judge here, so that the mean gap is the gap of the means.
    assert found["MAE"]["value"] == pytest.approx(theirs - ours)


def test_the_causal_edges_are_drawn_unless_all_are_wanted(
    prism: Prism, run: Path, tmp_path: Path
) -> None:
    def drawn(*flags: str) -> set[str]:
        out = tmp_path / "s.csv"
        assert prism("sample", run, "--unit", "edge", "--n", 500, *flags, "--out", out).code == 0
        rows = list(csv.reader(io.StringIO(out.read_bytes().decode("utf-8-sig"))))
        head = next(place for place, row in enumerate(rows) if row and row[0] == "id")
        return {row[rows[head].index("relation")] for row in rows[head + 1 :]}

    with Ledger(run, create=False) as ledger:
        (arm,) = ledger.arms()
        graphs = [json.loads(value) for _, _, _, value in ledger.values(arm, "graphs")]
    labels = {edge["label"] for graph in graphs for edge in graph["response"]["edges"]}
    causal = {"CAUSE", "CONDITION", "RESULT", "CONSEQUENCE"}
    assert labels - causal
    assert drawn() == labels & causal
    assert drawn("--all-edges") >= labels & causal
