"""Suites from other packages: one that is broken costs itself alone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.errors import Unavailable
from prism.files.formats import GRAPH, RESPONSES
from prism.suites.registry import (
    SUITES,
    every_suite,
    find_suite,
    recorded_in,
    suite_for,
    suite_formats,
)
from prism.suites.reports import REPORT
from prism.suites.whatif.formats import FORMATS, METRICS
from prism.suites.whatif.replay import RECORDED
from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)

ODD = {
    "missing": ("odd_missing:SUITE", "ModuleNotFoundError"),
    "nameless": ("odd_value:NONE", "AttributeError"),
    "boom": ("odd_boom:SUITE", "RuntimeError: boom at import"),
    "unread": ("odd_syntax:SUITE", "SyntaxError"),
    "exits": ("odd_exit:SUITE", "SystemExit: 7"),
    "base": ("odd_base:SUITE", "GeneratorExit"),
    "deep": ("odd_deep:SUITE", "RecursionError"),
    "notasuite": ("odd_value:X", "a int stands there, not a Suite"),
    "aclass": ("prism.suites.base:Suite", "a type stands there"),
    "another": ("prism.suites.whatif.suite:SUITE", "the suite scores whatif"),
    "nonsense": ("not a place!", "ValueError"),
}


@pytest.fixture
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    modules = {
        "boom": "raise RuntimeError('boom at import')",
        "exit": "import sys\nsys.exit(7)",
        "base": "raise GeneratorExit",
        "deep": "def f(): f()\nf()",
        "syntax": "def",
        "value": "X = 42",
    }
    for name, code in modules.items():
        (tmp_path / f"odd_{name}.py").write_text(code)
    told = tmp_path / "odd-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    rows = "\n".join(f"{name} = {place}" for name, (place, _) in ODD.items())
    (told / "entry_points.txt").write_text(f"[prism.suites]\n{rows}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    every_suite.cache_clear()
    yield
    every_suite.cache_clear()


@pytest.mark.usefixtures("_package")
@pytest.mark.parametrize("name", ODD)
def test_a_suite_that_cannot_be_loaded_is_told_in_one_line(name: str) -> None:
    place, why = ODD[name]
    for find in (find_suite, suite_for):
        with pytest.raises(Unavailable) as caught:
            find(name)
        line = str(caught.value)
        assert line.startswith(f"package odd 1.0, entry point {name} = {place}: ")
        assert why in line
        assert "\n" not in line


@pytest.mark.usefixtures("_package")
def test_what_is_merely_installed_disturbs_nothing(prism, tmp_path: Path) -> None:
    assert find_suite("whatif").name == "whatif"
    assert suite_for("ladder").name == "meter"
    response = tmp_path / "a.txt"
    response.write_text("The dam broke because it rained.")
    assert prism("score", response).code == 0
    questions = tmp_path / "q.json"
    questions.write_text('[{"id": "q1", "question": "What if it rained?", "rubrics": null}]')
    assert "whatif-benchmark" in prism("validate", questions).out
    told = prism("run", "no_such", "--items", response, "--out", tmp_path / "r.db")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "exits" in told.err
    told = prism("run", "exits", "--items", response, "--out", tmp_path / "r.db")
    assert (told.code, told.err.count("\n")) == (5, 1)
    assert not (tmp_path / "r.db").exists()


IN_ORDER = """
prism-rubric prism-graph prism-report prism-scm cladder-models prism-truth calm clear cobe
prism-edit timetravel pasta meter meter-flat crass e-care copa yes-no whatif-rubric whatif-metrics
whatif-answers whatif-benchmark responses
"""


def test_a_document_is_held_against_the_formats_in_this_order() -> None:
    every = frozenset(key for row in SUITES.values() for key in row.keys)
    known = sorted([GRAPH, REPORT, RESPONSES, *suite_formats(every)], key=lambda form: form.rank)
    assert [form.name for form in known] == IN_ORDER.split()
    assert len({form.rank for form in known}) == len(known)


@pytest.mark.parametrize("name", SUITES)
def test_the_formats_of_a_row_are_those_of_its_suite(name: str) -> None:
    row = SUITES[name]
    assert suite_formats(row.keys)
    assert set(find_suite(name).formats) <= set(suite_formats(row.keys))
    assert not row.keys or not set(find_suite(name).formats) & set(suite_formats(frozenset()))


def test_earlier_verdicts_are_in_files_of_one_format_alone() -> None:
    assert recorded_in(METRICS) is RECORDED
    assert recorded_in(GRAPH) is None
    assert recorded_in(next(form for form in FORMATS if form is not METRICS)) is None


def test_a_question_of_whatif_loads_no_model_of_others() -> None:
    code = """
import sys
from prism.files.document import Document
from prism.suites.reading import detect
detect(Document("q.json", [{"id": "q1", "question": "What if it rained?"}]))
print([name for name in sys.modules if name.startswith(("prism.scm", "prism.suites.truth."))])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
