"""The checks of an edit over random verdict tables, and checks that have nothing to ask."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.prompts import Prompts
from prism.records.item import Claims, Item
from prism.records.probe import Probe
from prism.records.question import ClaimQuestion, ConnectorQuestion, LetterQuestion, Question
from prism.records.score import Score
from prism.records.verdict import Provenance, Span, Verdict
from prism.suites.edit import checks as edit
from prism.suites.edit.invariants import Invariant, plan
from prism.suites.edit.report import Check
from prism.text.parse import parse
from prism.text.rewrites import Rewrite

VERSIONS = [Rewrite(0, 1, "a"), Rewrite(2, 3, "b")]
NAMES = ("E0", "E1", "E2")
GAPS = st.sampled_from(["truncated", "judge_error"])
COUNTS = st.fixed_dictionaries({name: st.integers(0, 3) for name in NAMES})


def question_of(name: str, text: str, *, letters: bool) -> Question:
    if letters:
        return LetterQuestion(claims=text)
    if name != "E0":
        return ClaimQuestion(claim=text)
    spans = dict.fromkeys(("start", "first_start", "second_start"), 0)
    spans |= dict.fromkeys(("end", "first_end", "second_end"), 1)
    return ConnectorQuestion(connector=text, sense="CAUSE", **spans)


def probes(counts: dict[str, int], letters: bool = False) -> list[Probe]:
    menus = {"E0": edit.CONNECTOR_MENU, "E1": edit.STATUSES, "E2": edit.STATUSES}
    return [
        Probe(
            kind="letter" if letters else "connector" if name == "E0" else "claim",
            subject=f"1/{name}/{number}",
            question=question_of(name, f"{name} {number}", letters=letters),
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


STORY = "It rained, so the road flooded. Ana had built the bridge in 1990."
REQUEST = "What if it had not rained?"
REWRITE = "It was dry, so the road was passable. Ana had built the bridge in 1990."
ITEM = Item(id="x", kind="edit", texts={"story": STORY, "request": REQUEST, "response": REWRITE})
PLAN = plan(parse(STORY), STORY, REQUEST)
SHIFTED = [Rewrite(10, 10 + len(REWRITE), REWRITE)]


def counted(name: str, *statuses: str) -> Check:
    menu = ("T", "F") if set(statuses) <= {"T", "F"} else ("holds", "fits", "contradicted",
            "revised", "omitted", "hypothetical", "unrelated")  # fmt: skip
    asked, answers = [], {}
    for number, status in enumerate(statuses, 1):
        probe = Probe(kind="claim", subject=f"1/{name}/{number}", texts={},
                      question={"claim": f"c{number}"}, menu=menu)  # fmt: skip
        gap = status in ("refused", "truncated")
        answers[probe.subject] = Verdict(
            probe=probe.digest,
            value=None if gap else status,
            reason=status if gap else None,  # type: ignore[arg-type]
            spans=(Span(role="response", start=1, end=3, text="x"),
                   Span(role="story", start=1, end=3, text="y")),
            provenance=Provenance(judge="t"),
        )  # fmt: skip
        asked.append(probe)
    return edit.check(name, asked, answers, SHIFTED)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "statuses", "value", "coverage"),
    [
        ("E1", ("holds", "holds"), 1.0, 1.0),
        ("E1", ("holds", "omitted"), 0.0, 1.0),
        ("E1", ("holds", "hypothetical"), 0.0, 1.0),
        ("E1", ("holds", "refused"), None, 0.5),
        ("E1", ("omitted", "refused"), 0.0, 0.5),  # broken, whatever the other says
        ("E1", (), None, 0.0),
        ("E2", ("contradicted", "omitted"), 1.0, 1.0),
        ("E2", ("contradicted", "holds"), 0.0, 1.0),
        ("E2", (), None, 0.0),
        ("E0", ("fits", "fits"), 1.0, 1.0),
        ("E0", ("fits", "unrelated"), 0.0, 1.0),
        ("E0", (), 1.0, 1.0),
        ("E1", ("T",), 1.0, 1.0),
        ("E2", ("F",), 0.0, 1.0),
    ],
)
def test_checks(name: str, statuses: tuple[str, ...], value: float | None, coverage: float) -> None:
    found = counted(name, *statuses)
    assert (found.value, found.coverage) == (value, coverage)
    assert (found.reason is None) is (value is not None)
    assert len(found.claims) == len(statuses)


def test_lines_stand_in_the_whole_reply_and_know_their_check() -> None:
    found = counted("E1", "holds")
    [line] = found.claims
    assert [(s.role, s.start, s.end) for s in line.evidence] == [
        ("response", 11, 13), ("story", 1, 3),
    ]  # fmt: skip
    assert (line.id, line.text, line.status) == ("1/E1/1", "c1", "holds")
    assert edit.by_letter(counted("E1", "T"))
    assert not edit.by_letter(found)


@pytest.mark.parametrize(
    ("statuses", "value"),
    [
        (("contradicted", "revised"), 1.0),
        (("contradicted", "omitted"), 0.0),
        (("contradicted", "holds"), 0.0),
        (("contradicted", "refused"), None),
        (("omitted", "refused"), 0.0),
        (("T",), None),
        ((), None),
    ],
)
def test_strict_asks_for_revision(statuses: tuple[str, ...], value: float | None) -> None:
    assert edit.strict(counted("E2", *statuses)).value == value


def test_an_edit_passes_where_every_check_does() -> None:
    good, bad, gap = counted("E1", "holds"), counted("E1", "omitted"), counted("E1", "refused")
    assert edit.passed([good, good]).value == 1.0
    assert edit.passed([good, bad]).value == 0.0
    assert edit.passed([good, gap]).value is None
    assert edit.passed([bad, gap]).bounds == (0.0, 0.0)
    assert edit.passed([good, gap]).bounds == (0.0, 1.0)
    assert edit.passed([good], edit.strict(counted("E2", "revised"))).value == 1.0
    assert edit.passed([good], edit.strict(counted("E2", "omitted"))).value == 0.0
    assert edit.passed([good], edit.strict(counted("E2", "refused"))).value is None


def test_claims_come_from_criteria_or_from_the_graph() -> None:
    assert edit.claims_of(ITEM, PLAN) == (
        ("E1", "Ana had built the bridge in 1990"), ("E2", "It rained"),
    )  # fmt: skip


def test_what_is_asked_of_a_version() -> None:
    asked = edit.probes(ITEM, PLAN, SHIFTED, Prompts(), published=False)
    assert [p.subject for p in asked] == ["1/E1/1", "1/E2/1", "1/E0/1"]
    kept, changed, connector = asked
    assert (kept.question.expected, changed.question.expected) == ("kept", "changed")
    assert connector.question.connector == "so"
    assert REWRITE[connector.question.start : connector.question.end] == "so"
    two = [*SHIFTED, Rewrite(0, 11, "It was dry.")]
    again = edit.probes(ITEM, PLAN, two, Prompts(), published=False)
    assert [p.subject for p in again][3:] == ["2/E1/1", "2/E2/1"]
    letters = edit.probes(ITEM, PLAN, SHIFTED, Prompts(), published=True)
    assert [(p.subject, p.menu) for p in letters] == [
        (f"1/{name}/1", ("T", "F")) for name in ("E0", "E1", "E2")
    ]
    assert kept.texts["response"] == REWRITE


def test_derived_invariants_stand_beside_criteria_and_nowhere_else() -> None:
    given = Claims(preserve=("Ben slept.",), revise=("It rained.",))
    item = ITEM.model_copy(update={"claims": given})
    asked = edit.probes(item, PLAN, SHIFTED, Prompts(), published=False, beside=True)
    assert [p.subject for p in asked] == ["1/E1/1", "1/E2/1", "1/D1/1", "1/E0/1"]
    assert asked[2].question.fields() == {
        "claim": "Ana had built the bridge in 1990",
        "expected": "kept",
    }
    plain = edit.probes(item, PLAN, SHIFTED, Prompts(), published=False)
    assert [p.subject for p in plain] == ["1/E1/1", "1/E2/1", "1/E0/1"]
    bare = edit.probes(ITEM, PLAN, SHIFTED, Prompts(), published=False, beside=True)
    assert not [p for p in bare if "/D1/" in p.subject]


def test_a_connector_is_asked_with_its_two_sides_and_their_places() -> None:
    [found] = [p for p in edit.probes(ITEM, PLAN, SHIFTED, Prompts(), published=False)
               if p.kind == "connector"]  # fmt: skip
    asked = found.question.fields()
    assert (asked["connector"], asked["sense"], asked["cause"]) == ("so", "RESULT", "arg1")
    for name, told in (("first", "It was dry"), ("second", "the road was passable")):
        assert str(asked[name]).strip(" ,.") == told
        assert REWRITE[asked[f"{name}_start"] : asked[f"{name}_end"]] == asked[name]  # type: ignore[misc]
    assert found.menu == edit.CONNECTOR_MENU
    assert found.prompt_digest == Prompts().get("edit_connector").digest
    assert found.texts == dict(ITEM.texts)


def test_connectors_that_assert_no_link_of_two_facts_are_not_asked() -> None:
    version = Rewrite(0, 1, "If it rained, the road flooded. Then Ana slept. Ben came to help.")
    asked = edit.probes(ITEM, PLAN, [version], Prompts(), published=False)
    assert [p.subject for p in asked if p.kind == "connector"] == []


def test_letters_ask_each_check_once_of_the_rewrite_alone() -> None:
    item = ITEM.model_copy(
        update={"claims": Claims(preserve=("Ben slept", "Cara sang!"), revise=())}
    )
    asked = edit.probes(item, PLAN, SHIFTED, Prompts(), published=True)
    assert [(p.subject, p.prompt, p.question.fields()) for p in asked] == [
        ("1/E0/1", "edit_e0", {}),
        ("1/E1/1", "edit_e1", {"claims": "Ben slept. Cara sang!"}),
    ]  # without revised facts there is no E2
    for probe in asked:
        assert probe.texts == {"response": REWRITE}
        assert probe.prompt_digest == Prompts().get(probe.prompt).digest


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [("it rained", "it rained."), ("it rained. ", "it rained. "), ("did it?", "did it?"),
     ("no!", "no!"), ("“no”", "“no”"), ('"no"', '"no"'), ("it rained ", "it rained.")],
)  # fmt: skip
def test_a_claim_ends_as_a_sentence(claim: str, sentence: str) -> None:
    assert edit._sentence(claim) == sentence


def test_a_check_without_claims_is_as_strict_as_it_was_asked() -> None:
    for reason in ("interrupted", "not_applicable"):
        bare = Check(value=None, coverage=0.0, reason=reason)  # type: ignore[arg-type]
        assert edit.strict(bare).reason == reason
        assert edit.passed([bare]).reason == reason
    unknown = Check(value=None, coverage=0.0)
    assert edit.strict(unknown).reason == "not_applicable"
    assert edit.passed([unknown]).reason == "judge_error"


def test_what_is_missing_is_what_the_first_gap_says() -> None:
    assert counted("E1", "holds", "refused", "truncated").reason == "refused"
    assert counted("E1", "omitted", "refused").reason is None
    assert edit.passed([counted("E1", "refused")], edit.strict(counted("E2", "truncated"))).n == 1


def test_a_line_tells_what_was_asked_and_answered() -> None:
    for question, words in (({"claims": "c. d."}, "c. d."), ({}, "-")):
        probe = Probe(kind="letter", subject="1/E1/1", texts={}, question=question, menu=("T",))
        verdict = Verdict(probe=probe.digest, value="T", provenance=Provenance(judge="t"),
                          rationale="as told")  # fmt: skip
        [line] = edit.check("E1", [probe], {"1/E1/1": verdict}, SHIFTED).claims
        assert (line.text, line.why, line.verdict, line.probe) == (words, "as told", verdict, probe)
    [connector] = [p for p in edit.probes(ITEM, PLAN, SHIFTED, Prompts(), published=False)
                   if p.kind == "connector"]  # fmt: skip
    fits = Verdict(probe=connector.digest, value="fits", provenance=Provenance(judge="t"))
    assert edit.check("E0", [connector], {"1/E0/1": fits}, SHIFTED).claims[0].text == "so"


def test_a_version_is_counted_by_its_own_place() -> None:
    asked = [Probe(kind="claim", subject=f"{n}/E1/1", texts={}, question={"claim": "c"},
                   menu=("holds",)) for n in (1, 2)]  # fmt: skip
    answers = {
        p.subject: Verdict(probe=p.digest, value="holds", provenance=Provenance(judge="t"),
                           spans=(Span(role="response", start=0, end=1, text="x"),))
        for p in asked
    }  # fmt: skip
    found = edit.check("E1", asked, answers, [Rewrite(5, 9, "abcd"), Rewrite(20, 24, "abcd")])
    assert [line.evidence[0].start for line in found.claims] == [5, 20]


def test_main_facts_that_are_changed_are_asked_once_a_unit() -> None:
    facts = [
        Invariant(text, unit, 0, 1, standing, "why")  # type: ignore[arg-type]
        for text, unit, standing in (
            ("a kept", "u1", "invariant"), ("b changed", "u2", "intervened"),
            ("b aside", "u2", "intervened"), ("c follows", "u3", "descendant"),
            ("d changed", "u4", "intervened"), ("e open", "u5", "undecided"),
        )
    ]  # fmt: skip
    bare = replace(PLAN, facts=tuple(facts))
    assert edit.claims_of(ITEM, bare) == (
        ("E1", "a kept"), ("E2", "b changed"), ("E2", "d changed"),
    )  # fmt: skip
