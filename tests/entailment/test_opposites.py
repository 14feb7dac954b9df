"""Opposites and denials speak against a fact only where they are said of it."""

import pytest

from prism.entailment.check import check


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The clinic lies above a vineyard.", "The clinic stands above a vineyard."),
        ("The café closes at six.", "The café is open until six."),
        ("Matilda died in 1402.", "Matilda lost her life in 1402."),
        ("Ms Vega had joined the firm in 2014.", "Ms Vega, with the firm from 2014, left it."),
        ("Jana cycles to work.", "Jana slept well, and a bicycle takes her to work."),
        ("The Rialto seats four hundred.", "None of the four hundred seats in the Rialto creaked."),
        ("The bottle held forty drops.", "Out of a forty-drop bottle he took ten drops."),
        ("The mill has six fans.", "Half a dozen fans serve the mill."),
        (
            "The drummer is allergic to pollen.",
            "Rain or no rain, the drummer is allergic to pollen.",
        ),
        ("Ada met Mr Pohl.", "Ada met, in the course of her work, Mr Pohl."),
    ],
)
def test_what_is_said_of_something_else_leaves_a_fact_alone(claim: str, text: str) -> None:
    assert check(claim, text, claim, "kept").status == "holds"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The door was open.", "The door was closed."),
        ("The pump started.", "The pump stopped."),
        ("The clinic lies above a vineyard.", "The clinic lies below a vineyard."),
        ("The seats creaked.", "None of the seats creaked."),
        ("The bottle held forty drops.", "The bottle held thirty drops."),
        ("Ada was awake.", "At no time was Ada awake."),
        ("Ada walked home.", "Ada slept there rather than walk home."),
    ],
)
def test_what_is_said_of_the_same_thing_speaks_against_it(claim: str, text: str) -> None:
    assert check(claim, text, claim, "kept").status in ("contradicted", "revised")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The crew sang, and any steward would have told you so.", "holds"),
        ("If the crew had sung, the ship would have stayed.", "hypothetical"),
    ],
)
def test_a_kept_fact_is_hypothetical_where_it_is_told_whole_as_unreal(
    text: str, status: str
) -> None:
    assert check("The crew sang.", text, "The crew sang.", "kept").status == status


@pytest.mark.parametrize(
    ("claim", "text", "status"),
    [
        ("The boat is older than she is.", "She is younger than the boat.", "holds"),
        ("The boat is older than she is.", "She is younger than the car.", "contradicted"),
        ("The lamp stood on the shelf.", "The lamp hung on the shelf.", "holds"),
        ("Ada stood.", "Ada lay.", "contradicted"),  # no place: the posture is all that is told
        ("Ada lost the race.", "Ada won the race.", "contradicted"),
        ("Ada had arrived.", "Ada left.", "omitted"),  # first the one and then the other
        ("Ada arrived.", "Ada had left.", "omitted"),
        ("Ada arrived.", "Ada left.", "contradicted"),
        ("Ada had arrived.", "Ada had left.", "contradicted"),
        ("The café closes at six.", "The café opens at six.", "contradicted"),
        ("The café is open till six.", "The café is closed till six.", "contradicted"),
        ("Ada slept.", "Ada rode.", "omitted"),  # one after the other
        ("Ada slept.", "Ada woke.", "contradicted"),
        ("Ada was happy.", "Ada was unhappy.", "contradicted"),
        ("Ada was happy.", "Ada was not unhappy.", "holds"),
        ("Ada was not happy.", "Ada was unhappy.", "holds"),
        ("Ada bought the boat.", "The seller of the boat slept.", "omitted"),
        ("Ada died.", "Ada lived.", "contradicted"),
        ("The hot soup stood there.", "The cold soup stood there.", "contradicted"),
        ("The soup was hot.", "The tea was cold and the soup was hot.", "holds"),
    ],
)
def test_opposites_by_thing_and_moment(claim: str, text: str, status: str) -> None:
    assert check(claim, text, claim, "kept").status == status
