"""The groups into which METER sorts the tokens of a prompt, and the flows between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from prism.errors import BadInput
from prism.prompts import Prompts
from prism.records.item import Item
from prism.suites.ladder.prompts import Presentation, ladder_messages
from prism.text.answer import letter

__all__ = ["FLOWS", "GROUPS", "Layout", "lay_out", "token_groups"]

Range = tuple[int, int]

# E evidence, N rest of the context, Q question, O options, T the last token.
GROUPS: Final = ("E", "N", "Q", "O", "T")
FLOWS: Final[Mapping[str, tuple[str, str]]] = {
    "E_O": ("E", "O"),
    "N_O": ("N", "O"),
    "Q_O": ("Q", "O"),
    "O_T": ("O", "T"),
}
CUE: Final = "\n\nAnswer:"  # what the model goes on from: its next token is the letter


@dataclass(frozen=True, slots=True)
class Layout:
    """A prompt as one text, with the character ranges of its groups (T is its last token)."""

    text: str
    ranges: Mapping[str, tuple[Range, ...]] = field(default_factory=dict)


def lay_out(
    item: Item,
    evidence: Sequence[Range],
    shown: Presentation | None = None,
    prompts: Prompts | None = None,
) -> Layout:
    """Return the prompt of ``item`` with the places of its groups.

    Parameters
    ----------
    evidence
        Ranges of the evidence in the context.

    Raises
    ------
    BadInput
        The pack of prompts does not show context, question and options verbatim.
    """
    shown = shown or Presentation()
    *before, user = (message["content"] for message in ladder_messages(item, shown, prompts))
    text = "\n\n".join([*before, f"{user}{CUE}"])
    head = len(text) - len(user) - len(CUE)
    start = _find(text, item.texts["context"], head, "context")
    within = [(start + a, start + b) for a, b in sorted(evidence)]
    options = item.choice.options if item.choice else ()
    lines = (f"{letter(place)}) " for place in range(len(options)))
    marks = [_find(text, line, head, "option") for line in lines]
    ends = [text.index("\n", mark) for mark in marks]
    return Layout(
        text,
        {
            "E": tuple(within),
            "N": tuple(_rest((start, start + len(item.texts["context"])), within)),
            "Q": (_span(text, item.texts["question"], head, "question"),),
            "O": ((min(marks), max(ends)),) if marks else (),
        },
    )


def token_groups(layout: Layout, offsets: Sequence[Range]) -> dict[str, list[int]]:
    """Return the indices of the tokens of every group; a token belongs where it starts.

    Tokens of the instructions and headings belong to no group. ``offsets`` are the character
    ranges of the tokens; empty ones (special tokens) are left out.

    >>> layout = Layout("ab cd ef", {"E": ((0, 2),), "O": ((3, 5),)})
    >>> token_groups(layout, [(0, 2), (2, 5), (5, 8)])
    {'E': [0], 'N': [], 'Q': [], 'O': [1], 'T': [2]}
    """
    found: dict[str, list[int]] = {group: [] for group in GROUPS}
    for place, (start, end) in enumerate(offsets):
        if start == end:
            continue
        inked = start + len(layout.text[start:end]) - len(layout.text[start:end].lstrip())
        for group, ranges in layout.ranges.items():
            if any(first <= inked < last for first, last in ranges):
                found[group].append(place)
                break
    found["T"] = [len(offsets) - 1]
    return found


def _rest(whole: Range, parts: Sequence[Range]) -> list[Range]:
    """Return what of ``whole`` lies outside the sorted ``parts``."""
    rest, at = [], whole[0]
    for start, end in parts:
        if start > at:
            rest.append((at, start))
        at = max(at, end)
    return [*rest, (at, whole[1])] if at < whole[1] else rest


def _span(text: str, part: str, start: int, name: str) -> Range:
    found = _find(text, part, start, name)
    return found, found + len(part)


def _find(text: str, part: str, start: int, name: str) -> int:
    found = text.find(part, start)
    if found < 0:
        raise BadInput(
            f"the prompt does not show the {name} verbatim", mend="trace with the packaged prompts"
        )
    return found
