"""The change a request stipulates is found in every phrasing; its outcome is kept apart."""

import pytest

from prism.text.antecedent import antecedents
from prism.text.nlp import analyse
from prism.text.request import find_request


@pytest.mark.parametrize(
    "request_text",
    [
        "What if the council had closed the road?",
        "Rewrite this as if the council had closed the road.",
        "Suppose the council had closed the road. How would it read?",
        "Imagine that the council had closed the road.",
        "How would it read if the council had closed the road?",
        "If the council had closed the road, what would the text say?",
        "Had the council closed the road, what would have followed?",
        "Rewrite: the council closed the road.",
    ],
)
def test_every_phrasing_yields_the_change(request_text: str) -> None:
    [change] = find_request(analyse(request_text)).changes
    assert {"council", "closed", "road"} <= set(change.text.split())
    assert not {"rewrite", "text", "read", "say"} & set(change.text.lower().split())


def test_what_it_replaces_and_several_changes() -> None:
    asked = find_request(analyse("What if she had planted roses rather than tulips?"))
    assert asked.changes[0].instead == "tulips"
    asked = find_request(analyse("What if the train had run and Kofi had overslept?"))
    assert [c.text for c in asked.changes] == ["the train had run", "Kofi had overslept"]


def test_a_fixed_outcome_is_no_change() -> None:
    request_text = "Had the drug not been given, the fever would have lasted. Rewrite it."
    asked = find_request(analyse(request_text))
    assert len(asked.changes) == 1
    assert asked.outcome is not None
    assert "fever" in asked.outcome


def test_a_plain_statement_has_no_antecedent() -> None:
    assert antecedents(analyse("The council closed the road on Monday.")) == []
