"""Connector probes: whether a connective fits, and how sure the story makes it."""

import pytest

from prism.judges.local.connector_fit import answer
from prism.records.probe import Probe
from prism.records.verdict import Verdict

STORY = "The pump failed, so the cellar flooded. Ana had painted the door in 1990."


def asked(response: str, first: str, cue: str, second: str, cause: str | None) -> Verdict:
    spans = {}
    for name, words in (("first_", first), ("", cue), ("second_", second)):
        start = response.index(words)
        spans |= {f"{name}start": start, f"{name}end": start + len(words)}
    return answer(
        Probe(
            kind="connector",
            subject="1/E0/1",
            texts={"story": STORY, "response": response},
            question={"connector": cue, "sense": "CAUSE", "cause": cause, **spans},
            menu=("fits", "wrong_direction", "wrong_polarity", "unrelated"),
            prompt="edit_connector",
        )
    )


@pytest.mark.parametrize(
    ("response", "parts", "cause", "value", "code"),
    [
        ("The cellar flooded because the pump failed.",
         ("The cellar flooded", "because", "the pump failed"), "arg2", "fits", "story"),
        ("The cellar flooded because the pump failed.",
         ("The cellar flooded", "because", "the pump failed"), None, "fits", "story"),
        ("The pump failed because the cellar flooded.",
         ("The pump failed", "because", "the cellar flooded"), "arg2", "wrong_direction", "story"),
        ("The pump failed so the cellar flooded.",
         ("The pump failed", "so", "the cellar flooded"), "arg1", "fits", "story"),
        ("The mayor sang because the moon was full.",
         ("The mayor sang", "because", "the moon was full"), "arg2", "fits", "presumed"),
    ],
)  # fmt: skip
def test_fits(
    response: str, parts: tuple[str, str, str], cause: str | None, value: str, code: str
) -> None:
    found = asked(response, *parts, cause)
    assert (found.value, found.code) == (value, code)
    assert found.confidence == {"story": 0.8, "presumed": 0.5}[code]
    [span] = found.spans
    assert (span.role, span.text) == ("response", parts[1])
    assert response[span.start : span.end] == parts[1]
