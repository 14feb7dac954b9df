"""A question with a computable answer, and how a model's reply is held against it."""

import math
import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from prism.scm.answer import Answer
from prism.scm.model import Coupling

__all__ = ["EditTruth", "Reply", "Truth", "agrees", "read_reply", "right_interval", "right_reply"]

Reply = bool | float | tuple[str, ...]

_NUMBER = re.compile(r"[-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?\s*%?")
_MARKED = re.compile(r"(?:final\s+)?answer\s*(?:is|:|=)\s*(.+)", re.IGNORECASE)
_YES_NO = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
_OPENING = re.compile(r"\W*(yes|no)\b(?!\W*(?:and|or|but)?\W*(?:yes|no)\b)", re.IGNORECASE)
_EMPTY_SET = re.compile(r"\{\s*\}|set\(\)|∅|\bempty\b|\bnone\b", re.IGNORECASE)
_BRACES = re.compile(r"[\{\[]([^{}\[\]]*)[\}\]]")
_NAME = re.compile(r"\w+")
_LONGEST = 20_000


class Truth(BaseModel):
    """What an item must carry for its answer to be computed.

    Attributes
    ----------
    scm
        A model or diagram in prism's JSON (:mod:`prism.formats.scm`).
    query
        The question in the query grammar.
    coupling
        Assumed where the model does not say; None: nothing.
    expects
        What kind of reply is asked for: yes or no, a number, or a set of variables.
    threshold, above, margin
        How a number becomes yes or no: yes if it is above the threshold (below, if ``above`` is
        false), no if it is nearer to it than ``margin``. A yes/no answer is turned round by
        ``above`` false.
    tolerance
        How far a number may be off.
    end
        Which end of the bounds is asked for, where the question asks for one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    scm: dict[str, JsonValue]
    query: str
    coupling: Coupling | None = None
    expects: Literal["yes_no", "number", "set"] = "yes_no"
    threshold: float = 0.0
    above: bool = True
    margin: float = 0.0
    tolerance: float = 0.01
    end: Literal["lower", "upper"] | None = None


class EditTruth(BaseModel):
    """What an edit must carry for its criteria to follow from the counterfactual.

    Attributes
    ----------
    scm
        A model whose variables name the story node (``unit``) they are anchored to.
    do
        What the request changes, ``{variable: state}``.
    story
        What the story tells, ``{variable: state}``.
    coupling
        Assumed where the model does not say; None: nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    scm: dict[str, JsonValue]
    do: dict[str, str]
    story: dict[str, str]
    coupling: Coupling | None = None


def right_reply(truth: Truth, answer: Answer) -> bool | None:
    """Return the right yes or no, or None where the bounds of the answer allow both.

    >>> t = Truth(scm={}, query="ATE(X, Y)", margin=0.005)
    >>> right_reply(t, Answer("ATE(X, Y)", 0.2)), right_reply(t, Answer("ATE(X, Y)", 0.001))
    (True, False)
    >>> right_reply(t, Answer("PN(X, Y)", None, (0.1, 0.4)))
    True
    """
    value = answer.value
    if isinstance(value, dict):  # can it be identified, or is there such a set?
        value = bool(value.get("identified") or value.get("minimal"))
    if isinstance(value, bool):
        return value == truth.above
    sides = {_side(truth, number) for number in answer.interval}
    return sides.pop() if len(sides) == 1 else None


def _side(truth: Truth, number: float) -> bool:
    effect = number - truth.threshold
    if abs(effect) < truth.margin or effect == 0.0:
        return False
    return (effect > 0) == truth.above


def right_interval(truth: Truth, answer: Answer) -> tuple[float, float]:
    """Return where a number must lie: in the bounds, or at the end of them that is asked for."""
    low, high = answer.interval
    if truth.end is None:
        return low, high
    return (low, low) if truth.end == "lower" else (high, high)


def agrees(truth: Truth, answer: Answer, reply: Reply) -> bool | None:
    """Whether a reply agrees with the computed answer; None where the answer decides nothing.

    A number agrees within the tolerance of the answer, or of its bounds. A set agrees if it is
    one of the valid sets, or, where the answer is a plain list, holds exactly its members.
    """
    if truth.expects == "yes_no":
        right = right_reply(truth, answer)
        return None if right is None else reply is right
    if truth.expects == "number":
        if not isinstance(reply, float):
            return False
        low, high = right_interval(truth, answer)
        return low - truth.tolerance <= reply <= high + truth.tolerance
    chosen = sorted(reply) if isinstance(reply, tuple) else None
    value = answer.value
    if isinstance(value, dict):
        every = value.get("all")
        return None if not isinstance(every, list) else chosen in every
    return isinstance(value, list) and chosen == sorted(map(str, value))


def read_reply(text: str, expects: Literal["yes_no", "number", "set"]) -> Reply | None:
    """Read a free-text reply; None where it cannot be read, never a guess.

    What stands after the last ``answer:`` or ``answer is`` counts before all else. Otherwise a
    yes or no must open the text or be the only one of the two in it, a number must be the last
    one, and a set the last one in braces.

    >>> read_reply("Since P rises, the answer is: Yes.", "yes_no")
    True
    >>> read_reply("It depends: yes and no.", "yes_no") is None
    True
    >>> read_reply("0.85 - 0.26 = 59%", "number"), read_reply("Adjust for {Z, W}", "set")
    (0.59, ('W', 'Z'))
    """
    text = text[-_LONGEST:]
    marked = _MARKED.findall(text)
    for part in (*marked[-1:], text):
        reply = _READERS[expects](part)
        if reply is not None:
            return reply
    return None


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


_READERS = {"yes_no": _read_yes_no, "number": _read_number, "set": _read_set}
