"""Clauses within a frame: what stands before and after them decides how they are meant."""

import pytest

from prism.entailment.check import check
from prism.entailment.frames import frames
from prism.text.nlp import analyse

CLAIM = "The tank overflowed."


@pytest.mark.parametrize(
    "text",
    [
        "That the tank overflowed is a myth.",
        "That the tank overflowed or that the shed was wet cannot be said.",
        "It is untrue that the shed was wet, and just as untrue that the tank overflowed.",
        "It was never the case that the shed was wet or that the tank overflowed.",
        "It would be a lie to write that the tank overflowed.",
        "A note saying that the tank overflowed would have been a lie.",
        "Anyone who heard that the tank overflowed was misinformed.",
        "The clerk wrote that the tank overflowed, and crossed it out as an error.",
        'The line "The tank overflowed" had to be struck from the report.',
        'They crossed out the lines "The shed was wet" and "The tank overflowed".',
        "None of the sheds was wet and no one saw that the tank overflowed.",
        "It can be ruled out that the tank overflowed.",
        "As for the passage where the tank overflowed, it was struck from the diary.",
    ],
)
def test_what_a_frame_rejects_is_contradicted(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        'The sentence "The tank overflowed" is for another day.',
        "Whoever claims that the tank overflowed was not there.",
        "Only in a joke was it told that the tank overflowed.",
        "Neighbours who hoped that the tank overflowed went home.",
        "The story in which the tank overflowed is from another town.",
        "Some say that the tank overflowed.",
    ],
)
def test_what_a_frame_leaves_open_does_not_hold(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status != "holds"


@pytest.mark.parametrize(
    "text",
    [
        "It is no myth that the tank overflowed.",
        "It cannot be denied that the tank overflowed.",
        "The inlet ran so fast that the tank overflowed.",
        "It was in May that the tank overflowed.",
        "It was wrong to leave, for the tank overflowed.",
        '"The tank overflowed," said Ana.',
        "The rumour was false, but the tank overflowed.",
        "Petra saw that the tank overflowed.",
    ],
)
def test_what_a_frame_grants_holds(text: str) -> None:
    assert check(CLAIM, text, CLAIM, "changed").status == "holds"


def test_a_relative_clause_is_no_clause_of_its_own() -> None:
    assert not list(frames(analyse("The mistake that Ana made was small.")))


@pytest.mark.parametrize(
    ("text", "content", "stance", "by"),
    [
        ("It is untrue that the tank leaked. Ada slept.", "the tank leaked", "denied", "untrue"),
        ("Ada slept. It is untrue that the tank leaked; Ben ate.",
         "the tank leaked", "denied", "untrue"),
        ("It is no lie that the tank leaked.", "the tank leaked", "granted", "no lie"),
        ("It is not true that the tank leaked.", "the tank leaked", "denied", "not true"),
        ("It is true that the tank leaked.", "the tank leaked", "granted", "true"),
        ("Ada hoped that the tank leaked.", "the tank leaked", "open", "hoped"),
        ("Only Ada said that the tank leaked.", "the tank leaked", "denied", "said"),
        ("Nobody said that the tank leaked.", "the tank leaked", "denied", "Nobody said"),
        ("Some say that the tank leaked.", "the tank leaked", "open", "say"),
        ("Whoever says that the tank leaked is wrong.", "the tank leaked", "denied", "wrong"),
        ("The story that the tank leaked is false.", "the tank leaked", "denied", "false"),
        ("Ada knew that the tank leaked.", "the tank leaked", "granted", "knew"),
        ("Ada did not know that the tank leaked.", "the tank leaked", "granted", "not know"),
        ("Ada did not deny that the tank leaked.", "the tank leaked", "granted", "not deny"),
        ("The tale that the tank leaked has no basis.", "the tank leaked", "denied", "no basis"),
        ("It would be false to say that the tank leaked.", "the tank leaked", "denied", "false"),
        ("Ada, who said that the tank leaked, was wrong.", "the tank leaked", "denied", "wrong"),
        ("Ada said that the tank leaked, but she was wrong.",
         "the tank leaked", "denied", "wrong"),
        ("There is no evidence that the tank leaked.", "the tank leaked", "denied", "no evidence"),
        ("It never came about that the tank leaked.", "the tank leaked", "denied", "never came"),
        ("It is neither true nor likely that the tank leaked.",
         "the tank leaked", "denied", "neither true"),
    ],
)  # fmt: skip
def test_a_frame_ends_where_its_clause_does(text: str, content: str, stance: str, by: str) -> None:
    doc = analyse(text)
    [found] = frames(doc)
    told = [" ".join(doc[i].text for i in sorted(part)) for part in (found.content, found.by)]
    assert [*told, found.stance] == [content, by, stance]


@pytest.mark.parametrize(
    "text",
    [
        "Ada said that the tank leaked.",
        "The hat that Ada wore was red.",
        "That hat was red.",
        "Ada was so tired that she slept.",
        "The town in which the tank leaked is old.",
        "“The tank leaked,” said Ada.",
        "It was in May that the tank leaked.",
        "Ada said that the tank leaked and that Ben slept.",
        "The rumour was false. Ada said that the tank leaked.",
        "Ada said that the tank leaked; it was a lie to say it of the shed.",
        "It was a lie! Ada said that the tank leaked.",
    ],
)
def test_what_only_looks_like_a_frame_is_none(text: str) -> None:
    assert list(frames(analyse(text))) == []


def test_clauses_joined_by_or_share_a_frame() -> None:
    doc = analyse("It is a lie that the tank leaked or that the shed burned.")
    found = list(frames(doc))
    assert [(min(doc[i].text for i in r.by), r.stance) for r in found] == 2 * [("lie", "denied")]
    assert [doc[min(r.content)].text for r in found] == ["the", "the"]
    assert {doc[i].text for i in found[1].content} >= {"shed", "burned"}


@pytest.mark.parametrize(
    ("text", "content", "stance", "by"),
    [
        ("It is a lie that she wore the hat.",
         "she wore the hat", "denied", "lie"),
        ("The rumour that Ada wore the hat was false.",
         "Ada wore the hat", "denied", "false"),
        ("The tale in which Ada slept was false.",
         "Ada slept", "denied", "false"),
        ("Is it true that the tank leaked?",
         "the tank leaked", "granted", "true"),
        ("It is false that the tank leaked — Ben slept.",
         "the tank leaked", "denied", "false"),
        ("It is false that the tank leaked (Ben slept).",
         "the tank leaked", "denied", "false"),
        ("It is false that the tank leaked: Ben slept.",
         "the tank leaked", "denied", "false"),
        ("It is false that the tank leaked? Ben slept.",
         "the tank leaked", "denied", "false"),
        ("Ada slept, and it is false that the tank leaked.",
         "the tank leaked", "denied", "false"),
        ("Ada slept and it is false that the tank leaked.",
         "the tank leaked", "denied", "false"),
        ("Nobody wrote “The tank leaked”.",
         "The tank leaked", "denied", "Nobody wrote"),
        ("It is not untrue that the tank leaked.",
         "the tank leaked", "granted", "not untrue"),
        ("It is not never true that the tank leaked.",
         "the tank leaked", "granted", "not never true"),
        ("It is hardly true that the tank leaked.",
         "the tank leaked", "denied", "hardly true"),
        ("Few believe that the tank leaked.",
         "the tank leaked", "denied", "Few believe"),
        ("Few said that the tank leaked.",
         "the tank leaked", "denied", "Few said"),
        ("Many say that the tank leaked.",
         "the tank leaked", "open", "say"),
        ("People say that the tank leaked.",
         "the tank leaked", "open", "say"),
        ("Someone said that the tank leaked.",
         "the tank leaked", "open", "said"),
        ("Anyone saying that the tank leaked is mistaken.",
         "the tank leaked", "denied", "mistaken"),
        ("To say that the tank leaked is wrong.",
         "the tank leaked", "denied", "wrong"),
        ("That the tank leaked is true.",
         "the tank leaked", "granted", "true"),
        ("That the tank leaked is not true.",
         "the tank leaked", "denied", "not true"),
        ("The claim that the tank leaked is hardly true.",
         "the tank leaked", "denied", "hardly true"),
        ("The claim that the tank had leaked was false.",
         "the tank had leaked", "denied", "false"),
        ("Ada said and believed that the tank leaked.",
         "the tank leaked", "open", "believed"),
        ("Ada did not believe that the tank leaked.",
         "the tank leaked", "denied", "not believe"),
        ("Ada never learned that the tank leaked.",
         "the tank leaked", "granted", "never learned"),
        ("Without saying that the tank leaked, Ada left.",
         "the tank leaked", "denied", "Without saying"),
        ("Only Ada knew that the tank leaked.",
         "the tank leaked", "granted", "knew"),
        ("Only Ada believed that the tank leaked.",
         "the tank leaked", "open", "believed"),
        ("And only Ben said that the tank leaked.",
         "the tank leaked", "denied", "said"),
        ("Ada told Ben that the tank leaked, and that was a lie.",
         "the tank leaked", "denied", "lie"),
        ("Ada told Ben that the tank leaked, which was untrue.",
         "the tank leaked", "denied", "untrue"),
        ("Ada dreamed that the tank leaked.",
         "the tank leaked", "open", "dreamed"),
        ("Ada heard the news that the tank leaked.",
         "the tank leaked", "open", "heard news"),
        ("Ada had no hope that the tank leaked.",
         "the tank leaked", "denied", "no hope"),
        ("It turned out false that the tank leaked.",
         "the tank leaked", "denied", "false"),
        ("It proved true that the tank leaked.",
         "the tank leaked", "granted", "true"),
        ("It did not prove true that the tank leaked.",
         "the tank leaked", "denied", "not true"),
    ],
)  # fmt: skip
def test_each_word_that_judges_a_clause(text: str, content: str, stance: str, by: str) -> None:
    doc = analyse(text)
    [found] = list(frames(doc))
    told = [" ".join(doc[i].text for i in sorted(part)) for part in (found.content, found.by)]
    assert [*told, found.stance] == [content, by, stance]


@pytest.mark.parametrize(
    "text",
    [
        "The hat that she wore was red.",
        "The hat that Ada lost in May was red.",
        "The box in which the tank leaked was old.",
        "So many guests came that the tank leaked.",
        "It was such a day that the tank leaked.",
        "That is false.",
        "It is false that.",
        "The report is false, so Ada said that the tank leaked.",
        "Ben lied and Ada said that the tank leaked.",
        "False: Ada said that the tank leaked.",
        "The line “leaky tank” is false.",
        "Nobody never said that the tank leaked.",
        "Ada and many say that the tank leaked.",
        "Ada told Ben that the tank leaked.",
        "Ada told Ben that the tank leaked, which was true.",
        "There is no doubt that the tank leaked.",
        "Ada said that the tank would leak.",
        "The letter said that.",
        "Ada knew that tank.",
        "The fact that the tank leaked was ignored.",
    ],
)
def test_other_words_around_a_clause_judge_nothing(text: str) -> None:
    assert list(frames(analyse(text))) == []


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("It is false that the tank leaked and that Ben slept.",
         ["the tank leaked", "Ben slept"]),
        ("That the tank leaked and that the shed burned is false.",
         ["the tank leaked", "the shed burned"]),
        ("It is false that the tank leaked, that Ben slept.", ["the tank leaked", "Ben slept"]),
        ("Ada wrote “The tank leaked” and “The shed burned” and was wrong.",
         ["The tank leaked", "The shed burned"]),
        ("Ada wrote “The tank leaked” in her book, which was a lie, and Ben wrote “The shed "
         "burned”.", ["The tank leaked"]),
    ],
)  # fmt: skip
def test_which_clauses_share_a_frame(text: str, clauses: list[str]) -> None:
    doc = analyse(text)
    found = list(frames(doc))
    assert [" ".join(doc[i].text for i in sorted(r.content)) for r in found] == clauses
    assert {r.stance for r in found} == {"denied"}


@pytest.mark.parametrize(("words", "stances"), [(20, ["denied"]), (30, ["denied"]), (70, [])])
def test_a_frame_reaches_only_so_far(words: int, stances: list[str]) -> None:
    between = " ".join(["very"] * words)
    doc = analyse(f"It is a lie told to {between} old Ben that the tank leaked.")
    assert [report.stance for report in frames(doc)] == stances
