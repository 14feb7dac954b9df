"""Bad input: one line on stderr, no traceback, nothing written, the exit code of its own kind."""

import json
import os
from pathlib import Path

import pytest

TEXT = "The road flooded because it rained all night."
BANDS = dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "text")


def rubric(**changes) -> dict:
    criterion = {"name": "a", "criteria_description": "b", **BANDS}
    return {"criteria": [criterion], **changes}


def benchmark(*ids: str) -> dict:
    return {
        "items": [
            {"id": i, "canonical_id": name, "question": "Why?", "rubrics": rubric()}
            for i, name in enumerate(ids)
        ]
    }


def write(folder: Path, name: str, content: object) -> Path:
    file = folder / name
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif isinstance(content, str):
        file.write_text(content)
    else:
        file.write_text(json.dumps(content))
    return file


def one_line(outcome, code: int, *words: str) -> None:
    assert outcome.code == code
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1, outcome.err
    assert "Traceback" not in outcome.err
    for word in words:
        assert word in outcome.err, outcome.err


@pytest.mark.smoke
def test_missing_file(prism, tmp_path) -> None:
    one_line(prism("score", tmp_path / "no.txt"), 3, "no such file", "no.txt")


def test_a_text_in_the_place_of_a_file(prism) -> None:
    one_line(prism("score", TEXT), 3, "no such file", "through a pipe, to '-'")


def test_nothing_on_standard_input(prism) -> None:
    one_line(prism("score", "-", stdin=b""), 3, "standard input is empty")


def test_directory(prism, tmp_path) -> None:
    one_line(prism("score", tmp_path), 3, "directory")


@pytest.mark.parametrize("content", [b"", b" \n\t\n"])
def test_empty_file(prism, tmp_path, content: bytes) -> None:
    one_line(prism("score", write(tmp_path, "a.txt", content)), 3, "empty")


def test_binary(prism, tmp_path) -> None:
    one_line(prism("score", write(tmp_path, "a.bin", bytes(range(256)) * 40)), 3, "not text")


def test_nul(prism, tmp_path) -> None:
    one_line(prism("score", write(tmp_path, "a.txt", b"It rained.\x00 It poured.")), 3, "NUL")


def test_another_encoding_is_detected_and_said(prism, tmp_path) -> None:
    text = "Der Fluß trat über die Ufer, weil es die ganze Nacht geregnet hatte. " * 5
    outcome = prism("score", write(tmp_path, "a.txt", text.encode("latin-1")))
    assert outcome.code == 0
    assert "not UTF-8" in outcome.err


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_are_honoured(prism, tmp_path, encoding: str) -> None:
    outcome = prism("score", write(tmp_path, "a.txt", TEXT.encode(encoding)), "--json", "-")
    assert outcome.code == 0
    assert json.loads(outcome.out)["graph"]["text"] == TEXT


def test_line_ends_become_one_kind(prism, tmp_path) -> None:
    file = write(tmp_path, "a.txt", b"It rained.\r\nIt poured.\rIt stopped.")
    report = json.loads(prism("score", file, "--json", "-").out)
    assert report["graph"]["text"] == "It rained.\nIt poured.\nIt stopped."


def test_lone_surrogates_are_replaced(prism, tmp_path) -> None:
    file = write(tmp_path, "a.jsonl", '{"response": "It rained \\ud800 because it was cold."}')
    outcome = prism("score", file, "--json", "-")
    assert outcome.code == 0
    assert "�" in json.loads(outcome.out)["graph"]["text"]


def test_a_file_too_large(prism, tmp_path) -> None:
    file = tmp_path / "big.txt"
    with file.open("wb") as out:
        out.truncate(200 * 1024 * 1024)
    one_line(prism("score", file), 3, "larger than")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (rubric(criteria=[]), ("$.criteria",)),
        ({"criteria": [{"name": "a", "1-2": "x"}]}, ("$.criteria[0]", "missing")),
        (rubric(criteria=[{"name": "a", **BANDS}] * 2), ("$.criteria[1].name", "'a' stands at")),
        (rubric(critera=[]), ("$.critera", "unknown key")),
        ({"criteria": [{"name": "a", **BANDS, "11-12": "x"}]}, ("11-12", "unknown key")),
        ({"whatever": 1}, ("none of the formats",)),
        ([], ("none of the formats",)),
        ("{not json", ("not valid JSON", "line 1")),
        ('{"criteria": NaN}', ("cannot be read",)),
        ('{"criteria": 1e999}', ("cannot be read",)),
        ('{"criteria": ' + "9" * 6000 + "}", ("cannot be read",)),
        ({"kind": ["whatif"], "signature": 1}, ("none of the formats",)),
        ("[" * 5000 + "]" * 5000, ("deeply",)),
        ('{"a":' * 300 + "1" + "}" * 300, ("deeply",)),
        ("just words", ("no rubric",)),
    ],
)
def test_faulty_rubrics(prism, tmp_path, content: object, words: tuple[str, ...]) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    file = write(tmp_path, "r.json", content)
    one_line(prism("score", response, "--rubric", file), 3, "r.json", *words)


def test_duplicate_ids(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    file = write(tmp_path, "b.json", benchmark("one", "two", "one"))
    one_line(prism("score", response, "--rubric", file, "--item", "one"), 3, "$.items[2].id")


def test_an_item_that_is_not_there_names_the_nearest(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    file = write(tmp_path, "b.json", benchmark("canon_0190", "canon_0277"))
    one_line(prism("score", response, "--rubric", file, "--item", "canon_019"), 3, "canon_0190")


@pytest.mark.parametrize("content", [rubric(), benchmark("one"), "just words"])
def test_verdicts_are_replayed_from_a_store_or_a_metrics_file_only(
    prism, tmp_path, content: object
) -> None:
    response, file = write(tmp_path, "a.txt", TEXT), write(tmp_path, "r.json", content)
    one_line(prism("score", response, "--judge", f"replay:{file}"), 3, "r.json", "neither a store")


def test_which_item_is_asked_for(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    file = write(tmp_path, "b.json", benchmark("one", "two"))
    one_line(prism("score", response, "--rubric", file), 2, "--item")


def test_a_spacy_model_that_is_not_installed(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    one_line(prism("score", response, "--spacy", "en_core_web_zz"), 5, "en_core_web_zz")


@pytest.mark.parametrize(
    "args",
    [
        ("score",),
        ("score", "a.txt", "--nonsense"),
        ("scroe", "a.txt"),
        ("score", "a.txt", "--fail-under", "101"),
        ("score", "a.txt", "--judge", "oracle"),
        ("score", "a.txt", "--parser", "oracle"),
        ("score", "a.txt", "--protocol", "other"),
        ("score", "a.txt", "--fail-under", "50"),
    ],
)
def test_usage(prism, tmp_path, monkeypatch, args: tuple[str, ...]) -> None:
    write(tmp_path, "a.txt", TEXT)
    monkeypatch.chdir(tmp_path)
    one_line(prism(*args), 2)


def test_nothing_is_written_where_nothing_was_scored(prism, tmp_path) -> None:
    out = tmp_path / "out.json"
    out.write_text("before")
    one_line(prism("score", tmp_path / "no.txt", "--json", out), 3)
    assert out.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_a_folder_that_cannot_be_written(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    outcome = prism("score", response, "--json", tmp_path / "no" / "out.json")
    one_line(outcome, 3, "cannot write")


@pytest.mark.parametrize(
    "content",
    [
        {"nodes": [], "edges": [], "graph": 1},
        {"units": []},
        {"schema_version": "1.0", "units": [{"id": "u1"}]},
        {"a": 1},
    ],
)
def test_a_faulty_graph(prism, tmp_path, content: dict) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    one_line(prism("score", response, "--graph", write(tmp_path, "g.json", content)), 3, "g.json")


def test_a_report_that_is_not_one(prism, tmp_path) -> None:
    one_line(prism("explain", write(tmp_path, "a.json", {"a": 1}), "e1"), 3, "not a report")


def test_an_edge_that_is_not_there(prism, tmp_path) -> None:
    report = tmp_path / "r.json"
    prism("score", write(tmp_path, "a.txt", TEXT), "--json", report)
    one_line(prism("explain", report, "e77"), 3, "did you mean 'e1'")


def test_without_a_name_all_names_are_listed(prism, tmp_path) -> None:
    report = tmp_path / "r.json"
    prism("score", write(tmp_path, "a.txt", TEXT), "--json", report)
    named = [edge["id"] for edge in json.loads(report.read_text())["edges"]]
    told = prism("explain", report)
    assert (told.code, [line.split()[0] for line in told.out.splitlines()]) == (0, named)
    assert named


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.jsonl", {"foo": 1}, ("no record here holds a response",)),
        ("a.json", [TEXT], ("no record here holds a response",)),
        ("a.json", "null", ("no record here holds a response",)),
        ("a.json", {"units": [{"id": "u1", "text": "a"}], "edges": [], "schema_version": "1.0"},
         ("a causal graph and no response", "--graph")),
    ],
)  # fmt: skip
def test_what_is_named_as_json_is_not_scored_as_a_text(
    prism, tmp_path, name: str, content: object, words: tuple[str, ...]
) -> None:
    one_line(prism("score", write(tmp_path, name, content)), 3, *words)


def test_a_text_that_looks_like_json_is_scored(prism, tmp_path) -> None:
    assert prism("score", write(tmp_path, "a.txt", '{"foo": "It rained."}')).code == 0


def test_escape_sequences_never_reach_the_terminal(prism, tmp_path) -> None:
    text = "\x1b]0;owned\x07The road flooded because \x1b[2Jit rained.\u202e"
    outcome = prism("score", write(tmp_path, "a.txt", text))
    assert outcome.code == 0
    for hostile in ("\x1b]", "\x1b[2J", "\x07", "\u202e"):
        assert hostile not in outcome.out + outcome.err


HOSTILE = "e\x1b]0;owned\x07\u202e"


def graph(edge: str) -> dict:
    units = [{"id": "u1", "text": "it rained"}, {"id": "u2", "text": "it flooded"}]
    link = {"id": edge, "source": "u1", "target": "u2", "label": "CAUSE"}
    return {"schema_version": "1.0", "units": units, "edges": [link]}


def test_a_hostile_edge_id_never_reaches_the_terminal(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    outcome = prism("score", response, "--graph", write(tmp_path, "g.json", graph(HOSTILE)))
    assert outcome.code == 0
    assert not set("\x1b\x07\u202e") & set(outcome.out + outcome.err)


def test_an_edge_id_with_a_slash(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    file = write(tmp_path, "g.json", graph("a/0"))
    one_line(prism("score", response, "--graph", file), 3, "g.json", "slash")


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"])
def test_names_that_are_no_paths(prism, name: str) -> None:
    one_line(prism("score", name), 3, "cannot be read")


def test_an_order_that_is_no_number(prism, tmp_path) -> None:
    edges = [{"source": "a", "target": "b", "order": [1]}, {"source": "b", "target": "a"}]
    file = write(tmp_path, "g.json", {"nodes": [{"id": "a"}, {"id": "b"}], "edges": edges})
    assert prism("show", file).code == 0


@pytest.mark.parametrize(
    "content",
    [
        '{"exogenous": {"U": []}, "mechanisms": {"X": {"expression": "U"}}}',
        "text",
        "{",
        '{"variables": ' + "9" * 6000 + "}",
    ],
)
def test_a_faulty_model(prism, tmp_path, content: str) -> None:
    one_line(prism("scm", "ask", write(tmp_path, "m.json", content), "P(Y=1)"), 3, "m.json")


def test_json_to_a_directory(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    (tmp_path / "out").mkdir()
    one_line(prism("score", response, "--json", tmp_path / "out"), 3, "cannot write")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "out"]


def test_json_to_a_pipe_is_written_to_it(prism, tmp_path) -> None:
    response, pipe = write(tmp_path, "a.txt", TEXT), tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert prism("score", response, "--json", pipe).code == 0
        assert json.loads(os.read(reader, 2**20))["kind"] == "structure"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_base_url_that_is_none(prism, tmp_path) -> None:
    response = write(tmp_path, "a.txt", TEXT)
    url = "http://[::1"
    args = ("score", response, "--judge", "openai:x", "--no-store", "--base-url", url)
    one_line(prism(*args), 2, "--base-url")


def test_a_question_that_no_file_can_hold(prism) -> None:
    outcome = prism("rubric", "new", "why \udcff?")
    assert outcome.code == 0
    assert "why �?" in outcome.out
