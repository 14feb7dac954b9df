"""Makes text from outside safe to show: no escape, control or direction mark gets through."""

import unicodedata
from collections.abc import Callable

from rich.cells import cell_len

__all__ = ["counted", "one_line", "shorten", "visible", "wrapped"]

_LINE_BREAKS = frozenset("\n\r\v\f\x85\u2028\u2029\t")


def visible(text: str) -> str:
    r"""Return ``text`` with every control and format character replaced by ``�``.

    Line feeds and tabs stay. Joiners between letters, which emoji and several scripts need, stay.

    >>> visible("a\x1b[31mb\u202e")
    'a�[31mb�'
    """
    return "".join(c if c in "\n\t\u200c\u200d" or _harmless(c) else "�" for c in text)


def one_line(text: str) -> str:
    r"""Return ``text`` on one line, made :func:`visible`, with runs of blanks as one.

    >>> one_line("a\r\n  b")
    'a b'
    """
    flat = "".join(" " if c in _LINE_BREAKS else c for c in text)
    return " ".join(visible(flat).split())


def shorten(text: str, width: int) -> str:
    r"""Return ``text`` on :func:`one_line`, cut at ``width`` characters with an ellipsis.

    >>> shorten("a  long\nline of text", 12)
    'a long line…'
    """
    line = one_line(text)
    return line if len(line) <= width else line[: max(1, width - 1)].rstrip() + "…"


def counted(number: int, noun: str) -> str:
    """Return a number with what it counts.

    >>> counted(1, "unit"), counted(0, "edge")
    ('1 unit', '0 edges')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def wrapped(text: str, width: float, measure: Callable[[str], float] = cell_len) -> list[str]:
    """Break one line of ``text`` into lines of at most ``width``, in terminal cells by default.

    ``measure`` gives the width of a string. Words longer than a line are broken. At least one
    line is returned.

    >>> wrapped("the dam overflowed", 9)
    ['the dam', 'overflowe', 'd']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer) <= width:
            lines[-1] = longer
        else:
            lines += _broken(word, width, measure)
    return lines


def _broken(word: str, width: float, measure: Callable[[str], float]) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and measure(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _harmless(character: str) -> bool:
    nonchar = ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"
    return not nonchar and unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
