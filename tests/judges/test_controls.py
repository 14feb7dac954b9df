"""Texts whose scores are known in advance: an empty answer, loose facts, reversal, padding."""

from collections import Counter

import pytest

from prism.files.source import read_source
from prism.graph import CausalGraph
from prism.judges.controls import (
    CANARY,
    MOST_CONTROLS,
    Control,
    ControlResult,
    false_positives,
    is_control,
    make_controls,
)
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from prism.suites.reading import read_items
from prism.text.parse import parse
from tests.judges.controls import DATA, chain_verdicts, load, make_rubric, scored

pytestmark = pytest.mark.usefixtures("all_marked")

CONTROLS, RUBRICS = load("controls.json"), load("rubrics.json")
DEMOS = sorted(path.parent.name for path in DATA.glob("demo/*/q.json"))


@pytest.mark.parametrize("number", range(len(CONTROLS["paraphrase_only"])))
def test_an_answer_that_says_the_question_again_scores_near_the_minimum(number):
    entry = CONTROLS["paraphrase_only"][number]
    criteria = make_rubric(RUBRICS["paraphrase_only"][number])
    assert scored(entry["answer"], entry["question"], criteria).final <= 15


@pytest.mark.parametrize("entry", load("paraphrase_causal.json"))
def test_causal_words_do_not_help_an_answer_that_says_nothing(entry):
    criteria = make_rubric(RUBRICS["paraphrase_only"][0])
    assert scored(entry["answer"], entry["question"], criteria).final <= 15


@pytest.mark.parametrize("entry", CONTROLS["facts_vs_chain"])
def test_loose_facts_score_at_least_40_points_lower_on_process(entry):
    assert scored(entry["unconnected"]).process <= scored(entry["connected"]).process - 40


@pytest.mark.parametrize("entry", CONTROLS["facts_vs_chain"])
def test_a_parser_that_invents_links_between_loose_facts_is_not_believed(entry):
    facts = [fact.strip() for fact in entry["unconnected"].split(".") if fact.strip()]
    assert set(chain_verdicts(facts, entry["unconnected"])) == {"none"}


def test_reversed_chains_lose_at_least_30_points_on_the_edges_of_the_reference_chain():
    lower = 0
    for chain in CONTROLS["chains"]:
        forward, backward = (
            chain_verdicts(chain["events"], chain[way]) for way in ("forward", "reversed")
        )
        lost = forward.count("forward") - backward.count("forward")
        lower += lost >= 0.3 * len(forward)
    assert len(CONTROLS["chains"]) == 20
    assert lower >= 18


@pytest.mark.parametrize("number", range(len(CONTROLS["padding"])))
def test_padding_adds_no_evidence_and_a_missing_middle_costs_evidence_and_links(number):
    """The process itself is a share: of few links all may be supported, of many not."""
    entry, told = CONTROLS["padding"][number], RUBRICS["padding"][number]
    rubric = make_rubric(told["criteria"])
    text, padded, gutted = (
        scored(entry[name], told["question"], rubric).rubric
        for name in ("text", "padded", "gutted")
    )
    assert abs(padded - text) < 3
    assert gutted < text - 5
    whole, part = (len(parse(entry[name]).causal.edges) for name in ("text", "gutted"))
    assert part < whole


@pytest.mark.parametrize("demo", DEMOS)
def test_demo_answers_come_out_in_their_order(demo):
    item = read_items(read_source(str(DATA / "demo" / demo / "q.json")))[0]
    strong, middling, weak = (
        scored(
            (DATA / "demo" / demo / f"{name}.txt").read_text(encoding="utf-8"),
            item.texts["question"],
            item.rubric,
        ).final
        for name in ("strong", "middling", "weak")
    )
    assert strong > middling > weak


@pytest.mark.parametrize("demo", DEMOS)
def test_repeating_the_end_of_a_demo_answer_moves_final_little(demo):
    item = read_items(read_source(str(DATA / "demo" / demo / "q.json")))[0]
    text = (DATA / "demo" / demo / "strong.txt").read_text(encoding="utf-8").strip()
    again = text + "\n\nTo say it once more: " + text.rsplit("\n\n", 1)[-1]
    once, twice = (scored(t, item.texts["question"], item.rubric).final for t in (text, again))
    assert abs(once - twice) < 3


RELATED = [(0, 1, "CAUSE"), (1, 2, "CAUSE"), (3, 4, "CAUSE"), (5, 6, "CAUSE"), (5, 7, "SEQUENCE")]
WIDE = CausalGraph.of([f"unit {i} moved" for i in range(9)], RELATED,
                      text=". ".join(f"Unit {i} moved" for i in range(9)) + ".")  # fmt: skip


def probes(menu: tuple[str, ...] = ("forward", "backward", "none"), **places: int) -> list[Probe]:
    unit = WIDE.by_id
    return [
        Probe(
            kind="edge",
            subject=e.id,
            texts={"response": WIDE.text},
            question={"source": unit[e.source].text, "target": unit[e.target].text,
                      "relation": e.label, **places},
            menu=menu,
        )
        for e in WIDE.edges
    ]  # fmt: skip


def reaches(start: int, end: int) -> bool:
    return start == end or any(reaches(b, end) for a, b, kind in RELATED
                               if a == start and kind == "CAUSE")  # fmt: skip


def number(control: Control, end: str) -> int:
    return int(str(getattr(control.probe.question, end)).split()[1])


def test_unrelated_pairs_are_all_those_and_only_those_without_a_way_between() -> None:
    found = make_controls(probes(), WIDE, each=99)
    linked = {frozenset(edge[:2]) for edge in RELATED}
    apart = {(a, b) for a in range(9) for b in range(9) if frozenset((a, b)) not in linked
             and not reaches(a, b) and not reaches(b, a)}  # fmt: skip
    crossed = {(a, d) for a, _, one in RELATED for _, d, other in RELATED
               if one == other == "CAUSE"}  # fmt: skip
    for kind, wanted in (("shuffled", apart & crossed), ("non_descendant", apart - crossed)):
        pairs = [(number(c, "source"), number(c, "target")) for c in found if c.kind == kind]
        assert len(pairs) == len(set(pairs))
        assert set(pairs) == wanted
    turned = {(number(c, "source"), number(c, "target")) for c in found if c.kind == "reversed"}
    assert turned == {(b, a) for a, b, kind in RELATED if kind == "CAUSE"}


@pytest.mark.parametrize("each", [1, 2, 3])
def test_so_many_of_each_kind_and_one_canary(each: int) -> None:
    found = make_controls(probes(), WIDE, each=each)
    assert Counter(c.kind for c in found) == {
        "reversed": each, "shuffled": each, "non_descendant": each, "canary": 1,
    }  # fmt: skip
    assert [c.probe.subject for c in found if c.kind == "reversed"] == [
        f"control:reversed:{i}" for i in range(1, each + 1)
    ]
    assert len(make_controls(probes(), WIDE)) == MOST_CONTROLS == 10


def test_the_seed_alone_chooses() -> None:
    chosen = {str(make_controls(probes(), WIDE, seed=seed)) for seed in range(6)}
    assert len(chosen) > 3
    assert make_controls(probes(), WIDE) == make_controls(probes(), WIDE, seed=0)


def test_only_causal_edges_are_patterns() -> None:
    other = Probe(kind="criterion", subject="c", question={"name": "Depth"}, menu=("1", "2"))
    mixed = [other, *reversed(probes())]
    found = make_controls(mixed, WIDE, each=99)
    assert {c.probe.question.relation for c in found} == {"CAUSE"}
    assert {c.probe.kind for c in found} == {"edge"}
    assert make_controls([other, probes()[-1]], WIDE) == []  # the last edge is a sequence


@pytest.mark.parametrize(
    ("menu", "turned", "other"),
    [
        (("forward", "backward", "none"), {"forward"}, {"forward", "backward"}),
        (("yes", "no"), {"yes"}, {"yes"}),
    ],
)
def test_what_a_control_is_believed_by(menu, turned, other) -> None:
    for control in make_controls(probes(menu), WIDE):
        assert control.believed == (turned if control.kind == "reversed" else other)
        assert is_control(control.probe)
    assert not any(is_control(probe) for probe in probes())


def test_places_are_those_of_the_units_and_none_where_none_were_given() -> None:
    bare = make_controls(probes(), WIDE, each=99)
    assert {frozenset(c.probe.question.fields()) for c in bare} == {
        frozenset({"source", "target", "relation"})
    }
    given = dict.fromkeys(("source_start", "source_end", "target_start", "target_end"), 1)
    for control in make_controls(probes(**given), WIDE, each=99):
        asked = control.probe.question.fields()
        assert control.probe.digest != probes(**given)[0].digest
        if control.kind == "canary":
            assert (asked["source"], asked["source_start"], asked["source_end"]) == (
                CANARY, None, None,
            )  # fmt: skip
            assert asked["target_start"] == 1
        elif control.kind != "reversed":
            for end in ("source", "target"):
                unit = WIDE.units[number(control, end)]
                assert (asked[f"{end}_start"], asked[f"{end}_end"]) == (unit.start, unit.end)
                assert asked[end] == unit.text


def told(control: Control, value: str | None) -> Verdict:
    said = {"reason": "refused"} if value is None else {"value": value}
    return Verdict(probe=control.probe.digest, provenance=Provenance(judge="t"), **said)


def test_false_positives_count_each_kind_by_itself() -> None:
    controls = make_controls(probes(), WIDE)
    values = {"reversed": "backward", "shuffled": "forward", "non_descendant": None,
              "canary": "none"}  # fmt: skip
    found = false_positives(controls, [told(c, values[c.kind]) for c in controls])
    assert found.believed == {"reversed": 0, "shuffled": 3, "canary": 0}
    assert found.judged == {"reversed": 3, "shuffled": 3, "canary": 1}
    assert found.unscored == {"non_descendant": 3}
    assert found.rate == 3 / 7
    assert found.alarm is False
    nothing = false_positives([], [])
    assert (nothing.rate, nothing.alarm, nothing.unscored) == (None, False, {})


@pytest.mark.parametrize(
    ("believed", "alarm"),
    [({}, False), ({"canary": 0}, False), ({"canary": 1}, True), ({"reversed": 3}, False)],
)
def test_a_believed_canary_alone_alarms(believed: dict[str, int], alarm: bool) -> None:
    assert ControlResult.of(believed, {"reversed": 4}).alarm is alarm
    assert ControlResult.of(believed, {}).rate is None
