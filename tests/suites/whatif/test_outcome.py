"""The outcome metric: 1 where the answer agrees, 0 where not, missing where nobody said."""

import pytest

from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from prism.suites.whatif import outcome

OPEN = Item(id="q", kind="whatif", texts={"question": "What if?", "response": "Then so."})
CLOSED = OPEN.model_copy(update={"gold": ("so", "thus")})


def verdict(value: str | None, reason: str | None = None) -> Verdict:
    return Verdict(
        probe="p",
        value=value,
        reason=reason,
        provenance=Provenance(judge="t"),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("value", "reason", "mark", "bounds"),
    [
        ("agree", None, 1.0, (1.0, 1.0)),
        ("disagree", None, 0.0, (0.0, 0.0)),
        (None, "truncated", None, (0.0, 1.0)),
    ],
)
def test_marks(
    value: str | None, reason: str | None, mark: float | None, bounds: tuple[float, float]
) -> None:
    found = outcome.score({outcome.SUBJECT: verdict(value, reason)})
    assert found is not None
    assert (found.value, found.bounds) == (mark, bounds)
    assert found.unscored == ({reason: 1} if reason else {})


def test_an_open_item_is_not_asked() -> None:
    assert outcome.probes(OPEN, Prompts()) == []
    assert outcome.score({}) is None
    assert outcome.outcome_line([], {}) is None


def test_a_closed_item_is_asked_once() -> None:
    [probe] = outcome.probes(CLOSED, Prompts())
    assert (probe.kind, probe.subject, probe.menu) == ("outcome", "outcome", ("agree", "disagree"))
    assert probe.question.fields() == {"gold": ["so", "thus"]}
    assert probe.texts == dict(OPEN.texts)
    answers = {"outcome": verdict("agree")}
    other = Probe(kind="riddle", subject="e1", texts={}, question={}, menu=("yes", "no"))
    line = outcome.outcome_line([other, probe], answers)
    assert line is not None
    assert (line.verdict, line.probe) == (answers["outcome"], probe)


def test_an_answer_that_was_read_from_a_file_counts_as_one_that_was_given() -> None:
    kept = Verdict.model_validate_json(verdict("agree").model_dump_json())
    found = outcome.score({outcome.SUBJECT: kept})
    assert found is not None
    assert found.value == 1.0
