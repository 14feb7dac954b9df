"""Where a test stands: ``tests/a/test_b.py`` tests ``prism/a/b.py``, or the package ``prism/a/b``.

What tests a tool under ``benchmarks/`` stands in ``tests/benchmarks`` in the same way. Laws hold of
several modules or of the whole command; they are listed here, each with what it is a law of.
"""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TOP = TESTS.parent
LAWS = {
    "cli/test_bad_input": "every command refuses bad input in one line",
    "cli/test_examples": "every example of every help runs",
    "cli/test_group": "a command that is none, and none at all",
    "cli/test_score_ladder": "one kind of item through the whole command",
    "cli/test_score_truth": "one kind of item through the whole command",
    "cli/test_streams": "every command beside a full disk or a closed stream",
    "cli/test_vocabulary": "a flag has one meaning in every command",
    "corpus/test_scene": "what commands print, frozen byte for byte",
    "display/test_browser": "the drawings in a real browser",
    "graph/test_references": "every reference graph is answered right",
    "judges/local/test_criteria": "marks and accepted answers, through the whole judge",
    "judges/test_prompts": "the packaged prompts",
    "judges/test_published": "the published protocol from stored replies to scores",
    "mech/test_neighbours": "prism beside the libraries it shares a process with",
    "runs/test_added_suite": "a suite of another package is a full citizen",
    "runs/test_alike": "a run and a single score agree",
    "runs/test_cobe": "a whole run of CoBe",
    "runs/test_controls": "controls in a whole run",
    "runs/test_damage": "a whole run over rows that cannot be read",
    "runs/test_ladder": "a whole run of METER",
    "runs/test_protocol": "a whole run under the published protocol",
    "runs/test_run": "a whole run, killed as often as one likes",
    "runs/test_suites": "a whole run of every suite",
    "runs/test_tables": "reports, exports and sheets of a whole run",
    "runs/test_truth": "a whole run of ground truth",
    "scm/test_identify_oracle": "identification against linear algebra",
    "suites/edit/test_with_model": "edits through a language model",
    "suites/test_closed_formats": "near misses of every format",
    "test_earlier": "what earlier releases wrote is read",
    "test_interrupted": "the real command under Ctrl-C",
    "test_killed": "the real command, killed",
    "test_layers": "imports go down",
    "test_places": "this one",
    "test_public": "the public names",
    "test_readme": "the README tells the truth",
    "test_version": "the version stands in one place",
    "text/test_marks": "marks that other readings compete with, through the whole parser",
    "text/test_plain_sentences": "sentences anyone might type, through the whole parser",
}
# Rooms of which every module has a test of its own; of a suite, those of its metrics.
TESTED = ("entailment", "judges", "stats", "store")
# Modules that do nothing: there is no line that a test could guard.
BARE = {"entailment/clash": "a record", "judges/base": "two protocols"}
METRICS = {
    "edit": ("checks", "failure", "invariants", "latent", "quantities"),
    "ladder": ("distractors", "positions", "table"),
    "whatif": ("failure", "outcome", "process", "rubric"),
}
FILES = sorted(p.relative_to(TESTS).with_suffix("") for p in TESTS.rglob("test_*.py"))


def mirrored(test: Path) -> bool:
    """Whether a module or package stands where ``test`` says what it tests."""
    top = TOP if test.parts[0] == "benchmarks" else TOP / "prism"
    place = top / test.with_name(test.name.removeprefix("test_"))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


@pytest.mark.parametrize("test", [f for f in FILES if f.as_posix() not in LAWS], ids=str)
def test_it_stands_where_its_module_does(test: Path) -> None:
    assert mirrored(test), f"no prism/{test.parent.as_posix()} module of that name, and no law"


def test_laws_are_there_and_are_no_mirrors() -> None:
    stale = [law for law in LAWS if Path(law) not in FILES or mirrored(Path(law))]
    assert stale == []


def _modules() -> list[str]:
    found = [
        path.relative_to(TOP / "prism").with_suffix("").as_posix()
        for room in TESTED
        for path in (TOP / "prism" / room).rglob("*.py")
        if path.name != "__init__.py"
    ]
    metrics = [f"suites/{suite}/{name}" for suite, names in METRICS.items() for name in names]
    return sorted({*found, *metrics} - BARE.keys())


@pytest.mark.parametrize("module", _modules())
def test_every_module_has_its_test(module: str) -> None:
    place = Path(module)
    assert (TESTS / place.with_name(f"test_{place.name}.py")).exists()
