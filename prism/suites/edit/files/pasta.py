"""PASTA's stories with a changed state (Ghosh et al. 2023), the human rewrite as the response.

``{"AssignmentId", "Input.line1" … "Input.line5", "Answer.assertion", "Answer.mod_assertion",
"Answer.mod_line1" …}``: the state is what must be revised, the changed state is the request.
"""

from pydantic import JsonValue

from prism.files.document import Document, records
from prism.files.formats import Found
from prism.records.item import Claims, Item
from prism.suites.edit.files.edits import edit_item, read_stories
from prism.suites.ladder.files.choices import text_faults

__all__ = ["is_pasta", "read_pasta"]

Record = dict[str, JsonValue]
_LINES = range(1, 6)


def is_pasta(document: Document) -> bool:
    """Whether the records hold a story line by line and a changed state."""
    wanted = {"Input.line1", "Answer.mod_assertion"}
    return any(isinstance(row, dict) and wanted <= row.keys() for row in records(document))


def read_pasta(document: Document) -> Found:
    """Return the stories, with the human rewrite as the response where there is one."""
    lines = (f"Input.line{n}" for n in _LINES)
    wanted = (*lines, "Answer.assertion", "Answer.mod_assertion")
    return read_stories(
        document,
        lambda place, record: text_faults(place, record, *wanted),
        lambda record, number: [_item(record, number)],
    )


def _item(record: Record, place: int) -> Item:
    def joined(prefix: str) -> str:
        return " ".join(str(record.get(f"{prefix}{n}") or "").strip() for n in _LINES).strip()

    change = str(record["Answer.mod_assertion"]).strip()
    return edit_item(
        str(record.get("AssignmentId", place)),
        joined("Input.line"),
        (f"Rewrite the story so that this is true of it: {change}",),
        Claims(revise=(str(record["Answer.assertion"]).strip(),)),
        response=joined("Answer.mod_line") or None,
    )
