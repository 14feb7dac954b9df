"""prism's own ground-truth items: a question, and the model from which its answer is computed.

One object, a list of them, or one a line::

    {"id": "q1", "context": "…", "question": "Does X raise the chance of Y?",
     "truth": {"scm": {"mechanisms": {"X": {"table": [0.5, 0.5]},
                                      "Y": {"parents": ["X"], "table": [[0.8, 0.2], [0.3, 0.7]]}}},
               "query": "ATE(X, Y)", "expects": "yes_no"},
     "domain": "…", "response": "Yes.", "model": "…"}

``id``, ``question`` and ``truth`` must be there. ``truth.scm`` is a model or diagram of
:mod:`prism.suites.truth.files.scm`, ``truth.query`` a question of :mod:`prism.scm.query`; what
else ``truth`` may hold stands at :class:`prism.scm.truth.Truth`.
"""

from pydantic import BaseModel, ConfigDict, JsonValue

from prism.errors import BadInput, UsageError
from prism.files.document import Document, records
from prism.files.formats import Found, read_records
from prism.records.item import Item
from prism.scm.query import parse_query
from prism.scm.truth import Truth
from prism.suites.truth.files.scm import parse_scm
from prism.validation import Fault

__all__ = ["TruthItem", "is_truth", "read_truth", "to_record", "truth_item"]


class TruthItem(BaseModel):
    """A question whose answer follows from a structural causal model."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Ground-truth item")

    id: str
    question: str
    truth: Truth
    context: str = ""
    domain: str | None = None
    response: str | None = None
    model: str | None = None


def is_truth(document: Document) -> bool:
    """Whether the records hold a ``truth`` (and are neither reports nor stories to edit)."""
    return any(
        isinstance(row, dict) and "truth" in row and not row.keys() & {"signature", "story"}
        for row in records(document)
    )


def read_truth(document: Document) -> Found:
    """Return the items of a file of ground-truth items, or its faults.

    Those of models and queries are among them.
    """
    return read_records(
        document,
        TruthItem,
        lambda item: [_item(item)],
        lambda item: item.id,
        lambda place, item: _truth_faults(place, item.truth),
    )


def truth_item(
    name: str, question: str, truth: Truth, context: str = "", domain: str | None = None
) -> Item:
    """Return the item that asks ``question`` and carries the model its answer follows from.

    >>> scm = {"edges": [["X", "Y"]]}
    >>> truth_item("q", "Does X affect Y?", Truth(scm=scm, query="affects(X, Y)")).kind
    'truth'
    """
    texts = {"question": question} | ({"context": context} if context else {})
    held = truth.model_dump(mode="json")
    return Item(id=name, kind="truth", texts=texts, truth=held, domain=domain)


def to_record(item: Item) -> dict[str, JsonValue]:
    """Return an item as a record of this format.

    >>> truth = Truth(scm={"edges": [["X", "Y"]]}, query="affects(X, Y)")
    >>> sorted(to_record(truth_item("q", "Does X affect Y?", truth)))
    ['id', 'question', 'truth']
    """
    record = TruthItem(
        id=item.id,
        question=item.texts.get("question", ""),
        truth=Truth.model_validate(item.truth),
        context=item.texts.get("context", ""),
        domain=item.domain,
    )
    return record.model_dump(mode="json", exclude_defaults=True)


def _item(read: TruthItem) -> Item:
    item = truth_item(read.id, read.question, read.truth, read.context, read.domain)
    if read.model is not None:
        item = item.model_copy(update={"meta": {"model": read.model}})
    return item if read.response is None else item.with_text("response", read.response)


def _truth_faults(place: str, truth: Truth) -> list[Fault]:
    found = []
    try:
        parse_scm(truth.scm, where="scm")
    except BadInput as exc:
        found.append(Fault(f"{place}.truth.scm", str(exc).removeprefix("scm: ")))
    try:
        parse_query(truth.query)
    except UsageError as exc:
        found.append(Fault(f"{place}.truth.query", str(exc)))
    return found
