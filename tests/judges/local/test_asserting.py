"""What a text does not stand by."""

import pytest

from prism.judges.local.asserting import unasserted
from prism.text.nlp import analyse


def flooded(text: str) -> bool:
    """Whether ``text`` asserts that something flooded."""
    place = next(token.i for token in analyse(text) if token.lower_ == "flooded")
    return place not in unasserted(text)


@pytest.mark.parametrize(
    "frame",
    [
        "It is false that {}.",
        "Nobody believes that {}.",
        "There is no evidence that {}.",
        "It would be absurd to claim that {}.",
        "I doubt that {}.",
        "She pretended that {}.",
        "They lied when they said that {}.",
        "It is unlikely that {}.",
        "The court dismissed the allegation that {}.",
        "Oh sure, as if {}.",
    ],
)
def test_what_is_denied_doubted_or_mocked_is_not_asserted(frame):
    assert not flooded(frame.format("the road flooded"))


@pytest.mark.parametrize(
    "frame",
    [
        "{}.",
        "It is true that {}.",
        "He knew that {}.",
        "It follows that {}.",
        "Studies show that {}.",
        "I think that {}.",
        "We can expect that {}.",
        "It is not unlikely that {}.",
        "As if by magic, {}.",
        "Suppose that {}.",
    ],
)
def test_what_is_said_known_believed_or_supposed_is(frame):
    assert flooded(frame.format("the road flooded"))
