"""CoBe's records as published: a list of them, or one a line (arXiv 2610.13057).

``{"Core Set ID", "Variation ID", "Domain", "Story", "Query": [A, B, C], "Evaluation criteria":
[preserve, revise]}``; an item is named ``<core>v<variation>``. Either criteria string may hold
several sentences, each a claim of its own.
"""

from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from prism.files.document import Document, records
from prism.files.formats import Found, read_records
from prism.records.item import Claims, Item
from prism.suites.edit.files.edits import Said, claims_in, edit_item

__all__ = ["CobeRecord", "is_cobe", "read_cobe"]


class CobeRecord(BaseModel):
    """One story with a change: three phrasings of the request, and what to keep and to revise.

    The two criteria are strings of sentences, each of which is a claim; either may be empty.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", title="CoBe record", validate_by_name=True
    )

    core: int | str = Field(alias="Core Set ID")
    variation: int | str = Field(alias="Variation ID")
    story: Said = Field(alias="Story")
    query: Annotated[tuple[Said, ...], Field(min_length=3, max_length=3)] = Field(alias="Query")
    criteria: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] = Field(
        alias="Evaluation criteria"
    )
    domain: str | None = Field(None, alias="Domain")
    motif: str | None = Field(None, validation_alias=AliasChoices("Graph type", "Graph Type"))

    @property
    def name(self) -> str:
        """Core and variation in one: ``317v3``."""
        return f"{self.core}v{self.variation}"


def is_cobe(document: Document) -> bool:
    """Whether the records carry CoBe's keys."""
    rows = records(document)
    return any(
        isinstance(r, dict) and ("Core Set ID" in r or {"Story", "Query"} <= r.keys()) for r in rows
    )


def read_cobe(document: Document) -> Found:
    """Return the items of a CoBe file, or its faults: story, queries, criteria, ids told twice."""
    return read_records(document, CobeRecord, lambda record: [_item(record)], lambda r: r.name)


def _item(record: CobeRecord) -> Item:
    keep, change = record.criteria
    claims = Claims(preserve=claims_in(keep), revise=claims_in(change))
    return edit_item(
        record.name,
        record.story,
        tuple(text.strip() for text in record.query),
        claims if claims.preserve or claims.revise else None,
        domain=record.domain or None,
        meta={"core": record.core, "motif": record.motif},
    )
