"""What all files of counterfactual edits have in common."""

from pydantic import JsonValue

from prism.faults import Fault
from prism.items import Claims, Item
from prism.text.sentences import sentence_spans

__all__ = ["claims_in", "edit_item", "list_faults", "texts_of"]


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


def list_faults(place: str, value: JsonValue, n: int, what: str) -> list[Fault]:
    """Return a fault unless ``value`` is a list of ``n`` texts."""
    if not isinstance(value, list):
        return [Fault(place, f"not a list of {n} {what}", f"give {n} strings")]
    if len(value) != n:
        return [Fault(place, f"{len(value)} {what} where {n} are due", f"give {n} strings")]
    return [
        Fault(f"{place}[{i}]", "not a text", "give a string")
        for i, entry in enumerate(value)
        if not isinstance(entry, str)
    ]
