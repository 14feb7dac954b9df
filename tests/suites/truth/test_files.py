"""CLadder, CaLM, CLEAR and CounterBench: small records of our own in their forms."""

import json

import pytest

from prism.errors import BadRecord, UnknownFormat
from prism.scm.ask import ask
from prism.scm.known_effects import known_effect
from prism.scm.truth import Truth, right_reply
from prism.suites.truth.files.calm import diagram_of, read_numbers
from prism.suites.truth.files.cladder import load_records, read_cladder, scm_of, truth_of
from prism.suites.truth.files.clear import read_clear, read_graph
from prism.suites.truth.files.counterbench import read_counterbench, read_question, read_statements
from prism.suites.truth.files.scm import parse_scm

PARAMS = {
    "params": {"p(X)": [0.5], "p(M | X)": [0.2, 0.7], "p(Y | X, M)": [[0.1, 0.4], [0.3, 0.9]]}
}
BASE = {"treatment": "X", "outcome": "Y", "polarity": True}


@pytest.mark.parametrize(
    ("meta", "query", "above"),
    [
        ({"query_type": "marginal"}, "P(Y=1)", True),
        ({"query_type": "correlation", "polarity": False}, "RD(X=0->1, Y)", False),
        ({"query_type": "ate", "treated": False}, "ATE(X=1->0, Y)", True),
        ({"query_type": "ate", "result": False}, "ATE(X=0->1, Y)", False),
        ({"query_type": "ett"}, "ETT(X=0->1, Y)", False),
        ({"query_type": "nie", "mediators": ["M"]}, "NIE(X=0->1, Y, M)", True),
        ({"query_type": "exp_away", "collider": "M"}, "explaining_away(X, Y | M=1)", True),
        ({"query_type": "collider_bias", "polarity": False}, "affects(X, Y)", False),
        ({"query_type": "backadj", "given_info": [[], ["M"]]}, "minimal_backdoor(X, Y | {})", True),
        (
            {
                "query_type": "det-counterfactual",
                "given_info": {"M": 1},
                "action": 0,
                "polarity": 0,
            },
            "P(Y[X=0]=0 | M=1)",
            True,
        ),
    ],
)
def test_cladder_questions_become_queries(meta, query, above):
    truth = truth_of({**BASE, **meta}, scm_of(PARAMS))
    assert (truth.query, truth.above) == (query, above)
    answer = ask(parse_scm(truth.scm).content, truth.query, "independent")
    assert right_reply(truth, answer) in (True, False)


def test_cladder_files(tmp_path):
    models, questions = tmp_path / "models.json", tmp_path / "questions.json"
    models.write_text(
        json.dumps({"model_id": 1, "background": "X causes Y.", **PARAMS}), encoding="utf-8"
    )
    meta = {**BASE, "query_type": "ate", "model_id": 1, "graph_id": "mediation", "groundtruth": 0.3}
    record = {"question_id": 7, "given_info": "…", "question": "Does X?", "answer": "yes"}
    questions.write_text(json.dumps({**record, "meta": meta}), encoding="utf-8")
    (item,) = read_cladder(questions, models)
    assert (item.id, item.gold, item.meta["stored"]) == ("questions/7", ("yes",), 0.3)
    assert Truth.model_validate(item.truth).query == "ATE(X=0->1, Y)"
    questions.write_text(json.dumps({**record, "meta": {**meta, "model_id": 2}}), encoding="utf-8")
    with pytest.raises(BadRecord, match="question 0"):
        list(read_cladder(questions, models))
    questions.write_text("no json", encoding="utf-8")
    with pytest.raises(UnknownFormat):
        load_records(questions)
    with pytest.raises(BadRecord, match="unknown kind"):
        truth_of({**BASE, "query_type": "riddle"}, scm_of(PARAMS))


def test_calm_graphs_and_numbers():
    graph = diagram_of({"vertices": ["A", "B", "C"], "edges": "A causes B, and B causes C"})
    assert graph.edges == (("A", "B"), ("B", "C"))
    record = {
        "Background": {
            "graph": "Given a causal graph with 3 nodes A, B, C, and 3 edges C->A, C->B, A->B.",
            "real_world_meaning": "Each node: A represents fertiliser, B represents the crop and "
            "C represents the soil. ",
            "data_info": "For those with fertiliser being plenty and the soil being poor, the "
            "probability of the crop being large is 0.6000. The probability of the soil being "
            "poor is 0.2500. For those with fertiliser being plenty and the soil being rich, the "
            "probability of the crop being large is 0.8000.",
            "data_info_math": "P(B=1|A=1,C=0)=0.6000; P(B=1|A=0,C=0)=0.5000; P(C=0)=0.2500; "
            "P(B=1|A=0,C=1)=0.4000; ",
        },
        "Instruction": "Consider the average treatment effect (ATE) of fertiliser on the crop.",
        "Question": "If fertiliser is changed to be plenty, will the crop be more likely to be "
        "large?",
        "Type": "ATE",
        "gt_answer": 0.325,
    }
    numbers = read_numbers(record)
    assert numbers.effect.treated == "1"
    value = known_effect(numbers.known, numbers.effect).value
    assert value == pytest.approx(0.25 * (0.6 - 0.5) + 0.75 * (0.8 - 0.4))
    scarce = record["Question"].replace("plenty", "scarce")
    other = read_numbers({**record, "Question": scarce})
    assert known_effect(other.known, other.effect).value == pytest.approx(-value)
    with pytest.raises(BadRecord, match="no treatment and outcome"):
        read_numbers({**record, "Instruction": "Consider nothing."})


def test_clear_graphs_and_questions(tmp_path):
    graph = read_graph("Given a graph with nodes A, B, C and edges A->B, B->A and A<->C, B-C.")
    assert graph.directed == (("A", "B"), ("B", "A"))
    assert graph.bidirected == (("A", "C"),)
    assert graph.undirected == (("B", "C"),)
    with pytest.raises(BadRecord, match="no nodes"):
        read_graph("an empty page")
    path = tmp_path / "edge.json"
    entry = {"question_type": "MC", "question": "Which?\nA. X->Y\nB. Y->X", "answer": "A"}
    record = {"description": "with nodes X, Y and edges X->Y", "uid": "1"}
    path.write_text(json.dumps({**record, "questions_and_answers": [entry]}), encoding="utf-8")
    (question,) = read_clear(path)
    assert (question.text, question.options) == ("Which?", {"A": "X->Y", "B": "Y->X"})
    path.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(BadRecord, match="questions_and_answers"):
        list(read_clear(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ab causes Bo", {"Bo": "Ab"}),
        ("Ab causes not Bo and Ci", {"Bo": "not (Ab)", "Ci": "Ab"}),
        (
            "Ab causes Bo, Ci and Do, not Do causes Ed",
            {"Bo": "Ab", "Ci": "Ab", "Do": "Ab", "Ed": "not Do"},
        ),
        (
            "Ab and Bo together cause Ci, and Ci or Ab causes Do",
            {"Ci": "Ab and Bo", "Do": "Ci or Ab"},
        ),
        ("Ab causes Ci, Bo causes Ci", {"Ci": "(Ab) or (Bo)"}),
    ],
)
def test_counterbench_statements(text, expected):
    assert read_statements(text) == expected


def test_counterbench_questions(tmp_path):
    outcome, supposed = read_question(
        "Assume not Ab, and based on this assumption, further suppose Bo. Would Ci not occur?"
    )
    assert (outcome.name, outcome.holds) == ("Ci", False)
    assert [(s.name, s.holds) for s in supposed] == [("Ab", False), ("Bo", True)]
    with pytest.raises(BadRecord, match="no counterfactual question"):
        read_question("What time is it?")
    with pytest.raises(BadRecord, match="no cause"):
        read_statements("Ab likes Bo")
    path = tmp_path / "q.json"
    record = {
        "question": "Would Ci occur if not Ab instead of Ab?",
        "given_info": "We know that Ab causes not Bo, and Bo causes Ci. We observed Ci",
        "answer": "yes",
        "type": "conditional",
        "question_id": "1",
    }
    path.write_text(json.dumps([record]), encoding="utf-8")
    (item,) = read_counterbench(path)
    truth = Truth.model_validate(item.truth)
    assert truth.query == "P(Ci[Ab=0]=1 | Ci=1)"
    assert ask(parse_scm(truth.scm).content, truth.query).value == 1.0
