"""The truth report: agreement, and every way in which a reply is not scored."""

from functools import cache

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.errors import BadInput, BadRecord
from prism.graph import CausalGraph
from prism.records.item import Item
from prism.stats.missing import counted
from prism.suites.truth.suite import edit_claims, truth_report

SCM = {
    "mechanisms": {
        "X": {"table": [0.5, 0.5]},
        "Y": {"parents": ["X"], "table": [[0.75, 0.25], [0.5, 0.5]]},
    }
}


def report(response, **truth):
    item = Item(
        id="q1",
        kind="truth",
        texts={"response": response},
        truth={"scm": SCM, "query": "ATE(X, Y)", **truth},
    )
    return truth_report(item, "sig")


def test_agreement_is_the_score():
    right, wrong = report("Yes."), report("No.")
    assert (right.final.value, right.truth.agrees, right.truth.expected) == (1.0, True, "yes")
    assert (wrong.final.value, wrong.truth.model_answer) == (0.0, False)
    assert right.truth.answer == 0.25
    assert right.truth.steps
    assert right.kind == "truth"


def test_numbers_and_sets():
    near = report("It rises by 0.255", expects="number")
    assert (near.final.value, near.truth.tolerance) == (1.0, 0.01)
    assert report("0.3", expects="number").final.value == 0.0
    assert report("{}", expects="set", query="backdoor(X, Y)").final.value == 1.0
    assert report("{Y}", expects="set", query="backdoor(X, Y)").final.value == 0.0


@pytest.mark.parametrize(
    ("response", "truth", "reason"),
    [
        ("", {}, "empty"),
        ("  \n", {}, "empty"),
        ("perhaps", {}, "parse_failure"),
        ("yes and no", {}, "parse_failure"),
        ("yes", {"query": "PN(X, Y)", "threshold": 0.6}, "not_applicable"),
    ],
)
def test_failures_are_unscored_with_a_reason(response, truth, reason):
    found = report(response, **truth)
    assert found.final.value is None
    assert found.final.unscored == {reason: 1}
    assert found.final.bounds == (0.0, 1.0)


def test_a_set_is_judged_where_there_are_too_many_to_list():
    causes = [f"V{i}" for i in range(18)]
    edges = [[c, "Y"] for c in causes] + [["V0", "X"], ["X", "Y"]]
    for reply, agrees in (("{V0}", True), ("{V0, V7}", True), ("{V1}", False), ("{Q}", False)):
        found = report(reply, scm={"edges": edges}, query="backdoor(X, Y)", expects="set")
        assert found.truth.agrees is agrees


def test_a_named_coupling_decides_and_stands_in_the_report():
    found = report("yes", query="PN(X, Y)", threshold=0.6, coupling="independent")
    assert found.final.value == 1.0
    assert found.truth.assumption == "independent noise per parent state"
    opened = report("yes", query="PN(X, Y)", threshold=0.4)
    assert opened.truth.bounds == (0.5, 1.0)
    assert opened.final.value == 1.0


def test_an_edit_gets_its_criteria_from_the_counterfactual():
    """Had rifleman A not shot, the prisoner would be dead all the same."""
    names = {"C": "the captain signalled", "A": "A shot", "B": "B shot", "D": "the prisoner died"}
    scm = {
        "variables": {n: {"label": text, "unit": n} for n, text in names.items()},
        "mechanisms": {
            "C": {"table": [0.5, 0.5]},
            "A": {"expression": "C"},
            "B": {"expression": "C"},
            "D": {"expression": "A or B"},
        },
    }
    truth = {"scm": scm, "do": {"A": "0"}, "story": dict.fromkeys(names, "1")}
    found = edit_claims(Item(id="e", kind="edit", truth=truth))
    assert set(found.preserve) == {"the captain signalled", "B shot", "the prisoner died"}
    both = {**truth, "do": {"A": "0", "B": "0"}}
    found = edit_claims(Item(id="e", kind="edit", truth=both))
    assert (found.preserve, found.revise) == ((names["C"],), (names["D"],))
    with pytest.raises(BadRecord, match="whole model"):
        edit_claims(Item(id="e", kind="edit", truth={**truth, "scm": {"edges": [["A", "D"]]}}))
    with pytest.raises(BadRecord, match="Field required"):
        edit_claims(Item(id="e", kind="edit", truth={"scm": scm}))


def test_a_variable_without_a_label_takes_the_words_of_its_story_node():
    story = CausalGraph.of(["it rained", "so the road was flooded"], [(0, 1, "CAUSE")])
    scm = {
        "variables": {"R": {"unit": "u1"}, "F": {"unit": "u2"}},
        "mechanisms": {"R": {"table": [0.5, 0.5]}, "F": {"expression": "R"}},
    }
    truth = {"scm": scm, "do": {"F": "0"}, "story": {"R": "1", "F": "1"}}
    item = Item(id="e", kind="edit", truth=truth)
    assert edit_claims(item, story).preserve == ("it rained",)
    scm["variables"]["R"] = {"unit": "u9"}
    with pytest.raises(BadInput, match="u9, which the story lacks"):
        edit_claims(Item(id="e", kind="edit", truth=truth), story)


@pytest.mark.parametrize("truth", [None, {}, {"scm": SCM}, {"scm": SCM, "query": "P(Y=1)", "x": 1}])
def test_items_without_a_proper_truth_are_refused(truth):
    with pytest.raises(BadRecord, match="q1"):
        truth_report(Item(id="q1", kind="truth", truth=truth), "sig")


# A reply, the mark it earns where it can be read, and what it is where it cannot.
REPLIES = {
    "Yes.": 1.0,
    "Answer: yes": 1.0,
    "No.": 0.0,
    "perhaps": None,
    "": None,
    "yes and no": None,
}


@cache
def final(reply):
    return report(reply).final


def mean_of(replies):
    """Return the mean over the answers as tables count it, with its bounds."""
    finals = [final(reply) for reply in replies]
    values = numpy.array([numpy.nan if s.value is None else s.value for s in finals])
    low, high = (numpy.array([s.bounds[end] for s in finals]) for end in (0, 1))
    found = counted(values, low, high)
    value = None if numpy.isnan(found).all() else float(numpy.nanmean(found))
    return value, float(low.mean()), float(high.mean())


@given(st.lists(st.sampled_from(sorted(REPLIES)), min_size=1, max_size=6), st.data())
@settings(deadline=None, max_examples=30)
def test_laws_of_the_final_and_of_its_mean(replies, data):
    for reply in replies:
        found = final(reply)
        assert found.value == REPLIES[reply]
        assert found.bounds == (((found.value,) * 2) if found.value is not None else (0.0, 1.0))
        assert (found.n, found.coverage) == (1, float(found.value is not None))
    value, low, high = mean_of(replies)
    assert value is None or low <= value <= high
    # an answer that fails counts against the mean, and never for it
    worse, least, _ = mean_of([*replies, "No."])
    assert least <= low
    assert value is None or worse <= value
    # a reply that goes missing widens the bounds on both sides
    place = data.draw(st.integers(0, len(replies) - 1))
    gone = data.draw(st.sampled_from(["", "perhaps"]))
    _, least, most = mean_of([*replies[:place], gone, *replies[place + 1 :]])
    assert least <= low <= high <= most
