"""The lines of a text: headings, list items, quotes, tables, code, and the markup that marks them.

Everything here keeps offsets: masking puts one space for one character of markup.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Line", "LineKind", "lines", "mask", "pieces", "starts"]

LineKind = Literal["blank", "heading", "item", "quote", "table", "code", "prose"]

_CHUNK: Final = 20_000
_MARKER: Final = re.compile(
    r"[ \t]*(?:>[ \t]?)*[ \t]*"
    r"(?:(#{1,6})[ \t]+|([-*+•‣–—][ \t]+|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)][ \t]+))?"
)
_EMPHASIS: Final = re.compile(
    r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|`+|~~|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)"
)
_RULE: Final = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}$")
_TABLE: Final = re.compile(r"[ \t]*\|.*\|[ \t]*$|[^|]+\|[^|]+\|")
_BOLD_LINE: Final = re.compile(r"[ \t]*(\*\*|__)(?!\s)[^*_]+(\*\*|__)[ \t]*:?[ \t]*$")
_FENCE: Final = re.compile(r"[ \t]*(```|~~~)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: offsets without its newline, where its words start, what it is, how deep."""

    start: int
    end: int
    body: int
    kind: LineKind
    depth: int = 0


def lines(text: str) -> Iterator[Line]:
    r"""Yield the lines of ``text`` in order.

    ``depth`` is the level of a heading (1–6) or the indent of an item in characters.

    >>> [(line.kind, line.depth) for line in lines("# Why\n- one\n  - two\nwords\n")]
    [('heading', 1), ('item', 0), ('item', 2), ('prose', 0)]
    """
    fenced = False
    for found in re.finditer(r"[^\r\n\u2028\x0b\x0c]+|\r\n|[\r\n\u2028\x0b\x0c]", text):
        row = found.group()
        if row[0] in "\r\n\u2028\x0b\x0c":
            continue
        start, end = found.span()
        if _FENCE.match(row):
            fenced = not fenced
            yield Line(start, end, end, "code")
        elif fenced:
            yield Line(start, end, start, "code")
        else:
            yield _line(row, start, end)


def _line(row: str, start: int, end: int) -> Line:
    marker = _MARKER.match(row)
    width = marker.end() if marker else 0
    indent = len(row) - len(row.lstrip())
    if not row.strip() or _RULE.match(row):
        return Line(start, end, end, "blank")
    if marker and marker.group(1):
        return Line(start, end, start + width, "heading", len(marker.group(1)))
    if _BOLD_LINE.match(row):
        return Line(start, end, start + width, "heading", 6)
    if _TABLE.match(row):
        return Line(start, end, start + indent, "table")
    if marker and marker.group(2):
        return Line(start, end, start + width, "item", indent)
    if row.lstrip().startswith(">"):
        return Line(start, end, start + width, "quote", indent)
    return Line(start, end, start + indent, "prose")


def starts(text: str) -> Iterator[tuple[int, int]]:
    """Yield (offset of the first visible character, offset of the first word) of each line."""
    for line in lines(text):
        row = text[line.start : line.end]
        visible = line.start + len(row) - len(row.lstrip())
        if visible < line.end:
            body = max(line.body, visible)
            while body < line.end and text[body].isspace():
                body += 1
            yield visible, body


def mask(text: str) -> str:
    """Return ``text`` with markup turned into spaces, character for character.

    >>> mask("**Why**: a `b` #c")
    '  Why  : a  b  #c'
    """
    masked = list(_EMPHASIS.sub(lambda found: " " * len(found.group()), text))
    for line in lines(text):
        if line.kind in ("heading", "quote"):
            for place in range(line.start, line.body):
                masked[place] = " "
        elif line.kind == "table":
            for place in range(line.start, line.end):
                if text[place] == "|":
                    masked[place] = " "
    return "".join(masked)


def pieces(text: str, size: int = _CHUNK) -> list[str]:
    r"""Cut ``text`` into pieces of at most ``size`` characters, at blank lines where possible.

    Joined they are the text again; there is at least one.

    >>> pieces("one two\n\nthree", size=10)
    ['one two\n\n', 'three']
    """
    cut: list[str] = []
    start = 0
    while len(text) - start > size:
        window = text[start : start + size]
        end = 0
        for gap in ("\n\n", "\n", ". ", " "):
            place = window.rfind(gap)
            if place > size // 4:
                end = place + len(gap)
                break
        end = end or size
        cut.append(text[start : start + end])
        start += end
    cut.append(text[start:])
    return cut
