"""Which words take truth, give it, say, know or believe: verbs with and without particles."""

import pytest

from prism.entailment.stances import word_of
from prism.text.nlp import analyse


@pytest.mark.parametrize(
    ("text", "word", "does"),
    [
        ("It is a lie.", "lie", "false"),
        ("They withdrew the charge.", "withdrew", "false"),
        ("They struck it off the list.", "struck", "false"),
        ("They struck a match.", "struck", None),
        ("They struck the man who was off.", "struck", None),  # too far
        ("He made it up.", "made", "false"),
        ("He made a cake.", "made", None),
        ("They crossed it out.", "crossed", "false"),
        ("They crossed the road.", "crossed", None),
        ("The owner corrected himself.", "corrected", "false"),
        ("The owner corrected the page.", "corrected", None),
        ("She tore it up.", "tore", "false"),
        ("She tore her coat.", "tore", None),
        ("She ruled it out.", "ruled", "false"),
        ("He was mistaken.", "mistaken", "false"),
        ("It is true.", "true", "true"),
        ("The case is closed.", "case", "true"),
        ("It applies to all.", "applies", "true"),
        ("She knew it.", "knew", "knowing"),
        ("She remembers it.", "remembers", "knowing"),
        ("She believed it.", "believed", "believing"),
        ("She said it.", "said", "saying"),
        ("He swore.", "swore", "saying"),
        ("The rumour spread.", "rumour", "telling"),
        ("The boat sank.", "boat", None),
        ("The boat sank.", "sank", None),
    ],
)
def test_what_a_word_does_for_a_clause(text: str, word: str, does: str | None) -> None:
    [token] = [t for t in analyse(text) if t.text == word]
    assert word_of(token) == does
