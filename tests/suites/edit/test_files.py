"""Files of edits: CoBe, prism's own, TimeTravel, PASTA; every fault is one line with its place."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from prism.errors import BadRecord
from prism.files.source import Source
from prism.suites.pairing import pair
from prism.suites.reading import detect, open_document, read_items
from prism.suites.schemas import render

COBE: dict[str, Any] = {
    "Core Set ID": 317,
    "Variation ID": 3,
    "Domain": "Everyday",
    "Story": "It rained. The road flooded.",
    "Query": ["a?", "b?", "c?"],
    "Evaluation criteria": ["It rained. Dr. Ito stayed.", "The road flooded."],
}


def source(value: object) -> Source:
    return Source("x.json", json.dumps(value))


def test_cobe_record() -> None:
    [item] = read_items(source([COBE]))
    assert (item.id, item.kind, item.domain) == ("317v3", "edit", "Everyday")
    assert item.claims is not None
    assert item.claims.preserve == ("It rained.", "Dr. Ito stayed.")
    assert item.meta["requests"] == ["a?", "b?", "c?"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"Story": " "}, "Story"),
        ({"Query": ["a?"]}, "Query: 1 entries where at least 3"),
        ({"Evaluation criteria": ["x"]}, "criteria: 1 entries where at least 2"),
        ({"Evaluation criteria": ["x", "y", "z"]}, "criteria: 3 entries where at most 2"),
    ],
)
def test_a_faulty_record_is_one_clear_line(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=words) as told:
        read_items(source([{**COBE, **change}]))
    assert "\n" not in str(told.value)


def test_a_response_answers_its_phrasing() -> None:
    rows = [{"item": "317v3", "phrasing": p, "response": f"text {p}"} for p in ("A", "C")]
    items = pair(Source("r.jsonl", "\n".join(map(json.dumps, rows))), source([COBE]))
    assert [item.texts["request"] for item in items] == ["a?", "c?"]
    assert [item.texts["response"] for item in items] == ["text A", "text C"]


@pytest.mark.parametrize(
    ("record", "name", "response"),
    [
        ({"id": "e", "story": "S.", "request": "R?", "rewrites": [{"id": "a", "text": "T."}]},
         "prism-edit", "T."),
        ({"story_id": "s", "premise": "P.", "initial": "I.", "counterfactual": "C.",
          "original_ending": ["E."], "edited_endings": [["F."]]}, "timetravel", "P. C. F."),
        ({"AssignmentId": "p", "Answer.assertion": "Old.", "Answer.mod_assertion": "New.",
          **{f"Input.line{n}": f"L{n}." for n in range(1, 6)},
          **{f"Answer.mod_line{n}": f"M{n}." for n in range(1, 6)}},
         "pasta", "M1. M2. M3. M4. M5."),
    ],
)  # fmt: skip
def test_other_formats(record: dict[str, Any], name: str, response: str) -> None:
    document = open_document(source([record]))
    assert document is not None
    assert detect(document).name == name
    [item] = read_items(source([record]))
    assert item.texts["response"] == response


EDIT: dict[str, Any] = {"id": "e", "story": "S.", "request": "R?"}
OWN = Path(__file__).parents[3] / "benchmarks" / "edits" / "items.jsonl"


def accepted(value: object) -> bool:
    try:
        return bool(read_items(source(value)))
    except BadRecord:
        return False


@pytest.mark.parametrize(
    ("schema", "base", "change"),
    [
        *(("cobe.schema.json", COBE, change) for change in (
            {}, {"Story": ""}, {"Story": 1}, {"Query": ["a?", "b?"]}, {"Query": "a?"},
            {"Query": ["a?", "b?", 3]}, {"Evaluation criteria": ["", ""]}, {"Core Set ID": "x"},
            {"Core Set ID": None}, {"Variation ID": 1.5}, {"Domain": 3}, {"More": 1},
            {"Evaluation criteria": ["a", "b", "c"]}, {"Graph type": "chain"},
        )),
        *(("edit.schema.json", EDIT, change) for change in (
            {}, {"id": ""}, {"id": 7}, {"request": []}, {"request": ["a", "b"]}, {"request": 1},
            {"criteria": {"preserve": ["x"]}}, {"criteria": {"keep": []}}, {"criteria": ["x"]},
            {"criteria": {"revise": "x"}}, {"rewrites": [{"id": "a", "text": "T.", "note": 1}]},
            {"rewrites": [{"id": "a"}]}, {"rewrites": {}}, {"motive": "x"}, {"latent": ["x"]},
            {"latent": [{"fact": "x", "kept": {}}]}, {"latent": [{"kept": 1}]}, {"criteria": None},
            {"truth": {"scm": {}}}, {"intervention": [{"from": "a"}]}, {"response": 4},
        )),
    ],
)  # fmt: skip
def test_the_schema_accepts_what_the_reader_accepts(
    schema: str, base: dict[str, Any], change: dict[str, Any]
) -> None:
    record = {key: value for key, value in {**base, **change}.items() if key != "_"}
    published = jsonschema.Draft202012Validator(json.loads(render(schema)))
    assert published.is_valid(record) == accepted([record])


def test_our_own_labelled_edits_follow_the_schema() -> None:
    published = jsonschema.Draft202012Validator(json.loads(render("edit.schema.json")))
    records = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    assert len(records) >= 100
    for record in records:
        published.validate(record)


def test_latent_facts_go_along() -> None:
    told = [{"fact": "Rain wets roads.", "kept": {}}, "Roads are outside."]
    [item] = read_items(source({**EDIT, "latent": told}))
    assert item.meta["latent"] == ["Rain wets roads.", "Roads are outside."]


@pytest.mark.parametrize(
    ("records", "path", "what"),
    [
        ([COBE, COBE], "$[1]", "'317v3' stands at $[0] too"),
        ([EDIT, EDIT], "$[1]", "'e' stands at $[0] too"),
        ([EDIT, 5], "$[1]", "not an object"),
        ([{**EDIT, "story": "  "}], "$[0].story", "is blank"),
        ([{**EDIT, "truth": {"scm": {"a": 1}, "do": {}, "story": {}}}], "$[0].truth.scm", "$.a"),
    ],
)
def test_faults_have_their_place(records: list[Any], path: str, what: str) -> None:
    document = open_document(source(records))
    assert document is not None
    [fault, *_] = detect(document).faults(document)
    assert fault.path == path
    assert what in fault.what
