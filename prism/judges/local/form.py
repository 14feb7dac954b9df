"""The form a judge's reply has to take: its schema, its wording, and how it is read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from prism.judges.model.verdicts import choice_of, contradicted, objects, stated
from prism.llm.records import Mode
from prism.llm.reply import plain

__all__ = ["Form", "Said"]

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
LONGEST = 4000  # characters of a rationale that are kept
# Prompts that want one bare letter, as their paper does.
LETTERS = frozenset({"edit_e0", "edit_e1", "edit_e2"})
LINE = re.compile(r"\W*(code|rationale|quote)\W*[:=](.*)", re.IGNORECASE)


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
    >>> form.read('It is clear. {"rationale": "stated", "verdict": "yes"}')
    Said(verdict='yes', code=None, rationale='stated', quote='')
    >>> form.read('{"verdict": "maybe"}'), form.read('{"verdict": "no"} {"verdict": "yes"}')
    (None, None)
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

    def read(self, text: str, asked: str = "") -> Said | None:
        """Return what a reply says, or None where no verdict from the menu can be read.

        ``asked`` is the prompt: what stands there is no verdict where it stands here.
        """
        if self.letter:
            bare = stated(text, self.menu, asked)
            return Said(bare) if bare is not None else None
        found = objects(text, "verdict", asked)
        if not found.objects:
            return self._of_lines(found.around, asked)
        read = [self.of_object(entry) for entry in found.objects]
        said = read[-1]
        if said is None or any(one is None or one.verdict != said.verdict for one in read):
            return None
        return None if contradicted(found, said.verdict, self.menu) else said

    def read_batch(self, text: str, count: int, asked: str = "") -> list[Said | None]:
        """Return what a reply says to each of ``count`` questions.

        A reply that is not numbered exactly from 1 to ``count``, or that holds two that differ,
        says nothing: whose verdict is whose could only be guessed.
        """
        numbers = [str(number) for number in range(1, count + 1)]
        found = objects(text, numbers[0], asked).objects
        if found:
            exact = found[-1].keys() == set(numbers) and all(one == found[-1] for one in found)
            return [self.of_object(found[-1][n]) if exact else None for n in numbers]
        lines = re.findall(r"^\W*(\d+)\W*[:.)]\s*(.+?)\s*$", text, re.MULTILINE)
        if sorted(number for number, _ in lines) != sorted(numbers):
            return [None] * count
        answers = {number: choice_of(answer, self.menu) for number, answer in lines}
        return [Said(verdict) if (verdict := answers[n]) else None for n in numbers]

    def of_object(self, found: object) -> Said | None:
        """Return what one object of a structured reply says."""
        if not isinstance(found, Mapping):
            return None
        verdict = choice_of(found.get("verdict"), self.menu)
        if verdict is None:
            return None
        code = found.get("code")
        return Said(
            verdict,
            code if isinstance(code, str) and code in self.codes else None,
            *(_prose(found.get(name)) for name in ("rationale", "quote")),
        )

    def _of_lines(self, text: str, asked: str) -> Said | None:
        """Return what plain words say, with what goes with it line by line."""
        verdict = stated(text, self.menu, asked)
        if verdict is None:
            return None
        lines = filter(None, map(LINE.match, text.splitlines()))
        named = {match[1].lower(): match[2].strip() for match in lines}
        code = named.get("code", "").strip("`*_ .")
        return Said(
            verdict,
            code if code in self.codes else None,
            _prose(named.get("rationale", text)),
            _prose(named.get("quote", "")),
        )


def _prose(value: object) -> str:
    return plain(value[:LONGEST]).strip() if isinstance(value, str) else ""


def _enum(values: Sequence[str]) -> dict[str, JsonValue]:
    return {"type": "string", "enum": list(values)}


def _object(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
