"""Nothing that steers a terminal or a reader's eye gets through; wrapping loses nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from prism.display.plain import one_line, visible, wrapped

ANY = st.text(st.characters(exclude_categories=[]), max_size=40)


@given(ANY)
def test_no_control_or_format_character_is_left(text: str) -> None:
    allowed = {"\n", "\t", "\u200c", "\u200d"}
    for character in visible(text):
        assert character in allowed or unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
    assert "\n" not in one_line(text)
    assert one_line(one_line(text)) == one_line(text)
    assert len(visible(text)) == len(text)


@pytest.mark.parametrize(
    "attack",
    [
        "\x1b[2J",
        "\x1b]0;t\x07",
        "\x9b31m",
        "\u202ex",
        "\u2066x\u2069",
        "a\x00b",
        "\ud800",
        "\ufffe",
    ],
)
def test_known_attacks(attack: str) -> None:
    assert "�" in visible(attack)
    assert visible(attack).encode("utf-8")


@given(st.text(st.characters(codec="utf-8"), max_size=60).map(one_line), st.integers(2, 20))
def test_wrapping_keeps_every_letter_and_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert lines
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)
