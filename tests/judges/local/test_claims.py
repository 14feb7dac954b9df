"""Claim probes: a status, what was to be expected, and the words it rests on."""

import pytest

from prism.judges.local.claims import answer
from prism.records.probe import Probe
from prism.records.verdict import Verdict

STORY = "There were four hundred seats. The lamp burned in the hall."


def asked(claim: str, response: str, expected: str | None = None) -> Verdict:
    question = {"claim": claim} | ({"expected": expected} if expected else {})
    return answer(
        Probe(
            kind="claim",
            subject="1/E1/1",
            texts={"story": STORY, "response": response},
            question=question,
            menu=("holds", "contradicted", "revised", "hypothetical", "omitted"),
            prompt="edit_claim",
        )
    )


@pytest.mark.parametrize(
    ("claim", "response", "expected", "value"),
    [
        ("The lamp burned.", "The lamp burned.", None, "holds"),
        ("The lamp burned.", "The lamp did not burn.", "kept", "contradicted"),
        ("The lamp burned.", "The lamp did not burn.", "changed", "contradicted"),
        ("The lamp burned.", "Ada slept.", "kept", "omitted"),
        ("There were four hundred seats.", "None of the four hundred seats creaked.",
         "kept", "holds"),
        ("There were four hundred seats.", "None of the four hundred seats creaked.",
         "changed", "contradicted"),
    ],
)  # fmt: skip
def test_statuses(claim: str, response: str, expected: str | None, value: str) -> None:
    assert asked(claim, response, expected).value == value


def test_spans_stand_in_response_and_story() -> None:
    found = asked("The lamp burned.", "It was dark. The lamp did not burn here.", "kept")
    assert [(s.role, s.text) for s in found.spans] == [
        ("response", "burn"), ("story", "lamp burned"),
    ]  # fmt: skip
    sides = {"story": STORY, "response": "It was dark. The lamp did not burn here."}
    assert all(sides[s.role][s.start : s.end] == s.text for s in found.spans)
    assert found.code == "clash"
    assert "burn" in found.rationale
    assert found.confidence is not None
    assert 0 <= found.confidence <= 1
    assert round(found.confidence, 3) == found.confidence
    assert asked("The lamp burned.", "Ada slept.").code is None
