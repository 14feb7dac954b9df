"""The published schemas are those of the code, and accept and refuse what the code does."""

import json

import jsonschema
import pytest

from prism.formats.schemas import SCHEMAS, drift, main, render
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.resources import folder


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


def test_the_graph_schema_refuses_what_the_code_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(render("graph.schema.json")))
    good = to_dict(CausalGraph.of("ab", [(0, 1, "CAUSE")]))
    assert validator.is_valid(good)
    assert not validator.is_valid(good | {"schema_version": "0.9"})
    assert not validator.is_valid(good | {"surprise": 1})
    assert not validator.is_valid(good | {"units": [{"id": "u1", "text": "a", "kind": "fact"}]})
