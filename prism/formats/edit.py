"""prism's own edit items: a story, requests, and, where somebody wrote them, criteria.

One object a line: ``{"id", "story", "request": text or list, "criteria": {"preserve": […],
"revise": […]}, "truth": {"scm", "do", "story"}, "domain", "motif", "latent": [text or {"fact"}],
"rewrites": [{"id", "text", …}]}``; all but ``id``, ``story`` and ``request`` may be left out.
Every rewrite is an item ``ID/REWRITE`` with its text as the response.
Without criteria the claims follow from the causal model under ``truth``
(:class:`prism.scm.truth.EditTruth`: its variables with a label and a unit are the claims), and
without a model from the story's causal graph.
"""

from typing import cast

from pydantic import JsonValue, ValidationError

from prism.errors import BadInput
from prism.faults import Fault, faults_of, refuse
from prism.formats.choices import text_faults
from prism.formats.document import Document, record_path, records
from prism.formats.edits import edit_item, texts_of
from prism.formats.scm import parse_scm
from prism.items import Claims, Item
from prism.scm.truth import EditTruth

__all__ = ["faults", "is_edit", "read_items"]

Record = dict[str, JsonValue]
_KEYS = frozenset(
    "id story request criteria domain motif rewrites intervention latent response model "
    "truth".split()
)


def is_edit(document: Document) -> bool:
    """Whether the records hold a story and a request."""
    rows = records(document)
    return any(isinstance(row, dict) and {"story", "request"} <= row.keys() for row in rows)


def faults(document: Document) -> list[Fault]:
    """Return every fault of a file of edit items."""
    found: list[Fault] = []
    seen: dict[str, str] = {}
    for i, record in enumerate(records(document)):
        place = record_path(document, i)
        if not isinstance(record, dict):
            found.append(Fault(place, "not an object", "one item a line"))
            continue
        found += text_faults(place, record, "id", "story")
        if not texts_of(record.get("request")):
            found.append(Fault(f"{place}.request", "no request", "give a text or a list of texts"))
        found += _criteria_faults(place, record.get("criteria"))
        found += _rewrite_faults(place, record.get("rewrites"))
        found += _latent_faults(f"{place}.latent", record.get("latent"))
        found += _truth_faults(f"{place}.truth", record.get("truth"))
        found += [
            Fault(f"{place}.{key}", "unknown key", "leave it out")
            for key in record
            if key not in _KEYS
        ]
        first = seen.setdefault(str(record.get("id")), place)
        if first != place:
            found.append(
                Fault(place, f"the id {record.get('id')!r} stands at {first} too", "rename one")
            )
    return found


def read_items(document: Document) -> list[Item]:
    """Return the items of a file of edit items, one a rewrite where it holds rewrites.

    Raises
    ------
    BadRecord
        A record has a fault; the message names its line and field.
    """
    if found := faults(document):
        raise refuse(document.name, found)
    return [item for r in cast("list[Record]", records(document)) for item in _items(r)]


def _criteria_faults(place: str, criteria: JsonValue) -> list[Fault]:
    if criteria is None:
        return []
    if not isinstance(criteria, dict) or set(criteria) - {"preserve", "revise"}:
        return [Fault(f"{place}.criteria", "not {preserve, revise}", "give two lists of claims")]
    return [
        Fault(f"{place}.criteria.{key}", "not a list of claims", "give a list of sentences")
        for key, value in criteria.items()
        if not isinstance(value, list) or len(texts_of(value)) != len(value)
    ]


def _rewrite_faults(place: str, rewrites: JsonValue) -> list[Fault]:
    if rewrites is None:
        return []
    if not isinstance(rewrites, list):
        return [Fault(f"{place}.rewrites", "not a list", "give a list of {id, text}")]
    return [
        Fault(f"{place}.rewrites[{i}]", "no id or no text", "give both as strings")
        for i, entry in enumerate(rewrites)
        if not isinstance(entry, dict)
        or not isinstance(entry.get("id"), str)
        or not isinstance(entry.get("text"), str)
    ]


def _latent_faults(place: str, latent: JsonValue) -> list[Fault]:
    """What the story implies is a list of sentences, or of objects that hold one."""
    if latent is None:
        return []
    if not isinstance(latent, list) or len(_latent(latent)) != len(latent):
        return [Fault(place, "not a list of facts", 'give sentences or {"fact": sentence}')]
    return []


def _latent(latent: JsonValue) -> tuple[str, ...]:
    entries = latent if isinstance(latent, list) else []
    return texts_of([e.get("fact") if isinstance(e, dict) else e for e in entries])


def _truth_faults(place: str, truth: JsonValue) -> list[Fault]:
    if truth is None:
        return []
    try:
        parse_scm(EditTruth.model_validate(truth).scm, where="scm")
    except ValidationError as error:
        return [Fault(place + fault.path[1:], fault.what, fault.mend) for fault in faults_of(error)]
    except BadInput as exc:
        return [Fault(f"{place}.scm", str(exc).removeprefix("scm: "))]
    return []


def _items(record: Record) -> list[Item]:
    criteria = record.get("criteria")
    claims = None
    if isinstance(criteria, dict):
        claims = Claims(
            preserve=texts_of(criteria.get("preserve", [])),
            revise=texts_of(criteria.get("revise", [])),
        )
    base = edit_item(
        str(record["id"]),
        str(record["story"]),
        texts_of(record["request"]),
        claims,
        domain=str(record["domain"]) if record.get("domain") else None,
        response=str(record["response"]) if isinstance(record.get("response"), str) else None,
        meta={
            "motif": record.get("motif"),
            "model": record.get("model"),
            "latent": list(_latent(record.get("latent"))) or None,
        },
    )
    base = base.model_copy(update={"truth": record.get("truth")})
    rewrites = cast("list[dict[str, str]]", record.get("rewrites") or [])
    return [
        base.with_text("response", entry["text"]).model_copy(
            update={"id": f"{base.id}/{entry['id']}"}
        )
        for entry in rewrites
    ] or [base]
