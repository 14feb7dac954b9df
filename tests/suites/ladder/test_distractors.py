"""Kinds of distractors from graph facts."""

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from prism.files.source import Source, read_source
from prism.graph import CausalGraph
from prism.records.item import Choice, Item
from prism.suites.ladder.distractors import KINDS, classify
from prism.suites.reading import read_items
from prism.text.parse import parse
from prism.text.question import asked

CONTEXT = (
    "The dam above Arle burst in May because rats had tunnelled through its wall. "
    "The flood swept away the grain store, so the town bought wheat from the coast. "
    "The mayor wears a green hat."
)
WHY = {
    "question": "Why did the dam above Arle burst?",
    "rung": "discovery",
    "options": {
        "Rats had tunnelled through its wall.": None,
        "The mayor wears a green hat.": "irrelevant_fact",
        "Rats had never tunnelled through its wall.": "contradictory",
        "A jealous engineer planted explosives.": "unfounded",
        "The bursting of the dam drove rats to tunnel through its wall.": "causal_reversal",
    },
}
IF = {
    "question": "What would have happened if the town had stored its grain on the hill?",
    "rung": "counterfactual",
    "options": {
        "The grain would have stayed dry, so nobody would have bought wheat.": None,
        "The mayor would have worn a green hat.": "irrelevant_fact",
        "The grain would not have stayed dry, so all would have bought wheat.": "contradictory",
        "Pirates would have landed and burned every ship.": "unfounded",
        "Nobody would have bought wheat, so the grain would have stayed dry.": "causal_reversal",
    },
}


def item(question: dict, order: tuple[int, ...] = (0, 1, 2, 3, 4)) -> Item:
    options = list(question["options"])
    choice = Choice(
        options=tuple(options[i] for i in order),
        answer=order.index(0) if 0 in order else None,
        rung=question["rung"],
    )
    texts = {"context": CONTEXT, "question": question["question"]}
    return Item(id="x", kind="ladder", texts=texts, choice=choice)


def kinds(of: Item, graph: CausalGraph, **options: bool) -> dict[str, str | None]:
    found = classify(of, graph, **options)
    assert of.choice is not None
    return {of.choice.options[each.option]: each.kind for each in found}


@pytest.mark.parametrize("question", [WHY, IF], ids=["why", "if"])
@pytest.mark.parametrize("one_of_each", [True, False])
def test_four_kinds_over_one_context(question: dict, one_of_each: bool) -> None:
    wanted = {text: kind for text, kind in question["options"].items() if kind}
    assert kinds(item(question), parse(CONTEXT), one_of_each=one_of_each) == wanted


def test_the_order_of_the_options_does_not_matter() -> None:
    graph = parse(CONTEXT)
    usual = kinds(item(WHY), graph)
    for order in list(permutations(range(5)))[::17]:
        assert kinds(item(WHY, order), graph) == usual


def test_a_turned_edge_of_the_context_is_a_reversal() -> None:
    graph = parse(CONTEXT)
    turned = {
        "question": "Why did the town buy wheat from the coast?",
        "rung": "discovery",
        "options": {
            "The flood had swept away the grain store.": None,
            "Rats tunnelled through the wall because the dam burst.": "causal_reversal",
        },
    }
    [found] = classify(item(turned, (0, 1)), graph)
    assert found.kind == "causal_reversal"
    without = graph.replace(edges=())
    [bare] = classify(item(turned, (0, 1)), without)
    assert bare.strengths["causal_reversal"] < found.strengths["causal_reversal"]


def test_a_path_to_the_event_makes_a_restated_effect_a_reversal() -> None:
    texts = ["the pump broke", "the cellar flooded", "the wine spoiled", "a bird sang"]
    graph = CausalGraph.of(texts, [(0, 1, "CAUSE"), (1, 2, "CAUSE")])
    options = ("The pump broke.", "The wine spoiled.", "A bird sang.")
    choice = Choice(options=options, answer=0, rung="discovery")
    where = {"context": ". ".join(texts), "question": "Why was the cellar flooded?"}
    asked_of = Item(id="x", kind="ladder", texts=where, choice=choice)
    downstream, beside = classify(asked_of, graph)
    assert downstream.kind == "causal_reversal"
    assert beside.kind == "irrelevant_fact"
    assert "no directed path" in beside.evidence


def test_nothing_to_tell_apart_is_undecided() -> None:
    same = {**WHY, "options": dict.fromkeys(["Rats had tunnelled.", "q", "r", "s", "t"])}
    found = classify(item(same), parse(CONTEXT))
    assert [each.kind for each in found] == [None] * 4
    assert all(each.evidence == "no kind stands out" for each in found)


def test_without_a_right_option_there_is_nothing_to_classify() -> None:
    assert classify(item(WHY, (1, 2, 3, 4)), parse(CONTEXT)) == ()


def test_strengths_and_confidences_are_shares() -> None:
    for question in (WHY, IF):
        for found in classify(item(question), parse(CONTEXT)):
            assert set(found.strengths) == set(KINDS)
            assert all(0 <= value <= 1 for value in found.strengths.values())
            assert 0 <= found.confidence <= 1


@pytest.mark.parametrize("blank", ["", "…", "42", "the of and"])
def test_blank_options_and_questions_do_no_harm(blank: str) -> None:
    strange = {
        "question": blank,
        "rung": "intervention",
        "options": {blank + "!": None, blank: None},
    }
    assert len(classify(item(strange, (0, 1)), parse(CONTEXT))) == 1


@pytest.mark.parametrize(
    ("question", "wanted", "about"),
    [
        ("Why did the bank fail?", "cause", "Why did the bank fail?"),
        ("What did the fall of the bank lead to?", "effect", "What did"),
        ("What caused the bank to fail?", "cause", "What caused"),
        ("What was the result of the failure?", "effect", "What was"),
        ("If the bank had held, what would have followed?", "effect", "If the bank had held"),
        ("Had the bank held, what would have followed?", "effect", "Had the bank held"),
        ("What will happen to the town if the bank holds?", "effect", "if the bank holds?"),
    ],
)
def test_what_a_question_asks(question: str, wanted: str, about: str) -> None:
    found = asked(question)
    assert found.wanted == wanted
    assert question[found.start : found.end].startswith(about)


def test_the_real_questions_and_record(data: Path) -> None:
    """Five real questions and a record: every distractor gets a kind of METER's or none."""
    told: Counter[str | None] = Counter()
    for name in ("dataset.jsonl", "question_level_sample.jsonl"):
        for each in read_items(read_source(str(data / "meter_sample" / name))):
            found = classify(each, parse(each.texts["context"]))
            assert len(found) == 4
            told.update(line.kind for line in found)
            assert all(line.evidence for line in found)
    assert sum(told.values()) == 32
    assert told[None] <= 8  # the demand on our own set, a quarter, holds here too
    assert set(KINDS) <= set(told)


def test_own_labelled_contexts_reach_the_mark() -> None:
    """A sixth of the own set: the whole is measured by ``python -m benchmarks.ladder``."""
    path = Path(__file__).parents[3] / "benchmarks" / "ladder" / "items.jsonl"
    lines = path.read_text("utf-8").splitlines()[::6]
    assert all(json.loads(line)["id"] for line in lines)
    pairs = []
    for each in read_items(Source("items.jsonl", "\n".join(lines))):
        graph = parse(each.texts["context"])
        assert each.choice is not None
        assert each.choice.kinds is not None
        for found in classify(each, graph):
            pairs.append((each.choice.kinds[found.option], found.kind))
    decided = [pair for pair in pairs if pair[1] is not None]
    assert len(decided) >= 0.75 * len(pairs)
    assert sum(label == kind for label, kind in decided) >= 0.75 * len(decided)
