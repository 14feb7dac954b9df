"""The edit suite: three checks, derived invariants, omission told from revision, other judges."""

import json
from typing import Any

import pytest

from prism.engine.score import run_sync, score_all
from prism.graph import CausalGraph
from prism.judges.callable import CallableJudge
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.prompts import Prompts
from prism.records.item import Claims, Item
from prism.records.probe import Probe
from prism.suites.base import Setup
from prism.suites.edit import suite
from prism.suites.edit.invariants import Plan, plan
from prism.suites.edit.report import EditReport
from prism.suites.edit.suite import SUITE, TIER_PHRASINGS

STORY = (
    "The frost burst the pipe in the cellar, so the cellar was flooded. "
    "Grandmother had baked bread for the party."
)
REQUEST = "What if the frost had not burst the pipe?"
CLAIMS = Claims(
    preserve=("Grandmother had baked bread for the party.",),
    revise=("The frost burst the pipe.", "The cellar was flooded."),
)
GOOD = (
    "The frost did not burst the pipe in the cellar, so the cellar was not flooded. "
    "Grandmother had baked bread for the party."
)


def scored(
    response: str, claims: Claims | None = CLAIMS, judge: Any = None, *, strict: bool = False
) -> EditReport:
    item = Item(
        id="x",
        kind="edit",
        texts={"story": STORY, "request": REQUEST, "response": response},
        claims=claims,
    )
    setup = Setup(parser=EmbeddedParser(), judge=judge or LocalJudge(), strict=strict)
    [report] = run_sync(lambda: score_all([item], setup))
    assert isinstance(report, EditReport)
    return report


def values(report: EditReport) -> dict[str, float | None]:
    return {name: check.value for name, check in report.checks.items()}


def test_a_sound_rewrite_passes() -> None:
    report = scored(GOOD)
    assert values(report) == {"E0": 1.0, "E1": 1.0, "E2": 1.0}
    assert (report.passed, report.strict, report.failure_modes) == (True, True, ())
    assert report.intervention[0].unit == "u1"


def test_leaving_out_passes_as_published_and_not_strictly() -> None:
    report = scored("Grandmother had baked bread for the party.")
    assert (report.checks["E2"].value, report.strict, report.passed) == (1.0, False, True)


@pytest.mark.parametrize(
    ("response", "passes"), [(GOOD, True), ("Grandmother had baked bread for the party.", False)]
)
def test_asked_to_be_strict_leaving_out_does_not_pass(response: str, passes: bool) -> None:
    report = scored(response, strict=True)
    assert (report.passed, report.final.value) == (passes, float(passes))
    assert "strict" in report.signature
    assert "strict" not in scored(response).signature


def test_a_kept_consequence_and_a_changed_background_are_named_with_evidence() -> None:
    bad = (
        "The frost did not burst the pipe in the cellar. The cellar was flooded. "
        "Grandmother had baked no bread for the party."
    )
    report = scored(bad)
    assert values(report) == {"E0": 1.0, "E1": 0.0, "E2": 0.0}
    modes = {mode.mode: mode.evidence for mode in report.failure_modes}
    assert {"background_changed", "keeps_consequence"} <= modes.keys()
    assert all(modes.values())


@pytest.mark.parametrize(
    ("request_text", "expected"),
    [
        ("What if Ana had believed that thunder spoils milk?", "history_rewritten"),
        ("What if Ana had drunk her milk in the evening?", "background_changed"),
    ],
)
def test_what_is_so_does_not_follow_a_changed_belief(request_text: str, expected: str) -> None:
    story = "Ana believed that the moon spoils milk. The refrigerator was warm."
    item = Item(
        id="x",
        kind="edit",
        texts={
            "story": story,
            "request": request_text,
            "response": "Ana believed that thunder spoils milk. The refrigerator was cold.",
        },
        claims=Claims(preserve=("The refrigerator was warm.",), revise=()),
    )
    [report] = run_sync(
        lambda: score_all([item], Setup(parser=EmbeddedParser(), judge=LocalJudge()))
    )
    assert isinstance(report, EditReport)
    modes = {mode.mode for mode in report.failure_modes}
    assert modes & {"history_rewritten", "background_changed"} == {expected}


def test_a_wrong_connective_fails_the_connector_check() -> None:
    report = scored(GOOD.replace(", so the", ", although the"))
    assert report.checks["E0"].value == 0.0
    assert "unsupported_connector" in {mode.mode for mode in report.failure_modes}


def test_without_criteria_the_graph_supplies_them() -> None:
    assert scored(GOOD, None).passed is True
    report = scored(GOOD.replace("bread", "cake"), None)
    assert report.derived
    assert "edit:derived" in report.signature
    standings = {fact.text: fact.standing for fact in report.invariants}
    assert standings["Grandmother had baked bread for the party"] == "invariant"
    assert standings["the cellar was flooded"] == "descendant"


@pytest.mark.parametrize(("reply", "form"), [(" ", "empty"), ("I'm sorry, I cannot.", "refused")])
def test_no_rewrite_is_unscored_never_zero(reply: str, form: str) -> None:
    report = scored(reply)
    assert (report.form, report.passed, report.final.value) == (form, None, None)
    assert set(values(report).values()) == {None}


def test_evidence_stands_in_the_whole_reply() -> None:
    reply = f"Sure, here is the rewrite:\n\n{GOOD}"
    report = scored(reply)
    spans = [s for c in report.checks.values() for line in c.claims for s in line.evidence]
    assert spans
    for span in spans:
        text = reply if span.role == "response" else STORY
        assert text[span.start : span.end] == span.text


def test_the_request_is_looked_up_in_the_story_once_an_item(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planned = []

    def noted(graph: CausalGraph, story: str, request: str) -> Plan:
        planned.append(request)
        return plan(graph, story, request)

    monkeypatch.setattr(suite, "plan", noted)
    report = scored(GOOD)
    assert len(planned) == 1
    assert report.intervention


def test_a_failed_judge_leaves_the_check_unscored_and_disagreement_is_said() -> None:
    def judge(probe: Probe) -> str | None:
        if probe.kind == "connector":
            return None
        return "omitted" if "bread" in str(probe.question.fields().get("claim")) else "revised"

    report = scored(GOOD, judge=CallableJudge(judge))
    assert report.checks["E0"].value is None
    assert report.checks["E0"].reason == "empty"
    assert report.checks["E1"].value == 0.0
    assert report.passed is None
    assert any(line.disagree for line in report.checks["E1"].claims)
    assert "disagreement" in {warning.code for warning in report.warnings}


def test_the_report_is_stable_json() -> None:
    first, second = scored(GOOD).to_json(), scored(GOOD).to_json()
    assert first == second
    told = json.loads(first)
    assert {"checks", "passed", "intervention", "invariants", "failure_modes"} <= told.keys()


@pytest.mark.parametrize("phrasing", ["A", "D", "E", "F", "G", "H1", "H2"])
@pytest.mark.parametrize("asked", ["Suppose it had not rained.", "Suppose a comet had come."])
def test_the_story_stands_before_the_request_in_every_prompt(phrasing: str, asked: str) -> None:
    story = "The road was shut because it rained. Ana stayed in."
    item = Item(id="1v1", kind="edit", texts={"story": story, "request": asked})
    strategy = next((t for t, names in TIER_PHRASINGS.items() if phrasing in names), "tier1")
    assert SUITE.messages is not None
    prompt = SUITE.messages(item, {"phrasing": phrasing}, strategy, Prompts())[-1]["content"]
    assert prompt.index(story) < prompt.index(asked)
    names = "“it rained”" in prompt.removeprefix(story)
    assert names == (phrasing in "EFG" and "rained" in asked)


def test_the_intervention_tells_span_side_and_anchor() -> None:
    request = "Tell how events would have unfolded, but where instead of it raining, it snowed."
    story = "It rained. The road was shut because it rained hard."
    item = Item(id="x", kind="edit", texts={"story": story, "request": request, "response": story})
    setup = Setup(parser=EmbeddedParser(), judge=LocalJudge())
    [report] = run_sync(lambda: score_all([item], setup))
    assert isinstance(report, EditReport)
    [told] = report.intervention
    assert told.span is not None
    assert told.instead_span is not None
    assert request[told.span.start : told.span.end] == told.text == "it snowed"
    assert request[told.instead_span.start : told.instead_span.end] == "it raining"
    assert (told.side, told.unit_text) == ("original", "It rained.")
