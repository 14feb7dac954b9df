"""Tells what a model thought from what it answered, in the marks that models and servers use."""

import json
import re
from typing import Final

__all__ = ["split_reasoning"]

_NAMES: Final = (
    r"(?:\w+[:_])?(?:think(?:ing)?|thoughts?|reason(?:ing)?|analysis|scratch_?pad|reflection"
    r"|inner_?(?:monologue|thoughts?)|internal_?monologue|cot|chain_of_thoughts?)|antthinking"
)
# A pair of marks each: <think>, [THINK], ◁think▷, <|START_THINKING|>, <|begin_of_thought|> …
_MARK: Final = re.compile(
    rf"""
      (?<!`)(?:<|&lt;)(?P<shut>/)?(?:{_NAMES})\b[^<>\n]{{0,80}}?(?:>|&gt;)
    | (?-i:\[(?P<shut2>/)?(?:THINK|THINKING|REASONING)\])
    | ◁(?P<shut3>/)?(?:think|thinking)▷
    | <[|｜](?:START|(?P<shut4>END))_(?:THINKING|OF_THOUGHT)[|｜]>
    | <[|｜](?:begin|(?P<shut5>end))[_▁]of[_▁](?:thought|thinking)[|｜]>
    | <[|｜](?P<shut6>/)?(?:think|thinking)[|｜]>
    """,
    re.IGNORECASE | re.VERBOSE,
)
# The channels of the harmony format: each message names its own, up to the next one.
_CHANNEL: Final = re.compile(
    r"(?:<\|start\|>\s*\w*\s*)?<\|channel\|>\s*(?P<name>\w+)[^<]*(?:<\|constrain\|>[^<]*)?"
    r"(?:<\|message\|>)?(?P<text>.*?)(?=<\|(?:end|return|call)\|>|<\|start\|>|<\|channel\|>|\Z)",
    re.DOTALL,
)
# The same where the server has left out the special tokens: "analysisWe need …assistantfinalIt is".
_BARE: Final = re.compile(
    r"\A\s*(?:assistant)?(?:analysis|commentary)(?=[A-Z])(?P<thought>.*?)"
    r"(?:assistant\s*final(?P<text>.*))?\Z",
    re.DOTALL,
)
_HEADED: Final = re.compile(
    r"\[BEGIN FINAL RESPONSE\](.*?)(?:\[END FINAL RESPONSE\]|\Z)", re.DOTALL
)
_TOKEN: Final = re.compile(
    r"<[|｜](?:start|end|return|call|message|im_start|im_end|endoftext|eot_id|eom_id|end_of_text"
    r"|(?:begin|end)[_▁]of[_▁](?:solution|sentence)|(?:START|END)_RESPONSE)[|｜]>"
    r"(?:assistant\b)?|</s>\s*\Z",
    re.IGNORECASE,
)


def split_reasoning(text: str) -> tuple[str, str]:
    """Return the answer in ``text`` and the reasoning around it, '' where there is none.

    A block that is opened and never closed runs to the end; one that is closed and never opened
    (its opening stands in the prompt) begins at the start. A text that is one JSON value is an
    answer: what looks like a mark in it is quoted.

    >>> split_reasoning("<think>It may be no.</think> Yes.")
    ('Yes.', 'It may be no.')
    >>> split_reasoning("It may be no. Yes?</think>Yes."), split_reasoning("<think>It may be")
    (('Yes.', 'It may be no. Yes?'), ('', 'It may be'))
    >>> split_reasoning("<|channel|>analysis<|message|>No?<|end|><|channel|>final<|message|>Yes.")
    ('Yes.', 'No?')
    """
    if _is_json(text):
        return text, ""
    answer, thoughts = text, list[str]()
    for split in (_channels, _headed, _blocks):
        answer, thought = split(answer)
        thoughts += [thought.strip()] if thought.strip() else []
    if answer == text:
        return text, ""
    return _TOKEN.sub("", answer).strip(), "\n\n".join(thoughts)


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[", '"')):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _channels(text: str) -> tuple[str, str]:
    """Return what the final channel says, and what all others say."""
    if bare := _BARE.match(text):
        return bare["text"] or "", bare["thought"]
    if "<|channel|>" not in text:
        return text, ""
    said = [(m["name"].lower(), m["text"]) for m in _CHANNEL.finditer(text)]
    before = text[: text.index("<|channel|>")]
    before = _TOKEN.sub("", before)
    final = "\n".join(words for name, words in said if name == "final")
    return final, "\n".join([before, *(words for name, words in said if name != "final")])


def _headed(text: str) -> tuple[str, str]:
    """Return what stands under the heading of a final response, and all before it."""
    found = _HEADED.search(text)
    return (found[1], text[: found.start()]) if found else (text, "")


def _blocks(text: str) -> tuple[str, str]:
    """Return what stands outside of blocks of reasoning, and what stands in them."""
    kept, thoughts = list[str](), list[str]()
    place, inside = 0, False
    for mark in _MARK.finditer(text):
        piece = text[place : mark.start()]
        shut = any(mark.group(name) for name in _SHUT)
        if not shut and inside:
            continue  # a mark within reasoning is part of it
        if shut and not inside:
            piece, kept = "".join([*kept, piece]), []
        (thoughts if shut else kept).append(piece)
        place, inside = mark.end(), not shut
    (thoughts if inside else kept).append(text[place:])
    return "".join(kept), "\n\n".join(thought.strip() for thought in thoughts)


_SHUT: Final = ("shut", "shut2", "shut3", "shut4", "shut5", "shut6")
