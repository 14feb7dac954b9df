"""``prism score`` as a user calls it."""

import json

import pytest

from prism.resources import folder


@pytest.fixture
def rubric(demo):
    return demo / "undecayed-wood" / "q.json"


@pytest.fixture
def answer(demo):
    return demo / "undecayed-wood" / "strong.txt"


@pytest.mark.smoke
@pytest.mark.usefixtures("marked")
def test_a_response_with_a_rubric(prism, answer, rubric) -> None:
    outcome = prism("score", answer, "--rubric", rubric, "--json", "-")
    assert outcome.code == 0
    report = json.loads(outcome.out)
    assert report["kind"] == "whatif"
    for section in ("final", "process", "rubric", "outcome", "structure", "edges", "criteria"):
        assert section in report
    for number in (report["final"]["directed"], report["process"]["directed"], report["rubric"]):
        assert {"value", "coverage", "bounds", "unscored", "n"} <= set(number)
        assert 0 <= number["value"] <= 1
    final, process = report["final"], report["process"]
    for convention in ("published", "directed"):
        mean = (process[convention]["value"] + report["rubric"]["value"]) / 2
        assert final[convention]["value"] == pytest.approx(mean)


def test_without_a_rubric_structure_and_process_only(prism, answer) -> None:
    report = json.loads(prism("score", answer, "--json", "-").out)
    assert report["kind"] == "structure"
    assert report["final"] is None
    assert report["rubric"] is None
    assert report["structure"]["causal_edges"] > 3


@pytest.mark.usefixtures("marked")
def test_strong_beats_weak(prism, demo, rubric) -> None:
    finals = []
    for name in ("weak.txt", "strong.txt"):
        outcome = prism("score", demo / "undecayed-wood" / name, "--rubric", rubric, "--json", "-")
        finals.append(json.loads(outcome.out)["final"]["directed"]["value"])
    assert finals[0] < finals[1]


@pytest.mark.smoke
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_nothing_is_wider_than_the_terminal(prism, answer, rubric, columns: int) -> None:
    out = prism("score", answer, "--rubric", rubric, columns=columns).out
    assert max(map(len, out.splitlines())) <= columns
    assert "\x1b" not in out  # captured, so not a terminal: no colour
    assert "Final" in out
    assert "prism=" in out


def test_the_same_bytes_twice(prism, answer, rubric) -> None:
    first = prism("score", answer, "--rubric", rubric, "--json", "-").out
    assert prism("score", answer, "--rubric", rubric, "--json", "-").out == first


def test_standard_input(prism, answer) -> None:
    piped = prism("score", "-", "--json", "-", stdin=answer.read_bytes())
    assert (
        json.loads(piped.out)["structure"]
        == json.loads(prism("score", answer, "--json", "-").out)["structure"]
    )


@pytest.mark.parametrize("name", ["r.jsonl", "r.csv"])
def test_files_of_responses(prism, tmp_path, rubric, name: str) -> None:
    file = tmp_path / name
    texts = ["It rained, so the road flooded.", "Nothing, really"]
    if name.endswith("csv"):
        file.write_text("id,response\n" + "\n".join(f'demo,"{t}"' for t in texts) + "\n")
    else:
        file.write_text("\n".join(json.dumps({"response": t}) for t in texts))
    out = prism("score", file, "--rubric", rubric, "--json", "-").out
    assert len([json.loads(line) for line in out.splitlines()]) == 2


def test_an_answer_to_another_item_is_refused(prism, tmp_path, rubric) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"item": "moon", "response": "It rained."}\n')
    outcome = prism("score", file, "--rubric", rubric)
    assert outcome.code == 3
    assert "moon" in outcome.err


def test_an_answers_file_holds_its_own_items(prism, tmp_path) -> None:
    file = tmp_path / "answers.json"
    item = {"id": 1, "canonical_id": "q1", "question": "What if?", "model_answer": "It rained."}
    file.write_text(json.dumps({"items": [item, {**item, "id": 2, "canonical_id": "q2"}]}))
    assert prism("score", file).code == 0
    only = json.loads(prism("score", file, "--item", "q2", "--json", "-").out)
    assert only["item"] == "q2"


def test_an_answer_that_is_missing_is_unscored(prism, tmp_path, demo) -> None:
    native = json.loads((demo / "undecayed-wood" / "q.json").read_text())
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"items": [{**native, "model_answer": ""}]}))
    outcome = prism("score", file, "--json", "-")
    assert outcome.code == 4
    final = json.loads(outcome.out)["final"]["directed"]
    assert (final["value"], final["reason"]) == (None, "empty")


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(("threshold", "code"), [(0, 0), (100, 1)])
def test_fail_under(prism, answer, rubric, threshold: int, code: int) -> None:
    assert prism("score", answer, "--rubric", rubric, "--fail-under", threshold).code == code


def test_a_graph_corrected_by_hand_is_scored_instead(prism, tmp_path, answer) -> None:
    report = json.loads(prism("score", answer, "--json", "-").out)
    graph = report["graph"]
    graph["edges"] = [edge for edge in graph["edges"] if edge["label"] == "CONDITION"]
    file = tmp_path / "g.json"
    file.write_text(json.dumps(graph))
    corrected = json.loads(prism("score", answer, "--graph", file, "--json", "-").out)
    assert corrected["parser"]["name"] == "given"
    assert corrected["structure"]["edges"] == len(graph["edges"])
    assert "parser=given" in corrected["signature"]


@pytest.mark.usefixtures("marked")
def test_explain_tells_the_whole_story(prism, tmp_path, answer, rubric) -> None:
    report = tmp_path / "report.json"
    prism("score", answer, "--rubric", rubric, "--json", report)
    edge = next(e for e in json.loads(report.read_text())["edges"] if e["causal"])
    told = prism("explain", report, edge["id"]).out
    for word in (edge["label"], "asked", "verdict", "judge"):
        assert word in told
    assert "/10" in prism("score", answer, "--rubric", rubric).out
    assert "verdict" in prism("explain", report, "c1").out


def test_several_reports_of_one_file_are_told_apart(prism, tmp_path, rubric) -> None:
    file, out = tmp_path / "r.csv", tmp_path / "reports.jsonl"
    rained, snowed = "It rained, so the road flooded.", "It snowed, so the road froze."
    file.write_text(f'id,response\nanna,"{rained}"\nben,"{snowed}"\n')
    prism("score", file, "--rubric", rubric, "--json", out)
    assert prism("validate", out).code == 0
    assert "froze" in prism("explain", out, "e1", "--item", "ben").out
    assert "flooded" in prism("show", out, "--item", "anna").out
    for command in (("explain", out, "e1"), ("show", out)):
        outcome = prism(*command)
        assert (outcome.code, outcome.out) == (3, "")
        assert "2 reports" in outcome.err
        assert "--item" in outcome.err
    assert "anna" in prism("explain", out, "e1", "--item", "ann").err
    lines = out.read_text().splitlines()
    out.write_text(lines[0] + '\n{"kind": "whatif", "signature": 1}\n{"a": 1}\n')
    outcome = prism("validate", out)
    assert outcome.code == 3
    assert "line 2: $.item" in outcome.out
    assert "line 3: $  not a report" in outcome.out


def test_rubric_new_waits_to_be_filled_in_and_never_overwrites(prism, tmp_path, answer) -> None:
    file = tmp_path / "q.json"
    assert prism("rubric", "new", "What if tides stopped?", "--out", file).code == 0
    said = prism("validate", file)
    assert said.code == 3
    assert "prism-rubric" in said.out
    assert said.out.count("still to be written") == 5 * 7  # a name, a description and five bands
    assert prism("score", answer, "--rubric", file).code == 3
    file.write_text(file.read_text().replace("TODO", "Written"))
    assert prism("validate", file).code == 0
    assert prism("score", answer, "--rubric", file).code == 0
    assert prism("rubric", "new", "What if tides stopped?", "--out", file).code == 3


def test_responses_to_one_item_are_told_apart(prism, tmp_path, rubric) -> None:
    file, named = tmp_path / "r.jsonl", tmp_path / "named.csv"
    file.write_text('{"response": "It rained."}\n{"response": "It snowed."}\n')
    named.write_text("id,response\nanna,It rained.\nben,It snowed.\n")
    for source, names in ((file, ["1", "2"]), (named, ["anna", "ben"])):
        out = tmp_path / "out.jsonl"
        shown = prism("score", source, "--rubric", rubric, "--json", out).out
        reports = [json.loads(line) for line in out.read_text().splitlines()]
        assert [report["response"] for report in reports] == names
        assert len({report["item"] for report in reports}) == 1
        assert all(f"{name} · " in shown for name in names)


def test_edit_reports_are_read_back(prism, tmp_path) -> None:
    item, file = tmp_path / "items.json", tmp_path / "report.json"
    record = {
        "id": "e",
        "story": "It rained, so the road flooded.",
        "request": "What if it had not rained?",
    }
    item.write_text(json.dumps(record))
    text = b"It did not rain, so the road stayed dry."
    prism("score", "-", "--rubric", item, "--json", file, stdin=text)
    assert "prism-report" in prism("validate", file).out
    assert prism("validate", file).code == 0
    assert "flooded" in prism("show", file).out


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_what_is_no_metrics_file_is_not_replayed(prism, tmp_path, columns: int) -> None:
    file = tmp_path / "benchmark.json"
    file.write_text(json.dumps({"items": [{"id": 1, "question": "What if?"}]}))
    outcome = prism("replay", file, columns=columns)
    assert (outcome.code, outcome.out) == (3, "")
    assert "not a metrics file" in outcome.err


def test_replay_of_real_files_and_a_forged_one(prism, tmp_path, data) -> None:
    file = data / "whatif" / "native" / "metrics_glm-5.1.json"
    assert prism("replay", file).code == 0
    forged = json.loads(file.read_text())
    forged["items"][0]["pm_score"] = 0.9
    (tmp_path / "f.json").write_text(json.dumps(forged))
    outcome = prism("replay", tmp_path / "f.json")
    assert outcome.code == 1
    assert "differs" in outcome.out


def test_validate_names_every_fault(prism, tmp_path) -> None:
    file = tmp_path / "b.json"
    file.write_text(json.dumps({"items": [{"id": 1}, {"question": "q", "rubrics": {}}]}))
    outcome = prism("validate", file)
    assert outcome.code == 3
    for path in ("$.items[0].question", "$.items[1].id", "$.items[1].rubrics.criteria"):
        assert path in outcome.out


ITEM = {"id": 1, "canonical_id": "q", "question": "Why?"}
CRITERION = {"name": "a", "criteria_description": "b", **dict.fromkeys(
    ("1-2", "3-4", "5-6", "7-8", "9-10"), "text")}  # fmt: skip
COBE = {"Core Set ID": 1, "Variation ID": 2, "Story": "S.", "Query": ["a?", "b?"],
        "Evaluation criteria": ["", "x"]}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "format", "path"),
    [
        ("q.json", {"criteria": [{**CRITERION, "11-12": "x"}]}, "whatif-rubric", "$.criteria[0]"),
        ("b.json", {"items": [{**ITEM, "id": None}]}, "whatif-benchmark", "$.items[0].id"),
        ("a.json", {"items": [{**ITEM, "model_answer": 3}]}, "whatif-answers", "model_answer"),
        ("g.json", {"schema_version": "1.0", "units": [{"id": "u1"}]}, "prism-graph",
         "$.units[0].text"),
        ("m.json", {"mechanisms": {"X": {"tabel": [1]}}}, "prism-scm", "$.mechanisms.X.tabel"),
        ("m.json", {"mechanisms": {"X": {"table": [0.5, 0.6]}}}, "prism-scm", "1.1"),
        ("c.json", [COBE], "cobe", "$[0].Query"),
        ("e.json", {"id": "e", "story": "S.", "request": []}, "prism-edit", "$.request"),
        ("t.json", {"id": "t", "question": "?", "truth": {"scm": {}}}, "prism-truth",
         "$.truth.query"),
        ("l.json", {"context": "C.", "questions": [{"question": "?"}]}, "meter",
         "$.questions[0]"),
        ("r.json", {"kind": "whatif", "signature": "s"}, "prism-report", "$.item"),
        ("g.graphml", "<graphml><oops></graphml>", "graphml", "line 1, column 17"),
        ("r.csv", "id,response\n1,a,b\n", "✗", "line 2"),
    ],
)  # fmt: skip
def test_validate_names_format_and_place(
    prism, tmp_path, name: str, content: object, format: str, path: str
) -> None:
    file = tmp_path / name
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    outcome = prism("validate", file, columns=200)
    assert (outcome.code, outcome.err) == (3, "")
    assert format in outcome.out
    assert path in outcome.out


def test_validate_knows_what_prism_writes(prism, tmp_path, answer, rubric) -> None:
    prism("score", answer, "--rubric", rubric, "--json", tmp_path / "report.json")
    prism("rubric", "new", "Why?", "--out", tmp_path / "rubric.json")
    for form in ("json", "graphml"):
        prism("show", answer, "--format", form, "--out", tmp_path / f"graph.{form}")
    found = {file.name: prism("validate", file) for file in tmp_path.iterdir()}
    assert {name: (o.code, o.out.split(":")[0]) for name, o in found.items()} == {
        "report.json": (0, "✓ prism-report"),
        "rubric.json": (3, "✗ prism-rubric"),
        "graph.json": (0, "✓ prism-graph"),
        "graph.graphml": (0, "✓ graphml"),
    }
    model = folder("graphs") / "scm" / "smoking.json"
    assert "✓ prism-scm" in prism("validate", model).out


def test_a_report_is_drawn_with_its_verdicts(prism, tmp_path, answer) -> None:
    file = tmp_path / "r.json"
    prism("score", answer, "--json", file)
    report = json.loads(file.read_text())
    first, second, *_ = [edge for edge in report["edges"] if edge["causal"]]
    first["directed"]["value"] = "none"
    second["directed"] |= {"value": None, "reason": "truncated"}
    file.write_text(json.dumps(report))
    tree = prism("show", file, columns=200).out
    lines = {line for line in tree.splitlines() if "→" in line}
    assert any("✗ →" in line for line in lines)
    assert any("? →" in line for line in lines)
    assert any("✓ →" in line for line in lines)
    table = prism("show", file, "--format", "table", columns=200).out
    judged = [edge["directed"] for edge in report["edges"] if edge["directed"]]
    refused = sum(verdict["value"] == "none" for verdict in judged)
    assert [table.count(sign) for sign in "✗?"] == [refused, 1]
    page = prism("show", file, "--format", "html").out
    assert (
        page.count('class="edge reach is-kept longest unsupported"')
        + page.count('class="edge reach is-kept unsupported"')
        == 1
    )
    assert "not supported" in page
    assert "not supported" not in prism("show", answer, "--format", "html").out


def test_show_refuses_a_file_of_records(prism, tmp_path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"response": "It rained, so the road flooded."}\n')
    outcome = prism("show", file)
    assert (outcome.code, outcome.out) == (3, "")
    assert "file of records" in outcome.err


def test_an_item_without_a_rubric_file_is_a_usage_error(prism, answer) -> None:
    outcome = prism("score", answer, "--item", "x")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--rubric" in outcome.err


def test_several_processes_give_the_same_reports(prism, tmp_path, rubric) -> None:
    file = tmp_path / "r.jsonl"
    texts = ["It rained, so the road flooded.", "It snowed, so the lake froze."]
    file.write_text("\n".join(json.dumps({"response": text}) for text in texts))
    alone = prism("score", file, "--rubric", rubric, "--json", "-")
    crew = prism("score", file, "--rubric", rubric, "--json", "-", "--jobs", 2)
    assert (crew.code, crew.out) == (alone.code, alone.out)


def test_strict_asks_that_consequences_are_revised(prism, tmp_path) -> None:
    item, text = tmp_path / "items.json", b"Grandmother had baked bread."
    claims = {"preserve": [text.decode()], "revise": ["The cellar was flooded."]}
    story = "The pipe burst, so the cellar was flooded. Grandmother had baked bread."
    request = "What if the pipe had not burst?"
    item.write_text(json.dumps({"id": "e", "story": story, "request": request, "criteria": claims}))
    call = ("score", "-", "--rubric", item, "--json", "-")
    loose = json.loads(prism(*call, stdin=text).out)
    strict = json.loads(prism(*call, "--strict", stdin=text).out)
    assert (loose["final"]["value"], strict["final"]["value"]) == (1.0, 0.0)
    assert loose["checks"] == strict["checks"]
    assert "edit:criteria:claims:strict|" in strict["signature"]
    assert "strict" not in loose["signature"]
    shown = prism("score", "-", "--rubric", item, "--strict", stdin=text).out
    assert "fails  (strictly: a fact was left out, not revised)" in shown


def test_fail_under_holds_for_edits_with_and_without_criteria(prism, tmp_path) -> None:
    item = tmp_path / "items.json"
    request = "What if it had not rained?"
    story = "Ana had built the bridge in 1990. It rained, so the road flooded."
    item.write_text(json.dumps({"id": "e", "story": story, "request": request}))
    call = ("score", "-", "--rubric", item, "--fail-under", 50)
    kept = b"Ana had built the bridge in 1990. It did not rain, so the road stayed dry."
    assert prism(*call, stdin=kept).code == 0
    assert prism(*call, stdin=story.encode()).code == 1


@pytest.mark.usefixtures("marked")
def test_what_is_unscored_wins_over_what_is_below(prism, tmp_path, demo) -> None:
    native = json.loads((demo / "undecayed-wood" / "q.json").read_text())
    file = tmp_path / "answers.json"
    answers = [{**native, "model_answer": "No."}, {**native, "model_answer": ""}]
    for number, answer in enumerate(answers):
        answer |= {"id": number, "canonical_id": f"q{number}"}
    file.write_text(json.dumps({"items": answers[:1]}))
    assert prism("score", file, "--fail-under", 100).code == 1
    file.write_text(json.dumps({"items": answers}))
    assert prism("score", file, "--fail-under", 100).code == 4


CRITERION = {
    "name": "Premise",
    "criteria_description": "Does the answer keep to the rain?",
    **dict.fromkeys(("1-2", "3-4", "5-6", "7-8", "9-10"), "Rain and road are told."),
}


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("columns", [40, 60, 100])
def test_the_protocol_asked_for_is_the_headline(prism, tmp_path, columns) -> None:
    """The link is written effect → cause: it holds directed, and not as published."""
    text, rubric, graph = (tmp_path / name for name in ("t.txt", "q.json", "g.json"))
    text.write_text("The road flooded because it rained. The bus was late.")
    rubric.write_text(json.dumps({"rubric_title": "Rain", "criteria": [CRITERION]}))
    drawn = json.loads(prism("show", text, "--format", "json").out)
    edge = drawn["edges"][0]
    edge["written"] = [{"source": edge["target"], "target": edge["source"], "label": "RESULT"}]
    graph.write_text(json.dumps(drawn))
    call = ("score", text, "--rubric", rubric, "--graph", graph)
    for protocol, process in (("published", 0.0), ("directed", 1.0)):
        report = json.loads(prism(*call, "--protocol", protocol, "--json", "-").out)
        final, marks = report["final"], report["rubric"]["value"]
        assert final["headline"] == report["process"]["headline"] == protocol
        assert final[protocol]["value"] == pytest.approx((process + marks) / 2)
        shown = prism(*call, "--protocol", protocol, columns=columns).out
        first = next(line for line in shown.splitlines() if line.startswith("Final"))
        assert first.split()[1] == f"{50 * (process + marks):.1f}"
        assert ("all edges" in shown) == (protocol == "published")
        under = 50 * (process + marks) - 1
        assert prism(*call, "--protocol", protocol, "--fail-under", under).code == 0
        assert prism(*call, "--protocol", protocol, "--fail-under", under + 2).code == 1


def test_an_edit_of_which_nothing_was_asked_has_not_passed(prism, tmp_path) -> None:
    item = tmp_path / "tank.json"
    record = {
        "id": "q1",
        "story": "The tank is rising because the tap pours in 5 litres a minute.",
        "request": "What if the drain had been opened, leaking 8 litres a minute?",
    }
    item.write_text(json.dumps(record))
    told = b"The tank is rising because the tap pours in 5 litres a minute. The drain is open."
    call = ("score", "-", "--rubric", item)
    outcome = prism(*call, "--fail-under", 50, stdin=told)
    assert outcome.code == 4
    assert "unscored: E1 and E2 asked nothing" in outcome.out
    report = json.loads(prism(*call, "--json", "-", stdin=told).out)
    assert report["passed"] is None
    for name in ("E1", "E2"):
        check = report["checks"][name]
        assert (check["value"], check["reason"]) == (None, "not_applicable")
    told_why = [w["message"] for w in report["warnings"] if w["code"] == "nothing_asked"]
    assert len(told_why) == 2
    assert all("could be derived" in why and "criteria" in why for why in told_why)


def test_facts_beside_criteria_are_asked_only_with_all_edges(prism, tmp_path) -> None:
    item = tmp_path / "e.json"
    story = "Ana had built the bridge in 1990. It rained, so the road flooded."
    claims = {"preserve": ["Ana had built the bridge."], "revise": ["It rained."]}
    record = {"id": "e", "story": story, "request": "What if it had not rained?"}
    item.write_text(json.dumps({**record, "criteria": claims}))
    call = ("score", "-", "--rubric", item, "--json", "-")
    plain, every = (
        json.loads(prism(*call, *more, stdin=story.encode()).out) for more in ((), ("--all-edges",))
    )
    assert {fact["status"] for fact in plain["invariants"]} == {None}
    assert "holds" in {fact["status"] for fact in every["invariants"]}
    assert plain["checks"] == every["checks"]


def test_offline_there_is_structure_and_evidence_and_no_final(prism, answer, rubric) -> None:
    shown = prism("score", answer, "--rubric", rubric)
    assert shown.code == 0
    final = next(line for line in shown.out.splitlines() if line.startswith("Final"))
    assert final.split()[1:5] == ["–", "·" * 20, "not", "estimated"]
    report = json.loads(prism("score", answer, "--rubric", rubric, "--json", "-").out)
    for score in (report["final"]["directed"], report["final"]["published"], report["rubric"]):
        assert (score["value"], score["reason"]) == (None, "not_estimated")
    assert report["process"]["directed"]["value"] is not None
    assert all(line["mark"] is None for line in report["criteria"])
    assert all("asked-for notions found" in c["verdict"]["rationale"] for c in report["criteria"])
    assert any(line["verdict"]["spans"] for line in report["criteria"])


def test_a_limit_for_a_final_that_nobody_estimates_is_refused(prism, answer, rubric) -> None:
    outcome = prism("score", answer, "--rubric", rubric, "--fail-under", 1)
    assert outcome.code == 2
    assert len(outcome.err.splitlines()) == 1
    assert "--judge openai:MODEL" in outcome.err
    assert "replay" in outcome.err


def test_what_words_state_and_nothing_supports_is_told_apart(prism) -> None:
    text = b"The moon is green, so taxes fall. It rained all night, so the road flooded."
    shown = prism("score", "-", stdin=text).out
    assert "2 stated, 1 supported; ~ 1 stated and not known to hold" in shown
    assert [line[0] for line in shown.splitlines() if " RESULT " in line] == ["~", "✓"]
