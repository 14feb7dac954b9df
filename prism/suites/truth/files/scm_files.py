"""Reads model files: prism's JSON, BIF, CLadder's models, graphs."""

from pathlib import Path
from typing import Any, cast

from pydantic import JsonValue

from prism.errors import BadInput, BadRecord, UnknownFormat
from prism.files.document import Document, parse_document, record_path, records
from prism.files.graph import is_graph
from prism.files.source import read_source
from prism.suites.truth.files.bif import read_bif
from prism.suites.truth.files.cladder import scm_of
from prism.suites.truth.files.scm import ScmFile, parse_scm
from prism.validation import Fault

__all__ = ["cladder_faults", "is_cladder_models", "read_scm"]


def read_scm(path: Path, model: str | None = None) -> ScmFile:
    """Read a model file, by what it holds.

    Parameters
    ----------
    path
        A ``.bif`` file, prism's JSON, a causal graph as prism writes it, or CLadder's models.
    model
        Which of CLadder's models, by its ``model_id``.

    Raises
    ------
    UnreadableFile, UnknownFormat, BadRecord
        Missing or unreadable, not a model, or a model with a fault; ``where`` names the place.
    BadInput
        A file of many models, and none of them is named.
    """
    source = read_source(str(path))
    if path.suffix.lower() == ".bif":
        network = read_bif(source.text, path.stem, str(path))
        return ScmFile(network.name, network)
    document = parse_document(source)
    if document is None:
        raise UnknownFormat("not JSON", where=str(path), mend="give a model in prism's JSON or BIF")
    if is_cladder_models(document):
        return _of_cladder(records(document), model, str(path))
    if model is not None:
        raise BadInput("the file holds one model", where=str(path), mend="leave out '#'")
    value = document.value
    return parse_scm({"graph": value} if is_graph(value) else value, where=str(path))


def is_cladder_models(document: Document) -> bool:
    """Whether a document holds models as CLadder writes them."""
    rows = records(document)
    wanted = {"model_id", "params"}
    return bool(rows) and all(isinstance(row, dict) and wanted <= row.keys() for row in rows)


def cladder_faults(document: Document) -> list[Fault]:
    """Return the fault of every model of CLadder's that has one."""
    found = []
    for place, row in enumerate(records(document)):
        try:
            parse_scm(scm_of(cast("dict[str, Any]", row)))
        except (BadRecord, AttributeError, TypeError, ValueError) as exc:
            found.append(Fault(record_path(document, place), str(exc).removeprefix("scm: ")))
    return found


def _of_cladder(rows: list[JsonValue], wanted: str | None, where: str) -> ScmFile:
    models = {str(row["model_id"]): row for row in rows if isinstance(row, dict)}
    if wanted is None and len(models) == 1:
        wanted = next(iter(models))
    if wanted not in models:
        what = f"no model {wanted!r}" if wanted else f"{len(models)} models"
        first, last = next(iter(models)), [*models][-1]
        raise BadInput(what, where=where, mend=f"name one: FILE#ID, ID from {first} to {last}")
    row, where = models[wanted], f"{where}#{wanted}"
    try:
        scm = scm_of(row)
    except BadRecord as exc:
        raise BadRecord(exc.what, where=where, mend=exc.mend) from exc
    except (AttributeError, TypeError, ValueError, KeyError, IndexError) as exc:
        raise BadRecord(f"its 'params' are not tables of numbers: {exc}", where=where) from exc
    record = {**scm, "name": f"CLadder model {wanted}: {row.get('story_id', '')}"}
    return parse_scm(record, where=where)
