"""Terminals whose encoding lacks a mark get ASCII that keeps marks apart and columns straight."""

import ast
import codecs
from pathlib import Path

import pytest

import prism
from prism.display.ascii import ERRORS, stand_in

codecs.register_error(ERRORS, stand_in)
MARKS = "✓⇄✗?"
ENCODINGS = ("ascii", "cp1252", "latin-1", "cp437", "cp850", "koi8-r", "shift_jis", "cp037")
TOP = Path(prism.__file__).parent


def shown(text: str, encoding: str = "ascii") -> str:
    return text.encode(encoding, ERRORS).decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_marks_keep_apart(encoding: str) -> None:
    assert len(set(shown(MARKS, encoding))) == len(MARKS)
    assert shown("?", encoding) == "?"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_stands_in_columns_takes_one_cell(encoding: str) -> None:
    for character in "✓✗⇄→←↔⤷⟳–−…•·×“”«»█░─│└├┌═":
        assert len(shown(character, encoding)) == 1


def test_bars_and_lines_keep_their_shape() -> None:
    assert shown("██░") == "##."
    assert shown("├─ a") == "+- a"
    assert shown("│") == "|"
    assert shown("═") == "="


def test_letters_lose_their_accents_and_the_rest_is_unknown() -> None:
    assert shown("Où? 東 \udc80") == "Ou? ? ?"
    assert shown("Où?", "cp1252") == "Où?"


def test_every_character_that_reports_print_has_something_to_stand_in() -> None:
    for file in [*(TOP / "report").rglob("*.py"), *(TOP / "cli").rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            for character in node.value:
                if character.isprintable() and not character.isalpha() and character != "�":
                    assert character == "?" or shown(character) != "?", (file, character)


def test_only_faults_of_encoding_are_handled() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", ERRORS)
