"""The checks of an edit over random verdict tables, and checks that have nothing to ask."""

from hypothesis import given
from hypothesis import strategies as st

from prism.envelope import Check
from prism.items import Probe, Provenance, Score, Verdict
from prism.metrics import edit
from prism.text.rewrites import Rewrite

VERSIONS = [Rewrite(0, 1, "a"), Rewrite(2, 3, "b")]
NAMES = ("E0", "E1", "E2")
GAPS = st.sampled_from(["truncated", "judge_error"])
COUNTS = st.fixed_dictionaries({name: st.integers(0, 3) for name in NAMES})


def probes(counts: dict[str, int], letters: bool = False) -> list[Probe]:
    menus = {"E0": edit.CONNECTOR_MENU, "E1": edit.STATUSES, "E2": edit.STATUSES}
    return [
        Probe(
            kind="letter" if letters else "connector" if name == "E0" else "claim",
            subject=f"1/{name}/{number}",
            question={"claim": f"{name} {number}"},
            menu=edit.LETTERS if letters else menus[name],
        )
        for name, count in counts.items()
        for number in range(1, count + 1)
    ]


def checks(asked: list[Probe], answers: list) -> dict[str, Check]:
    verdicts = {
        probe.subject: Verdict(
            probe=probe.digest,
            value=answer if answer in probe.menu else None,
            reason=None if answer in probe.menu else answer,
            provenance=Provenance(judge="t"),
        )
        for probe, answer in zip(asked, answers, strict=True)
    }
    return {name: edit.check(name, asked, verdicts, VERSIONS) for name in NAMES}


def finals(found: dict[str, Check]) -> list[Score]:
    strict = edit.strict(found["E2"])
    return [edit.passed(found.values()), edit.passed(found.values(), strict), strict]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Probe], list, list]:
    """Probes, answers with gaps, and the same with the gaps filled."""
    asked = probes(draw(COUNTS))
    whole = [draw(st.sampled_from(probe.menu)) for probe in asked]
    return asked, [draw(GAPS) if draw(st.booleans()) else answer for answer in whole], whole


@given(tables())
def test_a_missing_verdict_only_widens_the_bounds(table: tuple) -> None:
    asked, gaps, whole = table
    for found, full in zip(finals(checks(asked, gaps)), finals(checks(asked, whole)), strict=True):
        low, high = found.bounds
        assert low <= full.bounds[0] <= full.bounds[1] <= high
        assert found.value is None or low <= found.value <= high
        assert full.value is None or low <= full.value <= high


@given(tables())
def test_no_check_passes_that_asked_nothing_or_lacks_an_answer(table: tuple) -> None:
    asked, gaps, _ = table
    found = checks(asked, gaps)
    for name in ("E1", "E2"):
        if not found[name].claims:
            assert (found[name].value, found[name].reason) == (None, "not_applicable")
    missing = any(check.value is None for check in found.values())
    assert (edit.passed(found.values()).value is None) == missing


def test_a_text_without_connectors_has_none_that_does_not_fit() -> None:
    found = checks(probes({"E1": 1, "E2": 1}), ["holds", "revised"])
    assert found["E0"].value == 1.0
    assert edit.passed(found.values()).value == 1.0


def test_a_failed_check_beside_an_open_one_bounds_the_edit_at_zero() -> None:
    found = checks(probes({"E0": 1, "E1": 1, "E2": 1}), ["truncated", "omitted", "revised"])
    score = edit.passed(found.values())
    assert (score.value, score.bounds, score.unscored) == (None, (0.0, 0.0), {"truncated": 1})


def test_strictness_is_not_told_by_one_letter() -> None:
    found = checks(probes({"E0": 1, "E1": 1, "E2": 1}, letters=True), ["T", "T", "T"])
    strict = edit.strict(found["E2"])
    assert (strict.value, strict.reason) == (None, "not_applicable")
    assert edit.passed(found.values()).value == 1.0
    assert edit.passed(found.values(), strict).value is None


def test_left_out_is_not_revised_even_where_another_fact_is_open() -> None:
    found = checks(probes({"E1": 1, "E2": 2}), ["holds", "omitted", "truncated"])
    assert edit.strict(found["E2"]).value == 0.0
