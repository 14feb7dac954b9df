"""Reads what a free-text reply answers: yes or no, a number, a set, members, an option."""

import math
import re
from typing import Literal

from prism.scm.members import Form, Member, read_members

__all__ = ["Expects", "Reply", "read_reply"]

Expects = Literal["yes_no", "number", "set", "one", "all", "choice"]
Reply = bool | float | tuple[Member, ...]

_NUMBER = re.compile(r"[-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?\s*%?")
_MARKED = re.compile(r"(?:final\s+)?answer\s*(?:is|:|=)\s*(.+)", re.IGNORECASE)
_YES_NO = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
_OPENING = re.compile(r"\W*(yes|no)\b(?!\W*(?:and|or|but)?\W*(?:yes|no)\b)", re.IGNORECASE)
_EMPTY_SET = re.compile(r"\{\s*\}|set\(\)|∅|\bempty\b|\bnone\b", re.IGNORECASE)
_NOTHING = re.compile(
    r"\W*(?:\{\s*\}|\[\s*\]|∅|set\(\)|none|there (?:is|are) no(?:ne| such \w+))\W*", re.IGNORECASE
)
_BRACES = re.compile(r"[\{\[]([^{}\[\]]*)[\}\]]")
_NAME = re.compile(r"\w+")
_LABEL = re.compile(
    r"\W*(?:(?:option|choice)\s*\W?(\w+)\b.*|(\w+)(?:\W*|[).:,].*))", re.IGNORECASE | re.DOTALL
)
_FIRST = re.compile(r"\W*(?:(?:option|choice)\b)?\W*(\w+)(?![^\s.,:;)*])", re.IGNORECASE)
_LONGEST = 20_000


def read_reply(
    text: str, expects: Expects, form: Form = "set", labels: tuple[str, ...] = ()
) -> Reply | None:
    """Read a free-text reply; None where it cannot be read, never a guess.

    What stands after the last ``answer:`` or ``answer is`` counts before all else. Otherwise a
    yes or no must open the text or be the only one of the two in it, a number must be the last
    one, a set the last one in braces, an option must open the text.

    Parameters
    ----------
    form
        What the members of a list look like, where one or all of them are expected.
    labels
        Of the options, where one of them is expected.

    >>> read_reply("Since P rises, the answer is: Yes.", "yes_no")
    True
    >>> read_reply("It depends: yes and no.", "yes_no") is None
    True
    >>> read_reply("0.85 - 0.26 = 59%", "number"), read_reply("Adjust for {Z, W}", "set")
    (0.59, ('W', 'Z'))
    >>> read_reply("Answer: B. {Z}", "choice", labels=("A", "B"))
    ('B',)
    """
    text = text[-_LONGEST:]
    marked = _MARKED.findall(text)
    if expects == "choice":
        return _read_label(marked[-1] if marked else None, text, labels)
    for part in (*marked[-1:], text):
        reply = _read(part, expects, form)
        if reply is not None:
            return reply
    return None


def _read_label(marked: str | None, text: str, labels: tuple[str, ...]) -> Reply | None:
    first = _FIRST.match(marked) if marked else None
    if first and first[1] in labels:
        return (first[1],)
    opens = _LABEL.fullmatch(text)
    label = (opens[1] or opens[2]) if opens else None
    return (label,) if label in labels else None


def _read(text: str, expects: Expects, form: Form) -> Reply | None:
    match expects:
        case "yes_no":
            return _read_yes_no(text)
        case "number":
            return _read_number(text)
        case "set":
            return _read_set(text)
    if expects == "all" and _NOTHING.fullmatch(text):
        return ()
    found = read_members(text, form)
    if found is None:
        return None
    return found if expects == "all" else found[-1:]


def _read_yes_no(text: str) -> Reply | None:
    words = [word.lower() for word in _YES_NO.findall(text)]
    opens = _OPENING.match(text)
    if opens:
        return opens[1].lower() == "yes"
    return words[0] == "yes" if len(set(words)) == 1 else None


def _read_number(text: str) -> Reply | None:
    found = _NUMBER.findall(text)
    if not found:
        return None
    last = found[-1].strip().replace("−", "-")
    percent = last.endswith("%")
    value = float(last.rstrip("% ")) / (100 if percent else 1)
    return value if math.isfinite(value) else None


def _read_set(text: str) -> Reply | None:
    braces = _BRACES.findall(text)
    if braces and (names := _NAME.findall(braces[-1])):
        return tuple(sorted(set(names)))
    return () if _EMPTY_SET.search(text) else None
