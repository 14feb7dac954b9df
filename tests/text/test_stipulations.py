"""The frames of requests: where the slot opens and ends, what it replaces, what is fixed."""

import pytest

from benchmarks.requests import FILES, LEAST, PHRASINGS, labelled, right
from prism.text.nlp import analyse
from prism.text.request import find_request
from prism.text.stipulations import ended

REWRITE = "Rewrite the text above, based on what would have happened "


@pytest.mark.parametrize("phrasing", PHRASINGS)
def test_every_phrasing_of_our_requests_is_read(phrasing: str) -> None:
    every = [each for file in FILES.values() for each in labelled(file)]
    labels = [each for each in every if each.phrasing == phrasing]
    assert len(labels) >= 30
    found = [right(each, ("change", "original", "outcome")) for each in labels]
    for what in ("change", "original", "outcome"):
        assert sum(each[what] for each in found) >= LEAST * len(labels), what


@pytest.mark.parametrize(
    ("request_text", "change"),
    [
        (f"{REWRITE}instead had the captain been well.", "the captain been well"),
        (f"{REWRITE}had the captain been well instead.", "the captain been well"),
        (f"{REWRITE}if instead the captain had been well.", "the captain had been well"),
        (f"{REWRITE}if, instead, the captain had been well.", "the captain had been well"),
        (f"{REWRITE}were the dam to break.", "the dam to break"),
        (f"{REWRITE}had Mark not sold his boat.", "Mark not sold his boat"),
        (f"{REWRITE}hadn't the mill burned.", "hadn't the mill burned"),
        (f"{REWRITE}had the pump run, filling the tank.", "the pump run, filling the tank"),
        (f"{REWRITE}had Ana, tired as she was, not slept.", "Ana, tired as she was, not slept"),
        (f"{REWRITE}had it been the case that the dam held.", "the dam held"),
        ("Suppose that instead, Ana had slept. How would the text above read?", "Ana had slept"),
        ("Rewrite it so that it shows what would have occurred had he come.", "he come"),
        ("Tell what would have become of the man who had the key had he lost it.", "he lost it"),
        (f"{REWRITE}had the mill stood; keep everything else as it is.", "the mill stood"),
        (f"{REWRITE}if the mill had stood, and leave the rest alone.", "the mill had stood"),
    ],
)  # fmt: skip
def test_where_the_slot_opens_and_ends(request_text: str, change: str) -> None:
    [found] = find_request(analyse(request_text)).changes
    assert found.text == change == request_text[found.start : found.end]


@pytest.mark.parametrize(
    ("request_text", "original", "change"),
    [
        (
            "Rewrite it, based on an intervention where, instead of Ann, the baker, closing early, "
            "Ann stayed open.",
            "Ann, the baker, closing early",
            "Ann stayed open",
        ),
        (
            f"{REWRITE}had we gone back in time and altered Ida walking to school to Ida riding to "
            "school.",
            "Ida walking to school",
            "Ida riding to school",
        ),
        (
            f"{REWRITE}had somebody gone back in time and replaced the salt with sugar.",
            "the salt",
            "sugar",
        ),
        (
            "Show how events would have unfolded, but where instead of selling apples, pears and "
            "plums, Rosa sold bread.",
            "selling apples, pears and plums",
            "Rosa sold bread",
        ),
        (
            "Show how events would have unfolded, but where instead of “the dam broke”, “the dam, "
            "though old, held”.",
            "the dam broke",
            "the dam, though old, held",
        ),
    ],
)
def test_both_sides(request_text: str, original: str, change: str) -> None:
    [found] = find_request(analyse(request_text)).changes
    assert (found.instead, found.text) == (original, change)
    assert found.instead_at is not None
    assert request_text[slice(*found.instead_at)] == original


def test_several_changes_have_each_an_original() -> None:
    asked = find_request(
        analyse(
            "Show how events would have unfolded, but where instead of the road being shut and the "
            "ferry being full, the road was open and the ferry was empty."
        )
    )
    assert [(c.instead, c.text) for c in asked.changes] == [
        ("the road being shut", "the road was open"),
        ("the ferry being full", "the ferry was empty"),
    ]


@pytest.mark.parametrize(
    "end", [", so that Jonas came in time", ", with the result that Jonas came in time",
            ". The outcome must be that Jonas came in time"],
)  # fmt: skip
def test_a_fixed_outcome_is_kept_apart(end: str) -> None:
    asked = find_request(analyse(f"{REWRITE}had the battery been full{end}."))
    assert [change.text for change in asked.changes] == ["the battery been full"]
    assert asked.outcome == "Jonas came in time"


def test_an_inverted_change_is_told_in_plain_order_without_asides() -> None:
    [change] = find_request(analyse(f"{REWRITE}had the cook, who was new, not slept.")).changes
    assert change.told == "the cook had not slept"


@pytest.mark.parametrize("run", [",", " ", "\u00a0", "; ", " ,"])
@pytest.mark.parametrize("end", ["", " instead", ", instead."])
def test_runs_of_marks_and_blanks_are_no_part_of_a_slot(run: str, end: str) -> None:
    text = "the dam had held" + run * 50 + end + run * 50
    assert ended(text, (0, len(text))) == (0, 16)
    long = "the dam had held" + run * 50 + " so that nobody left."
    assert ended(long, (0, len(long)))[1] == len(long) - 1
