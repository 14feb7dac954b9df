"""A question is of the model of its probe's kind, and dumps as it always did."""

import json
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from prism.records.digest import digest
from prism.records.probe import Probe
from prism.records.question import (
    QUESTIONS,
    ClaimQuestion,
    ConnectorQuestion,
    EdgeQuestion,
    OtherQuestion,
    Question,
)
from prism.suites.schemas import render

SPANS = {"start": 4, "end": 6, "first_start": 0, "first_end": 3, "second_start": 7, "second_end": 9}
ASKED: dict[str, dict[str, Any]] = {
    "edge": {"source": "é", "target": "b", "relation": "CAUSE", "source_start": 0, "source_end": 1,
             "target_start": None, "target_end": None},
    "criterion": {"name": "Depth", "description": "goes deep", "bands": {"9-10": "x", "1-2": "y"}},
    "outcome": {"gold": ["people fled", "nobody stayed"]},
    "claim": {"claim": "It rained.", "expected": "changed"},
    "connector": {"connector": "so", "sense": "RESULT", "cause": None, "first": "a", "second": "b",
                  **SPANS},
    "letter": {"claims": "It rained. It broke."},
    "distractor": {"right": "a", "option": "b", "links": "a → b", "facts": "none"},
    "riddle": {"anything": [1, {"goes": None}], "deep": 0.5},
}  # fmt: skip


def probe(kind: str, question: object) -> Probe:
    return Probe(kind=kind, subject="x", question=question, menu=("yes", "no"))


def told(kind: str, question: dict[str, Any]) -> str:
    """The digest that release 0.1.0 gave such a probe, when a question was a plain dict."""
    asked = {"kind": kind, "question": question, "menu": ["yes", "no"], "prompt": ""}
    return digest(asked | {"prompt_digest": "", "texts": {}})


@pytest.mark.parametrize("kind", ASKED)
def test_each_kind_has_its_model_and_the_digest_it_always_had(kind: str) -> None:
    asked = probe(kind, ASKED[kind])
    assert type(asked.question) is QUESTIONS.get(kind, OtherQuestion)
    assert asked.question.fields() == ASKED[kind]
    assert list(asked.question.fields()) == list(ASKED[kind])
    assert asked.digest == told(kind, ASKED[kind])
    again = Probe.model_validate_json(asked.model_dump_json())
    assert (again, again.digest) == (asked, asked.digest)
    assert json.loads(asked.model_dump_json())["question"] == ASKED[kind]


@pytest.mark.parametrize("kind", ASKED)
def test_the_published_schema_tells_the_kinds_apart(kind: str) -> None:
    schema = jsonschema.Draft202012Validator(json.loads(render("probe.schema.json")))
    told = json.loads(probe(kind, ASKED[kind]).model_dump_json())
    assert schema.is_valid(told)
    others = [question for other, question in ASKED.items() if other != kind]
    if kind in QUESTIONS:
        assert not any(schema.is_valid({**told, "question": other}) for other in others)


def test_every_model_is_tried_here() -> None:
    assert QUESTIONS.keys() < ASKED.keys()


@pytest.mark.parametrize(
    ("kind", "question"),
    [("edge", {"source": "a", "target": "b", "relation": "CAUSE"}), ("letter", {}),
     ("criterion", {"name": "Depth"}), ("claim", {"claim": "It rained."}), ("riddle", {})],
)  # fmt: skip
def test_what_is_not_asked_is_no_part_of_the_digest(kind: str, question: dict[str, Any]) -> None:
    assert probe(kind, question).digest == told(kind, question)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_a_kind_does_not_ask_is_refused(kind: str) -> None:
    with pytest.raises(ValidationError) as caught:
        probe(kind, {**ASKED[kind], "more": 1})
    assert [error["loc"] for error in caught.value.errors()] == [("question", "more")]


def test_a_question_of_another_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        probe("edge", ClaimQuestion(claim="It rained."))
    with pytest.raises(ValidationError):
        Probe(kind="edge", subject="x", menu=("yes",))
    with pytest.raises(TypeError, match="kind 'claim' asks no EdgeQuestion"):
        probe("claim", {"claim": "It rained."}).asks(EdgeQuestion)


class RiddleQuestion(Question):
    """A question of a suite of one's own."""

    riddle: str


def test_a_suite_of_ones_own_brings_its_own_question() -> None:
    asked = probe("riddle", RiddleQuestion(riddle="Why?"))
    assert asked.asks(RiddleQuestion).riddle == "Why?"
    assert asked.digest == told("riddle", {"riddle": "Why?"})
    read = Probe.model_validate_json(asked.model_dump_json())
    assert (read.question.fields(), read.digest) == ({"riddle": "Why?"}, asked.digest)


def test_a_question_is_read_as_a_dict_for_one_release_more() -> None:
    question = probe("edge", ASKED["edge"]).question
    with pytest.warns(DeprecationWarning, match="read probe.question.source"):
        assert question["source"] == "é"
    with pytest.warns(DeprecationWarning, match="lost"):
        assert question.get("lost", "none") == "none"
    spans = ConnectorQuestion(connector="so", sense="RESULT", **SPANS)
    with pytest.warns(DeprecationWarning, match="cause"), pytest.raises(KeyError):
        spans["cause"]
