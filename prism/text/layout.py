"""The lines of a text: headings, list items, quotes, tables, code, and the markup that marks them.

Everything here keeps offsets: masking puts one space for one character of markup.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Line", "LineKind", "arrows", "lines", "mask", "pieces", "starts", "unspoken"]

LineKind = Literal["blank", "heading", "item", "quote", "table", "code", "prose"]

_CHUNK: Final = 20_000
_LABEL_WORDS: Final = 5
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
_PAUSE: Final = re.compile(r"(?<=\w)(?:\.{3,}|…)(?=[ \t]+[a-z])")
_FENCE: Final = re.compile(r"[ \t]*(```|~~~)")


_LABEL: Final = re.compile(
    r"\s*(\*\*|__)(?P<words>[^\s*_:][^*_:\n]{0,40})(?::\s?\1|\1[^\w\n]{0,4}:)(?=\s*\S)"
)
_FORMULA: Final = re.compile(r"\$\$.*?\$\$|\\\[.*?\\\]", re.DOTALL)
_NOTE: Final = re.compile(r"[ \t]*\[\^[^\]\s]{1,40}\]:")
_INLINE: Final = re.compile(
    r"\[\^[^\]\s]{1,40}\]"  # the mark of a footnote
    r"|!?\[(?=[^\[\]\n]{1,200}\]\([^()\s]{1,500}\))|(?<=[^\[\]\n])\]\([^()\s]{1,500}\)"  # a link
    r"|</?[a-zA-Z][^<>\n]{0,200}>"
    r"|\\(?:begin|end)\{[^{}\n]{1,40}\}|\\item\b|\\(?:textbf|textit|emph|underline)(?=\{)"
    r"|(?<=\s)[\u2600-\u2793\u2795-\u279b\u279d-\u27a0\u27a2-\u27bf\U0001f000-\U0001faff]"
    r"[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff\u2640\u2642]*"
)
_ARROW: Final = re.compile(r"[ \t]*[→⇒⟶⟹➔➜➡]\ufe0f?[ \t]*|(?<=[ \t])(?:-{1,2}|=)>(?=[ \t])")


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


def arrows(text: str) -> list[tuple[int, int]]:
    """Return where arrows stand between words of one line, blanks around them not included.

    >>> arrows("rain → flood; a->b")
    [(5, 6)]
    """
    found = []
    for line in lines(text):
        if line.kind not in ("code", "table", "blank"):
            row = text[line.body : line.end]
            for match in _ARROW.finditer(row):
                shown = match.group().strip()
                start = line.body + match.start() + match.group().index(shown)
                sides = row[: match.start()], row[match.end() :]
                if all(re.search(r"[^\W\d_]{2}", side) for side in sides):
                    found.append((start, start + len(shown)))
    return found


def unspoken(text: str) -> list[tuple[int, int]]:
    """Return the stretches of ``text`` that no sentence is made of, in order.

    Headings, tables, code, formulas and footnotes; marks of list items; a label that leads a line
    (``**Effect:**``); the targets of links, marks of footnotes, tags and emoji. Half-open
    character offsets that do not overlap; nothing where no other text would be left.
    """
    found = [match.span() for match in _FORMULA.finditer(text)]
    for line in lines(text):
        if line.kind in ("heading", "table", "code") or _NOTE.match(text, line.start, line.end):
            found.append((line.start, line.end))
            continue
        if line.kind == "blank":
            found += [(line.start, line.end)] if text[line.start : line.end].strip() else []
            continue
        body = line.body if line.kind in ("item", "quote") else line.start
        label = _LABEL.match(text, body, line.end)
        if label and len(label["words"].split()) <= _LABEL_WORDS:
            body = label.end()
        if body > line.start:
            found.append((line.start, body))
        found += [match.span() for match in _INLINE.finditer(text, body, line.end)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged if _without(text, merged).strip() else []


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """Return ``text`` with ``spans`` turned into blanks; its line breaks stay."""
    parts, last = [], 0
    for start, end in spans:
        parts += [text[last:start], re.sub(r"[^\r\n\u2028\x0b\x0c]", " ", text[start:end])]
        last = end
    return "".join([*parts, text[last:]])


def mask(text: str, hidden: list[tuple[int, int]] | None = None) -> str:
    """Return ``text`` with markup turned into spaces, character for character.

    Dots in the midst of a sentence, after which it goes on in lower case, become a comma.

    ``hidden`` are further stretches to mask, such as those of :func:`unspoken`.

    >>> mask("**Why**: a `b` #c")
    '  Why  : a  b  #c'
    """
    spoken = _PAUSE.sub(lambda found: ",".ljust(len(found.group())), _without(text, hidden or []))
    masked = list(_EMPHASIS.sub(lambda found: " " * len(found.group()), spoken))
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
