"""The embedded judge with marks for criteria: what tables and limits of finals are tried on.

As shipped it gives none, so that its answers have no final score.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from prism.judges.local import judge
from prism.judges.local.content import text_content
from prism.judges.local.criterion_evidence import mark, weigh
from prism.judges.model.reading import read
from prism.records.probe import Probe
from prism.records.question import CriterionQuestion
from prism.records.verdict import Verdict

__all__ = ["marking"]

_EVIDENCE = judge._KINDS["criterion"]


def _marked(probe: Probe) -> Verdict:
    asked = probe.asks(CriterionQuestion)
    evidence = weigh(
        read(probe.texts["response"]),
        text_content(probe.texts.get("question", "")),
        asked.name,
        asked.description,
        asked.bands,
    )
    value = str(round(mark(evidence)))
    return _EVIDENCE(probe).model_copy(update={"value": value, "reason": None})


@contextmanager
def marking() -> Iterator[None]:
    """Let the embedded judge mark criteria in this process."""
    with mock.patch.dict(judge._KINDS, {"criterion": _marked}):  # type: ignore[arg-type]
        yield
