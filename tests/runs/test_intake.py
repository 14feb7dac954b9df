"""Files of one record a line go into a run line by line: as if read whole, and held nowhere."""

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from prism.errors import BadInput, ItemNotFound, PrismError
from prism.files import document
from prism.files.source import read_source
from prism.files.textfile import open_text
from prism.records.digest import digest
from prism.runs.arms import RunSettings, make_plans
from prism.runs.intake import read_tasks
from prism.runs.ledger import Ledger
from prism.runs.names import Groups, Names
from prism.runs.records import Arm, Task
from prism.suites.reading import read_items, stream_items
from prism.suites.registry import find_suite

WHATIF = find_suite("whatif")
BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "as far as that")


def record(number: int, name: str | None = None) -> dict[str, object]:
    rubric = {"criteria": [{"name": "Chain", **BANDS}]}
    return {"id": name or f"q{number}", "question": f"What if {number}?", "rubrics": rubric}


def write(path: Path, records: Iterator[object] | list[object]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in records), encoding="utf-8")
    return path


def tasks(items: Path, answers: Path | None, **how: int) -> Iterator[Task]:
    given = open_text(str(answers)) if answers else None
    return read_tasks(WHATIF, open_text(str(items)), given, "plain", **how)


def added(ledger: Ledger, items: Path, answers: Path | None = None) -> Arm:
    settings = RunSettings() if answers else RunSettings(model="openai:m")
    given = open_text(str(answers)) if answers else None
    (plan,) = make_plans(WHATIF, settings, open_text(str(items)), given)
    return ledger.add(plan, tasks(items, answers))


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "PART", 3)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\n\n"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_in_parts_is_the_file_as_a_whole(tmp_path: Path, ends: str, coding: str) -> None:
    path = tmp_path / "i.jsonl"
    lines = [json.dumps(record(n) | {"domain": "é"}, ensure_ascii=False) for n in range(8)]
    path.write_bytes(ends.join(lines).encode(coding))
    whole, file = read_source(str(path)), open_text(str(path))
    assert file.digest == digest(whole.text)
    assert list(file.lines()) == whole.text.split("\n")
    assert list(stream_items(file)) == read_items(whole)
    assert (file.held is None) == coding.startswith("utf-8")


def test_contexts_are_counted_through_all_parts(tmp_path: Path) -> None:
    question = {"ladder": "Intervention", "question": "?", "answer": 0}
    entry = {"context": "c", "questions": [question | {"option_0": "a", "option_1": "b"}]}
    file = open_text(str(write(tmp_path / "m.jsonl", [entry] * 7)))
    assert [item.id for item in stream_items(file)] == [f"{n}/0" for n in range(7)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "q6", ', "line 7"),
        (json.dumps({"id": "q6", "rubrics": {}}), "line 7: $.question"),
        (json.dumps(record(6, "q5")), "more than once|stands at line 6"),
        (json.dumps(record(6, "q0")), "more than once"),
    ],
)
def test_a_fault_far_down_is_told_in_one_line_and_nothing_stays(
    tmp_path: Path, line: str, told: str
) -> None:
    path = write(tmp_path / "i.jsonl", [record(n) for n in range(9)])
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:6], line, *lines[7:]]))
    with Ledger(tmp_path / "r.db") as ledger:
        with pytest.raises(BadInput, match=told.replace("$", r"\$")) as caught:
            added(ledger, path)
        assert "\n" not in str(caught.value)
        assert ledger.arms() == []
        for table in ("item", "task", "result"):
            assert ledger._read(f"SELECT count(*) FROM {table}") == [(0,)]


@pytest.mark.parametrize("kind", ["jsonl", "csv", "json"])
def test_answers_find_their_items_in_any_order(tmp_path: Path, kind: str) -> None:
    items = write(tmp_path / "i.jsonl", [record(n) for n in range(7)])
    rows = [(n, m) for n in (5, 2, 0, 6, 2) for m in ("a", "b") if (n, m) != (2, "b")]
    answers = tmp_path / f"a.{kind}"
    if kind == "csv":
        told = [f'q{n},"line {n}\nof {m}",{m}\n' for n, m in rows]
        answers.write_text("item,response,model\n" + "".join(told))
    else:
        entries = [{"item": f"q{n}", "response": f"line {n}\nof {m}", "model": m} for n, m in rows]
        answers.write_text(json.dumps(entries) if kind == "json" else "")
        if kind == "jsonl":
            write(answers, entries)
    found = [
        (t.item.id, dict(t.variant), t.by, json.loads(t.given.value)["text"])
        for t in tasks(items, answers)
        if t.given and t.given.value
    ]
    expected = []
    for n in range(7):
        mine = [m for k, m in rows if k == n]
        for place, m in enumerate(mine, 1):
            variant = {"model": m} if mine.count(m) == 1 else {"answer": str(place)}
            expected.append((f"q{n}", variant, m, f"line {n}\nof {m}"))
    assert found == expected
    missing = [t.item.id for t in tasks(items, answers) if t.given and t.given.failure]
    assert missing == ["q1", "q3", "q4"]


def test_answers_to_nothing_are_refused(tmp_path: Path) -> None:
    items = write(tmp_path / "i.jsonl", [record(n) for n in range(5)])
    other = write(tmp_path / "a.jsonl", [{"item": "q44", "response": "x"}] * 2)
    with pytest.raises(ItemNotFound, match="did you mean 'q4'"):
        list(tasks(items, other))
    write(other, [{"response": "x"}] * 2)
    with pytest.raises(PrismError, match="does not say which"):
        list(tasks(items, other))


def test_a_response_that_is_no_text_is_a_gap_of_its_record_alone(tmp_path: Path) -> None:
    items = write(tmp_path / "i.jsonl", [record(1), record(2)])
    answers = [{"item": "q1", "response": "x"}, {"item": "q2", "response": 5}]
    given = [task.given for task in tasks(items, write(tmp_path / "a.jsonl", answers))]
    assert [json.loads(outcome.value or "")["text"] for outcome in given if outcome] == ["x", ""]


def test_a_sample_is_drawn_from_all_parts(tmp_path: Path) -> None:
    items = write(tmp_path / "i.jsonl", [record(n) | {"domain": "xy"[n % 2]} for n in range(20)])
    drawn = [task.item for task in tasks(items, None, sample=8, seed=3)]
    assert sorted(item.domain for item in drawn) == ["x"] * 4 + ["y"] * 4
    again = [task.item for task in tasks(items, None, sample=8, seed=3)]
    assert drawn == again


def test_memory_does_not_grow_with_the_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "PART", 100)
    peaks = []
    for n in (400, 2000):
        items = write(tmp_path / f"{n}.jsonl", (record(k) for k in range(n)))
        entries = ({"item": f"q{k}", "response": "Because. " * 50} for k in range(n))
        answers = write(tmp_path / f"a{n}.jsonl", entries)
        with Ledger(tmp_path / f"{n}.db") as ledger:
            tracemalloc.start()
            arm = added(ledger, items, answers)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            assert ledger.counts(arm)["answer"] == n
    assert peaks[1] < 1.3 * peaks[0]


def test_names_and_groups_are_those_of_lists() -> None:
    told = ["b", "ä", "b", "", "c", "ä"]
    names, groups, other = Names(), Groups(), Names()
    for name in told:
        names.append(name)
        groups.append(name)
    assert list(names) == told
    assert names != other
    assert groups.codes().tolist() == [list(dict.fromkeys(told)).index(name) for name in told]
    groups.append("d")
    assert groups.codes()[-1] == 4
