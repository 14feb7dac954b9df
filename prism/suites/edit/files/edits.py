"""What all files of counterfactual edits have in common."""

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue

from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.records.item import Claims, Item
from prism.text.sentences import sentence_spans
from prism.validation import Fault

__all__ = ["Said", "claims_in", "edit_item", "read_stories", "texts_of"]


def edit_item(
    name: str,
    story: str,
    requests: tuple[str, ...],
    claims: Claims | None,
    *,
    domain: str | None = None,
    response: str | None = None,
    meta: dict[str, JsonValue] | None = None,
) -> Item:
    """Return an edit item; all phrasings of its request stand in ``meta["requests"]``."""
    texts = {"story": story.strip(), "request": requests[0] if requests else ""}
    if response is not None:
        texts["response"] = response
    told: dict[str, JsonValue] = {"requests": list(requests), **(meta or {})}
    return Item(
        id=name,
        kind="edit",
        texts=texts,
        claims=claims,
        domain=domain,
        meta={key: value for key, value in told.items() if value is not None},
    )


def claims_in(text: str) -> tuple[str, ...]:
    """Return the sentences of a criteria string: each is a claim of its own.

    >>> claims_in("Dr. Ito left. The lamp stayed on.")
    ('Dr. Ito left.', 'The lamp stayed on.')
    """
    return tuple(
        text[a:b].strip("-•* ") for a, b in sentence_spans(text) if text[a:b].strip("-•* ")
    )


def texts_of(value: JsonValue) -> tuple[str, ...]:
    """Return the texts of a list, or a text alone as the only one."""
    entries = value if isinstance(value, list) else [value]
    return tuple(entry.strip() for entry in entries if isinstance(entry, str) and entry.strip())


def read_stories(
    document: Document,
    check: Callable[[str, dict[str, JsonValue]], list[Fault]],
    items: Callable[[dict[str, JsonValue], int], list[Item]],
) -> Found:
    """Return the ``items`` of each story, given its number, or what ``check`` finds at its place.

    What is no object is a fault.
    """
    rows = [row for row in records(document) if isinstance(row, dict)]
    found: list[Fault] = []
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        if isinstance(record, dict):
            found += check(place, record)
        else:
            found.append(Fault(place, "not an object", "one story a line"))
    return items_or_faults(found, lambda: [e for n, row in enumerate(rows) for e in items(row, n)])


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("is blank")
    return text


Said = Annotated[str, Field(min_length=1), AfterValidator(_said)]
