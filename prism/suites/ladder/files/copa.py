"""COPA's XML (Roemmele et al., AAAI spring symposium 2011): a premise and two alternatives.

Read with expat directly: it knows line numbers, and declared entities are refused.
"""

from typing import Final, cast
from xml.parsers import expat

from pydantic import JsonValue

from prism.errors import BadRecord
from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.files.source import Source
from prism.records.item import Choice, Item
from prism.suites.ladder.files.choices import choice_item, option_faults, text_faults
from prism.suites.ladder.files.neighbours import ASKED
from prism.validation import Fault

__all__ = ["is_copa", "parse_copa", "read_copa"]

Record = dict[str, JsonValue]

_TEXTS: Final = {"p": "premise", "a1": "alternative1", "a2": "alternative2"}
_ATTRIBUTES: Final = ("id", "asks-for", "most-plausible-alternative")


def parse_copa(source: Source) -> Document | None:
    """Return the items of a COPA file as records, or None where it is no XML.

    Raises
    ------
    BadRecord
        The XML has a fault or declares an entity; the message names the line.
    """
    if not source.text.lstrip().startswith("<?xml"):
        return None
    reader = _Reader()
    try:
        reader.parser.Parse(source.text.lstrip().encode(), True)
    except expat.ExpatError as exc:
        raise BadRecord(
            f"not valid XML: {expat.ErrorString(exc.code)}",
            where=f"{source.name}: line {exc.lineno}",
            mend="mend the file at that place",
        ) from exc
    if reader.entity is not None:
        raise BadRecord(
            "the XML declares an entity",
            where=f"{source.name}: line {reader.entity}",
            mend="remove the declaration",
        )
    values: list[JsonValue] = [*reader.records]
    return Document(source.name, values, lines=True, numbers=tuple(reader.numbers))


def is_copa(document: Document) -> bool:
    """Whether the records came from a COPA file."""
    rows = records(document)
    return bool(rows) and all(isinstance(row, dict) and "asks-for" in row for row in rows)


def read_copa(document: Document) -> Found:
    """Return one item an ``<item>``, called by its id.

    Every item with a missing text, an unknown ``asks-for`` or alternative is a fault.
    """
    found = []
    for i, row in enumerate(cast("list[Record]", records(document))):
        place = record_path(document, i)
        found += text_faults(place, row, "id", *_TEXTS.values())
        if row.get("asks-for") not in ASKED:
            what = f"nothing to ask for: {row.get('asks-for')!r}"
            found.append(Fault(f"{place}.asks-for", what, "give cause or effect"))
        if row.get("most-plausible-alternative") not in ("1", "2"):
            what = f"no alternative {row.get('most-plausible-alternative')!r}"
            found.append(Fault(f"{place}.most-plausible-alternative", what, "give 1 or 2"))
        options = [row.get("alternative1"), row.get("alternative2")]
        found += option_faults(place, options, 0) if all(options) else []
    return items_or_faults(found, lambda: _copa_items(document))


def _copa_items(document: Document) -> list[Item]:
    items = []
    for row in cast("list[Record]", records(document)):
        choice = Choice(
            options=(str(row["alternative1"]), str(row["alternative2"])),
            answer=int(str(row["most-plausible-alternative"])) - 1,
            rung="discovery",
        )
        meta: Record = {"context": str(row["id"]), "format": "copa"}
        asked = ASKED[str(row["asks-for"])]
        items.append(choice_item(str(row["id"]), str(row["premise"]), asked, choice, meta))
    return items


class _Reader:
    """Collects ``<item>`` elements with their attributes and texts."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.numbers: list[int] = []
        self.entity: int | None = None
        self._field: str | None = None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.EntityDeclHandler = self._declared

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "item":
            self.numbers.append(self.parser.CurrentLineNumber)
            self.records.append({key: attributes.get(key) for key in _ATTRIBUTES})
        self._field = _TEXTS.get(name) if self.records else None

    def _end(self, name: str) -> None:
        del name
        self._field = None

    def _data(self, text: str) -> None:
        if self._field is not None:
            record = self.records[-1]
            record[self._field] = f"{record.get(self._field, '')}{text}"

    def _declared(self, *details: object) -> None:
        del details
        self.entity = self.entity or self.parser.CurrentLineNumber
