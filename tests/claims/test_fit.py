"""A connective fits, or the story's own causes and the reversal of a side say why not."""

import pytest

from prism.claims.fit import fit, joined
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
