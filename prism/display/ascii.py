"""What stands for a character that the terminal's encoding does not hold.

Marks keep apart, lines and bars keep their shape, and each takes one cell where it stands in a
column, so that tables stay straight.
"""

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["ERRORS", "stand_in"]

ERRORS: Final = "prism.ascii"  # the name of this handler among Python's codec error handlers

_MARKS: Mapping[str, str] = MappingProxyType(
    {
        "✓": "v",
        "✗": "x",
        "⇄": "!",  # beside ``?``, the mark of what is unscored
        "→": ">",
        "⟶": ">",
        "⇒": ">",
        "←": "<",
        "⟵": "<",
        "↔": "=",
        "⤷": "`",
        "⟳": "@",
        "–": "-",
        "—": "-",
        "−": "-",
        "…": "~",
        "•": "*",
        "·": ".",
        "×": "x",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "█": "#",
        "░": ".",
        "▒": ":",
        "▓": "%",
        "━": "-",
        "═": "=",
        "║": "|",
        "┃": "|",
        "±": "+-",
        "≤": "<=",
        "≥": ">=",
        "∅": "{}",
        "Σ": "sum",
        "½": "1/2",
        "√": "sqrt",
        "÷": "/",
    }
)


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return what to write for the characters of an encoding error, and where to go on.

    To be registered with :func:`codecs.register_error` as ``ERRORS``. Letters lose their accents;
    what has nothing alike is ``?``.

    >>> import codecs
    >>> codecs.register_error(ERRORS, stand_in)
    >>> "✓ ⇄ ✗ ├─ Où → 東".encode("ascii", ERRORS)
    b'v ! x +- Ou > ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_ascii, error.object[error.start : error.end])), error.end


def _ascii(character: str) -> str:
    if character in _MARKS:
        return _MARKS[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        alone = name.split()[-1]
        return {"HORIZONTAL": "-", "VERTICAL": "|"}.get(alone, "+") if " AND " not in name else "+"
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or "?"
