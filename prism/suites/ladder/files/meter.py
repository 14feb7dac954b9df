"""METER's files: three rungs over one context.

Three shapes, facts of the format from arXiv 2604.11502 and its data card:

- published: one JSON object a line, ``{"context", "questions": [{"ladder", "question", "answer",
  "option_0", …}]}``;
- flattened: one question a line, ``{"context", "context_index", "question_index", "ladder", …}``;
- prism's own: the published shape with ``id`` beside the context, and with ``kinds`` (one entry an
  option, null at the answer), ``evidence`` and ``digits`` (0 or 1: answers may be digits, which
  count from there) beside the question.

A question is addressed as ``CONTEXT/QUESTION``, both counted from 0.
"""

import re
from collections.abc import Iterator
from itertools import count
from types import MappingProxyType
from typing import Annotated, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.records.item import Choice, DistractorKind, Item, Rung
from prism.suites.ladder.files.choices import choice_item, option_faults, text_faults
from prism.validation import Fault

__all__ = [
    "RUNGS",
    "LadderContext",
    "LadderQuestion",
    "is_flat",
    "is_nested",
    "read_flat",
    "read_nested",
]

Record = dict[str, JsonValue]

RUNGS: Final = MappingProxyType[str, Rung](
    {
        "Causal_Discovery": "discovery",
        "Intervention": "intervention",
        "Counterfactual": "counterfactual",
    }
)
_OPTION: Final = re.compile(r"option_(\d+)")


class LadderQuestion(BaseModel):
    """One question; its 2 to 26 options are the keys option_0, option_1 and so on.

    ``kinds`` has one entry an option, null at the answer, ``evidence`` is a span of the context,
    and ``digits`` says that answers may be digits, and from which one they count; without it a
    digit is no answer, for options are shown with letters. All three are prism's own additions.
    """

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        json_schema_extra={"patternProperties": {r"^option_\d+$": {"type": "string"}}},
    )

    ladder: Literal["Causal_Discovery", "Intervention", "Counterfactual"]
    question: str
    answer: Annotated[int, Field(ge=0, le=25)]
    kinds: tuple[DistractorKind | None, ...] | None = None
    evidence: str | None = None
    digits: Literal[0, 1] | None = None


class LadderContext(BaseModel):
    """One context with its questions: one line of a ladder file."""

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)

    id: str | None = None
    context: str
    questions: Annotated[tuple[LadderQuestion, ...], Field(min_length=1)]


def is_nested(document: Document) -> bool:
    """Whether the records are contexts that hold a list of questions."""
    rows = records(document)
    return any(isinstance(row, dict) and {"context", "questions"} <= row.keys() for row in rows)


def is_flat(document: Document) -> bool:
    """Whether the records are questions that carry their context and a rung."""
    wanted = {"context", "question", "ladder"}
    return any(isinstance(row, dict) and wanted <= row.keys() for row in records(document))


def read_nested(document: Document) -> Found:
    """Return the questions of a file of contexts, or its faults: field, and how to mend it."""
    found = []
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        if not isinstance(record, dict):
            found.append(Fault(place, "not an object", "one context a line"))
            continue
        found += text_faults(place, record, "context")
        questions = record.get("questions")
        if not isinstance(questions, list) or not questions:
            mend = "give at least one question"
            found.append(Fault(f"{place}.questions", "not a list of questions", mend))
            continue
        for j, question in enumerate(questions):
            found += _question_faults(f"{place}.questions[{j}]", question)
    return items_or_faults(found, lambda: _nested_items(document))


def read_flat(document: Document) -> Found:
    """Return the questions of a flattened file, or its faults: field, and how to mend it.

    The indices the file gives are used; where it gives none, contexts are counted in the order
    in which they first occur.
    """
    found = []
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        if isinstance(record, dict):
            found += text_faults(place, record, "context")
        found += _question_faults(place, record)
    return items_or_faults(found, lambda: _flat_items(document))


def _nested_items(document: Document) -> list[Item]:
    items = []
    for i, record in enumerate(cast("list[Record]", records(document)), document.before):
        for j, question in enumerate(cast("list[Record]", record["questions"])):
            items.append(_item((i, j), str(record["context"]), question, record.get("id")))
    return items


def _flat_items(document: Document) -> list[Item]:
    rows = cast("list[Record]", records(document))
    addresses = zip(_addresses(rows), rows, strict=True)
    return [_item(address, str(row["context"]), row) for address, row in addresses]


def _addresses(rows: list[Record]) -> Iterator[tuple[int, int]]:
    contexts: dict[str, int] = {}
    questions: dict[int, count[int]] = {}
    for row in rows:
        seen = contexts.setdefault(str(row["context"]), len(contexts))
        context = _index(row.get("context_index"), seen)
        following = next(questions.setdefault(context, count()))
        yield context, _index(row.get("question_index"), following)


def _index(value: JsonValue, usual: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else usual


def _item(address: tuple[int, int], context: str, record: Record, name: JsonValue = None) -> Item:
    i, j = address
    told = {key: record.get(key) for key in ("answer", "kinds", "evidence", "digits")}
    rung = RUNGS[str(record["ladder"])]
    choice = Choice.model_validate({**told, "options": _options(record), "rung": rung})
    meta: Record = {"context": str(i)}
    if name is not None:
        meta["id"] = f"{name}/{j}"
    return choice_item(f"{i}/{j}", context, str(record["question"]), choice, meta)


def _question_faults(place: str, question: JsonValue) -> list[Fault]:
    if not isinstance(question, dict):
        return [Fault(place, "not an object", "give a question as an object")]
    found = text_faults(place, question, "question")
    if str(question.get("ladder")) not in RUNGS:
        what = f"no rung {question.get('ladder')!r}"
        found.append(Fault(f"{place}.ladder", what, f"give {', '.join(RUNGS)}"))
    evidence = question.get("evidence")
    if evidence is not None and not isinstance(evidence, str):
        found.append(Fault(f"{place}.evidence", "not a text", "give a span of the context"))
    if question.get("digits") not in (None, 0, 1) or isinstance(question.get("digits"), bool):
        found.append(Fault(f"{place}.digits", "neither 0 nor 1", "give the first option's digit"))
    numbers = sorted(int(m[1]) for key in question if (m := _OPTION.fullmatch(key)))
    if numbers != list(range(len(numbers))):
        missing = next(n for n in count() if n not in numbers)
        mend = "number the options option_0, option_1, … without a gap"
        return [*found, Fault(f"{place}.option_{missing}", "required key is missing", mend)]
    options, answer = _options(question), question.get("answer")
    return found + option_faults(place, options, answer, question.get("kinds"))


def _options(question: Record) -> list[JsonValue]:
    names = sorted((key for key in question if _OPTION.fullmatch(key)), key=lambda k: int(k[7:]))
    return [question[name] for name in names]
