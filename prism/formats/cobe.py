"""CoBe's records as published: a list of them, or one a line (arXiv 2610.13057).

``{"Core Set ID", "Variation ID", "Domain", "Story", "Query": [A, B, C], "Evaluation criteria":
[preserve, revise]}``; an item is named ``<core>v<variation>``. Either criteria string may hold
several sentences, each a claim of its own.
"""

from typing import cast

from pydantic import JsonValue

from prism.faults import Fault, refuse
from prism.formats.choices import text_faults
from prism.formats.document import Document, record_path, records
from prism.formats.edits import claims_in, edit_item, list_faults, texts_of
from prism.items import Claims, Item

__all__ = ["PHRASINGS", "faults", "is_cobe", "read_items"]

Record = dict[str, JsonValue]
PHRASINGS = ("A", "B", "C")
_CRITERIA = "Evaluation criteria"


def is_cobe(document: Document) -> bool:
    """Whether the records carry CoBe's keys."""
    rows = records(document)
    return any(
        isinstance(r, dict) and ("Core Set ID" in r or {"Story", "Query"} <= r.keys()) for r in rows
    )


def faults(document: Document) -> list[Fault]:
    """Return every fault: story, queries, criteria, ids and duplicates."""
    found: list[Fault] = []
    seen: dict[str, str] = {}
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        if not isinstance(record, dict):
            found.append(Fault(place, "not an object", "one record a line"))
            continue
        found += text_faults(place, record, "Story")
        found += list_faults(f"{place}.Query", record.get("Query"), len(PHRASINGS), "phrasings")
        found += list_faults(f"{place}.{_CRITERIA}", record.get(_CRITERIA), 2, "criteria strings")
        for key in ("Core Set ID", "Variation ID"):
            if not isinstance(record.get(key), int | str):
                found.append(Fault(f"{place}.{key}", "no id", "give a number"))
        first = seen.setdefault(_name(record), place)
        if first != place:
            found.append(
                Fault(place, f"the item {_name(record)} stands at {first} too", "rename one")
            )
    return found


def read_items(document: Document) -> list[Item]:
    """Return the items of a CoBe file.

    Raises
    ------
    BadRecord
        A record has a fault; the message names its line and field.
    """
    if found := faults(document):
        raise refuse(document.name, found)
    return [_item(record) for record in cast("list[Record]", records(document))]


def _name(record: Record) -> str:
    return f"{record.get('Core Set ID')}v{record.get('Variation ID')}"


def _item(record: Record) -> Item:
    criteria = cast("list[str]", record[_CRITERIA])
    claims = Claims(preserve=claims_in(criteria[0]), revise=claims_in(criteria[1]))
    graph_type = record.get("Graph type", record.get("Graph Type"))
    return edit_item(
        _name(record),
        str(record["Story"]),
        texts_of(record["Query"]),
        claims if claims.preserve or claims.revise else None,
        domain=str(record["Domain"]) if record.get("Domain") else None,
        meta={"core": record["Core Set ID"], "motif": graph_type},
    )
