"""Whatever has a verdict in a report can be told in full, whatever the report's kind."""

import json
import re
from typing import Any

import pytest
from rich.console import Console, RenderableType

import prism
from prism.errors import BadInput, ItemNotFound
from prism.records.item import Choice, Claims, Item, Rubric
from prism.records.report import Report
from prism.report.explain import explain, listed
from prism.suites.edit.report import EditReport
from prism.suites.ladder.report import LadderReport
from prism.suites.truth.report import TruthReport
from prism.suites.whatif.report import WhatIfReport

pytestmark = pytest.mark.usefixtures("all_marked")

STORY = "The frost burst the pipe, so the cellar was flooded. Grandmother had baked bread."
REWRITE = "The frost did not burst the pipe, so the cellar stayed dry. Grandmother had baked bread."


def names(report: Report) -> list[str]:
    return [name for name, _, _ in listed(report)]


def words(told: RenderableType) -> str:
    console = Console(width=200, markup=False, highlight=False)
    with console.capture() as page:
        console.print(told)
    return page.get()


@pytest.fixture(scope="module")
def whatif() -> Report:
    criterion = {"name": "Chain", "description": "Is the flood traced?", "bands": {"9-10": "Yes."}}
    item = Item(
        id="q",
        kind="whatif",
        texts={"question": "Why was the road closed?"},
        rubric=Rubric.model_validate({"criteria": [criterion]}),
        gold=("the flood",),
    )
    return prism.score("It rained, so the road flooded. The flood closed the road.", item)


@pytest.fixture(scope="module")
def edit() -> Report:
    claims = Claims(preserve=("Grandmother had baked bread.",), revise=("The cellar was flooded.",))
    texts = {"story": STORY, "request": "What if the frost had not burst the pipe?"}
    return prism.score(REWRITE, Item(id="x", kind="edit", texts=texts, claims=claims))


@pytest.fixture(scope="module")
def ladder() -> Report:
    texts = {"context": STORY, "question": "What flooded the cellar?"}
    options = ("Grandmother baked.", "The frost burst the pipe.", "A thief came in.")
    choice = Choice(options=options, answer=1, rung="discovery")
    return prism.score("A", Item(id="0/0", kind="ladder", texts=texts, choice=choice))


@pytest.fixture(scope="module")
def truth() -> Report:
    table = [[0.75, 0.25], [0.5, 0.5]]
    scm = {"mechanisms": {"X": {"table": [0.5, 0.5]}, "Y": {"parents": ["X"], "table": table}}}
    told = {"scm": scm, "query": "ATE(X, Y)"}
    return prism.score("Yes.", Item(id="t", kind="truth", texts={"question": "?"}, truth=told))


def with_verdicts(value: Any, path: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Return every part of a report's JSON that is a verdict."""
    if isinstance(value, list):
        return [v for entry in value for v in with_verdicts(entry)]
    if not isinstance(value, dict):
        return []
    here = [value] if {"provenance", "rationale", "value"} <= value.keys() else []
    return here + [v for entry in value.values() for v in with_verdicts(entry)]


@pytest.mark.parametrize("kind", ["whatif", "edit", "ladder", "truth"])
def test_every_verdict_is_told_under_some_key(kind: str, request: Any) -> None:
    report: Report = request.getfixturevalue(kind)
    told = {key: words(explain(report, key)) for key in names(report)}
    assert len(told) == len(names(report))
    judged = {"whatif": "verdict", "edit": "", "ladder": " verdict | kind ", "truth": "verdict"}
    assert all(re.search(judged[kind], text) for text in told.values())
    whole = " ".join(" ".join(text.split()) for text in told.values())
    for verdict in with_verdicts(json.loads(report.to_json())):
        assert " ".join(verdict["rationale"].split()) in whole
        for span in verdict["spans"]:
            assert f"{span['start']}–{span['end']}" in whole


def test_an_explanation(whatif: WhatIfReport) -> None:
    assert names(whatif)[-2:] == ["c1", "outcome"]
    assert "Is the flood traced?" in words(explain(whatif, "chain"))
    told = words(explain(whatif, "outcome"))
    assert "“the flood”" in told
    assert "agree" in told


def test_an_edit(edit: EditReport) -> None:
    claim = words(explain(edit, "E2/1"))
    assert (
        claim == words(explain(edit, "1/E2/1")) == words(explain(edit, "The cellar was flooded."))
    )
    assert "expected  to be changed" in claim
    assert "revised" in claim or "contradicted" in claim
    assert "passes" in words(explain(edit, "E1"))
    assert "The frost burst the pipe" in words(explain(edit, "i1"))
    assert "follows from what is changed" in words(explain(edit, edit.invariants[-2].unit))


def test_an_option(ladder: LadderReport) -> None:
    assert names(ladder) == ["answer", "A", "C"]
    assert "wrong" in words(explain(ladder, "answer"))
    assert words(explain(ladder, "B")) == words(explain(ladder, "answer"))
    told = words(explain(ladder, "a"))
    assert "chosen" in told
    assert "irrelevant fact" in told


def test_a_computed_answer(truth: TruthReport) -> None:
    told = words(explain(truth, "truth"))
    assert all(" ".join(step.split()) in " ".join(told.split()) for step in truth.truth.steps)


@pytest.mark.parametrize(
    ("kind", "asked", "near"),
    [("whatif", "c7", "'c1'"), ("edit", "E1/7", "'E1/1'"), ("ladder", "Z", "known: answer, A, C")],
)
def test_an_unknown_name_is_met_with_the_nearest(
    kind: str, asked: str, near: str, request: Any
) -> None:
    with pytest.raises(ItemNotFound, match=near):
        explain(request.getfixturevalue(kind), asked)


def test_criteria_of_one_name_are_told_apart_by_their_numbers() -> None:
    named = ("Chain", "Detail", "Chain", "c1")
    criteria = [{"name": name, "description": name, "bands": {"9-10": "Yes."}} for name in named]
    item = Item(
        id="q",
        kind="whatif",
        texts={"question": "Why was the road closed?"},
        rubric=Rubric.model_validate({"criteria": criteria}),
    )
    report = prism.score("It rained, so the road flooded.", item)
    for name in ("Chain", "chain"):
        with pytest.raises(BadInput, match=r"2 entries .* called '[Cc]hain' \(give c1 or c3\)"):
            explain(report, name)
    assert words(explain(report, "detail")).startswith("Detail")
    assert words(explain(report, "c1")).startswith("Chain")  # a number comes before a name


def test_a_list_tells_each_with_verdict_and_text(whatif: WhatIfReport, edit: EditReport) -> None:
    found = {name: (verdict, text) for name, verdict, text in listed(whatif)}
    assert found["c1"] == (f"{whatif.criteria[0].mark}/10", "Chain")
    assert found["e1"][0] == whatif.edges[0].directed.value
    assert " → " in found["e1"][1]
    told = {name: verdict for name, verdict, _ in listed(edit)}
    assert told["E2/1"] == edit.checks["E2"].claims[0].status
    assert all(told.values())


def test_the_beginning_of_a_name_is_enough_where_it_is_one_things(whatif: WhatIfReport) -> None:
    assert words(explain(whatif, "cha")) == words(explain(whatif, "c1"))
    assert words(explain(whatif, "out")) == words(explain(whatif, "outcome"))
    with pytest.raises(BadInput, match=r"2 entries .* begin with 'c' |begin with 'e'"):
        explain(whatif, "e")
    with pytest.raises(ItemNotFound):
        explain(whatif, " ")
