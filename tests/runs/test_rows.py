"""A field that cannot be read is told of with its place, and costs nothing else."""

import pytest

from prism.records.item import Item
from prism.runs.rows import Rows, packed, readable
from prism.runs.schema import RUN
from prism.store.sqlite import Database

ITEM = Item(id="q1", kind="whatif", texts={"question": "What if it rained?"})
RECORD = packed(ITEM.model_dump_json())


@pytest.fixture
def told() -> list[tuple[str, str, str]]:
    return []


@pytest.fixture
def rows(told: list[tuple[str, str, str]]) -> Rows:
    return Rows(lambda table, row, why: told.append((table, str(row), why)))


def test_a_sound_row_is_read_without_a_word(rows: Rows, told: list[object]) -> None:
    work = rows.work((7, 1, RECORD, '{"phrasing": "A"}', 0, *(None,) * 8))
    assert work is not None
    assert (work.task, work.item, work.variant, work.done) == (7, ITEM, {"phrasing": "A"}, {})
    assert told == []


@pytest.mark.parametrize(
    ("record", "variant", "said"),
    [
        (None, "{}", ("item", "1 (of task 7)", "it is not there")),
        ("text", "{}", ("item", "1 (of task 7)", "it is not packed")),
        (packed("{}"), "{}", ("item", "1 (of task 7)", "$.id: required key is missing")),
    ],
)
def test_a_task_without_its_item_is_no_work(
    rows: Rows, told: list[object], record: object, variant: str, said: object
) -> None:
    assert rows.work((7, 1, record, variant, 0, *(None,) * 8)) is None
    assert told == [said]


def test_a_result_that_cannot_be_read_is_left_out_of_the_work(
    rows: Rows, told: list[tuple[str, str, str]]
) -> None:
    work = rows.work((7, 1, RECORD, "{}", "many", 3, b"\x00", *(None,) * 6))
    assert work is not None
    assert (work.done, work.tries) == ({}, 0)
    assert [place[:2] for place in told] == [("result", "3 (of task 7)")]


def test_whether_a_field_can_be_read_is_asked_without_a_word() -> None:
    assert readable("item", RECORD)
    assert not readable("item", b"\x00")
    assert not readable("arm", None)
    assert not readable("line", packed("{}"))


def test_another_file_is_taken_over_whole_or_not_at_all(tmp_path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    for path, host in ((one, "here"), (other, "there")):
        with Database(path, RUN) as file, file.writing():
            file.execute("INSERT INTO holder VALUES (?, 1)", (host,))
    copied = "INSERT INTO main.holder SELECT * FROM other.holder WHERE readable(host, pid)"
    with Database(one, RUN) as file:
        with pytest.raises(Exception, match="no such table"):
            file.absorb(other, f"{copied}; SELECT * FROM nowhere", lambda table, value: True)
        assert file.read("SELECT host FROM holder") == [("here",)]
        file.absorb(other, copied, lambda table, value: False)
        assert file.read("SELECT host FROM holder") == [("here",)]
        file.absorb(other, copied, lambda table, value: (table, value) == ("there", 1))
        assert file.read("SELECT host FROM holder") == [("here",), ("there",)]
