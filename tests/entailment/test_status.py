"""A claim against a rewrite: what stands, what is denied, what is replaced, what is left out."""

from dataclasses import replace

import pytest

import prism.entailment.status as status_module
from prism.entailment.check import check, entails, reading
from prism.entailment.clash import Clash, ClashKind
from prism.entailment.entail import Comparison, compare_readings
from prism.entailment.status import Expectation, _counted, ruled

HOLDS = [
    ("The valve was fitted in 2011.", "It was in 2011 that the valve was fitted."),
    ("Mr. Brandt owns the bakery.", "The bakery was owned by Mr. Brandt."),
    ("The tank holds 600 litres.", "The green 600-litre tank came from Lyon and holds 600 litres."),
    ("Lund sold his boat to a nephew.", "A nephew bought the boat of the fisherman Lund."),
    ("The stay lasted three weeks.", "The stay lasted 21 days."),
    ("The rail strike ended in May.", "She left although the rail strike ended in May."),
    (
        "The bus arrived at the park.",
        "If she went, she went by bus. The bus would arrive at the park.",
    ),
]
DENIED = [
    ("Lena bought a fan.", "Lena bought no fan."),
    ("The road was wet.", "The road was dry."),
    ("The leaflets were printed.", "The leaflets were still unprinted."),
    ("The guests left.", "The guests never left."),
    ("The centre sits above a bank.", "The centre sits below a bank."),
    ("The dog chased the cat.", "The cat chased the dog."),
    ("She preferred marble to bronze.", "She preferred bronze to marble."),
    ("The players had the evening off.", "The players did not have the evening off."),
    ("A photo made the cover.", "No photo made the cover."),
    ("The guests waited longer.", "The guests waited no longer than usual."),
    ("The old rooms had mould.", "There was no mould in the old rooms."),
    ("The porters are from Malta.", "Two porters work there, neither of them from Malta."),
    ("Lund sold his boat.", "Lund bought his boat."),
]
REPLACED = [
    (
        "Nina painted the flat yellow and drove to Rome.",
        "Nina painted the flat yellow and drove to Bonn.",
    ),
    ("The frame weighed 30 kilos.", "The frame weighed 40 kilos."),
    ("The job went to Lind.", "Lind was there, but the job went to Varga."),
]


@pytest.mark.parametrize(("claim", "text"), HOLDS)
def test_other_words_hold(claim: str, text: str) -> None:
    assert check(claim, text, claim, "kept").status == "holds"


@pytest.mark.parametrize(("claim", "text"), DENIED)
def test_the_opposite_contradicts(claim: str, text: str) -> None:
    assert check(claim, text, claim, "kept").status == "contradicted"
    assert check(claim, text, claim, "changed").status == "contradicted"


@pytest.mark.parametrize(("claim", "text"), REPLACED)
def test_another_value_revises(claim: str, text: str) -> None:
    assert check(claim, text, claim, "changed").status in ("revised", "contradicted")


@pytest.mark.parametrize(("claim", "text"), [*HOLDS, *DENIED])
def test_a_text_holds_what_it_says_word_for_word(claim: str, text: str) -> None:
    for own in (claim, *([] if "would" in text else [text])):  # what is supposed is not said
        assert check(own, own, own, "changed").status == "holds"


def test_what_would_have_been_is_hypothetical() -> None:
    text = "The rain stayed away. Otherwise the road would have flooded."
    assert check("The road flooded.", text).status == "hypothetical"


def test_what_is_not_there_is_omitted() -> None:
    assert check("The mayor plays chess.", "The road was dry.").status == "omitted"


def test_a_denial_takes_the_definite_for_granted() -> None:
    text = "She did not get the prize money of 5,000 pounds."
    assert check("The prize money was 5,000 pounds.", text, None, "kept").status == "holds"


@pytest.mark.parametrize(
    ("premise", "claim", "answer"),
    [
        ("A boy is wearing a sunhat.", "A boy is wearing a hat.", "yes"),
        ("A boy is wearing a hat.", "A boy is wearing a sunhat.", "unsaid"),
        ("A boy is not wearing a hat.", "A boy is not wearing a sunhat.", "yes"),
        ("A boy is not wearing a sunhat.", "A boy is not wearing a hat.", "unsaid"),
        ("A boy is not wearing a hat.", "A boy is wearing a sunhat.", "contradicted"),
        ("It is not the case that a boy is not wearing a sunhat.",
         "It is not the case that a boy is not wearing a hat.", "yes"),
        ("A man is asleep.", "A man is running.", "contradicted"),
    ],
)  # fmt: skip
def test_monotonicity_turns_round_under_negation(premise: str, claim: str, answer: str) -> None:
    assert entails(premise, claim) == answer


EXCHANGED = [
    ("Paul was on parental leave since May.", "parental", "sick", "revised"),
    ("The council passed the plan by five votes.", "passed", "shelved", "contradicted"),
    ("Ms. Bauer commutes to the office by boat.", "boat", "bus", "revised"),
]


@pytest.mark.parametrize(("claim", "old", "new", "status"), EXCHANGED)
def test_one_word_exchanged_in_a_repeated_sentence(
    claim: str, old: str, new: str, status: str
) -> None:
    story = f"It had been a quiet week. {claim} Nobody knew."
    assert check(claim, story, story, "kept").status == "holds"
    assert check(claim, story.replace(old, new), story, "kept").status == status


def test_a_rival_revises_and_another_word_for_the_thing_does_not() -> None:
    claim = "Her parents met on a ferry."
    tram, boat = (f"Her parents had met on a {ship} that year." for ship in ("tram", "boat"))
    assert check(claim, tram, claim, "kept").status == "revised"
    assert check(claim, boat, claim, "kept").status == "holds"


def test_what_is_denied_of_another_says_nothing_of_the_claim() -> None:
    text = "The lathe, unlike the saw, did not lose its edge."
    assert check("The saw lost its edge.", text, None, "kept").status != "contradicted"
    assert check("The lathe lost its edge.", text, None, "kept").status == "contradicted"


def test_all_words_in_the_wrong_places_do_not_hold() -> None:
    text = "The job went to her because Mr. Lind had two years of experience."
    assert check("The job went to Mr. Lind.", text, None, "changed").status != "holds"


def test_what_is_spoken_of_otherwise_is_told_from_what_is_left_out() -> None:
    claim = "The cook lit the lamps at noon."
    otherwise = "The cook sold the lamps at noon."
    assert check(claim, otherwise, None, "changed").status == "contradicted"
    assert check(claim, "The sea was calm.", None, "changed").status == "omitted"


def _rule(
    monkeypatch: pytest.MonkeyPatch,
    expected: str | None,
    *,
    claim: str = "Ada lit the lamp.",
    missing: str = "",
    clash: str | None = None,
    **shares: float,
) -> str:
    """Return the status by rule for a comparison with the shares given."""
    asked, said = reading(claim), reading("It was dark.")
    lacking = tuple(t.i for t in asked.doc if t.text in missing.split())
    found = Comparison(
        matches={},
        clashes=(Clash(clash, (0,), (0,)),) if clash else (),  # type: ignore[arg-type]
        missing=lacking,
        **{"support": 0.0, "answered": 0.0, "unreal": 0.0, "core": 1.0} | shares,
    )
    monkeypatch.setattr(status_module, "compare_readings", lambda claim, text: found)
    return ruled(asked, said, None, expected).status  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "shares", "status"),
    [
        (None, {"support": 0.6, "core": 0.7}, "holds"),
        (None, {"support": 0.59, "core": 0.7}, "omitted"),
        (None, {"support": 0.6, "core": 0.69}, "omitted"),
        ("kept", {"support": 0.25, "core": 0.0}, "holds"),
        ("kept", {"support": 0.24, "core": 0.0}, "omitted"),
        ("changed", {"support": 0.9, "core": 0.7}, "holds"),
        ("changed", {"support": 0.89, "core": 0.7}, "omitted"),
        ("changed", {"support": 0.9, "core": 0.69}, "omitted"),
        (None, {"support": 1.0, "unreal": 0.51}, "hypothetical"),
        (None, {"support": 1.0, "unreal": 0.5}, "holds"),
        ("kept", {"support": 0.8, "core": 0.7, "unreal": 0.9}, "hypothetical"),
        ("kept", {"support": 0.79, "core": 0.7, "unreal": 0.9}, "holds"),
        ("kept", {"support": 0.8, "core": 0.69, "unreal": 0.9}, "holds"),
        ("changed", {"support": 0.2, "core": 0.2, "unreal": 0.9}, "hypothetical"),
    ],
)
def test_how_much_must_be_told(
    monkeypatch: pytest.MonkeyPatch, expected: str | None, shares: dict[str, float], status: str
) -> None:
    assert _rule(monkeypatch, expected, **shares) == status


@pytest.mark.parametrize(
    ("clash", "answered", "status"),
    [
        ("swap", 0.4, "contradicted"),
        ("place", 0.4, "contradicted"),
        ("antonym", 0.4, "contradicted"),
        ("negation", 0.4, "contradicted"),
        ("exchange", 0.4, "revised"),
        ("value", 0.4, "revised"),
        ("swap", 0.39, "holds"),  # too little is spoken of for a clash to count
    ],
)
def test_a_clash_counts_where_enough_is_spoken_of(
    monkeypatch: pytest.MonkeyPatch, clash: str, answered: float, status: str
) -> None:
    assert _rule(monkeypatch, None, clash=clash, answered=answered, support=0.9) == status


@pytest.mark.parametrize(
    ("missing", "support", "status"),
    [
        ("Ada", 0.59, "omitted"),
        ("Ada", 0.6, "holds"),
        ("lamp", 0.59, "holds"),
        ("", 0.59, "holds"),
    ],
)
def test_a_name_may_be_missing_only_where_much_is_told(
    monkeypatch: pytest.MonkeyPatch, missing: str, support: float, status: str
) -> None:
    assert _rule(monkeypatch, "kept", missing=missing, support=support) == status


@pytest.mark.parametrize(
    ("kind", "asked", "said", "weak"),
    [
        ("value", "5", "7", False),
        ("value", "apple", "7", True),
        ("value", "5", "pear", True),
        ("name", "Ben", "pear", True),
        ("name", "Ben", "Carl", False),
        ("name", "Ben", "7", False),
        ("number", "5", "7", False),
        ("number", "5", "one", True),  # *one of them* is seldom a count
        ("sibling", "apple", "pear", False),
        ("sibling", "apple", "stone", True),
        ("displaced", "apple", "pear", True),
        ("antonym", "apple", "pear", False),
        ("swap", "apple", "pear", False),
        ("place", "apple", "pear", False),
        ("exchange", "apple", "pear", False),
    ],
)
def test_which_clashes_are_too_weak_against_what_should_stay(
    kind: ClashKind, asked: str, said: str, weak: bool
) -> None:
    claim = reading("Ben ate 5 and an apple.")
    text = reading("Carl ate 7, a pear, a stone and one cake.")
    [one] = [t.i for t in claim.doc if t.text == asked]
    [other] = [t.i for t in text.doc if t.text == said]
    clash = Clash(kind, (one,), (other,))
    found = replace(compare_readings(claim, text), clashes=(clash,))
    assert _counted(found, claim, text, "kept") == (() if weak else (clash,))
    assert _counted(found, claim, text, "changed") == (clash,)
    assert _counted(found, claim, text, None) == (clash,)


@pytest.mark.parametrize(
    ("claim", "text", "expected", "account", "confidence"),
    [
        ("Lena bought a fan.", "Lena bought no fan.", None,
         "negation: the text has “bought” where the claim has “bought”", 0.7),
        ("The cook lit the lamps at noon.", "The cook sold the lamps at noon.", "changed",
         "the text speaks of it and says otherwise", 0.3),
        ("The mayor plays chess.", "The road was dry.", None,
         "0% of the claim's words are answered; not found: mayor, plays, chess", 1.0),
        ("The mayor plays chess.", "The mayor plays chess.", None,
         "100% of the claim's words are answered", 1.0),
        ("The mayor plays old chess.", "The mayor plays chess.", None,
         "74% of the claim's words are answered; not found: old", 2.3 / 3.1),
    ],
)  # fmt: skip
def test_each_status_is_accounted_for(
    claim: str, text: str, expected: Expectation | None, account: str, confidence: float
) -> None:
    asked, said = reading(claim), reading(text)
    found = ruled(asked, said, None, expected)
    assert found.account(asked, said) == account
    assert found.confidence == pytest.approx(confidence)
    for chance in (0.2, 0.9):  # where it is known, the chance is what counts
        sure = replace(found, chance=chance).confidence
        assert sure == pytest.approx(chance if found.status == "holds" else 1 - chance)
