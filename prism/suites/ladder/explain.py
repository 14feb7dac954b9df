"""The answer and the wrong options of a rung of the ladder, told in full."""

from collections.abc import Iterator
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from prism.display.plain import one_line, shorten
from prism.display.telling import Entry, asked, line, quoted, verdict
from prism.suites.ladder.report import DistractorLine, LadderReport
from prism.text.answer import letter

__all__ = ["entries"]

_GIVEN = 300  # characters shown of the answer
_OUTCOMES = {True: "right", False: "wrong", None: "not counted"}


def entries(report: LadderReport) -> Iterator[Entry]:
    """Yield the answer and every wrong option."""
    right = report.answer.right
    names = ("answer",) if right is None else ("answer", letter(right))
    told = _OUTCOMES[report.answer.correct]
    yield Entry(names, partial(_answer, report), told, shorten(report.answer.given, _GIVEN))
    for option in report.distractors:
        known = (letter(option.option), f"d{option.option}", option.text)
        kind = (option.kind or "undecided").replace("_", " ")
        yield Entry(known, partial(_option, option), kind, option.text)


def _answer(report: LadderReport) -> Iterator[RenderableType]:
    answer = report.answer
    yield Text(report.rung or "no rung", style="bold")
    yield quoted("given", shorten(answer.given, _GIVEN))
    if answer.extracted is None:
        yield line("read", f"no option ({(answer.reason or '').replace('_', ' ')})")
    else:
        yield line("read", f"option {letter(answer.extracted)}")
    if answer.place is not None and answer.place != answer.extracted:
        yield line("shown as", f"{letter(answer.place)}: the options were shuffled")
    if answer.right is not None:
        yield line("right", f"option {letter(answer.right)}")
    yield line("verdict", _OUTCOMES[answer.correct])


def _option(told: DistractorLine) -> Iterator[RenderableType]:
    chosen = "  chosen" if told.chosen else ""
    yield Text.assemble((letter(told.option), "bold"), (chosen, "yellow"))
    yield quoted("option", told.text)
    yield line("kind", (told.kind or "undecided").replace("_", " "))
    if told.label:
        yield line("file says", told.label.replace("_", " "))
    yield line("confidence", f"{told.confidence:.2f}")
    yield line("because", told.evidence)
    for kind, strength in sorted(told.strengths.items(), key=lambda entry: -entry[1]):
        yield line("", f"{strength:.2f}  {one_line(kind.replace('_', ' '))}")
    if told.probe is not None and told.verdict is not None:
        yield Text()
        yield from asked(told.probe, "what kind of wrong is this option?")
        yield from verdict(told.verdict)
