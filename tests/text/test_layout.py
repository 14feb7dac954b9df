"""What of a text is prose, where arrows stand, and what masking does to it."""

import pytest

from prism.text.layout import arrows, mask, unspoken


def hidden(text: str) -> list[str]:
    return [text[slice(*span)].strip() for span in unspoken(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Why\nIt rained.", ["# Why"]),
        ("**Why it rained**\nIt rained.", ["**Why it rained**"]),
        ("It rained.\n\n| a | b |\n|---|---|\n| x | y |\n",
         ["| a | b |", "|---|---|", "| x | y |"]),
        ("It rained.\n```\nso it = flooded\n```\n", ["```", "so it = flooded", "```"]),
        ("It rained.\n$$\nx = 1\n$$\nIt stopped.", ["$$\nx = 1\n$$"]),
        ("It rained[^1].\n\n[^1]: A note, because it rained.",
         ["[^1]", "[^1]: A note, because it rained."]),
        ("1. It rained.\n   - It flooded.", ["1.", "-"]),
        ("**Effect:** It flooded.", ["**Effect:**"]),
        ("- **Price shock** 📉: It rose.", ["- **Price shock** 📉:"]),
        ("It rained [there](https://x.org/a).", ["[", "](https://x.org/a)"]),
        ("It rained <b>hard</b> 🌊 today.", ["<b>", "</b>", "🌊"]),
        ("It rained.\n---\nIt stopped.", ["---"]),
        # None of these is markup.
        ("**Bees vanish** because it rained.", []),
        ("It said [sic] so.", []),
        ("2 < 3 and 5 > 4.", []),
        # What would leave nothing hides nothing.
        ("# Why", []),
        ("| a | b |", []),
    ],
)  # fmt: skip
def test_what_no_sentence_is_made_of(text, expected):
    assert hidden(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rain → flood", ["→"]),
        ("rain->flood", []),
        ("rain -> flood => mud", ["->", "=>"]),
        ("→ flood", []),
        ("3 → 5", []),
        ("```\nrain → flood\n```", []),
        ("rain ➡️ flood", ["➡️"]),
    ],
)
def test_an_arrow_stands_between_words(text, expected):
    assert [text[slice(*span)] for span in arrows(text)] == expected


def test_dots_in_the_midst_of_a_sentence_are_a_pause():
    assert mask("it stuck... so it broke") == "it stuck,   so it broke"
    assert mask("it stuck... So it broke...") == "it stuck... So it broke..."
