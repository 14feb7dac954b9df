"""prism's own edit items: a story, requests, and, where somebody wrote them, criteria.

One object a line: ``{"id", "story", "request": text or list, "criteria": {"preserve": […],
"revise": […]}, "truth": {"scm", "do", "story"}, "domain", "motif", "latent": [text or {"fact"}],
"rewrites": [{"id", "text", …}]}``; all but ``id``, ``story`` and ``request`` may be left out.
Every rewrite is an item ``ID/REWRITE`` with its text as the response.

Without criteria the claims follow from the causal model under ``truth``
(:class:`prism.scm.truth.EditTruth`: its variables with a label and a unit are the claims), and
without a model from the story's causal graph.
"""

from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    JsonValue,
    WithJsonSchema,
)

from prism.errors import BadInput
from prism.files.document import Document, records
from prism.files.formats import Found, read_records
from prism.records.item import Claims, Item
from prism.scm.truth import EditTruth
from prism.suites.edit.files.edits import Said, edit_item, texts_of
from prism.suites.truth.files.scm import parse_scm
from prism.validation import Fault

__all__ = ["EditRecord", "is_edit", "read_edits"]


def _requests(value: JsonValue) -> JsonValue:
    if not texts_of(value):
        raise ValueError("neither a text nor a list of texts")
    return value


_TEXT = {"type": "string", "minLength": 1}
Requests = Annotated[
    JsonValue,
    AfterValidator(_requests),
    WithJsonSchema({"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}),
]


class EditCriteria(BaseModel):
    """Claims that must still hold in a rewrite, and claims that must not."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    preserve: tuple[Said, ...] = ()
    revise: tuple[Said, ...] = ()


class EditRewrite(BaseModel):
    """A rewrite of the story; whatever else is noted of it is left alone."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: Said
    text: str


class LatentFact(BaseModel):
    """A fact that the story implies; whatever else is noted of it is left alone."""

    model_config = ConfigDict(frozen=True, extra="allow")

    fact: Said


class EditRecord(BaseModel):
    """A story and a request to change it; what else is known of them may be left out.

    ``latent`` are facts that the story implies, ``intervention`` notes of what is changed, and
    ``truth`` the causal model that criteria follow from where there are none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", title="Edit item")

    id: Said
    story: Said
    request: Requests
    criteria: EditCriteria | None = None
    truth: EditTruth | None = None
    domain: str | None = None
    motif: str | None = None
    latent: tuple[str | LatentFact, ...] = ()
    intervention: JsonValue = None
    rewrites: tuple[EditRewrite, ...] | None = None
    response: str | None = None
    model: str | None = None


def is_edit(document: Document) -> bool:
    """Whether the records hold a story and a request."""
    rows = records(document)
    return any(isinstance(row, dict) and {"story", "request"} <= row.keys() for row in rows)


def read_edits(document: Document) -> Found:
    """Return the items of a file of edit items, one a rewrite where it holds rewrites.

    Or its faults, those of its causal models included.
    """
    return read_records(document, EditRecord, _items, lambda record: record.id, _model_faults)


def _model_faults(place: str, record: EditRecord) -> list[Fault]:
    """Return what is wrong with the causal model of an item, beyond its shape."""
    try:
        if record.truth is not None:
            parse_scm(record.truth.scm, where="scm")
    except BadInput as exc:
        return [Fault(f"{place}.truth.scm", str(exc).removeprefix("scm: "))]
    return []


def _items(record: EditRecord) -> list[Item]:
    told = record.criteria
    base = edit_item(
        record.id,
        record.story,
        texts_of(record.request),
        Claims(preserve=told.preserve, revise=told.revise) if told is not None else None,
        domain=record.domain or None,
        response=record.response,
        meta={
            "motif": record.motif,
            "model": record.model,
            "latent": [fact if isinstance(fact, str) else fact.fact for fact in record.latent]
            or None,
        },
    )
    truth = record.truth and record.truth.model_dump(mode="json", exclude_none=True)
    base = base.model_copy(update={"truth": truth})
    return [
        base.with_text("response", entry.text).model_copy(update={"id": f"{base.id}/{entry.id}"})
        for entry in record.rewrites or ()
    ] or [base]
