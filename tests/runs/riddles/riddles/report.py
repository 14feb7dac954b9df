"""The report of a riddle: how its links were judged, and whether the answer names a known cause."""

from prism.records.probe import Probe
from prism.records.report import Report, Section
from prism.records.score import Score
from prism.records.verdict import Verdict

__all__ = ["LinkLine", "RiddleReport"]


class LinkLine(Section):
    """One causal link of the answer, and what the judge said of it."""

    id: str
    text: str
    probe: Probe
    verdict: Verdict


class RiddleReport(Report):
    """``links`` are those of the answer; ``named`` is the known cause that it gives, if any."""

    links: tuple[LinkLine, ...]
    named: str | None
    causes: tuple[str, ...]
    named_score: Score
