"""Reads CLadder: its models (``*-model-meta.json``) and its questions (``*-generate-*.json``).

Facts about the files (Jin et al., CLadder, NeurIPS 2023; read in the public data):

* ``params["p(Y | V1, X)"][v1][x]`` is P(Y=1 | V1=v1, X=x); a root's probability may be a
  one-element list;
* the labels call an effect absent below 0.005 (not for ``marginal`` and ``exp_away``);
* an ``ett`` question asks what the outcome would have been *without* the treatment, so its sign is
  reversed; ``treated`` false swaps the states of X;
* a ``collider_bias`` question asks whether X affects Y at all;
* deterministic questions do not condition on the factual X that they mention.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from prism.errors import BadRecord, UnknownFormat
from prism.files.document import parse_document, records
from prism.files.source import read_source
from prism.records.item import Item
from prism.scm.truth import Truth

__all__ = ["load_records", "read_cladder", "scm_of", "truth_of"]

_TABLE = re.compile(r"p\((\w+)(?:\s*\|\s*([\w, ]+))?\)")
_NO_EFFECT = 0.005
_ON_EFFECT = {"correlation": "RD", "ate": "ATE", "ett": "ETT", "nde": "NDE", "nie": "NIE"}


def read_cladder(questions: Path, models: Path) -> Iterator[Item]:
    """Yield one item a question, with its model and its query under ``truth``.

    The stored label stands under ``meta["label"]``, the stored number under ``meta["stored"]``.

    Raises
    ------
    UnreadableFile, UnknownFormat, BadRecord
        A file is missing or not CLadder's, or a question names a model that is not there.
    """
    scms = {str(record.get("model_id")): record for record in load_records(models)}
    for place, record in enumerate(load_records(questions)):
        where = f"{questions}: question {place}"
        try:
            meta = record["meta"]
            model = scms[str(meta["model_id"])]
            truth = truth_of(meta, scm_of(model))
            yield Item(
                id=f"{questions.stem}/{record['question_id']}",
                kind="truth",
                texts={
                    "context": f"{model['background']} {record['given_info']}",
                    "question": record["question"],
                },
                gold=(record["answer"],),
                truth=truth.model_dump(mode="json"),
                domain=meta["graph_id"],
                meta={
                    "label": record["answer"],
                    "stored": meta["groundtruth"],
                    "query_type": meta["query_type"],
                    "model_id": meta["model_id"],
                },
            )
        except (KeyError, TypeError) as exc:
            raise BadRecord(f"a field is missing or odd: {exc}", where=where) from exc


def scm_of(record: Mapping[str, Any]) -> dict[str, JsonValue]:
    """Return a CLadder model as prism's JSON.

    >>> scm_of({"params": {"p(X)": [0.25], "p(Y | X)": [0.5, 1]}})["mechanisms"]["Y"]["table"]
    [[0.5, 0.5], [0.0, 1.0]]
    """
    mechanisms: dict[str, JsonValue] = {}
    for key, values in record["params"].items():
        match = _TABLE.fullmatch(key)
        if match is None:
            raise BadRecord(f"{key!r} is not a table of CLadder's")
        parents = re.split(r",\s*", match[2]) if match[2] else []
        bare = not parents and isinstance(values, list)
        table = _rows(values[0] if bare else values)
        mechanisms[match[1]] = {"parents": list(parents), "table": table}
    return {"mechanisms": mechanisms}


def truth_of(meta: Mapping[str, Any], scm: dict[str, JsonValue]) -> Truth:
    """Return the computable form of a question, by the conventions in this module's head."""
    kind, x, y = meta["query_type"], meta["treatment"], meta["outcome"]
    above = bool(meta.get("polarity", True))
    if not meta.get("result", True):
        above = not above
    change = f"{x}=0->1" if meta.get("treated", True) else f"{x}=1->0"
    match kind:
        case "marginal":
            return Truth(scm=scm, query=f"P({y}=1)", threshold=0.5, above=above)
        case "ett":
            return Truth(scm=scm, query=f"ETT({change}, {y})", above=not above, margin=_NO_EFFECT)
        case "correlation" | "ate":
            query = f"{_ON_EFFECT[kind]}({change}, {y})"
        case "nde" | "nie":
            query = f"{_ON_EFFECT[kind]}({change}, {', '.join([y, *meta['mediators']])})"
        case "exp_away":
            state = int(bool(meta.get("baseline", True)))
            query = f"explaining_away({x}, {y} | {meta['collider']}={state})"
            return Truth(scm=scm, query=query, above=above)
        case "collider_bias":
            query = f"affects({x}, {y})"
            return Truth(scm=scm, query=query, above=above)
        case "backadj":
            return _adjustment(meta, scm, x, y)
        case "det-counterfactual":
            seen = ", ".join(f"{name}={state}" for name, state in meta["given_info"].items())
            event = f"{y}[{x}={meta['action']}]={int(meta['polarity'])}"
            query = f"P({event} | {seen})" if seen else f"P({event})"
            return Truth(scm=scm, query=query, threshold=0.5)
        case _:
            raise BadRecord(f"unknown kind of question {kind!r}")
    return Truth(scm=scm, query=query, above=above, margin=_NO_EFFECT)


def _adjustment(meta: Mapping[str, Any], scm: dict[str, JsonValue], x: str, y: str) -> Truth:
    """Method 1 is the more correct one if its set is valid and no part of it is.

    Of the two sets offered either one is valid, or both are and one of them is empty.
    """
    first = ", ".join(meta["given_info"][0]) or "{}"
    return Truth(
        scm=scm, query=f"minimal_backdoor({x}, {y} | {first})", above=bool(meta["polarity"])
    )


def _rows(values: object) -> JsonValue:
    if isinstance(values, list):
        return [_rows(value) for value in values]
    chance = float(values)  # type: ignore[arg-type]
    return [1 - chance, chance]


def load_records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON: a list, one record, or one a line."""
    document = parse_document(read_source(str(path)))
    if document is None:
        raise UnknownFormat("neither JSON nor JSON lines", where=str(path))
    found = [entry for entry in records(document) if isinstance(entry, dict)]
    if len(found) < len(records(document)):
        raise UnknownFormat("not a list of records", where=str(path))
    return found
