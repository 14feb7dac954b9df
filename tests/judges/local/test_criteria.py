"""How the local judge marks criteria and finds accepted answers."""

import pytest

from prism.judges.local.criterion_evidence import weigh
from prism.judges.local.outcome_evidence import find_answer
from prism.judges.model.reading import read
from prism.suites.whatif import outcome, rubric
from tests.judges.local.test_judge import ask

pytestmark = pytest.mark.usefixtures("all_marked")

WATER = {
    "name": "Water and soil",
    "description": "Is it traced what drought does to rivers, soil and harvests?",
    "bands": {
        "1-2": "Nothing is said.",
        "9-10": "Evaporation, irrigation, erosion, harvests and famine are linked.",
    },
}
RICH = (
    "Less rain would shrink the rivers, so farmers could no longer irrigate their terraces. "
    "Because bare ground dries and crumbles, wind would carry the soil away, and this erosion "
    "would ruin the harvests of whole provinces. Famine would follow, and villagers would "
    "probably move to the coast, where evaporation is milder and fishing still feeds a family."
)
BARE = "There would be many problems. Everything would be different. It would be very bad."


def mark(text, criterion=WATER, asked="") -> int:
    verdict = ask(text, criterion, kind="criterion", menu=rubric.MENU, asked=asked)
    assert verdict.value in rubric.MENU
    return int(verdict.value)


def test_a_text_that_has_what_is_asked_for_beats_one_that_has_not():
    unrelated = (
        "The orchestra rehearsed the overture twice before dinner, while painters hung lanterns "
        "along the balcony. Guests arrived with umbrellas, shoes and cameras, admired the marble "
        "staircase and praised the violinist, whose bow had snapped during a stormy crossing. "
        "Later, waiters poured champagne, dancers crossed the parquet, a juggler dropped a club."
    )
    assert mark(RICH) > mark(unrelated) > mark(BARE)


def test_a_text_that_says_nothing_gets_the_lowest_mark():
    assert mark(BARE) == 1


def test_the_reason_has_the_words_of_the_criterion_as_they_are_written():
    criterion = {**WATER, "description": "Do droughts starve soils of phosphorus and Potash?"}
    said = ask(RICH, criterion, kind="criterion", menu=rubric.MENU).rationale
    assert "phosphoru" not in said.replace("phosphorus", "")
    have, lack = said.split("missing: ")
    assert "harvests" in have
    assert "evaporation" in have
    assert "phosphorus" in lack
    assert "Potash" in lack


def test_words_of_the_question_earn_nothing():
    question = "What does drought do to rivers, soil, harvests, evaporation and irrigation?"
    again = "Drought does this to rivers. Soil and harvests matter. So does irrigation."
    assert mark(again, asked=question) == 1


def test_saying_it_twice_earns_nothing():
    assert mark(RICH + " " + RICH) == mark(RICH)


def test_denying_what_is_asked_for_earns_less():
    held = (
        "The reform raised wages, schools and harvests in every northern province of the country."
    )
    denied = "The reform never raised wages, schools or harvests in any northern province there."
    wanted = {"name": "Effects", "description": "Wages, schools and harvests"}
    assert share(held, wanted) > share(denied, wanted)


def share(text, criterion) -> float:
    return weigh(read(text), frozenset(), criterion["name"], criterion["description"], {}).share


def test_a_criterion_that_asks_for_caution_rewards_hedges():
    wanted = {"name": "Uncertainty", "description": "Is doubt about rivers and harvests marked?"}
    sure = RICH.replace("probably ", "").replace("could", "can").replace("would", "will")
    hedged = sure.replace("will", "might")
    assert share(hedged, wanted) > share(sure, wanted)


def test_a_criterion_that_asks_for_consistency_punishes_contradiction():
    wanted = {
        "name": "Consistency",
        "description": "Are rivers and harvests free of contradiction?",
    }
    torn = (
        RICH + " The canal feeds the northern rivers. The canal does not feed the northern rivers."
    )
    plain = RICH + " The canal feeds the northern rivers. The road climbs the northern hills."
    assert share(torn, wanted) < share(plain, wanted)


def test_the_rationale_is_one_line_that_names_what_is_there_and_what_is_not():
    verdict = ask(RICH, WATER, kind="criterion", menu=rubric.MENU)
    assert "\n" not in verdict.rationale
    assert "erosion" in verdict.rationale
    assert "missing: drought" in verdict.rationale
    assert all(RICH[span.start : span.end] == span.text for span in verdict.spans)


def test_a_criterion_without_bands_or_description_is_marked_too():
    assert mark(RICH, {"name": "Rivers"}) >= 1
    assert mark(RICH, {"name": ""}) >= 1


@pytest.mark.parametrize(
    ("response", "gold", "value"),
    [
        ("The river would run dry within 12 years.", ["twelve years", "12 years"], "agree"),
        ("It would cost 1.2 million dollars.", ["1,200,000 dollars"], "agree"),
        ("It would cost 1.3 million dollars.", ["1,200,000 dollars"], "disagree"),
        ("The capital would be Constantinople and nowhere else.", ["Constantinople"], "agree"),
        ("The capital would be Constantinople.", ["Constantinople"], "agree"),
        ("The capital would not be Constantinople.", ["Constantinople"], "disagree"),
        ("Yes, it would float.", ["yes"], "agree"),
        ("No, it would sink.", ["Yes"], "disagree"),
        ("It depends.", ["no"], "disagree"),
    ],
)
def test_outcomes_agree_where_the_accepted_answer_stands(response, gold, value):
    verdict = ask(response, {"gold": gold}, kind="outcome", menu=outcome.MENU)
    assert verdict.value == value


def test_a_found_answer_is_shown():
    hit = find_answer("Rome fell. The capital moved to Ravenna in 402.", "Ravenna")
    assert hit is not None
    assert hit.chars == (10, 47)
