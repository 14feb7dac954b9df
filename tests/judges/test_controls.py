"""Texts whose scores are known in advance: an empty answer, loose facts, reversal, padding."""

import pytest

from prism.files.source import read_source
from prism.suites.reading import read_items
from tests.judges.controls import DATA, chain_verdicts, load, make_rubric, scored

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
def test_padding_moves_final_little_and_a_missing_middle_lowers_it(number):
    entry, told = CONTROLS["padding"][number], RUBRICS["padding"][number]
    text, padded, gutted = (
        scored(entry[name], told["question"], make_rubric(told["criteria"])).final
        for name in ("text", "padded", "gutted")
    )
    assert abs(padded - text) < 3
    assert gutted < text


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
