"""A computed answer and the reply held against it, told in full."""

from collections.abc import Iterator
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import one_line
from prism.display.telling import Entry, line
from prism.suites.truth.report import TruthReport
from prism.suites.truth.terminal import answered, computed, in_words

__all__ = ["entries"]

_WIDTH = 400  # characters shown of a value
_AGREES = {True: "agrees", False: "disagrees", None: "not scored"}


def entries(report: TruthReport) -> Iterator[Entry]:
    """Yield the one answer there is."""
    told = report.truth
    names = ("truth", "answer", told.query)
    yield Entry(names, partial(_truth, report), _AGREES[told.agrees], told.query)


def _truth(report: TruthReport) -> Iterator[RenderableType]:
    told = report.truth
    yield Text(one_line(told.query), style="bold")
    yield line("computed", computed(told, _WIDTH))
    if told.expected is not None:
        yield line("right", in_words(told.expected, _WIDTH))
    yield line("answered", answered(report, _WIDTH))
    yield line("verdict", _AGREES[told.agrees])
    if told.tolerance is not None:
        yield line("within", f"{told.tolerance:g}")
    if told.assumption:
        yield line("assuming", told.assumption)
    yield Text()
    for number, step in enumerate(told.steps, 1):
        yield line(str(number), step)
