import pytest

from prism.graph import Unit, Written
from prism.text.cues import hints


def units(text: str, *parts: str) -> list[Unit]:
    return [
        Unit(f"u{n}", part, text.index(part), text.index(part) + len(part))
        for n, part in enumerate(parts, 1)
    ]


FLOOD = "The road flooded because it rained."


@pytest.mark.parametrize(
    ("text", "parts", "cause"),
    [
        (FLOOD, ("The road flooded", "because it rained."), "target"),
        ("Because it rained, the road flooded.", ("Because it rained,", "the road flooded."),
         "source"),
        ("It rained. As a result, the road flooded.", ("It rained.",
         "As a result, the road flooded."), "source"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("label", ["CAUSE", "RESULT", "PURPOSE"])
def test_the_cue_says_which_end_is_the_cause(text, parts, cause, label):
    found = hints(text, units(text, *parts), [Written("u1", "u2", label)])
    assert found[0].cause == cause
    turned = hints(text, units(text, *parts), [Written("u2", "u1", label)])
    assert turned[0].cause == {"source": "target", "target": "source"}[cause]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It rained. The road flooded.", ("It rained.", "The road flooded.")),
        ("The road flooded, but not because it rained.", ("The road flooded,",
         "but not because it rained.")),
        ("It rained. He left because he was tired. The road flooded.",
         ("It rained.", "The road flooded.")),
    ],
)  # fmt: skip
def test_no_cue_no_hint(text, parts):
    assert hints(text, units(text, *parts), [Written("u1", "u2", "CAUSE")]) == {}


def test_links_that_no_cue_can_make_causal_have_no_hint():
    parts = units(FLOOD, "The road flooded", "because it rained.")
    assert hints(FLOOD, parts, [Written("u1", "u2", "ELABORATION")]) == {}


def test_units_that_were_not_located_have_no_hint():
    parts = [Unit("u1", "The road flooded"), Unit("u2", "because it rained.", 17, 35)]
    assert hints(FLOOD, parts, [Written("u1", "u2", "CAUSE")]) == {}
