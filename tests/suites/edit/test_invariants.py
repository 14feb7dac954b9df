"""What an edit must leave alone: standings of facts, worked out on small stories."""

from dataclasses import replace

import pytest

from prism.suites.edit.invariants import original_event, plan
from prism.text.parse import parse

STORY = (
    "Ben lives in Oslo. It rained, so the road flooded. The pump failed because the fuse blew. "
    "Ana had built the bridge in 1990. Cara sang."
)


def standings(request: str, story: str = STORY) -> dict[str, str]:
    found = plan(parse(story), story, request)
    return {fact.text: fact.standing for fact in found.facts}


def test_each_fact_has_its_standing() -> None:
    assert standings("What if it had not rained?") == {
        "Ben lives in Oslo": "invariant",  # told before, and a trait
        "It rained": "intervened",
        "the road flooded": "descendant",
        "The pump failed": "invariant",  # its cause is another
        "the fuse blew": "undecided",  # it follows, and no cause of it is told
        "Ana had built the bridge in 1990": "invariant",  # earlier than the events
        "Cara sang": "undecided",
    }


def test_what_stands_before_the_intervention_stays() -> None:
    found = standings("What if the fuse had not blown?")
    assert found["the fuse blew"] == "intervened"
    assert found["The pump failed"] == "descendant"
    assert (found["It rained"], found["the road flooded"]) == ("invariant", "invariant")
    assert found["Cara sang"] == "undecided"


@pytest.mark.parametrize("request_", ["", "  ", "What if penguins had invaded Norway?"])
def test_without_an_anchor_nothing_is_decided(request_: str) -> None:
    assert set(standings(request_).values()) == {"undecided"}


def test_anchors_name_the_unit_and_how_much_it_speaks_of_the_change() -> None:
    found = plan(parse(STORY), STORY, "What if it had not rained?")
    [anchor] = found.anchors
    assert anchor.unit is not None
    assert parse(STORY).by_id[anchor.unit].text.startswith("It rained")
    assert 0.34 <= anchor.score <= 1.0
    assert not anchor.stipulated
    nothing = plan(parse(STORY), STORY, "What if penguins had invaded Norway?")
    assert [a.unit for a in nothing.anchors] in ([], [None])
    assert nothing.invariants == ()


def test_invariants_are_the_facts_that_must_survive() -> None:
    found = plan(parse(STORY), STORY, "What if it had not rained?")
    assert [fact.text for fact in found.invariants] == [
        "Ben lives in Oslo", "The pump failed", "Ana had built the bridge in 1990",
    ]  # fmt: skip
    assert all(STORY[fact.start : fact.end] == fact.text for fact in found.facts)
    assert all(fact.why for fact in found.facts)


@pytest.mark.parametrize(
    ("request_", "unit", "side", "event"),
    [
        ("What if it had snowed instead of raining?", "It rained,", "original", "raining"),
        ("What if Cara had danced instead of singing?", "Cara sang.", "original", "singing"),
        ("What if it had not rained?", "It rained,", "change", "It rained"),
        ("What if the fuse had not blown?", "because the fuse blew.", "change", "the fuse blew"),
        ("What if the road had not flooded?", "so the road flooded.", "change", "the road flooded"),
        # a little of it is enough where the subject is the same
        ("What if Cara had sailed away with nine dogs?", "Cara sang.", "change",
         "Cara sang"),
        ("What if Leo had sailed from Oslo with nine dogs?", None, None, ""),
        ("What if penguins had invaded Norway?", None, None, ""),
    ],
)  # fmt: skip
def test_a_change_is_anchored_at_the_unit_that_speaks_of_it(
    request_: str, unit: str | None, side: str | None, event: str
) -> None:
    graph = parse(STORY)
    [anchor] = plan(graph, STORY, request_).anchors
    assert (anchor.unit and graph.by_id[anchor.unit].text, anchor.side) == (unit, side)
    assert original_event(STORY, request_) == event
    assert round(anchor.score, 3) == anchor.score
    assert 0 <= anchor.score < 0.34 or unit is not None


def test_several_changes_replace_several_events_each_named_once() -> None:
    request = "What if it had not rained and Cara had danced?"
    assert original_event(STORY, request) == "It rained and Cara sang"
    found = standings(request)
    assert (found["It rained"], found["Cara sang"]) == ("intervened", "intervened")
    assert found["the road flooded"] == "descendant"
    twice = "What if Cara had danced, and Cara had wept?"
    assert original_event(STORY, twice) == "Cara sang"


def test_what_is_stipulated_is_anchored_too_and_replaces_nothing() -> None:
    request = "Rewrite the story so that it does not rain. The pump still fails."
    found = plan(parse(STORY), STORY, request)
    assert found.outcome is not None
    assert [anchor.stipulated for anchor in found.anchors] == [False, True]
    assert found.anchors[-1].change.text == found.outcome
    assert (found.anchors[-1].change.start, found.anchors[-1].change.end) == (0, len(found.outcome))
    assert original_event(STORY, request) == "It rained"


@pytest.mark.parametrize(
    ("fact", "standing"),
    [
        ("Ana had built a bridge", "invariant"),
        ("Ben lives in Oslo", "invariant"),
        ("We live here", "invariant"),
        ("Ana had a bridge", "undecided"),  # no pluperfect
        ("Ben ran", "undecided"),
    ],
)
def test_traits_and_what_had_happened_before_are_background(fact: str, standing: str) -> None:
    # What stands before or behind the unit has no part in it.
    story = f"Ada sleeps. It rained. Leo sat. {fact}. Mia slept. Mia naps. Mia had eaten."
    assert standings("What if it had not rained?", story)[fact] == standing


def test_each_standing_says_why() -> None:
    found = plan(parse(STORY), STORY, "What if it had not rained?")
    assert {fact.text: fact.why for fact in found.facts} == {
        "Ben lives in Oslo": "it is told before the intervention",
        "It rained": "the request changes it",
        "the road flooded": "the intervention causes it",
        "The pump failed": "its told causes are other than the intervention",
        "the fuse blew": "it follows in the telling, and no cause of it is told",
        "Ana had built the bridge in 1990": "it is background: a trait, or earlier than the events",
        "Cara sang": "it follows in the telling, and no cause of it is told",
    }
    nowhere = plan(parse(STORY), STORY, "")
    assert {fact.why for fact in nowhere.facts} == {"the request is anchored at no unit"}


def test_units_that_stand_nowhere_in_the_story_hold_no_fact() -> None:
    graph = parse(STORY)
    first, *rest = graph.units
    loose = graph.replace(units=(replace(first, start=None, end=None), *rest))
    found = plan(loose, STORY, "What if Ben had lived in Rome?")
    assert first.id not in {fact.unit for fact in found.facts}
    assert first.id not in {anchor.unit for anchor in found.anchors}
    assert len({fact.unit for fact in found.facts}) == len(rest)
