"""TimeTravel's counterfactual stories (Qin et al. 2019), their human endings as responses.

``{"story_id", "premise", "initial", "counterfactual", "original_ending", "edited_endings"}``; a
``generated_text`` is a model's response. An item is named ``STORY``, or ``STORY/K`` for the K-th
human ending, counted from 1.
"""

from pydantic import JsonValue

from prism.files.document import Document, records
from prism.files.formats import Found
from prism.records.item import Item
from prism.suites.edit.files.edits import edit_item, read_stories, texts_of
from prism.suites.ladder.files.choices import text_faults
from prism.validation import Fault

__all__ = ["is_timetravel", "read_timetravel"]

Record = dict[str, JsonValue]


def is_timetravel(document: Document) -> bool:
    """Whether the records hold a counterfactual sentence beside the initial one."""
    wanted = {"premise", "initial", "counterfactual"}
    return any(isinstance(row, dict) and wanted <= row.keys() for row in records(document))


def read_timetravel(document: Document) -> Found:
    """Return the stories, one item a human or generated ending where there are any."""
    return read_stories(document, _faults, _items)


def _items(record: Record, place: int) -> list[Item]:
    name = str(record.get("story_id", place))
    opening, change = str(record["premise"]), str(record["counterfactual"])
    story = " ".join((opening, str(record["initial"]), *texts_of(record["original_ending"])))
    request = f"Rewrite the story, supposing that this had happened instead: {change}"
    base = edit_item(name, story, (request,), None)
    generated = record.get("generated_text")
    if isinstance(generated, str):
        return [base.with_text("response", " ".join((opening, change, generated)))]
    endings = record.get("edited_endings")
    told = [texts_of(ending) for ending in endings] if isinstance(endings, list) else []
    return [
        base.with_text("response", " ".join((opening, change, *ending))).model_copy(
            update={"id": f"{name}/{number}"}
        )
        for number, ending in enumerate(told, 1)
        if ending
    ] or [base]


def _faults(place: str, record: Record) -> list[Fault]:
    found = text_faults(place, record, "premise", "initial", "counterfactual")
    if not texts_of(record.get("original_ending")):
        found.append(Fault(f"{place}.original_ending", "no ending", "give a list of sentences"))
    return found
