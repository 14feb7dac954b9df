"""Published question sets as ground-truth items, also those whose rows are ladder choices.

CLadder keeps questions and models in two files, CounterBench its model in the words of a question;
both are multiple-choice rows for :mod:`prism.suites.reading`, and have a computable answer here.
"""

from collections.abc import Iterable
from pathlib import Path

from prism.errors import BadInput
from prism.files.document import records
from prism.files.source import read_source
from prism.records.item import Item
from prism.suites.ladder.files.neighbours import is_yes_no
from prism.suites.reading import open_document, read_items
from prism.suites.truth.files.cladder import read_cladder
from prism.suites.truth.files.counterbench import read_counterbench

__all__ = ["question_items"]


def question_items(questions: Path, models: Path | None = None) -> Iterable[Item]:
    """Return the questions of a file that have a computable answer, as items of kind ``truth``.

    Parameters
    ----------
    questions
        A file of CLadder, CounterBench, CaLM or CLEAR, or of prism's own ground-truth items.
    models
        CLadder's model file; only its questions need one.

    Raises
    ------
    BadInput
        A file has a fault, or holds no such question.
    """
    if models is not None:
        return read_cladder(questions, models)
    source = read_source(str(questions))
    document = open_document(source)
    if document is not None and is_yes_no(document):
        if any("desc_id" in row for row in records(document) if isinstance(row, dict)):
            raise BadInput(
                "CLadder's questions refer to models in another file",
                where=str(questions),
                mend="give it with --models",
            )
        return read_counterbench(questions)
    items = [item for item in read_items(source) if item.kind == "truth"]
    if not items:
        raise BadInput("no question here has a computable answer", where=str(questions))
    return items
