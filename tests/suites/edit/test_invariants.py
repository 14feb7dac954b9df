"""What an edit must leave alone: standings of facts, worked out on small stories."""

import pytest

from prism.suites.edit.invariants import plan
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
