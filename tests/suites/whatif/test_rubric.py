"""The rubric metric: marks of 1 to 10, tenths of a score, gaps within their bounds."""

import pytest

from prism.prompts import Prompts
from prism.records.item import Criterion, Item, Rubric
from prism.records.verdict import Provenance, Verdict
from prism.suites.whatif import rubric

ITEM = Item(
    id="q",
    kind="whatif",
    texts={"question": "What if?", "response": "Then so."},
    rubric=Rubric(
        criteria=tuple(
            Criterion(name=name, description=f"has {name}", bands={"1-5": "no", "6-10": "yes"})
            for name in ("depth", "clarity")
        )
    ),
)


def scored(*marks: str) -> tuple[object, tuple[float, float], list[int | None]]:
    asked = rubric.probes(ITEM, Prompts())
    verdicts = {
        probe.subject: Verdict(
            probe=probe.digest,
            value=mark if mark.isdigit() else None,
            reason=None if mark.isdigit() else mark,  # type: ignore[arg-type]
            provenance=Provenance(judge="t"),
        )
        for probe, mark in zip(asked, marks, strict=True)
    }
    lines = rubric.criterion_lines(asked, verdicts)
    found = rubric.score(lines)
    assert [line.name for line in lines] == ["depth", "clarity"]
    return found.value, found.bounds, [line.mark for line in lines]


@pytest.mark.parametrize(
    ("marks", "value", "bounds"),
    [
        (("8", "6"), 0.7, (0.7, 0.7)),
        (("1", "1"), 0.1, (0.1, 0.1)),
        (("10", "10"), 1.0, (1.0, 1.0)),
        (("8", "refused"), 0.8, (0.45, 0.9)),
        (("empty", "refused"), None, (0.1, 1.0)),
    ],
)
def test_scores(marks: tuple[str, str], value: float | None, bounds: tuple[float, float]) -> None:
    found, limits, told = scored(*marks)
    assert found == (None if value is None else pytest.approx(value))
    assert limits == pytest.approx(bounds)
    assert told == [int(mark) if mark.isdigit() else None for mark in marks]


def test_one_probe_a_criterion() -> None:
    asked = rubric.probes(ITEM, Prompts())
    assert [probe.subject for probe in asked] == ["c1", "c2"]
    assert asked[0].question.fields() == {
        "name": "depth", "description": "has depth", "bands": {"1-5": "no", "6-10": "yes"},
    }  # fmt: skip
    assert asked[0].menu == tuple(str(mark) for mark in range(1, 11))
    assert asked[0].texts == dict(ITEM.texts)
    assert rubric.probes(ITEM.model_copy(update={"rubric": None}), Prompts()) == []
    assert rubric.score(()).reason == "not_applicable"
