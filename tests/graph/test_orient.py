"""The direction rule against its golden table, row by row, and its laws."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prism.graph import RELATIONS, Cue, Origin, Written
from prism.graph.orient import Hint, count_decisions, orient

TABLE = Path(__file__).with_name("data") / "direction.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]
PLACE = {"u1": 0, "u2": 1}


def name(row: dict[str, Any]) -> str:
    return " + ".join(
        "{label} {source}{target} {nuclearity} {cue}".format(**link) for link in row["links"]
    )


def test_the_table_covers_every_case() -> None:
    single = {
        (link["label"], link["source"], link["nuclearity"], link["cue"])
        for row in ROWS
        if len(row["links"]) == 1
        for link in row["links"]
    }
    labels = ["CAUSE", "CONDITION", "RESULT", "CONSEQUENCE", "PURPOSE", "EXPLANATION"]
    cases = product(labels, ["u1", "u2"], ["NS", "SN", "NN"], [None, "source", "target"])
    assert single >= set(cases)
    assert sum(len(row["links"]) > 1 for row in ROWS) >= 10
    assert all(row["source"] for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_golden(row: dict[str, Any]) -> None:
    links = [Written(r["source"], r["target"], r["label"], r["nuclearity"]) for r in row["links"]]
    hints = {i: Hint(Cue("cue"), r["cue"]) for i, r in enumerate(row["links"]) if r["cue"]}
    found = [
        {
            "ends": [edge.source, edge.target],
            "label": edge.label,
            "decision": edge.decision,
            "written": len(edge.written),
            "cued": edge.cue is not None,
        }
        for edge in orient(links, PLACE, hints)
    ]
    assert found == row["edges"]


UNIT = st.sampled_from(["a", "b", "c", "d"])
LINKS = st.lists(
    st.builds(Written, UNIT, UNIT, st.sampled_from([*RELATIONS, "made-up"])), max_size=10
)
ORDER = {"a": 0, "b": 1, "c": 2, "d": 3}


@given(LINKS)
def test_nothing_is_lost_and_no_link_stands_twice(links: list[Written]) -> None:
    edges = orient(links, ORDER)
    assert sorted(map(repr, (w for e in edges for w in e.written))) == sorted(map(repr, links))
    keys = [(e.source, e.target, "causal" if e.causal else e.label) for e in edges]
    assert len(keys) == len(set(keys))
    for edge in edges:
        assert all({w.source, w.target} == {edge.source, edge.target} for w in edge.written)


@given(LINKS)
def test_counts_add_up(links: list[Written]) -> None:
    origin = count_decisions(Origin(), edges := orient(links, ORDER))
    causal = [
        link for link in links if link.label in {"CAUSE", "CONDITION", "RESULT", "CONSEQUENCE"}
    ]
    assert origin.turned + origin.kept + origin.cue == sum(edge.causal for edge in edges)
    assert origin.turned + origin.kept + origin.cue + origin.merged == len(causal)


@given(LINKS)
def test_the_rule_is_idempotent_on_its_own_output(links: list[Written]) -> None:
    """A turned RESULT runs earlier → later, so that turning it again changes nothing."""
    once = orient(links, ORDER)
    twice = orient([Written(e.source, e.target, e.label) for e in once], ORDER)
    assert [(e.source, e.target, e.label) for e in twice] == [
        (e.source, e.target, e.label) for e in once
    ]
