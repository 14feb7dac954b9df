"""The form a judge's reply has to take: its schema, its wording, and how it is read."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from prism.llm.records import Mode

__all__ = ["Form", "Said", "last_object"]

EDGE_CODES = (
    "stated",
    "implied",
    "not_in_text",
    "order_only",
    "wrong_type",
    "no_mechanism",
    "reversed_claim",
)
CODES: Mapping[str, tuple[str, ...]] = {"edge_directed": EDGE_CODES, "edge_batch": EDGE_CODES}
# Longest rationale that is kept; how far back an object is looked for in a long reply, and past how
# many braces that open none.
LONGEST = 4000
TAIL = 40_000
STRAYS = 200
# Prompts that want one bare letter, as their paper does.
LETTERS = frozenset({"edit_e0", "edit_e1", "edit_e2"})
LINE = re.compile(r"\W*(verdict|answer|code|rationale|quote)\W*[:=](.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says: a verdict from the menu, and what goes with it where it was given."""

    verdict: str
    code: str | None = None
    rationale: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A reply to one question: quote, rationale, code (where the prompt has codes), verdict last.

    With ``letter`` the verdict alone, as one bare letter.

    >>> form = Form(("yes", "no"))
    >>> form.read('I first thought {"verdict": "no"}. {"rationale": "stated", "verdict": "yes"}')
    Said(verdict='yes', code=None, rationale='stated', quote='')
    >>> form.read('{"verdict": "maybe"}') is None
    True
    """

    menu: tuple[str, ...]
    codes: tuple[str, ...] = ()
    letter: bool = False

    @classmethod
    def of(cls, prompt: str, menu: tuple[str, ...]) -> "Form":
        """Return the form that goes with a prompt."""
        return cls(menu, CODES.get(prompt, ()), prompt in LETTERS)

    def schema(self) -> dict[str, JsonValue] | None:
        """Return the JSON Schema of a reply, None where it is a bare letter."""
        if self.letter:
            return None
        code: dict[str, JsonValue] = {"code": _enum(self.codes)} if self.codes else {}
        return _object(
            {
                "quote": {"type": "string"},
                "rationale": {"type": "string"},
                **code,
                "verdict": _enum(self.menu),
            }
        )

    def batch_schema(self, count: int) -> dict[str, JsonValue]:
        """Return the JSON Schema of a reply to ``count`` questions, numbered from 1."""
        return _object({str(number): self.schema() for number in range(1, count + 1)})

    def keys(self, mode: Mode) -> str:
        """Return the keys in words, for the prompt."""
        lines = [
            ("quote", "the words of the reviewed text it rests on, copied exactly, or nothing"),
            ("rationale", "one or two sentences"),
            *([("code", f"one of: {', '.join(self.codes)}")] if self.codes else []),
            ("verdict", f"one of: {', '.join(self.menu)}"),
        ]
        if mode == "text":
            return "\n".join(f"{name.upper()}: <{words}>" for name, words in lines)
        return "\n".join(f'"{name}": a string, {words}' for name, words in lines)

    def read(self, text: str, mode: Mode = "json_schema") -> Said | None:
        """Return what a reply says, or None where no verdict from the menu can be read."""
        if self.letter:
            bare = self._choice(text)
            return Said(bare) if bare is not None else None
        found = last_object(text, "verdict")
        if found is not None:
            return self.of_object(found)
        return self._of_lines(text) if mode == "text" else None

    def read_batch(self, text: str, count: int, mode: Mode) -> list[Said | None]:
        """Return what a reply says to each of ``count`` questions.

        A reply that is not numbered exactly from 1 to ``count`` says nothing: whose verdict is
        whose could only be guessed.
        """
        numbers = [str(number) for number in range(1, count + 1)]
        found = last_object(text, numbers[0])
        if found is not None:
            exact = found.keys() == set(numbers)
            return [self.of_object(found[number]) if exact else None for number in numbers]
        if mode != "text":
            return [None] * count
        lines = re.findall(r"^\W*(\d+)\W*[:.)]\s*(.+?)\s*$", text, re.MULTILINE)
        answers = {number: self._choice(answer) for number, answer in lines}
        if sorted(answers) != sorted(numbers) or len(lines) != count:
            return [None] * count
        return [Said(v) if (v := answers[number]) else None for number in numbers]

    def of_object(self, found: object) -> Said | None:
        """Return what one object of a structured reply says."""
        if not isinstance(found, Mapping):
            return None
        verdict = self._choice(found.get("verdict"))
        if verdict is None:
            return None
        code = found.get("code")
        return Said(
            verdict,
            code if isinstance(code, str) and code in self.codes else None,
            *(_prose(found.get(name)) for name in ("rationale", "quote")),
        )

    def _of_lines(self, text: str) -> Said | None:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        named: dict[str, str] = {}
        for line in lines:
            if match := re.match(
                r"\W*(verdict|answer|code|rationale|quote)\W*[:=](.*)", line, re.I
            ):
                named[match[1].lower()] = match[2].strip()
        last = named.get("verdict", named.get("answer", lines[-1] if lines else ""))
        verdict = self._choice(last)
        if verdict is None:
            return None
        code = named.get("code", "").strip("`*_ .")
        return Said(
            verdict,
            code if code in self.codes else None,
            _prose(named.get("rationale", text)),
            _prose(named.get("quote", "")),
        )

    def _choice(self, answer: object) -> str | None:
        """Return the menu's entry that ``answer`` is, as a string or a whole number."""
        if isinstance(answer, int) and not isinstance(answer, bool):
            answer = str(answer)
        if not isinstance(answer, str):
            return None
        plain = answer.strip().strip("`*_\"'()[]. ").casefold()
        return next((entry for entry in self.menu if entry.casefold() == plain), None)


def last_object(text: str, key: str) -> dict[str, Any] | None:
    """Return the JSON object that ``text`` is, or else the last one in it that has ``key``.

    >>> last_object('{"v": 1} and then {"v": 2} or {"w": 3}', "v")
    {'v': 2}
    """
    decoder = json.JSONDecoder(parse_constant=lambda name: None)
    plain = text.strip()
    whole = _decoded(decoder, plain, 0)
    if whole is not None and whole[1] == len(plain) and key in whole[0]:
        return whole[0]
    tail, found, place, strays = text[-TAIL:], None, 0, 0
    while strays < STRAYS and (place := tail.find("{", place)) != -1:
        value = _decoded(decoder, tail, place)
        if value is None:
            place, strays = place + 1, strays + 1
            continue
        found = value[0] if key in value[0] else found
        place = value[1]
    return found


def _decoded(decoder: json.JSONDecoder, text: str, place: int) -> tuple[dict[str, Any], int] | None:
    try:
        value, end = decoder.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None
    return (value, end) if isinstance(value, dict) else None


def _prose(value: object) -> str:
    return value[:LONGEST].strip() if isinstance(value, str) else ""


def _enum(values: Sequence[str]) -> dict[str, JsonValue]:
    return {"type": "string", "enum": list(values)}


def _object(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
