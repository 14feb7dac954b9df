import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prism.graph import CausalGraph
from prism.text.layout import unspoken
from prism.text.parse import parse

MARKDOWN = """# Why the mill failed

The mill **failed** because the river shifted.

- Wages fell, so the weavers left.
  - Some went north.
1. *First*, the wheel stopped.

> “It never turned again,” she said.

| year | output |
|------|--------|
| 1801 | 40 t   |

```python
if water < 3:
    stop()
```
See `wheel.py` — really! 😀
"""
ODD = [
    "",
    " \n\t\n",
    "word",
    "…",
    "😀😀 🌊",
    "a\x00b broke because \ud800 it rained",
    "日本語の文です。雨が降ったので、道が濡れた。",
    "Потому что шёл дождь, дорога была затоплена. Никто не пришёл.",
    "\ufeffIt rained.\r\nSo the road flooded.\r\n",
    "((((((((((", "))) ((( a ) b (", "a" * 5000, "because because because so so if",
    MARKDOWN,
]  # fmt: skip


def visible(text: str) -> list[int]:
    return [at for at, char in enumerate(text) if not char.isspace()]


def check(text: str, graph: CausalGraph) -> None:
    covered = set(itertools.chain(*(range(u.start or 0, u.end or 0) for u in graph.units)))
    # What no sentence is made of, and the words that link two ends, are in no unit.
    covered |= set(itertools.chain(*(range(*span) for span in unspoken(text))))
    linked = {e.cue for e in graph.edges if e.causal and e.cue is not None}
    loose = [at for at in visible(text) if at not in covered]
    near = [range(cue.start - 60, cue.end + 60) for cue in linked]
    assert all(any(at in around for around in near) for at in loose), "a character in no unit"
    for unit in graph.units:
        assert unit.text == text[unit.start : unit.end]
        assert unit.text == unit.text.strip() != ""
    ends = [(u.start, u.end) for u in graph.units]
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(ends)), "units overlap"
    for edge in graph.edges:
        assert edge.source != edge.target
        if edge.cue is not None:
            assert text[edge.cue.start : edge.cue.end] == edge.cue.text


@pytest.mark.parametrize("granularity", ["clause", "claim"])
@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_units_are_verbatim_and_cover_the_text(text, granularity):
    check(text, parse(text, granularity=granularity))


@settings(max_examples=25, deadline=None)
@given(st.text(alphabet="ab .,;\n#*-|>`(“”)because ifso\ud800\x00é雨😀", max_size=120))
def test_any_text_parses_or_falls_back(text):
    check(text, parse(text))


@pytest.mark.parametrize(
    ("text", "cause", "effect", "label"),
    [
        ("The road flooded because it rained.", "it rained", "The road flooded", "CAUSE"),
        ("Because it rained, the road flooded.", "it rained", "the road flooded", "CAUSE"),
        ("It rained, so the road flooded.", "It rained", "the road flooded", "RESULT"),
        ("It rained. As a result, the road flooded.", "It rained", "road flooded", "RESULT"),
        ("The dam broke, flooding the valley.", "dam broke", "flooding the valley", "RESULT"),
        ("If it rains, the road floods.", "it rains", "the road floods", "CONDITION"),
        ("The road floods if it rains.", "it rains", "The road floods", "CONDITION"),
        ("It rained all week. This led to floods.", "It rained", "led to floods", "CAUSE"),
    ],
)
def test_causal_edges_run_from_cause_to_effect(text, cause, effect, label):
    graph = parse(text)
    found = [
        (graph.by_id[e.source].text, graph.by_id[e.target].text, e.label, e.decision)
        for e in graph.edges
        if e.causal
    ]
    assert len(found) == 1
    assert cause in found[0][0]
    assert effect in found[0][1]
    assert found[0][2:] == (label, "cue")


@pytest.mark.parametrize(
    "text",
    [
        "The mayor spoke slowly. The interpreter could keep pace.",
        "The dog barked, and the burglar fled.",
        "The orchard has belonged to the family since the war ended.",
        "As the procession passed, a child waved from a window.",
        "While the troops crossed the ford, the scouts watched the hills.",
        "For three years the field lay fallow.",
        "The captain is from Oslo and so is the cook.",
    ],
)
def test_unmarked_causes_are_never_invented(text):
    assert not [edge for edge in parse(text).edges if edge.causal]


@pytest.mark.parametrize(
    "text",
    ["The valley flooded, but not because it rained.", "Even if it rains, the road stays dry."],
)
def test_a_denied_link_is_no_cause(text):
    assert not [edge for edge in parse(text).edges if edge.causal or edge.reach]


def test_polarity_and_modality_are_told_apart():
    graph = parse("If it had rained, the road would not have dried. It may snow.")
    told = [(unit.polarity, unit.modality) for unit in graph.units]
    assert told == [
        ("affirmed", "counterfactual"),
        ("negated", "counterfactual"),
        ("affirmed", "possible"),
    ]


def test_foreign_text_falls_back_to_all_its_sentences():
    text = "Потому что шёл дождь, дорога была затоплена. " * 30
    graph = parse(text)
    assert graph.origin.fallback == "sentences"
    assert graph.origin.granularity == "sentence"
    assert len(graph.units) == 30
    assert [edge.label for edge in graph.edges] == ["SEQUENCE"] * 29


def test_claims_are_coarser_and_say_so():
    text = "The bourgeoisie, which was rising, would have chafed when the king, who knew, left."
    clause, claim = parse(text), parse(text, granularity="claim")
    assert (clause.origin.granularity, claim.origin.granularity) == ("clause", "claim")
    assert {u.start for u in claim.units} < {u.start for u in clause.units}


def test_a_long_text_is_one_connected_graph():
    text = "The river rose because it rained. The dam broke. It flooded the valley.\n\n" * 40
    graph = parse(text)
    reached, queue = {graph.units[0].id}, [graph.units[0].id]
    near: dict[str, set[str]] = {}
    for edge in graph.edges:
        near.setdefault(edge.source, set()).add(edge.target)
        near.setdefault(edge.target, set()).add(edge.source)
    while queue:
        for other in near.get(queue.pop(), ()):
            if other not in reached:
                reached.add(other)
                queue.append(other)
    assert len(reached) == len(graph.units)


PROGRAM = """
import hashlib, sys
from prism.text.layout import unspoken
from prism.text.parse import parse
graph = parse(sys.stdin.read())
print(hashlib.sha256(repr((graph.units, graph.edges, graph.origin)).encode()).hexdigest())
"""


def test_the_same_bytes_give_the_same_graph_in_every_process():
    found = set()
    for seed, threads in (("0", "1"), ("1", "2")):
        variables = {
            "PYTHONHASHSEED": seed,
            "OMP_NUM_THREADS": threads,
            "PYTHONPATH": str(Path.cwd()),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=MARKDOWN,
            env=os.environ | variables,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_lists_hang_on_their_lead_and_headings_are_no_units():
    text = "# Why\n\nThree things failed:\n- the dam\n- the pump\n- the alarm\n\n# Then\n\nIt sank."
    graph = parse(text)
    unit = {u.text: u.id for u in graph.units}
    pairs = {frozenset((e.source, e.target)) for e in graph.edges}
    lead = unit["Three things failed:"]
    for item in ("the dam", "the pump", "the alarm"):
        assert frozenset((unit[item], lead)) in pairs
    assert set(unit) == {"Three things failed:", "the dam", "the pump", "the alarm", "It sank."}


@pytest.mark.parametrize("text", ["word " * 3000, "a, " * 1500, "because " * 800, "(" * 600])
def test_a_sentence_without_end_is_parsed_too(text):
    check(text, parse(text))


def test_blank_text_has_no_units_and_is_no_failure() -> None:
    for text in ("", " \n\t"):
        graph = parse(text)
        assert (graph.units, graph.edges, graph.text) == ((), (), text)
        assert graph.origin.fallback is None


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("Smoking causes cancer.", "Smoking", "cancer."),
        ("The strike led to long delays.", "The strike", "long delays."),
        ("The dam prevented the flood.", "The dam", "prevented the flood."),
        (
            "Due to heavy snow, flights were cancelled.",
            "Due to heavy snow,",
            "flights were cancelled.",
        ),
        ("Without rain, crops die.", "Without rain,", "crops die."),
    ],
)
def test_a_cause_stated_inside_one_clause_gives_an_edge(text, cause, effect) -> None:
    graph = parse(text)
    found = [
        (graph.by_id[e.source].text, graph.by_id[e.target].text) for e in graph.edges if e.causal
    ]
    assert found == [(cause, effect)]


@pytest.mark.parametrize(
    "text",
    ["The drug blocks an enzyme.", "This can lead to trouble.", "Smoking does not cause cancer."],
)
def test_an_act_a_bare_pronoun_and_a_denied_cause_are_not_cut(text) -> None:
    assert [edge for edge in parse(text).edges if edge.causal] == []


def test_what_which_means_introduces_is_the_result():
    told = "Rain fell for weeks, which means that the ground is soaked, raising the risk of slides."
    graph = parse(told)
    text = {unit.id: unit.text for unit in graph.units}
    found = [
        (edge.label, text[edge.source], text[edge.target]) for edge in graph.edges if edge.causal
    ]
    assert found == [
        ("RESULT", "Rain fell for weeks,", "that the ground is soaked,"),
        ("RESULT", "that the ground is soaked,", "raising the risk of slides."),
    ]


def test_a_reason_that_another_replaces_is_no_cause():
    denied = parse("It did not fail because it was old, but because it was neglected.")
    assert not any(edge.causal for edge in denied.edges)
    held = parse("They were not counted because they were late.")
    assert [edge.label for edge in held.edges if edge.causal] == ["CAUSE"]
