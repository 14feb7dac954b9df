"""Where a text runs against what was to be expected, and on which side the claim stands."""

import pytest

from prism.entailment.check import reading
from prism.entailment.concessions import concessions
from prism.entailment.sentence import told


def evidence(claim: str, text: str) -> dict[str, float]:
    said = reading(text)
    return concessions(said, told(reading(claim), said))


TANK = "The tank overflowed."


@pytest.mark.parametrize(
    ("claim", "text", "against", "granted"),
    [
        (TANK, "Although it rained, the tank overflowed.", 1, 0),
        ("It rained.", "Although it rained, the tank overflowed.", 0, 1),
        (TANK, "It rained, but the tank overflowed.", 1, 0),
        ("It rained.", "It rained, but the tank overflowed.", 0, 1),
        (TANK, "Despite the rain, the tank overflowed.", 1, 0),
        (TANK, "The tank overflowed. Even so, Ada slept.", 0, 1),
        (TANK, "The tank overflowed because it rained.", 0, 0),
    ],
)
def test_sides(claim: str, text: str, against: float, granted: float) -> None:
    found = evidence(claim, text)
    assert (found["against"], found["granted"]) == (against, granted)


@pytest.mark.parametrize(
    ("text", "here", "before", "count"),
    [
        ("Although it rained, the tank overflowed.", 1, 0, 1 / 3),
        ("Oddly, the tank overflowed.", 1, 0, 1 / 3),
        ("And yet the tank overflowed.", 1, 0, 1 / 3),
        ("Oddly, Ada slept. The tank overflowed.", 0, 1, 1 / 3),
        ("The tank overflowed. Oddly, Ada slept.", 0, 0, 1 / 3),
        ("Ada slept. The tank overflowed.", 0, 0, 0),
        ("Oddly, Ada slept. Strangely, Ben ate. The tank overflowed.", 0, 1, 2 / 3),
        ("Oddly, Ada slept. Strangely, Ben ate. Somehow Carl left. Oddly, the tank overflowed.",
         1, 0, 1),
    ],
)  # fmt: skip
def test_sentences_that_surprise(text: str, here: float, before: float, count: float) -> None:
    found = evidence(TANK, text)
    assert (found["conceded"], found["conceded before"]) == (here, before)
    assert found["concessions"] == pytest.approx(count)
