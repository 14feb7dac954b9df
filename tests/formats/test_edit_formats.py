"""Files of edits: CoBe, prism's own, TimeTravel, PASTA; every fault is one line with its place."""

import json
from typing import Any

import pytest

from prism.errors import BadRecord
from prism.formats.pairing import pair
from prism.formats.registry import detect, open_document, read_items
from prism.formats.source import Source

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
        ({"Query": ["a?"]}, "1 phrasings where 3 are due"),
        ({"Evaluation criteria": ["x"]}, "1 criteria strings where 2 are due"),
        ({"Evaluation criteria": ["x", "y", "z"]}, "3 criteria strings where 2 are due"),
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
