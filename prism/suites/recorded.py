"""Files that hold what was judged before: what the judge and the parser ``replay:FILE`` read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from prism.files.document import Document
from prism.files.formats import Format
from prism.graph import CausalGraph
from prism.prompts import Prompts
from prism.records.verdict import Verdict

__all__ = ["Recorded"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a file of one format holds of earlier judging.

    Attributes
    ----------
    form
        The format.
    graphs
        The graphs in a document, by the text they stand for.
    verdicts
        The verdicts in a document, by the digests of the probes they answer with some prompts.
    """

    form: Format
    graphs: Callable[[Document], Mapping[str, CausalGraph]]
    verdicts: Callable[[Document, Prompts], Mapping[str, Verdict]]
