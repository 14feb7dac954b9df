"""prism's own rubric file: a question, its criteria, and what each band of marks looks like."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from prism.files.document import Document, records
from prism.files.formats import Found, read_records
from prism.records.item import Criterion, Item, Rubric
from prism.validation import Fault, repeated

__all__ = ["RubricFile", "is_rubric_file", "read_rubrics", "skeleton"]

BANDS = ("1-2", "3-4", "5-6", "7-8", "9-10")
_PLACEHOLDER = "TODO"
_TO_WRITE = re.compile(rf"{_PLACEHOLDER}(:| criterion \d+$)")
Text = Annotated[str, Field(min_length=1)]


class CriterionEntry(BaseModel):
    """One criterion; ``bands`` describes all five ranges of the 1 to 10 scale."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: Text
    description: str = ""
    bands: dict[Literal["1-2", "3-4", "5-6", "7-8", "9-10"], Text]

    @model_validator(mode="after")
    def _all_bands(self) -> "CriterionEntry":
        missing = [band for band in BANDS if band not in self.bands]
        if missing:
            raise ValueError(f"no description for the band {', '.join(missing)}")
        return self


class RubricFile(BaseModel):
    """A rubric in prism's own format; ``gold`` holds accepted answers of a closed question."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    format: Literal["prism-rubric"]
    schema_version: Literal["1.0"] = "1.0"
    id: Text
    question: Text
    domain: str | None = None
    gold: tuple[str, ...] = ()
    criteria: Annotated[tuple[CriterionEntry, ...], Field(min_length=1)]

    def item(self) -> Item:
        """Return prism's record."""
        criteria = tuple(
            Criterion(name=c.name, description=c.description, bands=dict(c.bands))
            for c in self.criteria
        )
        return Item(
            id=self.id,
            kind="whatif",
            texts={"question": self.question},
            rubric=Rubric(focus=self.question, criteria=criteria),
            gold=self.gold,
            domain=self.domain,
        )


def is_rubric_file(document: Document) -> bool:
    """Whether the document, or a record of it, calls itself a prism rubric."""
    return any(
        isinstance(record, dict) and record.get("format") == "prism-rubric"
        for record in records(document)
    )


def read_rubrics(document: Document) -> Found:
    """Return the items a rubric file describes: one, or one a rubric where it lists several.

    Placeholders that still stand and names told twice are faults.
    """
    return read_records(document, RubricFile, lambda r: [r.item()], lambda r: r.id, _own_faults)


def _own_faults(place: str, rubric: RubricFile) -> list[Fault]:
    """Return what is still to be written in a rubric, and its criteria that share a name."""
    unwritten = [
        Fault(f"{place}.criteria[{i}].{'.'.join(key)}", "still to be written", "replace the TODO")
        for i, entry in enumerate(rubric.criteria)
        for key, text in _texts(entry)
        if _TO_WRITE.match(text)
    ]
    names = ((f"{place}.criteria[{i}].name", c.name) for i, c in enumerate(rubric.criteria))
    return unwritten + repeated(names)


def skeleton(question: str, *, criteria: int = 5) -> RubricFile:
    """Return a rubric to fill in: every text that is still to be written starts with ``TODO``.

    >>> skeleton("What if tides stopped?").id
    'what-if-tides-stopped'
    """
    levels = (
        "what a failing answer says",
        "what a weak answer says",
        "what a passable answer says",
        "what a good answer says",
        "what an excellent answer says",
    )
    entries = tuple(
        CriterionEntry(
            name=f"{_PLACEHOLDER} criterion {number}",
            description=f"{_PLACEHOLDER}: what this criterion asks of an answer",
            bands={
                band: f"{_PLACEHOLDER}: {level}" for band, level in zip(BANDS, levels, strict=True)
            },
        )
        for number in range(1, criteria + 1)
    )
    return RubricFile(
        format="prism-rubric", id=_slug(question), question=question, criteria=entries
    )


def _texts(entry: CriterionEntry) -> Iterator[tuple[tuple[str, ...], str]]:
    yield ("name",), entry.name
    yield ("description",), entry.description
    for band, text in entry.bands.items():
        yield ("bands", band), text


def _slug(text: str) -> str:
    words = "".join(char if char.isalnum() else " " for char in text.lower()).split()
    return "-".join(words)[:60].strip("-") or "question"
