"""Finds the one verdict that a reply states, in JSON or in plain words; never a guess.

What is said twice in two ways is ambiguous and read as nothing, as is what is hedged.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["Found", "choice_of", "contradicted", "objects", "stated"]

# How far back an object is looked for in a long reply, and past how many braces that open none.
_TAIL: Final = 40_000
_STRAYS: Final = 200
_OPENING: Final = "*_`\"'“‘([{<#> \t"
_CLOSING: Final = "*_`\"'”’)]}> \t"
_LABEL: Final = re.compile(
    r"""(?:^|(?<=[.!?:;,])\s) [\s\W]*
        (?:(?:so|thus|therefore|hence|and|my|the|our|this|its?|i|say)\W+)*
        (?P<final>(?:final|overall)\W+)?
        (?P<name>verdict|answer|result|decision|conclusion|judge?ment|score|mark|rating|grade)\b
        (?P<gap>[\s*_`"'\])}>]*
            (?:(?:is|:|=|→|->|=>|[-–—])(?=[\s*_`"'(\[{]|$|:|\w) [\s*_`"'(\[{]*)* )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WRAP: Final = re.compile(r"\\(?:boxed|text|textbf|mathrm|mathbf)\s*\{|\$+|<\w+>")
_BREAK: Final = re.compile(
    r"\s*[.!;](?=\s|$)|\s*[,:]\s|\s+[-–—]+\s|\s*[—–](?=[^\W\d])|\s*\(|\s*\n|\s*</?\w|\s*\$+\s*$"
    r"|\s+(?=(?:because|since|as|given|due)\b)",
    re.IGNORECASE,
)
_HEDGES: Final = frozenset(
    "or and but maybe perhaps possibly although though however yet unless if either then to through"
    " versus vs partly partially mostly sometimes probably likely almost nearly between".split()
)
_FENCE: Final = re.compile(r"\A\s*```\w*\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON objects of a reply that hold a key, keys in lower case, and the text around them."""

    objects: tuple[Mapping[str, Any], ...]
    around: str = ""


def objects(text: str, key: str, asked: str = "") -> Found:
    """Return the objects in ``text`` that have ``key``, at whatever depth.

    An object that stands word for word in ``asked``, the prompt, is an echo and left out, unless
    it is the whole reply. A key that stands twice in one object with two values has none.

    >>> objects('{"v": 1} and then {"v": 2} or {"w": 3}', "v", asked='as in {"v": 1}').objects
    ({'v': 2},)
    """
    fenced = _FENCE.match(text)
    bare = (fenced[1] if fenced else text).strip()
    whole = _decoded(bare, 0)
    if whole is not None and whole[1] == len(bare):
        return Found(tuple(_with_key(whole[0], key)))
    tail, found, around, place, strays = text[-_TAIL:], list[Mapping[str, Any]](), [""], 0, 0
    after = 0
    while strays < _STRAYS and (place := tail.find("{", place)) != -1:
        value = _decoded(tail, place)
        if value is None:
            place, strays = place + 1, strays + 1
            continue
        held = list(_with_key(value[0], key))
        if held:
            around.append(tail[after:place])
            after = value[1]
            if tail[place:after] not in asked:
                found += held
        place = value[1]
    return Found(tuple(found), " ".join([*around, tail[after:]]))


def choice_of(answer: object, menu: Sequence[str]) -> str | None:
    """Return the entry of ``menu`` that ``answer`` is: a string, or a whole number.

    >>> menu = ("7", "8", "forward")
    >>> [choice_of(a, menu) for a in ("Forward.", "forward (stated)", 7, 7.0, "7.0", "8.")]
    ['forward', 'forward', '7', '7', '7', '8']
    >>> [choice_of(a, menu) for a in (".8", "7/10", "7 or 8", 7.5, True, "forward?", None)]
    [None, None, None, None, None, None, None]
    """
    if isinstance(answer, float) and answer.is_integer():
        answer = int(answer)
    if isinstance(answer, int) and not isinstance(answer, bool):
        answer = str(answer)
    return _leading(answer, menu) if isinstance(answer, str) else None


def stated(text: str, menu: Sequence[str], asked: str = "") -> str | None:
    """Return the verdict that plain words state, None where they state none or two.

    >>> menu = ("forward", "backward", "none")
    >>> [stated(t, menu) for t in ("Final verdict: forward", "[RESULT] forward", "**none**")]
    ['forward', 'forward', 'none']
    >>> [stated(t, menu) for t in ("forward and backward", "Verdict: none. Verdict: forward")]
    [None, None]
    """
    labelled = _labelled(text, menu, asked)
    return _bare(text, menu) if labelled is None else labelled[0]


def contradicted(found: Found, verdict: str, menu: Sequence[str]) -> bool:
    """Whether the words around an object state another verdict than the object does."""
    labelled = _labelled(found.around, menu, "") if found.around.strip() else None
    return labelled is not None and labelled[0] != verdict


def _labelled(text: str, menu: Sequence[str], asked: str) -> tuple[str | None] | None:
    """Return what the labelled statements agree on, None in it where they do not.

    None where nothing is labelled. A statement that stands word for word in the prompt counts
    only where no other is there; a final one takes the place of others.
    """
    said = list(_statements(text, menu))
    own = [s for s in said if s.line not in asked]
    for some in (
        [s for s in own if s.final and s.verdict],
        [s for s in own or said if s.verdict or s.unclear],
    ):
        if some:
            values = {s.verdict for s in some}
            return (values.pop() if len(values) == 1 else None,)
    return (None,) if any(s.name == "verdict" for s in own) else None


@dataclass(frozen=True, slots=True)
class _Statement:
    """A label with what follows it; ``unclear`` where that speaks of the menu and picks none."""

    line: str
    name: str
    final: bool
    verdict: str | None
    unclear: bool


def _statements(text: str, menu: Sequence[str]) -> Iterator[_Statement]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines):
        for match in _LABEL.finditer(line):
            rest, gap = line[match.end() :], match["gap"].strip()
            if not rest.strip(_CLOSING + _OPENING):
                rest = lines[number + 1] if number + 1 < len(lines) else ""
            elif not gap:
                continue  # a word like any other
            verdict = _leading(rest, menu)
            told = rest.split(". ")[0]
            named = any(re.search(rf"(?<!\w){re.escape(e)}(?!\w)", told, re.I) for e in menu)
            yield _Statement(
                line, match["name"].lower(), match["final"] is not None, verdict, named
            )


def _bare(text: str, menu: Sequence[str]) -> str | None:
    """Return the verdict that stands alone on a line, first or last; or as the whole reply."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    alone = [_alone(line, menu) for line in lines]
    picked = {entry for entry in alone if entry is not None}
    if len(picked) == 1 and (alone[0] or alone[-1]):
        return picked.pop()
    # A number in front of words may well be that of a list.
    words = [entry for entry in menu if not entry.isdigit()]
    return _leading(lines[0], words) if len(lines) == 1 and len(words) == len(menu) else None


def _alone(line: str, menu: Sequence[str]) -> str | None:
    plain = line.lstrip(_OPENING).rstrip(_CLOSING).rstrip(".!").rstrip(_CLOSING).casefold()
    plain = re.sub(r"\A(\d+)\.0+\Z", r"\1", plain)
    return next((entry for entry in menu if entry.casefold() == plain), None)


def _leading(text: str, menu: Sequence[str]) -> str | None:
    """Return the entry that ``text`` begins with, where nothing after it takes it back."""
    rest = text.lstrip(_OPENING)
    while wrap := _WRAP.match(rest):
        rest = rest[wrap.end() :].lstrip(_OPENING)
    for entry in sorted(menu, key=len, reverse=True):
        number = r"(?:\.0+)?" if entry.isdigit() else ""
        match = re.match(re.escape(entry) + number + r"(?!\w)", rest, re.IGNORECASE)
        if match and _settled(rest[match.end() :], menu):
            return entry
    return None


def _settled(tail: str, menu: Sequence[str]) -> bool:
    """Whether what follows an entry of the menu only explains it."""
    tail = tail.lstrip("*_`\"'”’)]}")
    if not tail.strip(_CLOSING):
        return True
    gap = _BREAK.match(tail)
    if gap is None:
        return False
    words = re.findall(r"[\w.]*\w", tail[gap.end() :].casefold())
    first = words[0] if words else ""
    return first not in _HEDGES and first not in {entry.casefold() for entry in menu}


def _with_key(value: object, key: str) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and key in value:
        yield value
    elif isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _with_key(entry, key)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        plain = name.strip().lower()
        found[plain] = value if found.get(plain, value) == value else None
    return found


_DECODER: Final = json.JSONDecoder(parse_constant=lambda name: None, object_pairs_hook=_unique)


def _decoded(text: str, place: int) -> tuple[Any, int] | None:
    try:
        value, end = _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict | list) else None
