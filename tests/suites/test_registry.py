"""Suites from other packages: one that is broken costs itself alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.errors import Unavailable
from prism.suites.registry import every_suite, find_suite, suite_for
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
    told = prism("run", "no_such", "--items", response, "--out", tmp_path / "r.db")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "exits" in told.err
    told = prism("run", "exits", "--items", response, "--out", tmp_path / "r.db")
    assert (told.code, told.err.count("\n")) == (5, 1)
    assert not (tmp_path / "r.db").exists()
