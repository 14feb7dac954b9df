"""Neighbours of METER that share its shape: CRASS, e-CARE, CLadder and CounterBench.

CRASS (arXiv 2112.11941) is a table with ``;``: premise, counterfactual question, right answer, two
or three wrong ones. e-CARE (ACL 2022) is JSON Lines: premise, what is asked for, two hypotheses.
CLadder (arXiv 2312.04350) and CounterBench (arXiv 2502.11008) ask yes or no of what is given.
"""

from typing import Final, cast

from pydantic import JsonValue

from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.records.digest import digest
from prism.records.item import Choice, Item, Rung
from prism.suites.ladder.files.choices import YES_NO, choice_item, option_faults, text_faults
from prism.validation import Fault

__all__ = [
    "ASKED",
    "is_crass",
    "is_ecare",
    "is_yes_no",
    "read_crass",
    "read_ecare",
    "read_yes_no",
]

Record = dict[str, JsonValue]

ASKED: Final = {
    "cause": "What was the cause of this?",
    "effect": "What happened as a result of this?",
}
_CRASS: Final = ("CorrectAnswer", "Answer1", "Answer2", "PossibleAnswer3")
_RUNGS: Final[dict[str, Rung]] = {
    "1": "discovery",
    "2": "intervention",
    "3": "counterfactual",
}


def is_crass(document: Document) -> bool:
    """Whether the records have the columns of CRASS."""
    return _all_have(document, {"Premise", "QCC", "CorrectAnswer", "Answer1"})


def read_crass(document: Document) -> Found:
    """Return one item a row, called by its PCTID.

    The file lists the right answer first; the options are put in an order that depends on their
    own text alone, so that the right one has no fixed place.

    Every row without premise, question, right answer or a wrong one is a fault.
    """
    found = [
        fault
        for place, row in _rows(document)
        for fault in text_faults(place, row, "PCTID", "Premise", "QCC", *_CRASS[:2])
    ]
    return items_or_faults(found, lambda: _crass_items(document))


def _crass_items(document: Document) -> list[Item]:
    items = []
    for _, row in _rows(document):
        options = [str(row[key]) for key in _CRASS if str(row.get(key) or "").strip()]
        ordered = sorted(options, key=lambda text: digest([row["PCTID"], text]))
        choice = Choice(
            options=tuple(ordered), answer=ordered.index(options[0]), rung="counterfactual"
        )
        name = str(row["PCTID"])
        meta: Record = {"context": name, "format": "crass"}
        items.append(choice_item(name, str(row["Premise"]), str(row["QCC"]), choice, meta))
    return items


def is_ecare(document: Document) -> bool:
    """Whether the records have the keys of e-CARE."""
    return _all_have(document, {"premise", "ask-for", "hypothesis1", "hypothesis2"})


def read_ecare(document: Document) -> Found:
    """Return one item a record, called by its index.

    Every record with a missing text, an unknown ``ask-for`` or a label beyond 1 is a fault.
    """
    found = []
    for place, row in _rows(document):
        found += text_faults(place, row, "index", "premise", "hypothesis1", "hypothesis2")
        if row.get("ask-for") not in ASKED:
            what = f"nothing to ask for: {row.get('ask-for')!r}"
            found.append(Fault(f"{place}.ask-for", what, "give cause or effect"))
        found += option_faults(place, YES_NO, row.get("label"))
    return items_or_faults(found, lambda: _ecare_items(document))


def _ecare_items(document: Document) -> list[Item]:
    items = []
    for _, row in _rows(document):
        choice = Choice(
            options=(str(row["hypothesis1"]), str(row["hypothesis2"])),
            answer=cast("int", row["label"]),
            rung="discovery",
        )
        meta: Record = {"context": str(row["index"]), "format": "e-care"}
        asked = ASKED[str(row["ask-for"])]
        items.append(choice_item(str(row["index"]), str(row["premise"]), asked, choice, meta))
    return items


def is_yes_no(document: Document) -> bool:
    """Whether the records are those of CLadder or CounterBench: what is given, and yes or no."""
    return _all_have(document, {"given_info", "question", "answer", "question_id", "meta"})


def read_yes_no(document: Document) -> Found:
    """Return one item a record, called by its question id; records of one model are a cluster.

    Every record with a missing text, an unknown rung or an answer but yes and no is a fault.
    """
    found = []
    for place, row in _rows(document):
        found += text_faults(place, row, "given_info", "question")
        if row.get("answer") not in ("yes", "no"):
            what = f"not an answer: {row.get('answer')!r}"
            found.append(Fault(f"{place}.answer", what, "give yes or no"))
        if _rung(row) not in _RUNGS:
            found.append(Fault(f"{place}.meta.rung", f"no rung {_rung(row)!r}", "give 1, 2 or 3"))
    return items_or_faults(found, lambda: _yes_no_items(document))


def _yes_no_items(document: Document) -> list[Item]:
    items = []
    for _, row in _rows(document):
        name, about = str(row["question_id"]), cast("Record", row["meta"])
        choice = Choice(options=YES_NO, answer=int(row["answer"] == "no"), rung=_RUNGS[_rung(row)])
        meta: Record = {"context": str(about.get("model_id", name)), "format": "yes-no"}
        items.append(choice_item(name, str(row["given_info"]), str(row["question"]), choice, meta))
    return items


def _rung(row: Record) -> str:
    meta = row.get("meta")
    return str(meta.get("rung")) if isinstance(meta, dict) else ""


def _all_have(document: Document, keys: set[str]) -> bool:
    rows = records(document)
    return bool(rows) and all(isinstance(row, dict) and keys <= row.keys() for row in rows)


def _rows(document: Document) -> list[tuple[str, Record]]:
    rows = cast("list[Record]", records(document))
    return [(record_path(document, i), row) for i, row in enumerate(rows)]
