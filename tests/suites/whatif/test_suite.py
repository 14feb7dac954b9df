"""The whatif suite over random verdict tables: headline, laws, and what is asked at all."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.engine.score import Prepared
from prism.graph import CausalGraph, Written
from prism.graph.orient import orient
from prism.judges.callable import CallableJudge
from prism.parsers.given import GivenParser
from prism.records.item import Criterion, Item, Rubric
from prism.records.probe import Probe
from prism.records.score import Score
from prism.records.verdict import Provenance, Verdict
from prism.suites.base import Setup
from prism.suites.whatif.report import WhatIfReport
from prism.suites.whatif.suite import tally

NEAR = 1e-9
JUDGE = CallableJudge(lambda probe: None)
LABELS = ["CAUSE", "RESULT", "CONSEQUENCE", "CONDITION", "CONTRAST", "SEQUENCE"]
LINKS = st.lists(
    st.tuples(
        st.sampled_from(["u1", "u2", "u3"]),
        st.sampled_from(["u1", "u2", "u3"]),
        st.sampled_from(LABELS),
    ).filter(lambda link: link[0] != link[1]),
    max_size=6,
    unique=True,
)


@st.composite
def prepared(draw: st.DrawFn) -> Prepared:
    base = CausalGraph.of(["a", "b", "c"])
    links = [Written(*link) for link in draw(LINKS)]
    graph = base.replace(edges=orient(links, base.position))
    criteria = tuple(Criterion(name=f"c{n}") for n in range(draw(st.integers(0, 3))))
    item = Item(
        id="i",
        kind="whatif",
        texts={"question": "q", "response": "a b c"},
        rubric=Rubric(criteria=criteria) if draw(st.booleans()) else None,
        gold=("yes",) if draw(st.booleans()) else (),
    )
    setup = Setup(
        parser=GivenParser(graph),
        judge=JUDGE,
        protocol=draw(st.sampled_from(["directed", "published"])),
        all_edges=draw(st.booleans()),
    )
    return Prepared(item, {"response": graph}, setup)


def verdict(probe: Probe, value: str | None) -> Verdict:
    reason: Any = None if value in probe.menu else "truncated"
    given = Provenance(judge="t")
    return Verdict(
        probe=probe.digest, value=None if reason else value, reason=reason, provenance=given
    )


def reported(ready: Prepared, answers: list) -> WhatIfReport:
    report = ready.report([verdict(p, a) for p, a in zip(ready.probes, answers, strict=True)])
    assert isinstance(report, WhatIfReport)
    return report


def scores(ready: Prepared, answers: list) -> dict[str, Score]:
    return dict(tally(reported(ready, answers)).scores)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Prepared, list, list]:
    """An item, a table of answers with gaps, and the same with the gaps filled."""
    ready = draw(prepared())
    whole = [draw(st.sampled_from(probe.menu)) for probe in ready.probes]
    return ready, [None if draw(st.booleans()) else answer for answer in whole], whole


@given(tables())
@settings(deadline=None, max_examples=60)
def test_the_laws_hold_for_every_score(table: tuple) -> None:
    ready, gaps, whole = table
    found, full = scores(ready, gaps), scores(ready, whole)
    assert found.keys() == full.keys()
    for name, score in found.items():
        low, high = score.bounds
        assert score.value is None or low <= score.value <= high, name
        value, (least, most) = full[name].value, full[name].bounds
        assert value is None or low - NEAR <= value <= high + NEAR, name
        assert low <= least + NEAR, name
        assert high >= most - NEAR, name


@given(tables())
@settings(deadline=None, max_examples=60)
def test_the_headline_is_the_convention_asked_for(table: tuple) -> None:
    ready, gaps, _ = table
    report, protocol = reported(ready, gaps), ready.setup.protocol
    both = report.final or report.process
    assert both.headline == report.process.headline == protocol
    assert report.headline == both.score == getattr(both, protocol)
    assert (both.value, both.bounds, both.coverage) == (
        report.headline.value,
        report.headline.bounds,
        report.headline.coverage,
    )
    found = tally(report).scores
    assert found["final"] == report.headline
    assert (found["published"], found["directed"]) == (both.published, both.directed)
    assert WhatIfReport.model_validate_json(report.to_json()).headline == report.headline


@given(prepared())
@settings(deadline=None, max_examples=60)
def test_only_what_a_headline_counts_is_asked(ready: Prepared) -> None:
    every = ready.setup.all_edges or ready.setup.protocol == "published"
    causal = {edge.id for edge in ready.graphs["response"].edges if edge.causal}
    asked = {probe.subject.partition("/")[0] for probe in ready.probes if probe.kind == "edge"}
    edges = {edge.id for edge in ready.graphs["response"].edges}
    assert asked == (edges if every else causal)
    report = reported(ready, [None] * len(ready.probes))
    assert (report.process.all is not None) == every


@pytest.mark.parametrize("protocol", ["directed", "published"])
def test_an_answer_without_a_cause_is_scored_zero_and_counted(protocol: str) -> None:
    graph = CausalGraph.of(["a", "b"], [(0, 1, "CONTRAST")])
    item = Item(
        id="i",
        kind="whatif",
        texts={"response": "a b"},
        rubric=Rubric(criteria=(Criterion(name="c"),)),
    )
    setup = Setup(parser=GivenParser(graph), judge=JUDGE, protocol=protocol)
    ready = Prepared(item, {"response": graph}, setup)
    report = reported(ready, ["4" if p.kind == "criterion" else "no" for p in ready.probes])
    assert report.process.reason == "no_causal_edge"
    assert (report.final.value, report.final.bounds) == (0.2, (0.2, 0.2))


def test_a_rubric_without_criteria_asks_nothing_and_passes_nothing() -> None:
    graph = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")])
    item = Item(id="i", kind="whatif", texts={"response": "a b"}, rubric=Rubric())
    ready = Prepared(item, {"response": graph}, Setup(parser=GivenParser(graph), judge=JUDGE))
    report = reported(ready, ["forward"])
    assert (report.final.value, report.final.reason) == (None, "not_applicable")
    assert report.final.bounds == (0.55, 1.0)
