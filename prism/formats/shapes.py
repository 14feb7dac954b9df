"""What files about causal models look like: told by their keys, without loading the models."""

from prism.formats.document import Document, records

__all__ = ["is_calm", "is_clear", "is_edit", "is_model", "is_truth"]

_DIAGRAM = {"name", "source", "variables", "edges", "bidirected", "known", "answers"}
_CALM = ({"Background", "Instruction", "Question"}, {"vertices"}, {"given_info", "meta"})


def is_model(document: Document) -> bool:
    """Whether the document is a structural causal model, or a diagram, in prism's JSON."""
    value = document.value
    if not isinstance(value, dict):
        return False
    drawn = "edges" in value and value.keys() <= _DIAGRAM
    return value.get("format") == "prism-scm" or "mechanisms" in value or drawn


def is_truth(document: Document) -> bool:
    """Whether the records hold a ``truth`` (and are neither reports nor stories to edit)."""
    return any(
        isinstance(row, dict) and "truth" in row and not row.keys() & {"signature", "story"}
        for row in records(document)
    )


def is_calm(document: Document) -> bool:
    """Whether the records are CaLM's: ``gt_answer`` and the keys of one of the three shapes."""
    rows = records(document)
    return bool(rows) and all(
        isinstance(row, dict)
        and {"index", "gt_answer"} <= row.keys()
        and any(shape <= row.keys() for shape in _CALM)
        for row in rows
    )


def is_clear(document: Document) -> bool:
    """Whether the records are CLEAR's: a graph in words, and questions about it."""
    rows = records(document)
    return bool(rows) and all(
        isinstance(row, dict) and {"description", "questions_and_answers", "uid"} <= row.keys()
        for row in rows
    )


def is_edit(document: Document) -> bool:
    """Whether the records hold a story and a request."""
    rows = records(document)
    return any(isinstance(row, dict) and {"story", "request"} <= row.keys() for row in rows)
