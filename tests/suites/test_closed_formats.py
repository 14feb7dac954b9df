"""Records near a known shape are named, and never read with a part of them dropped."""

import json

import pytest

from prism.errors import BadInput, UnknownFormat
from prism.files.source import Source
from prism.suites.reading import detect, open_document, read_items

BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "names the lake")
CRITERIA = [{"name": "Chain", "description": "d", "bands": BANDS}]
RUBRIC = {"format": "prism-rubric", "id": "dam", "question": "What if?", "criteria": CRITERIA}
NATIVE = {"criteria": [{"name": "a", "criteria_description": "b", **BANDS}]}
ASKED = {"id": "a", "question": "What if the dam broke?"}


def source(value: object) -> Source:
    return Source("f.json", json.dumps(value))


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"criteria": CRITERIA}, "'criteria'"),
        ({"rubric": NATIVE}, "'rubric'"),
        ({"context": "The dam was old."}, "SQuAD"),
        ({"choices": ["a", "b"], "answer": 1}, "multiple-choice"),
        ({"options": ["a", "b"]}, "multiple-choice"),
        ({"response": "It flooded."}, "'model_answer'"),
        ({"story": "It rained."}, "'request'"),
        ({"difficulty": 3}, "'difficulty'"),
    ],
)
@pytest.mark.parametrize(
    "shape", [lambda row: row, lambda row: [row], lambda row: {"items": [row]}]
)
def test_a_question_with_keys_of_others_is_named(more, what, shape) -> None:  # type: ignore[no-untyped-def]
    if shape({}) == {} and "criteria" in more:
        pytest.skip("one object with criteria is told as a bare rubric with faults")
    with pytest.raises(UnknownFormat, match=what):
        read_items(source(shape({**ASKED, **more})))


@pytest.mark.parametrize("key", ["criteria", "rubric", "response", "context"])
def test_one_such_record_among_good_ones_is_a_fault_at_its_place(key: str) -> None:
    good = {**ASKED, "rubrics": NATIVE}
    with pytest.raises(BadInput, match=rf"\$\[1\]\.{key}: unknown key"):
        read_items(source([good, {**ASKED, "id": "b", "rubrics": NATIVE, key: "x"}]))


def test_what_published_items_carry_besides_is_no_fault() -> None:
    row = {**ASKED, "rubrics": NATIVE, "note": "n", "source_offset": 3}
    assert [item.id for item in read_items(source([row]))] == ["a"]
    assert [item.id for item in read_items(source([ASKED]))] == ["a"]


def test_items_wrapped_in_an_object_are_read_whatever_their_format() -> None:
    rubrics = read_items(source({"items": [RUBRIC, {**RUBRIC, "id": "mill"}]}))
    assert [(item.id, len(item.rubric.criteria)) for item in rubrics if item.rubric] == [
        ("dam", 1),
        ("mill", 1),
    ]
    edits = {"items": [{"id": "s", "story": "It rained.", "request": "What if it had not?"}]}
    assert [item.kind for item in read_items(source(edits))] == ["edit"]


def test_a_fault_in_a_wrapped_list_names_the_wrapper() -> None:
    with pytest.raises(BadInput, match=r"\$\.items\[0\]\.criteriaa: unknown key"):
        read_items(source({"items": [{**RUBRIC, "criteriaa": []}]}))


@pytest.mark.parametrize("key", ["data", "entries"])
def test_a_list_under_another_key_is_named(key: str) -> None:
    with pytest.raises(UnknownFormat, match=f"(?s)wrapped, in a list under '{key}'.*itself"):
        read_items(source({key: [RUBRIC]}))


@pytest.mark.parametrize("row", [{"model_answer": "x"}, {"canonical_id": "a", "response": "x"}])
def test_records_of_answers_alone_are_responses(row: dict[str, str]) -> None:
    document = open_document(source([row]))
    assert document is not None
    assert detect(document).name == "responses"
