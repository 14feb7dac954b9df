"""What release 0.1.0 wrote is read by this one, and no answer paid for then is paid for again.

``tests/data/from_0_1_0/make.py`` says how the files were made. No endpoint is up here: a command
that needed a new answer would end with exit code 5.
"""

import contextlib
import json
import shutil
from pathlib import Path

import pytest

from prism.llm.client import Retry
from tests.cli.conftest import Outcome
from tests.cli.test_examples import call

FILES = Path(__file__).parent / "data" / "from_0_1_0"
REPORTS = ["edit", "ladder", "structure", "truth", "whatif"]
STORE = ["--judge", "openai:m", "--base-url", "http://127.0.0.1:34715/v1"]
RUN = ["--judge", "openai:m", "--base-url", "http://127.0.0.1:37379/v1", "--jobs", "0"]
GIVEN = ["run", "whatif", "--items", "inputs/benchmark.json", "--answers", "inputs/answers.json"]


@pytest.fixture
def earlier(tmp_path, monkeypatch):
    """A copy of the files, to work in, with no key that could pay for anything."""
    shutil.copytree(FILES, tmp_path / "files")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr(Retry, "delay", lambda *_: 0.0)  # nobody comes, however long one waits
    with contextlib.chdir(tmp_path / "files"):
        yield tmp_path / "files"


def prism(*args: object) -> Outcome:
    return call(*args)


def score(text: str, item: str) -> Outcome:
    return prism("score", f"inputs/{text}.txt", "--rubric", f"inputs/{item}.json", *STORE,
                 "--store", "store.sqlite", "--json", "-")  # fmt: skip


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_valid_and_explained(earlier, name):
    assert prism("validate", f"{name}.json").code == 0
    told = prism("explain", f"{name}.json")
    assert (told.code, told.err) == (0, "")
    assert told.out.strip()


@pytest.mark.parametrize("name", ["graph.json", "graph.graphml"])
def test_a_graph_is_scored(earlier, name):
    assert prism("validate", name).code == 0
    done = prism("score", "inputs/dam.txt", "--graph", name, "--no-store", "--json", "-")
    assert done.code == 0
    assert json.loads(done.out)["kind"] == "structure"


@pytest.mark.parametrize(("text", "item"), [("dam", "whatif"), ("rewrite", "edit")])
def test_a_store_pays_for_nothing_again(earlier, text, item):
    assert score(text, item).code == 0


def test_a_store_without_its_rows_would_pay(earlier):
    (earlier / "store.sqlite").unlink()
    assert score("dam", "whatif").code == 5


def test_a_finished_run_is_reported_and_resumed(earlier):
    assert prism("report", "finished.db").code == 0
    again = prism(*GIVEN, *RUN, "--seed", "0", "--out", "finished.db")
    assert (again.code, "2 of 2 scored" in again.out) == (0, True)


def test_an_unfinished_run_keeps_what_it_has(earlier):
    done = prism(*GIVEN, *RUN, "--seed", "0", "--quiet", "--out", "unfinished.db")
    assert done.code == 5
    told = prism("report", "unfinished.db", "--json", "-")
    assert told.code in {0, 4}
    assert "Traceback" not in done.err + told.err


def test_a_run_set_otherwise_is_refused_in_one_line(earlier):
    done = prism(*GIVEN, *RUN, "--out", "finished.db")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "seed: 0 → -" in done.err


def test_a_sheet_that_nobody_filled_in_is_refused_in_one_line(earlier):
    done = prism("validate", "sheet.csv")
    assert done.code == 3
    assert "none of its 2 rows has a rating" in " ".join((done.out + done.err).split())


def test_a_rubric_to_be_written_is_named_as_such(earlier):
    done = prism("validate", "rubric.json")
    assert done.code == 3
    assert "prism-rubric" in done.out
