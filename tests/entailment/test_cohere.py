"""Whether matched words belong together in the text as they do in the claim."""

import pytest

from prism.entailment.cohere import displaced, scattered
from tests.entailment.pairs import pair


@pytest.mark.parametrize(
    ("claim", "text", "apart"),
    [
        ("Ada chose the red boat.", "Ada chose the red boat.", False),
        ("Ada chose the red boat.", "Ada chose the blue boat. A red car stood there.", True),
        ("Ada met Ben.", "Ada slept. Carl met Ben.", True),
        ("Ada met Ben.", "Ada met Carl. Dora saw Ben.", True),
        ("Ada met Ben.", "Ada met the brother of Ben.", False),  # linked over a noun
        ("Ada met Ben.", "Ada met him, Ben.", False),
        ("Ada and Ben slept.", "Ada slept, and so did Ben.", True),
        ("Ada slept and danced.", "Ada slept and danced.", False),
        ("Ada met Ben.", "Ben came. Ada met him.", False),  # the pronoun stands for him
        ("Ada met Ben.", "Ada slept.", False),  # not told at all
    ],
)
def test_scattered(claim: str, text: str, apart: bool) -> None:
    found = pair(claim, text)
    assert scattered(found.claim, found.text, found.matches) is apart


@pytest.mark.parametrize(
    ("claim", "text", "told"),
    [
        ("Ada chose the red boat.", "Ada chose the blue boat. A red car stood there.",
         [("red", "blue", True)]),
        ("Ada met Ben.", "Ada met Carl. Dora saw Ben.", [("Ben", "Carl", True)]),
        ("Ada met Ben.", "Ada met Ben. Dora saw Carl.", []),
        ("Ada chose the red boat.", "Ada chose the old boat. A red car stood there.",
         [("red", "old", True)]),
        ("Ada had the red boat.", "Ada had the car. Ben saw the red boat.",
         [("boat", "car", False)]),
    ],
)  # fmt: skip
def test_displaced(claim: str, text: str, told: list[tuple[str, str, bool]]) -> None:
    found = pair(claim, text)
    out = displaced(found.claim, found.text, found.matches)
    assert [(*found.words((w,), (s,)), telling) for w, s, telling in out] == told
