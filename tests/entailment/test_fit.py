"""A connective fits, or the story's own causes and the reversal of a side say why not."""

import pytest

from prism.entailment.fit import Joined, _clause, _ranks, _units, fit, joined, joint_graph
from prism.text.connectives import connectives
from prism.text.nlp import analyse

STORY = "The pump failed, so the cellar flooded. Ana had painted the door in 1990."


def judged(text: str, request: str = "") -> str:
    [found] = connectives(analyse(text))
    cue = (found.start, found.end)
    link = joined(text, cue, found.arg1, found.arg2, found.cause or "arg2", found.sense)
    return fit(STORY, link, request).value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The cellar flooded because the pump failed.", "fits"),
        ("The cellar did not flood because the pump did not fail.", "fits"),
        ("The cellar did not flood although the pump failed.", "fits"),
        ("The cellar did not flood because the pump failed.", "wrong_polarity"),
        ("The cellar flooded although the pump failed.", "wrong_polarity"),
        ("The pump failed because the cellar flooded.", "wrong_direction"),
        ("Ana had painted the door in 1990 because the pump did not fail.", "unrelated"),
        ("The mayor sang because the moon was full.", "fits"),
    ],
)
def test_fit(text: str, value: str) -> None:
    assert judged(text) == value


def test_a_mere_circumstance_is_no_reason() -> None:
    assert judged("Because Ana had painted the door in 1990, the pump did not fail.") == "unrelated"
    assert judged("The mayor sang because Ana had painted the door in 1990.") == "fits"


def test_a_stipulated_change_does_not_bring_about_the_old_effect() -> None:
    request = "What if a new engine had driven the pump?"
    text = "A new engine drove the pump, so the cellar flooded."
    assert judged(text) == "fits"
    assert judged(text, request) == "wrong_polarity"


def test_what_had_happened_before_is_no_effect_of_what_came_later() -> None:
    assert judged("The door fell, so Ana had painted it.") == "wrong_direction"
    assert judged("Ana had painted the door because she feared rust.") == "fits"


@pytest.mark.parametrize(
    ("story", "links"),
    [
        ("Because the pump failed and the fuse blew, the cellar flooded.",
         {("pump", "cellar"), ("fuse", "cellar")}),
        ("The pump failed, so the cellar flooded and the lights went out.",
         {("pump", "cellar"), ("pump", "lights")}),
        ("The pump failed. The cellar flooded.", set()),
        ("The cellar did not flood because the pump failed.", {("pump", "cellar")}),
        ("Although the pump failed and the fuse blew, the cellar flooded.", set()),
        ("The cellar flooded, not because the pump failed.", set()),
    ],
)  # fmt: skip
def test_every_unit_of_a_cause_is_one(story: str, links: set[tuple[str, str]]) -> None:
    graph = joint_graph(story)
    told = {
        (graph.by_id[e.source].text, graph.by_id[e.target].text) for e in graph.edges if e.causal
    }
    for cause, effect in links:
        assert any(cause in one and effect in other for one, other in told)
    assert len(told) == len(links)
    assert len({edge.id for edge in graph.edges}) == len(graph.edges)


def test_a_cause_comes_before_its_effect_however_it_is_told() -> None:
    graph = joint_graph("The cellar flooded because the pump failed because the fuse blew.")
    flood, pump, fuse = (_ranks(graph)[unit.id] for unit in graph.units)
    assert fuse < pump < flood == 0
    told = joint_graph("The fuse blew. The pump failed. Ada slept.")
    assert [_ranks(told)[unit.id] for unit in told.units] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("The pump failed and the fuse blew, so the cellar flooded and Ada swore.",
         "the fuse blew", "the cellar flooded and Ada swore"),
        ("The pump failed. Despite this, the cellar stayed dry.",
         "The pump failed", "the cellar stayed dry"),
        ("Ada slept because the pump, which was old, failed in May.", "the pump", "Ada slept"),
        ("The cellar flooded because the pump failed.", "the pump failed", "The cellar flooded"),
    ],
)  # fmt: skip
def test_the_clauses_next_to_the_cue_are_joined(text: str, cause: str, effect: str) -> None:
    [found] = connectives(analyse(text))
    cue = (found.start, found.end)
    link = joined(text, cue, found.arg1, found.arg2, found.cause or "arg2", found.sense)
    assert (link.cause.strip(" ,."), link.effect.strip(" ,.")) == (cause, effect)


@pytest.mark.parametrize(
    ("cause", "effect", "direction"),
    [
        ("The door fell", "Ana had painted it", "wrong_direction"),
        ("The door fell", "He'd painted it", "wrong_direction"),
        ("The door fell", "Ana painted it", "fits"),
        ("The door falls", "Ana had painted it", "fits"),
        ("Ana had feared rust", "Ana had painted it", "fits"),
        ("Ana feared rust", "Ana had painted it", "fits"),  # a state may last
        ("The door was old", "Ana had painted it", "fits"),
        ("rust", "Ana had painted it", "fits"),
    ],
)
def test_an_effect_does_not_lie_before_its_cause(cause: str, effect: str, direction: str) -> None:
    assert fit("Ben slept.", Joined(cause, effect, "CAUSE")).value == direction
    assert fit("Ben slept.", Joined(cause, effect, "CONCESSION")).value == "fits"


CHAIN = "The fuse blew, so the pump failed. So the cellar flooded. Ada sang. Ben slept."


@pytest.mark.parametrize(
    ("cause", "effect", "sense", "value", "decided"),
    [
        ("the fuse blew", "the cellar flooded", "CAUSE", "fits", True),  # over two steps
        ("the fuse did not blow", "the cellar did not flood", "CAUSE", "fits", True),
        ("the fuse did not blow", "the cellar flooded", "CAUSE", "wrong_polarity", True),
        ("the fuse blew", "the cellar did not flood", "CAUSE", "wrong_polarity", True),
        ("the cellar flooded", "the fuse blew", "CAUSE", "wrong_direction", True),
        ("the fuse blew", "the cellar flooded", "CONCESSION", "wrong_polarity", True),
        ("the cellar flooded", "the fuse blew", "CONCESSION", "wrong_polarity", True),
        ("the fuse blew", "the cellar did not flood", "CONCESSION", "fits", True),
        ("the fuse did not blow", "the cellar flooded", "CONTRAST", "fits", True),
        ("the fuse did not blow", "Ada sang", "CAUSE", "unrelated", True),
        ("Ada did not sing", "Ben did not sleep", "CAUSE", "fits", False),
        ("Ben did not sleep", "Ada did not sing", "CAUSE", "wrong_direction", True),
        ("Ada did not sing", "Ben did not sleep", "CONCESSION", "wrong_polarity", True),
        ("Ben did not sleep", "Ada did not sing", "CONCESSION", "fits", False),
        ("the moon was full", "the fuse blew", "CAUSE", "fits", False),
        ("the fuse blew", "the fuse blew", "CAUSE", "fits", False),
        ("Ada sang", "the cellar flooded", "CAUSE", "unrelated", True),
        ("Ben did not sleep", "Ada sang well and long", "CAUSE", "unrelated", True),
    ],
)  # fmt: skip
def test_the_story_decides_what_it_can(
    cause: str, effect: str, sense: str, value: str, decided: bool
) -> None:
    found = fit(CHAIN, Joined(cause, effect, sense))
    assert (found.value, found.decided) == (value, decided)
    assert found.why


@pytest.mark.parametrize(
    ("story", "cause", "effect", "value"),
    [
        ("The mill stands by the river. Ada slept.", "the mill stands by the river",
         "Ada slept", "unrelated"),  # how things are in general
        ("The mill burned by the river. Ada slept.", "the mill burned by the river",
         "Ada slept", "fits"),
        ("The mill burned by the river. Ada slept.", "the mill burned by the river",
         "Ada did not sleep", "unrelated"),
        ("The pump failed, so the cellar flooded. Ada slept.", "the pump failed",
         "Ada slept", "fits"),  # a cause of something may be one of more
        ("The pump failed, so the cellar flooded. Ada slept.", "Ada slept",
         "the cellar flooded", "unrelated"),
        ("The pump failed, so the cellar flooded. Ada slept.", "Ada did not sleep",
         "the cellar did not flood", "wrong_direction"),
        ("", "the pump failed", "the cellar flooded", "fits"),
    ],
)  # fmt: skip
def test_a_circumstance_is_what_the_story_links_to_nothing(
    story: str, cause: str, effect: str, value: str
) -> None:
    assert fit(story, Joined(cause, effect, "CAUSE")).value == value


def test_what_points_back_stands_for_the_clause_right_before() -> None:
    text = "Ada slept. The pump failed. This, so, flooded the cellar."
    cue = text.index("so")
    this = text.index("This")
    link = joined(text, (cue, cue + 2), (cue + 4, len(text)), (this, this + 5), "arg2", "CAUSE")
    assert link.cause.strip(" .") == "The pump failed"
    first = joined("So it was.", (0, 2), (3, 10), (0, 2), "arg2", "CAUSE")
    assert first.cause == ""  # there is nothing before


BOATS = "Five boats sank, so Ada wept. Ben slept."


@pytest.mark.parametrize(
    ("cause", "effect", "sense", "value", "decided"),
    [
        ("seven boats sank", "Ada wept", "CAUSE", "fits", True),
        ("seven boats sank", "Ada did not weep", "CAUSE", "fits", True),
        ("five boats sank", "Ada did not weep", "CAUSE", "wrong_polarity", True),
        ("five boats did not sink", "Ada did not weep", "CAUSE", "fits", True),
        ("Ada wept", "seven boats sank", "CONCESSION", "fits", False),
        ("Ada did not weep", "seven boats sank", "CONCESSION", "fits", True),
        ("seven boats sank", "Ada wept", "CONCESSION", "wrong_polarity", True),
        ("seven boats sank", "Ada did not weep", "CONCESSION", "fits", True),
        ("Ben slept", "Ada wept", "CONCESSION", "fits", False),
        ("Ben slept", "Ada did not weep", "CONCESSION", "fits", True),
        ("Ben did not sleep", "Ada did not weep", "CONCESSION", "fits", False),
        ("Ada did not weep", "Ben did not sleep", "CONCESSION", "wrong_polarity", True),
        ("Ada wept", "Ada wept", "CONCESSION", "fits", False),
        ("Ada wept", "the moon was full", "CONCESSION", "fits", False),
        ("the moon was full", "Ada wept", "CONCESSION", "fits", False),
        ("Ada wept", "the moon was full", "CAUSE", "fits", False),
    ],
)
def test_what_is_neither_as_it_stood_nor_reversed_decides_little(
    cause: str, effect: str, sense: str, value: str, decided: bool
) -> None:
    found = fit(BOATS, Joined(cause, effect, sense))
    assert (found.value, found.decided) == (value, decided)


def test_a_cause_told_late_lies_right_before_its_effect() -> None:
    graph = joint_graph("Ada sang. The cellar flooded because the pump failed.")
    sang, flood, pump = (_ranks(graph)[unit.id] for unit in graph.units)
    assert sang < pump < flood


def test_a_unit_lies_where_more_than_half_of_it_does() -> None:
    graph = joint_graph("Ada slept. The pump failed. Ben sang.")
    spans = [(unit.id, unit.start or 0, unit.end or 0) for unit in graph.units]
    for name, start, end in spans:
        half = (end - start) // 2
        assert _units(graph, (start, end)) == [name]
        assert _units(graph, (start, start + half + 1)) == [name]
        assert _units(graph, (end - half - 1, end)) == [name]
        for less in ((start, start + half), (end - half, end), (start, start)):
            assert _units(graph, less) == []
    assert _units(graph, (0, 99)) == [name for name, *_ in spans]


def test_the_clause_of_an_argument_is_the_one_nearest_to_the_cue() -> None:
    text = "Ada slept very well that night. The pump failed. Ben sang in the old cellar."
    spans = [(unit.start or 0, unit.end or 0) for unit in joint_graph(text).units]
    for place in (0, *(end for _, end in spans)):
        gaps = [max(start - place, place - end) for start, end in spans]
        nearest = spans[gaps.index(min(gaps))]
        assert _clause(text, (0, len(text)), (place, place)) == nearest
    [(_, first), (start, end), _] = spans
    assert _clause(text, (start, end - 3), (0, 1)) == (start, end - 3)  # cut to the argument
    assert _clause(text, (0, start + 3), (start + 4, start + 5)) == (0, first)  # not *The* alone
    assert _clause(text, (start, start + 3), (0, 1)) == (start, start + 3)  # but for want of more
