"""The published schemas are those of the code, and accept and refuse what the code does."""

import json

import jsonschema
import pytest

from prism.files.source import Source
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.resources import folder
from prism.suites.reading import read_items
from prism.suites.schemas import SCHEMAS, drift, main, render
from prism.suites.truth.suite import truth_report


@pytest.mark.smoke
def test_schemas_do_not_drift() -> None:
    assert drift() == []
    assert main(["--check"]) == 0


def test_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--frobnicate"]) == 2
    assert "--check|--write" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(render(name)))


def test_every_reference_graph_follows_its_schema() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(render("reference-graph.schema.json")))
    for file in folder("graphs").iterdir():
        if file.name.endswith(".json"):
            validator.validate(json.loads(file.read_text("utf-8")))


def test_every_bundled_model_follows_its_schema() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(render("scm.schema.json")))
    for file in (folder("graphs") / "scm").iterdir():
        validator.validate(json.loads(file.read_text("utf-8")))
    assert not validator.is_valid({"mechanisms": {"X": {"tabel": [0.5, 0.5]}}})
    assert not validator.is_valid({"edges": [["X"]]})


def test_truth_items_and_reports_follow_their_schemas() -> None:
    scm = {"mechanisms": {"X": {"table": [0.5, 0.5]}}}
    record = {"id": "q", "question": "?", "truth": {"scm": scm, "query": "P(X=1)"}}
    items = jsonschema.Draft202012Validator(json.loads(render("truth.schema.json")))
    assert items.is_valid(record)
    assert not items.is_valid({**record, "truth": {"scm": scm}})
    (item,) = read_items(Source("q.json", json.dumps(record)))
    report = truth_report(item.with_text("response", "yes"), "s")
    reports = jsonschema.Draft202012Validator(json.loads(render("truth-report.schema.json")))
    assert reports.is_valid(json.loads(report.to_json()))
    assert not reports.is_valid(json.loads(report.to_json()) | {"kind": "ladder"})


def test_the_graph_schema_refuses_what_the_code_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(render("graph.schema.json")))
    good = to_dict(CausalGraph.of("ab", [(0, 1, "CAUSE")]))
    assert validator.is_valid(good)
    assert not validator.is_valid(good | {"schema_version": "0.9"})
    assert not validator.is_valid(good | {"surprise": 1})
    assert not validator.is_valid(good | {"units": [{"id": "u1", "text": "a", "kind": "fact"}]})
