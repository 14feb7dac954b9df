"""What a text makes of the clauses it reports, verbatim and yet not told as so."""

import pytest

from prism.claims.check import check

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
