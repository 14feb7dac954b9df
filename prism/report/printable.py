"""Makes hostile text safe to print: nothing that a terminal or a reader could be fooled by."""

import unicodedata

__all__ = ["printable", "shorten"]

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def printable(text: str, *, keep_newlines: bool = False) -> str:
    r"""Return ``text`` without control characters, starts of escape sequences and bidi overrides.

    Each is shown as U+FFFD; white space other than a kept newline becomes a single space.

    >>> printable("a\x1b[31mred\tb") == "a\ufffd[31mred b"
    True
    """
    return "".join(_shown(char, keep_newlines) for char in text)


def shorten(text: str, width: int) -> str:
    r"""Return ``text`` on one line, cut at ``width`` characters with an ellipsis.

    >>> shorten("a  long\nline of text", 12)
    'a long line…'
    """
    line = " ".join(printable(text).split())
    return line if len(line) <= width else line[: max(1, width - 1)].rstrip() + "…"


def _shown(char: str, keep_newlines: bool) -> str:
    if char == "\n" and keep_newlines:
        return char
    if char.isspace():
        return " "
    if char in _BIDI or unicodedata.category(char) in ("Cc", "Cs"):
        return "\N{REPLACEMENT CHARACTER}"
    return char
