"""Kinds of distractors from graph facts."""

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.files.source import Source, read_source
from prism.graph import CausalGraph
from prism.records.item import Choice, Item
from prism.suites.ladder import distractors as read
from prism.suites.ladder.distractors import KINDS, classify
from prism.suites.reading import read_items
from prism.text.gist import Gist, Term, gist
from prism.text.parse import parse
from prism.text.question import Asked, asked

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


def of(text: str, *, denied: str = "", text_of: str = "") -> Gist:
    """The gist of words that are figures, which are like nothing but themselves."""
    return Gist(
        text_of or text,
        tuple(Term(w, w, 1.0, w in denied.split(), i, True) for i, w in enumerate(text.split())),
    )


def scene(
    units: dict[str, str],
    edges: str = "",
    *,
    event: str = "",
    right: str = "",
    question: str = "",
    wanted: str = "cause",
    hypothetical: bool = False,
    label: str = "CAUSE",
) -> read.Scene:
    """Units of figures by name, edges as ``ab bc``, and what the item adds."""
    names = list(units)
    ends = [(names.index(one), names.index(other), label) for one, other in edges.split()]
    graph = CausalGraph.of(list(units.values()), ends)
    ids = [unit.id for unit in graph.units]
    return read.Scene(
        graph=graph,
        units={name: of(text) for name, text in zip(ids, units.values(), strict=True)},
        whole=of(" ".join(units.values())),
        question=of(question),
        event=of(event),
        right=of(right),
        parts=(),
        asked=Asked(wanted, 0, 0),  # type: ignore[arg-type]
        hypothetical=hypothetical,
    )


@given(st.lists(st.sampled_from("1 2 3 4 5 6 7 8 9".split()), min_size=1, max_size=9))
def test_every_word_of_an_option_is_the_items_the_contexts_or_new(words: list[str]) -> None:
    found = read._shares(scene({"a": "1 4 5 6"}, right="1 2", question="3"), of(" ".join(words)))
    for share, its in ((found.about, "123"), (found.context, "456"), (found.novel, "789")):
        assert share == pytest.approx(sum(word in its for word in words) / len(words))
        assert share >= 0
    assert found.words == tuple(word for word in words if word in "789")


def test_heavy_words_weigh_more_and_no_words_have_no_share() -> None:
    weighed = Gist(
        "x", (Term("9", "9", 0.75, False, 0, False), Term("1", "1", 0.25, False, 1, False))
    )
    found = read._shares(scene({"a": "4"}, right="1"), weighed)
    assert (found.about, found.context, found.novel) == (0.25, 0.0, 0.75)
    empty = read._shares(scene({"a": "4"}, right="1"), of(""))
    assert (empty.about, empty.context, empty.novel, empty.words) == (0.0, 0.0, 0.0, ())


@pytest.mark.parametrize(
    ("one", "other", "fit"),
    [
        ("1 2", "3 4", 1.0),
        ("1 2", "3 9", (0.5 + 0.75) / 2),  # half of the worse and half of the mean
        ("1 9", "3 4", (0.5 + 0.75) / 2),
        ("1 2", "3 9 9 9", (0.25 + 0.625) / 2),
        ("1 2", "3 9 9 9 9", 0.0),  # one side says too little of its own
        ("1 9 9 9 9", "3 4", 0.0),
        ("", "3 4", 0.0),
    ],
)
def test_two_sides_fit_as_well_as_the_worse_allows(one: str, other: str, fit: float) -> None:
    assert read._fit(of(one), of("1 2"), of(other), of("3 4")) == pytest.approx(fit)


CHAIN = {"a": "1 2", "b": "3 4", "c": "5 6", "d": "7 8"}  # a → b → c, and d beside


@pytest.mark.parametrize(
    ("wanted", "option", "strength", "unit"),
    [
        ("cause", "5 6", 1.0, "5 6"),  # what the event leads to
        ("cause", "3 4", 1.0, "3 4"),  # the event itself
        ("cause", "5 9", 0.5, "5 6"),
        ("cause", "1 2", 0.0, None),  # its cause
        ("cause", "7 8", 0.0, None),
        ("effect", "1 2", 1.0, "1 2"),
        ("effect", "3 4", 0.0, "1 2"),  # the event is no cause of itself
        ("effect", "5 6", 0.0, "1 2"),
    ],
)
def test_the_far_side_of_the_event(
    wanted: str, option: str, strength: float, unit: str | None
) -> None:
    there = scene(CHAIN, "ab bc", event="3 4", wanted=wanted)
    found = read._wrong_side(there, of(option))
    assert found[0] == strength
    if strength:
        assert found[1] == unit
    upper = scene(CHAIN, "ab bc", event="3 4", wanted=wanted, hypothetical=True)
    assert read._wrong_side(upper, of(option)) == (0.0, "")


def test_what_the_right_option_says_too_is_on_no_wrong_side() -> None:
    there = scene(CHAIN, "ab bc", event="3 4", right="5")
    assert read._wrong_side(there, of("5 6"))[0] == 0.5
    more = scene(CHAIN, "ab bc", event="3 4", right="5 6 9")
    assert read._wrong_side(more, of("5 9"))[0] == 0.0
    assert read._wrong_side(scene({"a": "1"}, event="9"), of("1")) == (0.0, "")


@pytest.mark.parametrize(
    ("option", "unit", "tied"),
    [
        ("1 2", "1 2", True),  # it leads to the event
        ("3 4", "3 4", True),
        ("5 6", "5 6", True),  # the event leads to it
        ("7 8", "7 8", False),
        ("7 9 9 9", "7 8", False),
        ("1 9 9 9", "1 2", True),
        ("1 9 9 9 9", None, False),  # less than a quarter of it is the unit's
        ("", None, False),
    ],
)
def test_the_unit_an_option_restates(option: str, unit: str | None, tied: bool) -> None:
    there = scene(CHAIN, "ab bc", event="3 4")
    name, joined = read._restated(there, of(option))
    assert (name and there.graph.by_id[name].text, joined) == (unit, tied)
    told = read._restatement(there, name, joined)
    if name is None:
        assert told == "restates nothing of the context"
    else:
        path = "which a directed path ties" if tied else "which no directed path ties"
        assert told == f"restates “{unit}”, {path} to the queried event"


def test_without_units_nothing_is_restated() -> None:
    assert read._restated(scene({}), of("1 2")) == (None, False)


@pytest.mark.parametrize(
    ("unit", "event", "told"),
    [
        ("1 2 9 9 9", "1 2", True),  # the event's words are the unit's
        ("1 2", "1 2 9 9 9", True),  # or the unit's the event's
        ("1 2 8 8 8", "1 2 9 9 9", True),  # two fifths of either
        ("1 8 8", "1 9 9", False),
        ("1", "9", False),
    ],
)
def test_units_that_tell_the_event(unit: str, event: str, told: bool) -> None:
    there = scene({"a": unit}, event=event)
    assert (read._at_event(there) == list(there.units)) is told


def test_the_links_that_hold_are_the_items_the_right_options_and_the_reach_edges() -> None:
    there = scene(CHAIN, "ab", event="3", right="1")
    links = [(c.text, e.text, words) for c, e, words in read._known_links(there)]
    assert links == [
        ("1", "3", "the link that is asked for"),
        ("1 2", "3 4", "“1 2” leads to “3 4”"),
    ]
    turned = scene(CHAIN, "ab", event="3", right="1", wanted="effect")
    assert [x.text for x in next(iter(read._known_links(turned)))[:2]] == ["3", "1"]
    order = scene(CHAIN, "ab", event="3", right="1", label="SEQUENCE")
    assert len(list(read._known_links(order))) == 1


def test_the_course_of_the_right_option_is_what_it_states_or_the_order_of_its_parts() -> None:
    said = gist("The mill burned because the lamp fell.")
    parts = (of("1"), of("2"), of("3"))
    stated = replace(scene({}, event="3"), right=said, parts=parts)
    _, (cause, effect, words) = read._known_links(stated)
    assert [[t.lemma for t in each.terms] for each in (cause, effect)] == [
        ["lamp", "fall"], ["mill", "burn"],
    ]  # fmt: skip
    assert words == "the course of the right option"
    loose = replace(scene({}, event="3"), right=gist("The fox saw the hen."), parts=parts)
    _, *course = read._known_links(loose)
    assert [(c.text, e.text) for c, e, _ in course] == [("1", "2"), ("2", "3")]


@pytest.mark.parametrize(
    ("option", "strength", "told"),
    [
        ("The lamp fell because the mill burned.", 1.0, "“because” turns round: the link"),
        ("The mill burned because the lamp fell.", 0.0, ""),
        ("The lamp saw the mill.", 0.0, ""),
        ("The mill saw the lamp.", 0.8, "“saw” turns round: the link"),  # less firm
    ],
)
def test_a_link_said_the_other_way_is_turned_round(option: str, strength: float, told: str) -> None:
    there = replace(
        scene({}, hypothetical=True), right=gist("the lamp fell"), event=gist("the mill burned")
    )
    found, words = read._reversal(there, gist(option))
    assert found == pytest.approx(strength)
    assert words.startswith(told)
    assert bool(words) is bool(told)


def test_a_denial_counts_against_the_right_option_the_event_and_on_the_lowest_rung_the_units() -> (
    None
):
    denied = of("1 2", denied="1")
    for rung, strength in ((False, 0.5), (True, 0.0)):
        found, words = read._contradiction(scene({"a": "1 2"}, hypothetical=rung), denied)
        assert found == strength
        assert words == ("against “1 2”: 1 – not 1" if strength else "")
    for where in ({"right": "1 2"}, {"event": "1 2"}):
        upper = scene({}, hypothetical=True, **where)  # type: ignore[arg-type]
        assert read._contradiction(upper, denied)[0] == 0.5
    best = scene({"a": "1 2 3"}, right="1 2")
    assert read._contradiction(best, of("1 2 3", denied="1")) == (
        pytest.approx(2 / 3), "against “1 2 3”: 1 – not 1",
    )  # fmt: skip
    same = scene({"a": "1 2"}, right="1 2 8")
    assert read._contradiction(same, denied)[1].startswith("against “1 2 8”")  # the first of equals


@pytest.mark.parametrize(
    ("option", "denied", "about", "context", "novel", "clashing", "turned", "tied"),
    [
        ("1 9", "", 0.5, 0.0, 0.5, 0.0, 0.0, False),
        ("1 2 7 8", "", 0.5, 0.5, 0.0, 0.0, 0.0, False),
        ("7 8 9 9", "", 0.0, 0.5, 0.5, 0.0, 0.0, False),
        ("5 6", "", 0.0, 1.0, 0.0, 0.0, 1.0, True),
        ("5 6 9 9", "", 0.0, 0.5, 0.5, 0.0, 0.5, True),
        ("1 2", "1", 1.0, 0.0, 0.0, 0.5, 0.0, True),
        ("3 4", "", 0.0, 1.0, 0.0, 0.0, 1.0, True),
    ],
)
def test_strengths_are_shares_of_the_words(
    option: str, denied: str, about: float, context: float, novel: float,
    clashing: float, turned: float, tied: bool,
) -> None:  # fmt: skip
    there = scene(CHAIN, "ab bc", event="3 4", right="1 2")
    found = read._facts(there, of(option, denied=denied, text_of="-")).strengths
    new = 1 - (1 - novel) ** 2.5
    straight = 1 - 0.6 * turned
    assert found == {
        "causal_reversal": turned,
        "unfounded": pytest.approx(new),
        "contradictory": pytest.approx((0.5 * about * (1 - new) + 0.5 * clashing) * straight),
        "irrelevant_fact": pytest.approx(context * straight * (0.4 if tied else 1.0)),
    }


def test_what_speaks_for_each_kind_is_said() -> None:
    there = scene(CHAIN, "ab bc", event="3 4", right="1 2")
    words = read._facts(there, of("1 9 10", text_of="-")).words
    assert words == {
        "contradictory": "speaks of the same things and says otherwise",
        "unfounded": "neither context nor question has: 9, 10",
        "causal_reversal": "no link of the item is turned round",
        "irrelevant_fact": "restates “1 2”, which a directed path ties to the queried event",
    }
    beside = read._facts(scene({}, right="1 2"), of("1 2", denied="1", text_of="-")).words
    assert beside["contradictory"] == "against “1 2”: 1 – not 1"
    after = read._facts(there, of("5 6", text_of="-")).words["causal_reversal"]
    assert after == "restates “5 6”, on the other side of the queried event"
    faint = read._Facts({**dict.fromkeys(KINDS, 0.0), "unfounded": 0.1}, words)
    assert read._evidence(faint, "unfounded") == words["unfounded"]
    assert read._evidence(faint, "contradictory").startswith("by elimination")
    assert read._evidence(faint, None) == "no kind stands out"


def test_the_lead_decides_from_eight_hundredths_and_is_at_most_one() -> None:
    assert read._kind("unfounded", 0.08) == ("unfounded", 0.08)
    assert read._kind("unfounded", 0.0799) == (None, 0.0799)
    assert read._kind("unfounded", 1.3) == ("unfounded", 1.0)
    alone = dict(zip(KINDS, (0.1, 0.7, 0.4, 0.0), strict=True))
    assert read._lead(alone) == (KINDS[1], pytest.approx(0.3))  # type: ignore[arg-type]


SHARE = st.floats(0, 1).map(lambda x: round(x, 2))


@given(st.lists(st.tuples(SHARE, SHARE, SHARE, SHARE), min_size=4, max_size=4))
def test_one_of_each_is_the_best_of_all_orders_and_leads_by_what_its_loss_costs(rows: list) -> None:
    options = [dict(zip(KINDS, row, strict=True)) for row in rows]

    def total(order: tuple) -> float:
        return sum(option[kind] for option, kind in zip(options, order, strict=True))

    orders = list(permutations(KINDS))
    best = max(orders, key=total)
    for place, (kind, lead) in enumerate(read._one_of_each(options)):  # type: ignore[arg-type]
        lost = total(best) - max(total(o) for o in orders if o[place] != best[place])
        assert lead == pytest.approx(min(1.0, lost))
        assert kind == (best[place] if lead >= 0.08 else None)
