"""METER's files in three shapes, and its neighbours."""

import copy
import json
from pathlib import Path

import pytest

from prism.errors import BadInput, BadRecord, ItemNotFound
from prism.files.source import Source, read_source
from prism.suites.ladder.suite import read_answer
from prism.suites.pairing import pair
from prism.suites.reading import detect, find_item, open_document, read_items

QUESTION = {
    "ladder": "Causal_Discovery",
    "question": "Why did the mill stop?",
    "answer": 1,
    "option_0": "The miller slept.",
    "option_1": "The river  froze.",
}
RECORD = {"context": "The river froze, so the mill stopped.", "questions": [QUESTION, QUESTION]}


def source(*records: object, name: str = "m.jsonl") -> Source:
    return Source(name, "\n".join(json.dumps(record) for record in records) + "\n")


def changed(**changes: object) -> dict:
    record = copy.deepcopy(RECORD)
    record["questions"][1] = {**QUESTION, **changes}
    return record


def test_contexts_and_questions_are_counted_from_zero() -> None:
    items = read_items(source(RECORD, RECORD))
    assert [item.id for item in items] == ["0/0", "0/1", "1/0", "1/1"]
    found = find_item(items, "1/0", "m.jsonl")
    assert found.choice.options == ("The miller slept.", "The river froze.")
    assert (found.choice.answer, found.choice.rung) == (1, "discovery")
    with pytest.raises(ItemNotFound):
        find_item(items, "2/0", "m.jsonl")


def test_flattened_questions_keep_the_files_own_numbers() -> None:
    rows = [
        {**QUESTION, "context": "a b", "context_index": 12, "question_index": k} for k in (2, 0)
    ]
    assert [item.id for item in read_items(source(*rows))] == ["12/2", "12/0"]
    bare = [{**QUESTION, "context": text} for text in ("x", "x", "y")]
    assert [item.id for item in read_items(source(*bare))] == ["0/0", "0/1", "1/0"]


def test_own_format_adds_id_kinds_and_evidence() -> None:
    record = changed(kinds=["irrelevant_fact", None], evidence="The river froze") | {"id": "w7"}
    items = read_items(source(record))
    found = find_item(items, "w7/1", "m.jsonl")
    assert found.choice.kinds == ("irrelevant_fact", None)
    assert found.choice.evidence == "The river froze"
    assert items[0].choice.kinds is None


@pytest.mark.parametrize("n", [2, 3, 26])
def test_two_to_twenty_six_options(n: int) -> None:
    options = {f"option_{i}": f"event {i}" for i in range(n)}
    question = {"ladder": "Intervention", "question": "What if?", "answer": n - 1, **options}
    [item] = read_items(source({"context": "c", "questions": [question]}))
    assert item.choice.options[-1] == f"event {n - 1}"


FAULTY = [
    ({"answer": 2}, "$.questions[1].answer", "0 to 1"),
    ({"answer": "B"}, "$.questions[1].answer", "index of the right option"),
    ({"answer": True}, "$.questions[1].answer", "index"),
    ({"ladder": "Rung 1"}, "$.questions[1].ladder", "Causal_Discovery"),
    ({"question": ""}, "$.questions[1].question", "string"),
    ({"option_3": "A gap before me."}, "$.questions[1].option_2", "without a gap"),
    ({"option_1": None}, "option 1", "string"),
    ({"kinds": ["untrue", None]}, "$.questions[1].kinds[0]", "contradictory"),
    ({"kinds": ["unfounded", "unfounded"]}, "$.questions[1].kinds[1]", "null"),
    ({"kinds": [None]}, "$.questions[1].kinds", "one entry an option"),
    ({"evidence": 3}, "$.questions[1].evidence", "span"),
]


@pytest.mark.parametrize(("changes", "field", "mend"), FAULTY)
def test_faults_name_line_field_and_mend(changes: dict, field: str, mend: str) -> None:
    text = source(RECORD).text + "\n\n" + source(changed(**changes)).text
    with pytest.raises(BadRecord) as caught:
        read_items(Source("m.jsonl", text))
    message = str(caught.value)
    assert "line 4" in message
    assert field in message
    assert mend in message


def test_too_many_and_too_few_options_are_refused() -> None:
    for n in (0, 1, 27):
        options = {f"option_{i}": "x" for i in range(n)}
        question = {"ladder": "Intervention", "question": "q", "answer": 0, **options}
        with pytest.raises(BadRecord, match="2 to 26"):
            read_items(source({"context": "c", "questions": [question]}))


def test_every_fault_is_listed() -> None:
    document = open_document(
        source(changed(answer=9, ladder="?"), {"context": "", "questions": []})
    )
    assert len(detect(document).faults(document)) == 4


def test_neighbours_of_own_making() -> None:
    crass = "PCTID;Premise;QCC;CorrectAnswer;Answer1;Answer2;PossibleAnswer3\n7;P.;Q?;r;w;v;\n"
    [item] = read_items(Source("c.csv", crass))
    assert item.choice.options[item.choice.answer] == "r"
    assert sorted(item.choice.options) == ["r", "v", "w"]
    copa = (
        '<?xml version="1.0"?>\n<copa-corpus>\n<item id="3" asks-for="effect" '
        'most-plausible-alternative="2"><p>P.</p><a1>x &amp; y</a1><a2>z</a2></item></copa-corpus>'
    )
    [item] = read_items(Source("c.xml", copa))
    assert (item.id, item.choice.options, item.choice.answer) == ("3", ("x & y", "z"), 1)
    ecare = {"index": "e1", "premise": "P.", "ask-for": "cause", "hypothesis1": "x"}
    [item] = read_items(source({**ecare, "hypothesis2": "y", "label": 1}))
    assert (item.choice.answer, item.choice.rung) == (1, "discovery")
    asked = {"question_id": 5, "given_info": "G.", "question": "Q?", "answer": "no"}
    [item] = read_items(source([{**asked, "meta": {"rung": 3, "model_id": 8}}], name="c.json"))
    assert (item.choice.answer, item.choice.rung, item.meta["context"]) == (
        1,
        "counterfactual",
        "8",
    )


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("c.csv", "PCTID;Premise;QCC;CorrectAnswer;Answer1\n1;P.;Q?;r;w\n2;P.;;r;w\n", "line 3"),
        ("c.csv", "PCTID;Premise\n1;P;extra\n", "line 2"),
        (
            "c.xml",
            '<?xml version="1.0"?>\n<c>\n<item id="1" asks-for="why">\n</item></c>',
            "line 3",
        ),
        ("c.xml", '<?xml version="1.0"?>\n<c>\n<item id="1">\n</c>', "line 4"),
        (
            "c.xml",
            '<?xml version="1.0"?>\n<!DOCTYPE c [<!ENTITY a "aa">]>\n<c><item id="1"/></c>',
            "line 2",
        ),
    ],
)
def test_faulty_neighbours_name_the_line(name: str, text: str, line: str) -> None:
    with pytest.raises(BadRecord, match=line):
        read_items(Source(name, text))


COUNTS = {
    "meter_sample/dataset.jsonl": ("meter", 3, 5),
    "meter_sample/question_level_sample.jsonl": ("meter-flat", 5, 5),
    "crass/CRASS_FTM_main_data_set.csv": ("crass", 137, None),
    "ecare/train_sample.jsonl": ("e-care", 900, 2),
    "copa/copa-dev.xml": ("copa", 500, 2),
    "counterbench/CounterBenchDataset_100.json": ("yes-no", 50, 2),
    "cladder/test-generate-hard.json": ("yes-no", 432, 2),
}


@pytest.mark.parametrize("name", COUNTS)
def test_real_files(data: Path, name: str) -> None:
    read = read_source(str(data / name))
    row, n, options = COUNTS[name]
    document = open_document(read)
    assert document is not None
    assert detect(document).name == row
    items = read_items(read)
    assert len(items) == n
    assert len({item.id for item in items}) == n
    assert all(item.choice.answer is not None and item.meta["context"] for item in items)
    if options:
        assert {len(item.choice.options) for item in items} == {options}


def test_an_answers_file_carries_setting_and_seed() -> None:
    answers = Source("a.jsonl", '{"item": "0/1", "response": "B", "setting": "CoT", "seed": 0}\n')
    [item] = pair(answers, source(RECORD))
    assert (item.id, item.meta["setting"], item.meta["seed"]) == ("0/1", "CoT", 0)


@pytest.mark.parametrize(("digits", "index"), [(None, None), (0, 1), (1, 0)])
def test_a_file_says_from_which_digit_answers_count(digits: int | None, index: int | None) -> None:
    question = {"ladder": "Intervention", "question": "What if?", "answer": 1}
    question |= {"option_0": "It rains.", "option_1": "It snows.", "option_2": "It hails."}
    question |= {} if digits is None else {"digits": digits}
    source = Source("m.jsonl", json.dumps({"context": "It is cold.", "questions": [question]}))
    (found,) = read_items(source)
    assert read_answer(found.with_text("response", "1")).extracted == index
    assert read_answer(found.with_text("response", "the second one")).extracted == 1


@pytest.mark.parametrize("digits", [2, "0", True])
def test_another_digit_is_a_fault(digits: object) -> None:
    question = {"ladder": "Intervention", "question": "What if?", "answer": 0, "digits": digits}
    question |= {"option_0": "It rains.", "option_1": "It snows."}
    source = Source("m.jsonl", json.dumps({"context": "It is cold.", "questions": [question]}))
    with pytest.raises(BadInput, match="digits"):
        read_items(source)
