"""What all files of multiple-choice questions have in common."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from prism.records.item import Choice, Item
from prism.validation import Fault

__all__ = ["MAX_OPTIONS", "MIN_OPTIONS", "YES_NO", "choice_item", "option_faults", "text_faults"]

MIN_OPTIONS, MAX_OPTIONS = 2, 26  # a choice has at least two, and the alphabet has no more letters
YES_NO = ("Yes", "No")
_SPACES = re.compile(r"\s+")


def choice_item(
    name: str, context: str, question: str, choice: Choice, meta: dict[str, JsonValue]
) -> Item:
    """Return a ladder item; runs of white space in question and options become one space.

    ``meta["context"]`` must name the context: intervals and profiles group by it.
    """
    tidy = choice.model_copy(update={"options": tuple(_tidy(text) for text in choice.options)})
    return Item(
        id=name,
        kind="ladder",
        texts={"context": context, "question": _tidy(question)},
        choice=tidy,
        meta=meta,
    )


def option_faults(
    place: str, options: Sequence[object], answer: object, kinds: object = None
) -> list[Fault]:
    """Return what is wrong with the options of one question, which stands at ``place``."""
    n = len(options)
    if not MIN_OPTIONS <= n <= MAX_OPTIONS:
        return [Fault(place, f"{n} options", f"give {MIN_OPTIONS} to {MAX_OPTIONS}")]
    faults = [
        Fault(f"{place}: option {i}", "not a text", "give its words as a string")
        for i, option in enumerate(options)
        if not isinstance(option, str) or not option.strip()
    ]
    if not _is_index(answer, n):
        mend = f"give the index of the right option, 0 to {n - 1}"
        return [*faults, Fault(f"{place}.answer", f"no option has the index {answer!r}", mend)]
    if kinds is not None and isinstance(answer, int):
        faults += _kind_faults(f"{place}.kinds", n, answer, kinds)
    return faults


def text_faults(place: str, record: dict[str, JsonValue], *keys: str) -> list[Fault]:
    """Return one fault for every one of ``keys`` at which ``record`` holds no text."""
    faults = []
    for key in keys:
        value = record.get(key)
        if not isinstance(value, str) or not value.strip():
            what = "required key is missing" if key not in record else "not a text"
            faults.append(Fault(f"{place}.{key}", what, f"give the {key} as a string"))
    return faults


def _kind_faults(place: str, n: int, answer: int, kinds: object) -> list[Fault]:
    known = ("contradictory", "unfounded", "causal_reversal", "irrelevant_fact")
    if not isinstance(kinds, list) or len(kinds) != n:
        return [Fault(place, f"not a list of {n}", "give one entry an option, null at the answer")]
    faults = []
    for i, kind in enumerate(kinds):
        if i == answer and kind is not None:
            faults.append(Fault(f"{place}[{i}]", "the right option has no kind", "give null"))
        elif i != answer and kind is not None and kind not in known:
            mend = f"give {', '.join(known)} or null"
            faults.append(Fault(f"{place}[{i}]", f"no kind {kind!r}", mend))
    return faults


def _is_index(value: object, n: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < n


def _tidy(text: str) -> str:
    return _SPACES.sub(" ", text).strip()
