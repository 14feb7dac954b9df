"""What a text makes of the clauses it reports, verbatim and yet not told as so."""

import pytest

from prism.entailment.check import check
from prism.entailment.reported import reports
from prism.entailment.scope import scopes
from prism.text.nlp import analyse

CLAIM = "The shop was icy."


@pytest.mark.parametrize(
    "text",
    [
        "It is untrue that the shop was icy.",
        "It was no longer true that the shop was icy.",
        "It would be false to say that the shop was icy.",
        "It could not be claimed that the shop was icy.",
        "The rumour that the shop was icy was baseless.",
        "The tale that the shop was icy has no basis.",
        "The news that the shop was icy turned out to be wrong.",
        "The idea that the shop was icy remained a dream.",
        "Nobody could say that the shop was icy.",
        "Anybody who told you that the shop was icy was making it up.",
        "A colleague insisted that the shop was icy, but he was wrong.",
        "The owner denied that the shop was icy.",
        "Nor was there any talk that the shop was icy.",
    ],
)
def test_a_report_the_text_rejects_is_contradicted(text: str) -> None:
    assert check(CLAIM, text).status == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        "The owner feared that the shop was icy.",
        "Visitors expected that the shop was icy.",
        "The belief that the shop was icy spread quickly.",
    ],
)
def test_a_report_left_open_is_hypothetical(text: str) -> None:
    assert check(CLAIM, text).status == "hypothetical"


@pytest.mark.parametrize(
    "text",
    [
        "The owner did not know that the shop was icy.",
        "It is true that the shop was icy.",
        "Nobody noticed that the shop was icy.",
        "It is not false that the shop was icy.",
        "The owner did not deny that the shop was icy.",
        "The owner said that the shop was icy.",
    ],
)
def test_a_report_the_text_grants_holds(text: str) -> None:
    assert check(CLAIM, text).status == "holds"


def test_a_denial_ends_with_the_clause_it_denies() -> None:
    text = "The rumour that the shop was icy was baseless, and the heating worked."
    assert check("The heating worked.", text).status == "holds"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Ada believed the shop was icy.", "hypothetical"),
        ("Ada insisted the shop was icy.", "holds"),
        ("Ada did not claim the shop was icy.", "contradicted"),
        ("It is not so that the shop was icy.", "contradicted"),
        ("Ada denied the shop was icy.", "contradicted"),
        ("Ada knew the shop was icy.", "holds"),
        ("Ada did not notice the shop was icy.", "holds"),
        ("Ada said the shop was icy and Ben slept.", "holds"),
        ("Ada hoped that Ben slept, and the shop was icy.", "holds"),
        ("Ada thought that Ben slept, and the shop was icy.", "holds"),
        ("The claim that the shop was icy is true.", "holds"),
    ],
)
def test_verbs_with_and_without_that(text: str, status: str) -> None:
    assert check(CLAIM, text).status == status


@pytest.mark.parametrize(
    ("text", "content", "stance"),
    [
        ("Ada believed the tank leaked.", "the tank leaked", "open"),
        ("Ada doubted the tank leaked.", "the tank leaked", "denied"),
        ("Ada denied the tank leaked.", "the tank leaked", "denied"),
        ("Ada knew the tank leaked.", "the tank leaked", "granted"),
        ("Ada said the tank leaked.", None, None),
        ("Ada saw that.", None, None),
        ("The tank leaked.", None, None),
    ],
)
def test_what_governs_a_clause_gives_its_stance(
    text: str, content: str | None, stance: str | None
) -> None:
    doc = analyse(text)
    found = list(reports(doc, [frozenset[int]() for _ in doc]))
    told = [(" ".join(doc[i].text for i in sorted(r.content)), r.stance) for r in found]
    assert told == ([] if content is None else [(content, stance)])


def test_an_odd_number_of_negations_turns_a_stance() -> None:
    doc = analyse("Ada said the tank leaked.")
    said = next(token.i for token in doc if token.text == "said")
    for count, stances in ((0, []), (1, ["denied"]), (2, []), (3, ["denied"])):
        over = [frozenset(range(count)) if t.i == said else frozenset[int]() for t in doc]
        assert [r.stance for r in reports(doc, over)] == stances


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Ada supposed the tank leaked.", "open"),
        ("Ada believed the tank leaked and Ben slept.", "open"),
        ("Ada believed the tank leaked; Ben slept.", "open"),
        ("Ada said the tank leaked, but lied.", "denied"),
        ("Ada said the tank leaked, but was mistaken.", "denied"),
        ("Ada said the tank leaked, but made it up.", "denied"),
        ("Ada said the tank leaked, but made it.", None),
        ("Ada said the tank leaked, but slept.", None),
        ("The man who said the tank leaked lied.", "denied"),
        ("The man who said the tank leaked slept.", None),
        ("The man saying the tank leaked was wrong.", "denied"),
        ("Ada met the man who said the tank leaked.", None),
        ("Ada tried to say the tank leaked.", None),
        ("It never happened the tank leaked.", "denied"),
        ("The tank leaked, Ada believed.", None),
        ("Because the tank leaked, Ada lied.", None),
        ("Ada was sorry the tank leaked.", None),
        ("Ada felt the tank leaked.", None),
        ("Nobody claimed the tank leaked.", "denied"),
        ("Ada never denied the tank leaked.", "granted"),
        ("Ada did not deny the tank leaked.", "granted"),
    ],
)
def test_only_what_governs_a_clause_judges_it(text: str, stance: str | None) -> None:
    doc = analyse(text)
    found = list(reports(doc, scopes(doc).negations))
    told = [(" ".join(doc[i].text for i in sorted(r.content)), r.stance) for r in found]
    assert told == ([] if stance is None else [("the tank leaked", stance)])


def test_clauses_joined_within_a_report_belong_to_it() -> None:
    doc = analyse("Ada believed the tank leaked and burned.")
    [found] = reports(doc, scopes(doc).negations)
    assert "burned" in {doc[i].text for i in found.content}
    assert {doc[i].text for i in found.by} == {"believed"}
