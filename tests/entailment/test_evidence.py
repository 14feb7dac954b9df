"""Where a text says what a claim's status rests on: one range a sentence."""

import pytest

from prism.entailment.check import check, reading
from prism.entailment.evidence import rests_on, told_at


@pytest.mark.parametrize(
    ("claim", "text", "told"),
    [
        ("The lamp burned.", "The old lamp burned. Later Ada slept.", ["lamp burned"]),
        ("The lamp burned.", "It was dark. The lamp did not burn here.", ["burn"]),
        ("The tree fell.", "Ada slept.", []),
        ("Ada met Ben in Oslo.", "Ada met Carl in Oslo.", ["Carl"]),
        ("Ada met Ben. Carl slept.", "Ada met Ben. Carl slept.", ["Ada met Ben", "Carl slept"]),
    ],
)
def test_rests_on(claim: str, text: str, told: list[str]) -> None:
    found = rests_on(check(claim, text), reading(text))
    assert [text[start:end] for start, end in found] == told


def test_told_at() -> None:
    story = "It was dark. The old lamp burned in the hall. Ada slept."
    assert [story[a:b] for a, b in told_at(reading("The lamp burned."), reading(story))] == [
        "lamp burned"
    ]
    assert told_at(reading("The tree fell."), reading(story)) == ()
