"""A document is read once: into its items, or into its faults."""

import pytest
from pydantic import BaseModel, model_validator

from prism.errors import BadInput
from prism.files.document import Document
from prism.files.formats import GRAPH, Format, Found, read_records
from prism.records.item import Item
from prism.validation import Fault

CHECKED: list[str] = []


class Riddle(BaseModel):
    id: str
    why: str

    @model_validator(mode="after")
    def _noted(self) -> "Riddle":
        CHECKED.append(self.id)
        return self

    def items(self) -> list[Item]:
        return [Item(id=self.id, kind="riddles", texts={"question": self.why})]


def read(document: Document) -> Found:
    def blank(place: str, riddle: Riddle) -> list[Fault]:
        return [] if riddle.why.strip() else [Fault(f"{place}.why", "is blank")]

    return read_records(document, Riddle, Riddle.items, lambda riddle: riddle.id, blank)


RIDDLES = Format("riddles", "riddles", lambda document: True, read)


def test_every_record_is_validated_once() -> None:
    CHECKED.clear()
    rows = [{"id": "a", "why": "Why?"}, {"id": "b", "why": "Why not?"}]
    assert [item.id for item in RIDDLES.items(Document("r.json", rows))] == ["a", "b"]
    assert CHECKED == ["a", "b"]


def test_faults_stand_in_the_order_of_the_records_and_take_the_items_along() -> None:
    rows = [{"id": "a", "why": " "}, {"id": "b"}, {"id": "a", "why": "Why?"}]
    found = read(Document("r.json", rows))
    assert found.items == ()
    assert [str(fault) for fault in found.faults] == [
        "$[0].why: is blank",
        "$[1].why: required key is missing",
        "$[2]: 'a' stands at $[0] too (rename one)",
    ]


@pytest.mark.parametrize(
    ("form", "value", "said"),
    [
        (RIDDLES, [{"id": "a"}], r"r.json: \$\[0\].why: required key is missing"),
        (RIDDLES, [], "r.json: the file holds no items"),
        (GRAPH, {"units": []}, "a causal graph holds no items"),
    ],
)
def test_what_holds_no_items_is_refused_in_one_line(form: Format, value: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        form.items(Document("r.json", value))  # type: ignore[arg-type]
