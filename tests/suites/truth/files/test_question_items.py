"""Question sets as ground-truth items: what is asked, of which model, and what is left out."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from prism.errors import BadInput, BadRecord
from prism.files.source import Source
from prism.scm.query import parse_query
from prism.suites.reading import detect, open_document, read_items
from prism.suites.truth.files.clear_items import query_of
from prism.suites.truth.files.question_items import question_items
from prism.suites.truth.files.truth import to_record
from prism.suites.truth.suite import truth_report

DATA = Path(os.environ.get("PRISM_DATA", "../shared/data"))
HERE = pytest.mark.skipif(not DATA.is_dir(), reason="PRISM_DATA: no external data there")


def source(*records):
    return Source("q.jsonl", "".join(json.dumps(record) + "\n" for record in records))


def agreement(items):
    """Return how many stored answers the computed ones agree with, as replies."""
    reports = [truth_report(i.with_text("response", f"Answer: {i.gold[0]}"), "s") for i in items]
    return sum(bool(report.truth.agrees) for report in reports), len(reports)


GRAPH = {"index": 1, "vertices": ["A", "B", "C"], "edges": "A causes B, and B causes C"}
SHAPES = [
    ({**GRAPH, "former": "A", "latter": "C", "gt_answer": 1}, "affects(A, C)"),
    ({**GRAPH, "sampled_parent": "A", "attribution": "C", "gt_answer": 0}, "direct_cause(A, C)"),
    ({**GRAPH, "sampled_ancestor": "C", "attribution": "C", "gt_answer": 0}, "affects(C, C)"),
    (
        {
            "index": 1,
            "vertices": ["A", "B"],
            "di_edges": "A causes B",
            "bi_edges": "A and B",
            "treatment": "A",
            "outcome": "B",
            "gt_answer": 0,
        },
        "identify(B | do(A))",
    ),
    (
        {
            "index": 1,
            "question": "Does smoke fall with fire?",
            "given_info": "…",
            "gt_answer": "no",
            "meta": {
                "graph_id": "mediation",
                "query_type": "ate",
                "treatment": "X",
                "outcome": "Y",
                "polarity": False,
                "given_info": {"p(Y | X)": [0.2, 0.6]},
            },
        },
        "ATE(X=0->1, Y)",
    ),
    (
        {
            "index": 1,
            "question": "Does it become likelier?",
            "given_info": "…",
            "gt_answer": "no",
            "meta": {
                "graph_id": "collision",
                "query_type": "exp_away",
                "treatment": "X",
                "outcome": "Y",
                "collider": "V3",
                "baseline": True,
                "given_info": {"P(X)": [0.4], "P(Y | X, V3)": [[0.1, 0.6], [0.2, 0.3]]},
            },
        },
        "RD(X, Y | V3=1)",
    ),
]


@pytest.mark.parametrize(("record", "query"), SHAPES)
def test_calm_records_become_items_that_compute_their_answer(record, query):
    file = source(record, record)
    assert detect(open_document(file)).name == "calm"
    first, second = read_items(file)
    assert first == second
    assert (first.kind, first.truth["query"]) == ("truth", query)
    assert agreement([first]) == (1, 1)


def test_a_bound_is_compared_with_the_end_that_is_asked_for():
    record = {
        "index": 7,
        "Background": {
            "graph": "Given a causal graph with 2 nodes A, B, and 1 edges A->B.",
            "real_world_meaning": "A represents fire and B represents smoke. ",
            "data_info": "",
            "data_info_math": "P(B=1|A=0)=0.25; P(B=1|A=1)=0.5; P(A=1)=0.5; P(A=1,B=1)=0.25",
        },
        "Instruction": "Consider the probability of necessity (PN) of fire on smoke.",
        "Question": "What is the lower bound of the probability …?",
        "Type": "PN",
        "gt_answer": 0.5,
    }
    (item,) = read_items(source(record))
    assert (item.truth["query"], item.truth["end"]) == ("PN(A, B)", "lower")
    answers = {
        text: truth_report(item.with_text("response", text), "s").truth.agrees
        for text in ("0.5", "0.75", "1.0")
    }
    assert answers == {"0.5": True, "0.75": False, "1.0": False}
    report = truth_report(item.with_text("response", "0.5"), "s").truth
    assert (report.expected, report.bounds) == (pytest.approx(0.5), pytest.approx((0.5, 1.0)))


OPTIONS = {**GRAPH, "edges": "B causes A, B causes C, and A causes C", "gt_answer": 2}
OPTIONS |= {"option1": "C", "option2": "B", "option3": "A", "treatment": "A", "outcome": "C"}


def test_the_name_of_a_file_says_what_its_options_are_offered_for():
    file = replace(source(OPTIONS), name="BAS-C_mix-BAS_EN.jsonl")
    (item,) = read_items(file)
    assert (item.id, item.truth["query"]) == ("BAS-C_mix-BAS/1", "backdoor(A, C)")
    for reply, agrees in (("2", True), ("Option 2", True), ("1", False), ("{B}", None)):
        assert truth_report(item.with_text("response", reply), "s").truth.agrees is agrees
    (item,) = read_items(replace(source(OPTIONS), name="IV-C_CaLM-IV_EN.jsonl"))
    right = [str(n) for n in (1, 2, 3) if truth_of_reply(item, str(n))]
    assert right == []  # B moves A, but C as well


def truth_of_reply(item, text):
    return truth_report(item.with_text("response", text), "s").truth.agrees


def test_options_alone_hold_no_question_and_faults_name_their_place():
    with pytest.raises(BadInput, match="no question here"):
        read_items(source(OPTIONS))
    broken = {"index": 1, "given_info": "", "meta": {"query_type": "ate"}, "gt_answer": "no"}
    with pytest.raises(BadRecord, match="line 2: "):
        read_items(source(SHAPES[0][0], broken))


@pytest.mark.parametrize(
    ("question", "query"),
    [
        (
            "Is set() a valid frontdoor adjustment set for treatment A and outcome B?",
            "frontdoor(A, B | ∅)",
        ),
        (
            "Find one valid backdoor adjustment set for treatment A and outcome B.",
            "backdoor(A, B)",
        ),
        ("Are node A and node B d-separated by nodeset {'C'}?", "dsep(A, B | C)"),
        ("Is node A one of descendants of node B?", "affects(B, A)"),
        ("Is node A one of parents of node B?", "direct_cause(A, B)"),
        ("Is there a directed path from A to B?", "affects(A, B)"),
        ("List all children of node A.", "children(A)"),
        ("Does node B have any parents?", "parents(B)"),
        ("How many backdoor paths are from node A to node B.", "backdoor_paths(A, B)"),
        ("Find the longest paths from A to B.", "paths(A, B)"),
        ("Is it a C-forest?", "c_forest()"),
        ("How many nodes are there in the maximal root set of this graph?", "root_set()"),
        ("Is B, A a valid topological ordering of this graph?", "orders()"),
        ("Are there any cycles in this graph?", None),
        ("Find one valid nodeset that can block path A->B.", None),
    ],
)
def test_clear_questions_as_queries(question, query):
    assert query_of(question) == query
    if query:
        parse_query(query)


def test_clear_items():
    entries = [
        {
            "question_type": "EX",
            "question": "Does there exist a valid backdoor adjustment set for treatment A and "
            "outcome B?",
            "answer": "No.",
        },
        {
            "question_type": "FO",
            "question": "Find one valid frontdoor adjustment set for treatment A and outcome B.",
            "answer": "{'M'}",
        },
        {"question_type": "HM", "question": "How many nodes does this graph have?", "answer": "3"},
        {
            "question_type": "MC",
            "question": "Which of the following is NOT a node of this graph?\nA. B\nB. C\nC. A",
            "answer": "B",
        },
        {"question_type": "YN", "question": "Is M<-A an edge of this graph?", "answer": "Yes."},
        {
            "question_type": "FO",
            "question": "Find the shortest path from A to B.",
            "answer": "A<->B",
        },
        {"question_type": "FA", "question": "List all forks of this graph.", "answer": "[]"},
        {"question_type": "EX", "question": "Is there any cycle in this graph?", "answer": "No."},
    ]
    text = "An ADMG with nodes A, M, B, directed edges A->M, M->B and bi-directed edges A<->B."
    record = {"description": text, "uid": "9", "questions_and_answers": entries}
    file = source(record)
    assert detect(open_document(file)).name == "clear"
    items = read_items(file)
    assert [item.id for item in items] == [f"9/{place}" for place in range(7)]
    assert agreement(items) == (7, 7)
    wrong = ("Yes.", "{'A'}", "4", "C", "No.", "A->M->B", "{A, M, B}")
    for item, reply in zip(items, wrong, strict=True):
        assert (
            truth_report(item.with_text("response", f"Answer: {reply}"), "s").truth.agrees is False
        )
    cyclic = {**record, "description": "with nodes A, B and directed edges A->B, B->A."}
    with pytest.raises(BadInput, match="no question here"):
        read_items(source(cyclic))
    with pytest.raises(BadRecord, match="no nodes"):
        read_items(source({**record, "description": "nothing"}))


@HERE
@pytest.mark.parametrize(("folder", "least"), [("calm_lite", 180), ("clear", 270)])
def test_every_stored_answer_but_explained_ones(folder, least):
    """Of every fourth item, and all of CR-B, of which 59's own equations say otherwise."""
    agree = asked = 0
    for path in sorted((DATA / folder).rglob("*.json")):
        try:
            items = list(question_items(path))
        except BadInput:  # cycles, blocked paths and equivalent graphs: no question here
            continue
        here, all_ = agreement(items if "CR-B" in path.name else items[::4])
        agree, asked = agree + here, asked + all_
    assert asked >= least
    assert asked - agree == (folder == "calm_lite")


@HERE
def test_sets_in_two_files_or_in_words():
    cladder = DATA / "cladder"
    questions = cladder / "test-generate-det.json"
    items = list(question_items(questions, cladder / "test-model-meta.json"))
    counterbench = list(question_items(DATA / "counterbench" / "CounterBenchDataset_100.json"))
    assert (len(items), len(counterbench)) == (272, 50)
    agree, asked = agreement(items)
    assert agree == asked
    again = read_items(source(*map(to_record, counterbench)))
    assert [i.truth["query"] for i in again] == [i.truth["query"] for i in counterbench]
    with pytest.raises(BadInput, match="--models"):
        question_items(questions)
